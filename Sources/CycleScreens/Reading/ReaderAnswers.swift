import CycleDrivers

/// Answers of a reader: which lines are seen, which is under the mouse, and what is selected.
extension Reader {
    /// Whether the text to look for is being typed: every key is the reader's then, so that a program asks before it takes one first.
    public var isSearching: Bool { search.isTyping }

    /// The lines of which something is seen, counted from 0, with those that are folded away among them; empty without lines.
    ///
    ///     let first = reader.seenLines(input.at(Place.diff), lines: diff.lines) { line in styled(line) }.lowerBound
    ///
    /// - Parameters:
    ///   - input: For the region of the view.
    ///   - lines: As in the view.
    ///   - folds: As in the view.
    ///   - key: As in the view.
    ///   - line: As in the view.
    public func seenLines<Lines: RandomAccessCollection>(
        _ input: ScreenInput, lines: Lines, folds: [Range<Int>] = [], memo key: AnyHashable? = nil,
        line: @escaping (Lines.Element) -> StyledText
    ) -> Range<Int> {
        var page = page(of: ReaderText(lines, folds, line, known: key.map(input.styledLines)), in: input.area.size)
        guard !lines.isEmpty else { return 0..<0 }
        let first = first(&page)
        let last = page.rows.rows(from: first, page.height).last ?? first
        return first.line..<last.line + 1
    }

    /// The same for lines without styles.
    public func seenLines<Lines: RandomAccessCollection<String>>(
        _ input: ScreenInput, lines: Lines, folds: [Range<Int>] = []
    ) -> Range<Int> { seenLines(input, lines: lines, folds: folds) { StyledText($0) } }

    /// The line under the mouse, counted from 0; `nil` where the mouse is elsewhere, and below the last line.
    ///
    /// - Parameters:
    ///   - input: For the region of the view.
    ///   - lines: As in the view.
    ///   - folds: As in the view.
    ///   - key: As in the view.
    ///   - line: As in the view.
    public func line<Lines: RandomAccessCollection>(
        at input: ScreenInput, lines: Lines, folds: [Range<Int>] = [], memo key: AnyHashable? = nil,
        line: @escaping (Lines.Element) -> StyledText
    ) -> Int? {
        var page = page(of: ReaderText(lines, folds, line, known: key.map(input.styledLines)), in: input.area.size)
        guard !lines.isEmpty, let position = input.position, position.row < page.height,
            position.column < page.gutter + page.columns
        else { return nil }
        let rows = page.rows.rows(from: first(&page), position.row + 1)
        return rows.count > position.row ? rows[position.row].line : nil
    }

    /// The same for lines without styles.
    public func line<Lines: RandomAccessCollection<String>>(
        at input: ScreenInput, lines: Lines, folds: [Range<Int>] = []
    ) -> Int? { line(at: input, lines: lines, folds: folds) { StyledText($0) } }

    /// The lines in which the selection begins and ends, counted from 0; `nil` without one.
    public var selectedLines: ClosedRange<Int>? {
        selection.map { max(0, $0.lowerBound.line)...max(0, $0.upperBound.line) }
    }

    /// The text that is selected, as `y` copies it; empty without a selection.
    ///
    /// - Parameters:
    ///   - lines: As in the view.
    ///   - line: As in the view.
    public func selectedText<Lines: RandomAccessCollection>(
        in lines: Lines, line: @escaping (Lines.Element) -> StyledText
    ) -> String { selected(in: ReaderText(lines, [], line)) }

    /// The same for lines without styles.
    public func selectedText<Lines: RandomAccessCollection<String>>(in lines: Lines) -> String {
        selectedText(in: lines) { StyledText($0) }
    }
}

extension LogBuffer {
    /// Whether the text to look for is being typed: every key is the log's then.
    public var isSearching: Bool { reader.isSearching }

    /// The places in ``lines`` of those of which something is seen.
    ///
    /// - Parameter input: For the region of the view.
    public func seenLines(_ input: ScreenInput) -> Range<Int> {
        reader.seenLines(input, lines: lines, line: Self.plain)
    }

    /// The place in ``lines`` of the one under the mouse; `nil` elsewhere.
    ///
    /// - Parameter input: For the region of the view.
    public func line(at input: ScreenInput) -> Int? { reader.line(at: input, lines: lines, line: Self.plain) }

    /// The places in ``lines`` of those in which the selection begins and ends; `nil` without one.
    public var selectedLines: ClosedRange<Int>? { reader.selectedLines }

    /// The text that is selected, as `y` copies it; empty without a selection.
    public var selectedText: String { reader.selectedText(in: lines, line: Self.plain) }
}

extension Viewport {
    /// Whether the text to look for is being typed: every key is the viewport's then.
    public var isSearching: Bool { search.isTyping }
}
