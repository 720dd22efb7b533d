import CycleDrivers

/// Reads a long text: its lines may have styles, wrap or scroll sideways, have numbers, fold, and be a million; only those that are seen are
/// made.
///
///     var reader = Reader(hasNumbers: true)
///
///     reader.view(of: diff.lines) { line in styled(line) }.region(Place.diff)
///     reader.handle(input.at(Place.diff), lines: diff.lines) { line in styled(line) }
///
/// Its keys are those of less: arrows, h j k l, space and f, b, d and u, g and G; `/` looks for a text, every place of which is marked, `n`
/// and `N` go to the next one and the one before, round the end. A reader that follows begins with the last place, and shows it first. `w`
/// wraps lines or scrolls them sideways. `z` folds the first fold that is seen, `Z` all of them, and so does a press on its sign. A drag of the mouse, or
/// Shift with Up and Down, selects; `y` copies what is selected, and Escape takes marks away.
///
/// Hand input to it before keys of your own that are letters, as `input.leaving(Self.keys)` where both have one: see
/// ``ScreenInput/leaving(_:)``. While a text to look for is typed every key is the reader's, as ``isSearching`` tells. Left and Right are
/// ignored where nothing is scrolled sideways. ``seenLines(_:lines:folds:memo:line:)`` and ``line(at:lines:folds:memo:line:)`` tell which
/// lines a key or a press is about.
///
/// The lines are any collection with random access, and `line` makes the text of one, for what is drawn and for what is searched: a
/// function of the line alone. A line of more than 2,048 bytes goes on in the next row, also where lines do not wrap, so that one of
/// 5 MB takes no longer to lay out than others; but `line` makes all of it, for each frame in which it is seen: give `memo` a key where that
/// takes long. Of a tab there are blanks up to the next column that is a multiple of four.
public struct Reader: Hashable, Codable, Sendable {
    /// Whether a line that is too long goes on in the next row; else all scroll sideways.
    public var wraps: Bool
    /// Whether each line has its number before it.
    public var hasNumbers: Bool
    /// Whether it stays at the end, once it is there, whatever is added.
    public var isFollowing: Bool
    /// The folds that are closed, by the numbers of their first lines, counted from 0.
    public var closed: Set<Int> = []
    /// The first row that is seen is the one that this is in.
    var top = ReaderPlace()
    var column = 0
    var isAtEnd = true
    var search = ReadingSearch()
    private var drag = ScrollBarDrag()
    /// The match that was gone to.
    var found: ReaderPlace?
    /// The selection lies between the two.
    var anchor: ReaderPlace?
    var head = ReaderPlace()

    /// A reader at the beginning of its text, or at its end.
    public init(wraps: Bool = false, hasNumbers: Bool = false, isFollowing: Bool = false) {
        (self.wraps, self.hasNumbers, self.isFollowing) = (wraps, hasNumbers, isFollowing)
    }

    /// The text to find; empty for none.
    public var query: String { search.query }

    /// Shows a line, counted from 0, in the first row.
    public mutating func scroll(to line: Int) {
        (top, isAtEnd) = (ReaderPlace(line: max(0, line)), false)
    }

    /// Keeps what is seen when lines above it go.
    mutating func shift(by lines: Int) {
        func moved(_ place: ReaderPlace) -> ReaderPlace {
            let line = max(0, place.line) + lines
            return line < 0 ? ReaderPlace() : ReaderPlace(line: line, offset: place.offset)
        }
        (top, found, anchor, head) = (moved(top), found.map(moved), anchor.map(moved), moved(head))
        closed = Set(closed.map { max(0, $0) + lines }.filter { $0 >= 0 })
    }

    /// Begins anew; what is looked for stays.
    mutating func restart() {
        (top, isAtEnd, found, anchor, closed, column) = (ReaderPlace(), true, nil, nil, [], 0)
    }

    // MARK: Input

    /// - Parameters:
    ///   - input: For the region of the view.
    ///   - lines: As in the view.
    ///   - folds: As in the view.
    ///   - key: As in the view.
    ///   - line: As in the view.
    public mutating func handle<Lines: RandomAccessCollection>(
        _ input: ScreenInput, lines: Lines, folds: [Range<Int>] = [], memo key: AnyHashable? = nil,
        line: @escaping (Lines.Element) -> StyledText
    ) -> Outcome {
        let text = ReaderText(lines, folds, line, known: key.map(input.styledLines))
        let isNew = query.isEmpty || search.isTyping
        switch search.handle(input) {
        case .changed:
            if query.isEmpty { found = nil }
            return .changed
        case .go(let step):
            if isNew { found = nil }
            go(isNew && isFollowing ? -1 : step, text, input.area.size)
            return .changed
        case .ignored: break
        }
        var page = page(of: text, in: input.area.size)
        let first = first(&page)
        if let line = drag.first(for: input) {
            return show(page.rows.row(at: ReaderPlace(line: line)), &page)
        }
        if let motion = input.key.flatMap({ ReadingMotion($0) }) ?? ReadingMotion(wheel: input) {
            return move(motion, from: first, &page)
        }
        switch input.key {
        case .shift(.down): select(1, from: first, &page)
        case .shift(.up): select(-1, from: first, &page)
        case "w": (wraps, column) = (!wraps, 0)
        case "y" where anchor != nil: input.copy(selected(in: text))
        case "z": return toggleFirst(of: folds, from: first, &page)
        case "Z" where !folds.isEmpty: closed = closed.isEmpty ? Set(folds.map(\.lowerBound)) : []
        case .escape where anchor != nil: anchor = nil
        case nil: return handleMouse(input, folds, first, &page)
        default: return .ignored
        }
        return .changed
    }

    /// The same for lines without styles.
    public mutating func handle<Lines: RandomAccessCollection<String>>(
        _ input: ScreenInput, lines: Lines, folds: [Range<Int>] = []
    ) -> Outcome { handle(input, lines: lines, folds: folds) { StyledText($0) } }

    private mutating func move(_ motion: ReadingMotion, from first: ReaderRow, _ page: inout ReaderPage) -> Outcome {
        switch motion {
        case .rows(let count): return show(page.rows.row(count, from: first), &page)
        case .pages(let count): return show(page.rows.row(count * page.height, from: first), &page)
        case .halfPages(let count): return show(page.rows.row(count * max(1, page.height / 2), from: first), &page)
        case .start: return show(page.rows.row(at: ReaderPlace()), &page)
        case .end: return show(page.rows.lastTop(page.height), &page)
        case .columns(let count):
            let shown = page.rows.rows(from: first, page.height)
            let widest = shown.map { page.width(of: $0) }.max() ?? 0
            let last = wraps ? 0 : max(0, widest - page.columns)
            column = min(max(0, min(max(0, column), last) + count), last)
            return last == 0 ? .ignored : .changed
        }
    }

    /// Shows a row first, or so many rows that the last page is full.
    @discardableResult
    mutating func show(_ row: ReaderRow, _ page: inout ReaderPage) -> Outcome {
        let last = page.rows.lastTop(page.height).place
        (top, isAtEnd) = (min(row.place, last), row.place >= last)
        return .changed
    }

    /// The first row that is seen.
    func first(_ page: inout ReaderPage) -> ReaderRow {
        if isFollowing, isAtEnd { return page.rows.lastTop(page.height) }
        let first = page.rows.row(at: top)
        // Only near the end is it known how far that is.
        guard first.line >= page.rows.count - page.height else { return first }
        let last = page.rows.lastTop(page.height)
        return first.place > last.place ? last : first
    }

    func page(of text: ReaderText, in size: ScreenView.Size) -> ReaderPage {
        let height = max(1, size.rows - search.height)
        return ReaderPage(text, columns: size.columns, height: height, reader: self)
    }

    // MARK: Looking for a text

    /// Looks for a text, and shows the next place where it is; an empty one is looked for no more.
    ///
    /// - Parameters:
    ///   - query: Small letters stand for capital ones, too, unless there is a capital one.
    ///   - lines: As in the view.
    ///   - folds: As in the view; a fold that hides the place is opened.
    ///   - line: As in the view.
    /// - Returns: Whether there is one.
    @discardableResult
    public mutating func find<Lines: RandomAccessCollection>(
        _ query: String, lines: Lines, folds: [Range<Int>] = [], line: @escaping (Lines.Element) -> StyledText
    ) -> Bool {
        (search.query, found) = (query, nil)
        return go(isFollowing ? -1 : 1, ReaderText(lines, folds, line), nil)
    }

    /// - Parameter size: Of the view; `nil` where it is not known, so that the place is shown in the first row.
    @discardableResult
    mutating func go(_ step: Int, _ text: ReaderText, _ size: ScreenView.Size?) -> Bool {
        let start =
            found
            ?? (step > 0
                ? ReaderPlace(line: top.line, offset: -1)
                : isFollowing ? ReaderPlace(line: .max, offset: .max) : ReaderPlace(line: top.line))
        found = text.place(of: TextSearch(query), step, from: start)
        search.note(isFound: found != nil)
        guard let found else { return false }
        if let fold = text.folds.fold(of: found.line), fold.lowerBound < found.line { closed.remove(fold.lowerBound) }
        guard let size else {
            scroll(to: found.line)
            return true
        }
        var page = page(of: text, in: size)
        let row = page.rows.row(at: found)
        let first = first(&page)
        if isFollowing {
            show(row, &page)
        } else if !page.rows.rows(from: first, page.height).contains(row) {
            show(page.rows.row(-(page.height / 3), from: row), &page)
        } else {
            show(first, &page)
        }
        guard !wraps else { return true }
        let before = page.width(of: ReaderRow(line: row.line, range: row.range.lowerBound..<found.offset))
        let shown = shownColumn
        if !(shown..<shown + max(1, page.columns)).contains(before) { column = max(0, before - 8) }
        return true
    }

    // MARK: View

    /// The part that is seen, with a bar beside it where there is more.
    ///
    /// - Parameters:
    ///   - lines: All of them.
    ///   - folds: The lines that can be folded, each with those below it that go then: ascending, none in another.
    ///   - key: All that the text of a line depends on beside the line. With a key a line of more than 2,048 bytes is styled once,
    ///     and not in each frame, as long as it and the key stay equal; without one `line` is called for each line that is seen.
    ///   - line: Makes the text of a line.
    public func view<Lines: RandomAccessCollection>(
        of lines: Lines, folds: [Range<Int>] = [], memo key: AnyHashable? = nil,
        line: @escaping (Lines.Element) -> StyledText
    ) -> ScreenView {
        .sized { space in
            if space.isPlain { return .stack(.column, lines.prefix(10_000).map { .text(ReaderLine(line($0)).styled) }) }
            let content = ScreenView.drawn { layout, place in
                let known = key.map { StyledLinesOfText(lines: layout.styledLines, path: layout.path, key: $0) }
                layout.draw(seen(ReaderText(lines, folds, line, known: known), layout.space(place)), place)
            }
            return search.view(content, isPlain: false)
        }
    }

    /// The same for lines without styles.
    public func view<Lines: RandomAccessCollection<String>>(of lines: Lines, folds: [Range<Int>] = []) -> ScreenView {
        view(of: lines, folds: folds) { StyledText($0) }
    }

    private func seen(_ text: ReaderText, _ space: ScreenView.Space) -> ScreenView {
        var page = ReaderPage(text, columns: space.columns, height: max(1, space.rows), reader: self)
        let first = first(&page)
        let rows = page.rows.rows(from: first, page.height)
        let marks = ReaderMarks(query, found, selection, space.theme)
        let lines = rows.map { row in
            (page.sign(of: row), marks.marked(row, page.rows.line(row.line)) + page.hidden(below: row))
        }
        let (gutter, columns, column) = (page.gutter, page.columns, shownColumn)
        let content = ScreenView.drawn { layout, place in
            var cell = place
            cell.area.rows = 1
            for (sign, text) in lines {
                (cell.area.column, cell.area.columns) = (place.area.column, gutter)
                layout.draw(.text(sign), cell)
                (cell.area.column, cell.area.columns) = (place.area.column + gutter, columns)
                layout.draw(.text(text).scrolled(by: .init(row: 0, column: column)), cell)
                cell.area.row += 1
            }
        }
        guard page.isBarred else { return content }
        return .row {
            content.growing()
            ScreenView.scrollBar(
                first: first.line, shown: max(1, (rows.last?.line ?? first.line) - first.line + 1), of: page.rows.count)
        }
    }
}
