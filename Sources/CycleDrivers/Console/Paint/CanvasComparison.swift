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

    /// Whether a cell is another than before, or than a blank where there was none.
    func differs(_ row: Int, _ column: Int) -> Bool {
        let index = new.index(row, column)
        guard row < old.size.rows else { return new.cells[index] != .blank }
        if areNumbersAlike { return new.cells[index] != old.cells[index] }
        return !new.shows(new.cells[index], as: old.cells[index], of: old)
    }

    func differenceCount(_ row: Int, _ columns: Range<Int>) -> Int {
        var count = 0
        for column in columns where differs(row, column) { count += 1 }
        return count
    }
}

extension ConsoleDriver.Canvas {
    /// After so many columns a row is blank.
    func usedColumns(of row: Int) -> Int {
        cells.withUnsafeBufferPointer { cells in
            let start = index(row, 0)
            var end = start + size.columns
            while end > start, cells[end - 1] == .blank { end -= 1 }
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
