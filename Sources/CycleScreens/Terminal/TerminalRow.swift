import CycleBase
import CycleDrivers

/// One row of a terminal.
///
/// A wide character has its cell and cells of width 0 behind it. When a half of it is written over, the other half stays as it is
/// until the row is shown: then it is a blank.
struct TerminalRow: Hashable, Sendable {
    var cells: [CanvasCell]
    /// Whether its text goes on in the next row, because it reached the last column.
    var isWrapped = false

    init(_ cells: [CanvasCell]) {
        self.cells = cells
    }

    /// The row without blanks at its end.
    var trimmed: TerminalRow {
        var row = self
        let count = (cells.lastIndex { !$0.isBlank } ?? -1) + 1
        row.cells = Array(cells[..<count])
        return row
    }

    /// The cells as they are shown: halves of characters are blanks, and none is wider than two.
    var shown: [CanvasCell] {
        guard cells.contains(where: { $0.width != 1 }) else { return cells }
        var shown = cells
        var column = 0
        while column < cells.count {
            let width = Int(cells[column].width)
            if width == 1 {
                column += 1
                continue
            }
            var end = column + 1
            while end < min(column + width, cells.count), cells[end].width == 0 { end += 1 }
            let isWhole = width > 1 && end - column == width
            if isWhole { shown[column].width = 2 }
            for index in (isWhole ? column + 2 : column)..<(isWhole ? end : column + 1) { shown[index].clear() }
            column = isWhole ? end : column + 1
        }
        return shown
    }
}

extension CanvasCell {
    /// Makes it a blank in the same style.
    fileprivate mutating func clear() {
        (glyph, width, isDisputed) = (0x20, 1, false)
    }
}

/// The texts of several scalars, and the links, to which the cells of a terminal refer.
struct TerminalTexts: Hashable, Sendable {
    var clusters = Numbering<String>()
    var extras = Numbering<CellExtra>()

    static func == (one: Self, other: Self) -> Bool {
        one.clusters.values == other.clusters.values && one.extras.values == other.extras.values
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(clusters.count)
        hasher.combine(extras.count)
    }

    func text(of cell: CanvasCell) -> String {
        if let cluster = cell.cluster { return clusters.values[cluster] }
        guard cell.width > 0, let scalar = Unicode.Scalar(cell.glyph) else { return "" }
        return String(Character(scalar))
    }

    func extra(of cell: CanvasCell) -> CellExtra { cell.extra == 0 ? .none : extras.values[Int(cell.extra) - 1] }

    mutating func number(of cluster: String) -> UInt32 { CanvasCell.clusterBit | UInt32(clusters.number(of: cluster)) }

    /// 0 for none, and when there are more than a cell can number.
    mutating func number(of extra: CellExtra) -> UInt16 {
        guard extra != .none, extras.count < Int(UInt16.max) else { return 0 }
        return UInt16(extras.number(of: extra) + 1)
    }

    /// Gives a cell that refers to other texts the numbers that its texts have here.
    mutating func renumber(_ cell: inout CanvasCell, from old: TerminalTexts) {
        if let cluster = cell.cluster { cell.glyph = number(of: old.clusters.values[cluster]) }
        if cell.extra != 0 { cell.extra = number(of: old.extra(of: cell)) }
    }
}
