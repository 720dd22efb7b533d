/// Two canvases of the same width, row by row and cell by cell.
struct CanvasComparison {
    let old: ConsoleDriver.Canvas
    let new: ConsoleDriver.Canvas
    /// Whether the same number means the same text, and the same link, in both.
    private let areNumbersAlike: Bool

    init(_ old: ConsoleDriver.Canvas, _ new: ConsoleDriver.Canvas) {
        self.old = old
        self.new = new
        areNumbersAlike = old.clusters.values == new.clusters.values && old.extras.values == new.extras.values
    }

    /// Whether a row that both have is the same in both.
    func isSame(_ row: Int) -> Bool {
        let cells = new.index(row, 0)..<new.index(row + 1, 0)
        guard areNumbersAlike else { return cells.allSatisfy { new.shows(new.cells[$0], as: old.cells[$0], of: old) } }
        return old.cells.withUnsafeBufferPointer { old in
            new.cells.withUnsafeBufferPointer { new in
                haveSameBytes(.init(rebasing: old[cells]), .init(rebasing: new[cells]))
            }
        }
    }

    /// The rows that are not what they were, those that were not there included.
    var changedRows: [Int] {
        (0..<new.size.rows).filter { $0 >= old.size.rows || !isSame($0) }
    }

    /// Whether a cell is another than before, or than a blank where there was none.
    func differs(_ row: Int, _ column: Int) -> Bool {
        let index = new.index(row, column)
        guard row < old.size.rows else { return !new.cells[index].isBlank }
        if areNumbersAlike { return new.cells[index] != old.cells[index] }
        return !new.shows(new.cells[index], as: old.cells[index], of: old)
    }

    /// Does something with the cells of a row, where they lie.
    func withRow<Result>(_ row: Int, _ body: (RowComparison) -> Result) -> Result {
        let cells = new.index(row, 0)..<new.index(row + 1, 0)
        return new.cells.withUnsafeBufferPointer { new in
            old.cells.withUnsafeBufferPointer { old in
                let isKnown = row < self.old.size.rows
                return body(
                    RowComparison(
                        row: row, cells: .init(rebasing: new[cells]),
                        olds: isKnown && areNumbersAlike ? .init(rebasing: old[cells]) : nil,
                        whole: isKnown ? self : nil))
            }
        }
    }

    func differenceCount(_ row: Int, _ columns: Range<Int>) -> Int {
        var count = 0
        for column in columns where differs(row, column) { count += 1 }
        return count
    }
}

/// A row of two canvases, for as long as both stay where they are.
struct RowComparison {
    let row: Int
    let cells: UnsafeBufferPointer<Cell>
    /// `nil` when numbers mean different things, or when nothing was there.
    let olds: UnsafeBufferPointer<Cell>?
    let whole: CanvasComparison?

    func differs(_ column: Int) -> Bool {
        if let olds { return cells[column] != olds[column] }
        return whole?.differs(row, column) ?? !cells[column].isBlank
    }

    /// Up to where cells are of printable ASCII, in one style without extras, and have changed.
    func endOfRun(from start: Int, upTo end: Int, forced: Int) -> Int {
        let style = cells[start].style
        var column = start
        while column < end, cells[column].isPrintable, cells[column].style == style, column < forced || differs(column)
        {
            column += 1
        }
        return column
    }
}

extension Cell {
    /// Whether it is written as one byte, and has nothing but a style.
    var isPrintable: Bool { glyph &- 0x20 < 0x5f && extra == 0 }
}

extension ConsoleDriver.Canvas {
    /// After so many columns a row is blank.
    func usedColumns(of row: Int) -> Int {
        cells.withUnsafeBufferPointer { cells in
            let start = index(row, 0)
            var end = start + size.columns
            while end > start, cells[end - 1].isBlank { end -= 1 }
            return end - start
        }
    }

    /// After so many rows all are blank.
    var usedRows: Int {
        var end = size.rows
        while end > 0, usedColumns(of: end - 1) == 0 { end -= 1 }
        return end
    }

    /// How many columns a terminal takes at most for a cell about which terminals disagree: for each scalar its own.
    func widestReach(of cell: Cell) -> Int {
        guard let cluster = cell.cluster else { return 2 }
        return clusters.values[cluster].unicodeScalars.reduce(2) { width, scalar in
            width + ConsoleDriver.CharacterWidth.of(scalar.value)
        }
    }
}
