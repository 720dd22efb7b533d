import CycleDrivers

/// The lines of a text as a reader needs them, whatever collection they are in.
struct ReaderText {
    let count: Int
    let folds: [Range<Int>]
    let line: (Int) -> StyledText

    init<Lines: RandomAccessCollection>(
        _ lines: Lines, _ folds: [Range<Int>], _ line: @escaping (Lines.Element) -> StyledText,
        known: StyledLinesOfText? = nil
    ) {
        (count, self.folds) = (lines.count, folds)
        self.line = { number in
            let element = lines[lines.index(lines.startIndex, offsetBy: number)]
            guard let known, let key = element as? any Hashable else { return line(element) }
            return known.lines.styled(AnyHashable(key), at: known.path, known.key) { line(element) }
        }
    }

    /// The next place of what is looked for, or the one before, round the end.
    func place(of search: TextSearch, _ step: Int, from start: ReaderPlace) -> ReaderPlace? {
        guard count > 0, search.count > 0 else { return nil }
        let first = min(max(start.line, 0), count - 1)
        for distance in 0...count {
            let number = (first + step * distance % count + count) % count
            let offsets = offsets(of: search, in: line(number))
            let offset =
                step > 0
                ? offsets.first { distance > 0 || $0 > start.offset }
                : offsets.last { distance > 0 || $0 < start.offset }
            if let offset { return ReaderPlace(line: number, offset: offset) }
        }
        return nil
    }

    /// Blanks stand where tabs were, so that only a text with a blank may be found there alone.
    private func offsets(of search: TextSearch, in line: StyledText) -> [Int] {
        guard search.hasBlank || search.isFound(in: line.text) else { return [] }
        return search.ranges(in: ReaderLine(line).text).map(\.lowerBound)
    }
}

/// A reader's text at a size.
struct ReaderPage {
    var rows: ReaderRows
    /// How many rows are seen at once.
    let height: Int
    /// How wide they are, without what stands before and behind them.
    let columns: Int
    /// How many columns the number and the sign of a fold take.
    let gutter: Int
    let isBarred: Bool
    private let folds: [Range<Int>]
    private let closed: Set<Int>
    private let hasNumbers: Bool

    init(_ text: ReaderText, columns available: Int, height: Int, reader: Reader) {
        (folds, closed, hasNumbers, self.height) = (text.folds, reader.closed, reader.hasNumbers, height)
        gutter = (hasNumbers ? "\(text.count)".count + 1 : 0) + (folds.isEmpty ? 0 : 2)
        func rows(_ columns: Int) -> ReaderRows {
            ReaderRows(
                count: text.count, columns: reader.wraps ? columns : nil, folds: text.folds, closed: reader.closed,
                make: text.line)
        }
        let whole = max(0, available - gutter)
        var all = rows(whole)
        // More lines than rows do not fit, whatever is in them.
        isBarred =
            text.count > height && reader.closed.isEmpty
            || all.rows(from: all.row(at: ReaderPlace()), height + 1).count > height
        columns = isBarred ? max(0, whole - 1) : whole
        self.rows = isBarred && reader.wraps ? rows(columns) : all
    }

    mutating func width(of row: ReaderRow) -> Int {
        ConsoleDriver.CharacterWidth.of(rows.line(row.line).text.bytes(row.range))
    }

    /// The place of a cell, counted from the first of its row.
    mutating func place(in row: ReaderRow, at column: Int) -> ReaderPlace {
        let part = rows.line(row.line).text.bytes(row.range)
        let before = ConsoleDriver.CharacterWidth.prefix(of: part, fitting: max(0, column))
        return ReaderPlace(line: row.line, offset: row.range.lowerBound + before.utf8.count)
    }

    /// The number of a line and the sign of its fold, before its first row.
    func sign(of row: ReaderRow) -> StyledText {
        guard gutter > 0, row.range.lowerBound == 0 else { return "" }
        let number = "\(row.line + 1)"
        let width = gutter - (folds.isEmpty ? 0 : 2) - 1
        let text = hasNumbers ? String(repeating: " ", count: max(0, width - number.count)) + number + " " : ""
        guard let fold = folds.fold(of: row.line), fold.lowerBound == row.line else { return StyledText(text, .muted) }
        return StyledText(text + (closed.contains(row.line) ? "▸ " : "▾ "), .muted)
    }

    /// How many lines are folded away, behind the last row of the line above them.
    mutating func hidden(below row: ReaderRow) -> StyledText {
        let count = rows.hiddenCount(below: row.line)
        return count > 0 && row.range.upperBound == rows.line(row.line).byteCount ? "\(" ⋯ \(count)", .muted)" : ""
    }
}

/// The marks in the rows of a reader.
struct ReaderMarks {
    private let search: TextSearch
    private let found: ReaderPlace?
    private let selection: Range<ReaderPlace>?
    private let mark: ScreenView.Style

    init(_ query: String, _ found: ReaderPlace?, _ selection: Range<ReaderPlace>?, _ theme: ScreenTheme) {
        (search, self.found, self.selection) = (TextSearch(query), found, selection)
        mark = ReadingSearch.mark(theme)
    }

    func marked(_ row: ReaderRow, _ line: ReaderLine) -> StyledText {
        var text = line.styled.bytes(row.range)
        if search.count > 0 {
            // A match that begins in the row before may reach into this one.
            let reach = ReaderRows.pieceLength
            let near = line.around(row.range, by: min(reach, 4 * search.count))
            for match in search.ranges(in: String(line.text.bytes(near))) {
                let start = match.lowerBound + near.lowerBound
                let style = found == ReaderPlace(line: row.line, offset: start) ? ReadingSearch.currentMark : mark
                text = text.marking(
                    max(0, start - row.range.lowerBound)..<max(0, start + match.count - row.range.lowerBound), style)
            }
        }
        if let selection, row.line >= selection.lowerBound.line, row.line <= selection.upperBound.line {
            let bytes = selection.bytes(of: row.line, line.byteCount).clamped(to: row.range)
            text = text.marking(
                bytes.lowerBound - row.range.lowerBound..<bytes.upperBound - row.range.lowerBound, .reverse)
        }
        return text
    }
}

extension ReaderLine {
    /// A part of the line, and so many bytes around it or a few more, between two characters.
    func around(_ range: Range<Int>, by count: Int) -> Range<Int> {
        func boundary(_ offset: Int) -> Int {
            guard offset > 0 else { return 0 }
            guard offset < byteCount else { return byteCount }
            let index = text.utf8.index(text.startIndex, offsetBy: offset)
            return text.utf8.distance(from: text.startIndex, to: text.index(before: text.index(after: index)))
        }
        return boundary(range.lowerBound - count)..<max(range.upperBound, boundary(range.upperBound + count))
    }
}

extension Range<ReaderPlace> {
    /// The bytes of a line that are in it.
    func bytes(of line: Int, _ count: Int) -> Range<Int> {
        let start = line > lowerBound.line ? 0 : Swift.min(Swift.max(0, lowerBound.offset), count)
        let end = line < upperBound.line ? count : Swift.min(Swift.max(0, upperBound.offset), count)
        return start..<Swift.max(start, end)
    }
}
