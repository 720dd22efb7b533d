import CycleDrivers

/// The newest lines of an endless log, and the visible place in them.
///
///     log.append("connected")
///     log.view.region(Place.log)
///     log.handle(input.at(Place.log))
///
/// Only the lines that are seen are laid out. While the end is seen it stays in sight; looked at further up, nothing moves.
/// Colours and other styles that are set in a line by `ESC [ … m` are shown; no other sequence does anything.
///
/// `/` looks for a text, which is marked; `n` goes to the next line that has it, `N` to the one before, round the end.
public struct LogBuffer: Component, Hashable, Codable, Sendable {
    /// The newest lines, the oldest of them first.
    public private(set) var lines: [String] = []
    /// How many lines are kept, at least.
    public let limit: Int
    private var search = ReadingSearch()
    /// The line that was gone to.
    private var found: Int?
    private var viewport = Viewport(isFollowing: true)

    /// An empty log.
    public init(limit: Int = 10_000) {
        self.limit = max(1, limit)
    }

    /// Adds lines; `text` may have several. A new line at its end ends the last one.
    public mutating func append(_ text: String) {
        lines += text.lines
        // A quarter at a time: to take the first off an array moves all others.
        guard lines.count - limit > limit / 4 else { return }
        let surplus = lines.count - limit
        lines.removeFirst(surplus)
        viewport.shift(by: -surplus)
        found = found.map { max(0, $0 - surplus) }
    }

    /// Takes all lines away, as for a filter that has changed; what is looked for stays.
    public mutating func clear() {
        (lines, found, viewport) = ([], nil, Viewport(isFollowing: true))
    }

    /// Looks for a text, and shows the newest line that has it; an empty one is looked for no more.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    public mutating func find(_ query: String) -> Bool {
        (search.query, found) = (query, nil)
        return goToMatch(-1)
    }

    /// The text to find; empty for none.
    public var query: String { search.query }

    /// - Parameter step: 1 for the next one below, -1 for the one above.
    @discardableResult
    private mutating func goToMatch(_ step: Int) -> Bool {
        let (search, lines) = (TextSearch(query), lines)
        let start = found.map { min(max(0, $0), lines.count - 1) } ?? (step > 0 ? -1 : lines.count)
        let places = lines.indices.lazy.map { (start + step * ($0 + 1) + 2 * lines.count) % lines.count }
        found = places.first { search.isFound(in: StyledText(sequences: lines[$0]).text) }
        if let found { viewport.scroll(to: found) }
        self.search.note(isFound: found != nil)
        return found != nil
    }

    /// Arrows, pages and the wheel scroll; `/` looks for a text, `n` and `N` go from match to match.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let isFirst = query.isEmpty || search.isTyping
        switch search.handle(input) {
        case .changed: return .changed
        case .go(let step):
            // A new text is searched for from the newest line on.
            if isFirst { found = nil }
            goToMatch(isFirst ? -1 : step)
            return .changed
        case .ignored: break
        }
        let page = max(1, input.area.rows - search.height)
        return viewport.handle(input, page: page, last: max(0, lines.count - page))
    }

    /// The lines that are seen. Their text is inert: sequences in it are left out.
    public var view: ScreenView { view { StyledText(StyledText(sequences: $0).text) } }

    /// The same with lines in styles of your own, such as those of their level. Of tabs there are blanks. For the styles that
    /// sequences in the lines set:
    ///
    ///     log.view { StyledText(sequences: $0) }
    public func view(_ styled: @escaping (String) -> StyledText) -> ScreenView {
        .sized { space in
            search.view(.sized { seen($0, styled) }, isPlain: space.isPlain)
        }
    }

    private func seen(_ space: ScreenView.Space, _ styled: (String) -> StyledText) -> ScreenView {
        let first = space.isPlain ? 0 : viewport.first(max(0, lines.count - space.rows))
        let shown = first..<min(lines.count, first + space.rows)
        let column = ScreenView.stack(
            .column,
            shown.map { index in
                let line = styled(lines[index].withoutTabs)
                let mark = index == found ? ReadingSearch.currentMark : ReadingSearch.mark(space.theme)
                return .text(query.isEmpty ? line : line.marking(query, mark))
            }
        ).scrolled(by: .init(row: 0, column: viewport.column))
        guard lines.count > space.rows, !space.isPlain else { return column }
        return .row {
            column.growing()
            ScreenView.scrollBar(first: first, shown: space.rows, of: lines.count)
        }
    }
}
