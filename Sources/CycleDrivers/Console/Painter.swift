/// Draws a screen, and then only what has changed. A value: it knows what it has drawn and where it left the cursor.
///
/// An inline screen does not know where on the terminal it stands: rows are reached by going up and down from where the
/// cursor is, columns always by their number.
struct Painter {
    /// Changed cells so close together are written with what lies between: that is shorter than moving.
    private static let shortestGap = 5

    let isFull: Bool
    private var size: ConsoleDriver.Size
    private var rows: [[PaintedCell]] = []
    private var cursor = ConsoleDriver.Position(row: 0, column: 0)
    private var style = CellStyle()
    private var output = ""

    init(isFull: Bool, size: ConsoleDriver.Size) {
        self.isFull = isFull
        self.size = size
    }

    /// What to write so that `wanted` is shown, and the cursor stands where it should.
    mutating func painted(_ wanted: [[PaintedCell]], cursor place: ConsoleDriver.Position?) -> [UInt8] {
        if wanted.count < rows.count {
            move(to: wanted.count, 0)
            output += "\u{1b}[J"
        }
        for (index, row) in wanted.enumerated() {
            if index < rows.count {
                update(index, from: rows[index], to: row)
            } else {
                add(index, row)
            }
        }
        rows = wanted
        if let place, !rows.isEmpty {
            let row = min(max(place.row, 0), rows.count - 1)
            let column = min(max(place.column, 0), size.columns - 1)
            if cursor != .init(row: row, column: column) { move(to: row, column) }
        } else if !isFull, cursor.column > 0 {
            // Where the cursor is at the end of a row, terminals disagree about where it is after a resize.
            move(to: cursor.row, 0)
        }
        return takeOutput()
    }

    /// What to write so that nothing of the screen is left, and the cursor stands where it began.
    mutating func erased() -> [UInt8] {
        guard !isFull, !rows.isEmpty else { return [] }
        move(to: 0, 0)
        output += "\u{1b}[J"
        rows = []
        return takeOutput()
    }

    /// What to write so that the screen stays, and the cursor stands below it.
    var farewell: [UInt8] {
        guard !isFull, !rows.isEmpty else { return [] }
        var last = self
        last.move(to: rows.count - 1, 0)
        last.output += "\r\n"
        return last.takeOutput()
    }

    /// What to write after the terminal has another size, before the screen is painted anew.
    mutating func resized(to size: ConsoleDriver.Size) -> [UInt8] {
        guard size != self.size else { return [] }
        // After the last column of a row the cursor waits on it.
        let column = min(cursor.column, self.size.columns - 1)
        self.size = size
        if isFull {
            output += "\u{1b}[H\u{1b}[2J"
        } else if !rows.isEmpty {
            // A row that is longer than the terminal is wide now continues on the next, where terminals wrap anew.
            let heights = rows.map { max(1, ($0.count + size.columns - 1) / size.columns) }
            let up = heights.prefix(cursor.row).reduce(0, +) + min(column / size.columns, heights[cursor.row] - 1)
            output += (up > 0 ? "\u{1b}[\(up)A" : "") + "\r\u{1b}[J"
        }
        rows = []
        cursor = .init(row: 0, column: 0)
        return takeOutput()
    }

    private mutating func takeOutput() -> [UInt8] {
        setStyle(CellStyle())
        defer { output = "" }
        return Array(output.utf8)
    }

    // MARK: Rows

    private mutating func add(_ index: Int, _ row: [PaintedCell]) {
        if isFull {
            guard !row.isEmpty else { return }
            move(to: index, 0)
        } else if index > 0 {
            if cursor.row != index - 1 { move(to: index - 1, 0) }
            setStyle(CellStyle())
            output += "\r\n"
            cursor = .init(row: index, column: 0)
        }
        draw(row, 0..<row.count)
    }

    private mutating func update(_ index: Int, from old: [PaintedCell], to new: [PaintedCell]) {
        guard old != new else { return }
        guard !old.contains(where: \.isUnsure), !new.contains(where: \.isUnsure) else {
            move(to: index, 0)
            output += "\u{1b}[2K"
            return draw(new, 0..<new.count)
        }
        var column = 0
        while let span = nextChange(from: column, old, new) {
            move(to: index, span.lowerBound)
            draw(new, span)
            column = span.upperBound
        }
        if old.count > new.count {
            move(to: index, new.count)
            output += "\u{1b}[K"
        }
    }

    /// The next columns that differ, with short stretches of equal ones between them.
    private func nextChange(from column: Int, _ old: [PaintedCell], _ new: [PaintedCell]) -> Range<Int>? {
        func differs(_ column: Int) -> Bool { new[column] != (column < old.count ? old[column] : .blank) }
        guard var start = (column..<max(column, new.count)).first(where: differs) else { return nil }
        var end = start + 1
        var next = end
        while next < new.count, next - end < Painter.shortestGap {
            if differs(next) { end = next + 1 }
            next += 1
        }
        // A wide character is written from its first cell, and wholly.
        if new[start].width == 0, start > 0 { start -= 1 }
        while end < new.count, new[end].width == 0 { end += 1 }
        return start..<end
    }

    private mutating func draw(_ row: [PaintedCell], _ columns: Range<Int>) {
        for column in columns where row[column].width > 0 {
            let cell = row[column]
            setStyle(cell.style)
            output += cell.text
            cursor.column = column + cell.width
            if cell.isUnsure { output += "\u{1b}[\(cursor.column + 1)G" }
        }
    }

    private mutating func setStyle(_ wanted: CellStyle) {
        guard wanted != style else { return }
        style = wanted
        output += wanted.sequence
    }

    private mutating func move(to row: Int, _ column: Int) {
        // What is erased takes the background that is set.
        setStyle(CellStyle())
        if isFull {
            output += "\u{1b}[\(row + 1);\(column + 1)H"
        } else {
            if row < cursor.row { output += "\u{1b}[\(cursor.row - row)A" }
            if row > cursor.row { output += "\u{1b}[\(row - cursor.row)B" }
            output += column == 0 ? "\r" : "\u{1b}[\(column + 1)G"
        }
        cursor = .init(row: row, column: column)
    }
}
