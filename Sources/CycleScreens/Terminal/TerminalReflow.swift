import CycleDrivers

/// Rows that are wrapped anew for another width: those that were wrapped become one line again.
struct TerminalReflow {
    private(set) var rows: [TerminalRow] = []
    private let columns: Int

    /// - Parameter place: A cell of the rows, which moves with the text.
    init(_ old: [TerminalRow], _ columns: Int, at place: inout ConsoleDriver.Position) {
        self.columns = columns
        let from = place
        var line: [CanvasCell] = []
        var offset: Int?
        for (index, row) in old.enumerated() {
            if index == from.row { offset = line.count + from.column }
            let isOpen = row.isWrapped && index < old.count - 1
            line += isOpen ? row.cells : row.trimmed.cells
            guard !isOpen else { continue }
            let first = rows.count
            let starts = add(line)
            if let known = offset {
                // A cursor behind the text stays in its column, as far as there is one.
                let piece = max(0, (starts.firstIndex { $0 > known } ?? starts.count) - 1)
                place = .init(row: first + piece, column: min(columns - 1, known - starts[piece]))
                offset = nil
            }
            line = []
        }
    }

    /// Adds the rows of a line. No wide character is cut.
    ///
    /// - Returns: Where in the line each of them begins.
    private mutating func add(_ line: [CanvasCell]) -> [Int] {
        var starts = [0]
        var start = 0
        while line.count - start > columns {
            var end = start + columns
            while end > start + 1, line[end].width == 0 { end -= 1 }
            var row = TerminalRow(Array(line[start..<end]))
            row.isWrapped = true
            rows.append(row)
            start = end
            starts.append(start)
        }
        rows.append(TerminalRow(Array(line[start...])))
        return starts
    }
}
