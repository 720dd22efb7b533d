import CycleBase

/// Two canvases of the same width, row by row and cell by cell.
struct CanvasComparison {
    let old: ConsoleDriver.Canvas
    let new: ConsoleDriver.Canvas
    /// The rows of the old canvas that the terminal has moved since.
    private let scrolling: Scrolling?
    /// Whether the same number means the same text, and the same link, in both.
    private let areNumbersAlike: Bool

    init(_ old: ConsoleDriver.Canvas, _ new: ConsoleDriver.Canvas, after scrolling: Scrolling? = nil) {
        self.old = old
        self.new = new
        self.scrolling = scrolling
        areNumbersAlike = old.clusters.values == new.clusters.values && old.extras.values == new.extras.values
    }

    /// The row of the old one that stands where this row is to be; `nil` where blanks are.
    func source(of row: Int) -> Int? {
        var source = row
        if let scrolling, scrolling.rows.contains(row) {
            source += scrolling.count
            guard scrolling.rows.contains(source) else { return nil }
        }
        return source < old.size.rows ? source : nil
    }

    /// Whether a row is the same in both.
    func isSame(_ row: Int) -> Bool { source(of: row).map { isSame(row, asOld: $0) } ?? false }

    /// Whether a row of the new one is a row of the old one, wherever that stands.
    func isSame(_ row: Int, asOld source: Int) -> Bool {
        guard (0..<old.size.rows).contains(source) else { return false }
        let cells = new.index(row, 0)..<new.index(row + 1, 0)
        let olds = old.index(source, 0)..<old.index(source + 1, 0)
        guard areNumbersAlike else {
            return zip(cells, olds).allSatisfy { new.shows(new.cells[$0], as: old.cells[$1], of: old) }
        }
        return old.cells.withUnsafeBufferPointer { old in
            new.cells.withUnsafeBufferPointer { new in
                haveSameBytes(.init(rebasing: old[olds]), .init(rebasing: new[cells]))
            }
        }
    }

    /// The rows that are not what they were, those that were not there included.
    var changedRows: [Int] { (0..<new.size.rows).filter { !isSame($0) } }

    /// Whether a cell is another than before, or than a blank where there was none.
    func differs(_ row: Int, _ column: Int) -> Bool {
        let cell = new.cells[new.index(row, column)]
        guard let source = source(of: row) else { return !cell.isBlank }
        return !new.shows(cell, as: old.cells[old.index(source, column)], of: old)
    }

    /// Does something with the cells of a row, where they lie.
    func withRow<Result>(_ row: Int, _ body: (RowComparison) -> Result) -> Result {
        let cells = new.index(row, 0)..<new.index(row + 1, 0)
        let source = source(of: row)
        return new.cells.withUnsafeBufferPointer { new in
            old.cells.withUnsafeBufferPointer { old in
                let olds = source.map { self.old.index($0, 0)..<self.old.index($0 + 1, 0) }
                return body(
                    RowComparison(
                        row: row, cells: .init(rebasing: new[cells]),
                        olds: areNumbersAlike ? olds.map { .init(rebasing: old[$0]) } : nil,
                        // Made only where it is needed: it holds two canvases.
                        isDifferent: source == nil || areNumbersAlike ? nil : { differs(row, $0) }))
            }
        }
    }

    /// How many cells of a row differ, as far as that matters.
    func differenceCount(_ row: Int, _ columns: Range<Int>, atMost limit: Int = .max) -> Int {
        withRow(row) { $0.differenceCount(columns, atMost: limit) }
    }
}

/// A row of two canvases, for as long as both stay where they are.
struct RowComparison {
    let row: Int
    let cells: UnsafeBufferPointer<CanvasCell>
    /// `nil` when numbers mean different things, or when nothing was there.
    let olds: UnsafeBufferPointer<CanvasCell>?
    /// `nil` where the cells show it.
    let isDifferent: ((_ column: Int) -> Bool)?

    func differs(_ column: Int) -> Bool {
        if let olds { return cells[column] != olds[column] }
        return isDifferent?(column) ?? !cells[column].isBlank
    }

    /// How many cells differ, as far as that matters.
    func differenceCount(_ columns: Range<Int>, atMost limit: Int) -> Int {
        var (count, column) = (0, nextDifference(from: columns.lowerBound, upTo: columns.upperBound))
        while column < columns.upperBound, count < limit {
            count += 1
            column = nextDifference(from: column + 1, upTo: columns.upperBound)
        }
        return count
    }

    /// The first cell that has changed, or the end.
    func nextDifference(from start: Int, upTo end: Int) -> Int {
        if let olds = olds?.baseAddress, let cells = cells.baseAddress {
            return firstDifference(cells, olds, from: start, upTo: end)
        }
        var column = start
        while column < end, !differs(column) { column += 1 }
        return column
    }

    /// Up to where cells are of printable ASCII, and can be written as they are.
    func endOfText(from start: Int, upTo end: Int, where isSet: (CanvasCell) -> Bool) -> Int {
        guard let cells = cells.baseAddress else { return start }
        var column = start
        while column < end, cells[column].isPrintable, isSet(cells[column]) { column += 1 }
        return column
    }

    /// Up to where cells are of printable ASCII, in one style without extras, and have changed, whatever has up to `forced`.
    func endOfRun(from start: Int, upTo end: Int, forced: Int) -> Int {
        guard let cells = cells.baseAddress else { return start }
        if let olds = olds?.baseAddress, forced <= start {
            return endOfChangedText(cells, olds, from: start, upTo: end)
        }
        let style = cells[start].style
        var column = start
        while column < end, cells[column].isPrintable(in: style), column < forced || differs(column) { column += 1 }
        return column
    }
}

extension CanvasCell {
    /// Whether it is written as one byte, and has nothing but a style.
    var isPrintable: Bool { glyph &- 0x20 < 0x5f && extra == 0 }

    func isPrintable(in style: ConsoleDriver.Style) -> Bool { isPrintable && self.style == style }
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
    func widestReach(of cell: CanvasCell) -> Int {
        guard let cluster = cell.cluster else { return 2 }
        return clusters.values[cluster].unicodeScalars.reduce(2) { width, scalar in
            width + CellWidth.of(scalar.value)
        }
    }
}
