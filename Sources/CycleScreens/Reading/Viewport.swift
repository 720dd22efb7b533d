/// The visible part of a view of any kind: Markdown, a form, a picture. Text of many lines is for a ``Reader``, which lays out no row
/// that is not seen.
///
///     viewport.view(of: article).region(Place.article)
///     viewport.handle(input, content: article)
///
/// Its keys are those of less: arrows, j k, space and b, g and G; `/` looks for a text, `n` and `N` go to the next match and the
/// one before, round the end, and Escape takes the marks away. Wrapped content does not move sideways. A viewport that
/// follows stays at the end while lines are added, as long as the end is visible.
public struct Viewport: Hashable, Codable, Sendable {
    /// How many rows and columns are above and left of what is seen.
    public private(set) var row = 0
    /// The first column that is seen.
    public private(set) var column = 0
    /// Whether it stays at the end, once it is there, whatever is added.
    public var isFollowing: Bool
    private var isAtEnd = true
    private(set) var search = ReadingSearch()
    private var drag = ScrollBarDrag()
    /// Where in the content the match is that was gone to.
    private var match: ScreenView.Position?

    private static let lastColumn = 10_000

    /// A viewport that shows the beginning, or stays at the end.
    public init(isFollowing: Bool = false) {
        self.isFollowing = isFollowing
    }

    /// The text to find; empty for none.
    public var query: String { search.query }

    /// The first row that is seen, of a content that has so many rows more than are seen.
    func first(_ last: Int) -> Int { isFollowing && isAtEnd ? last : max(0, min(row, last)) }

    // MARK: Input

    /// - Parameters:
    ///   - input: For the region of the view.
    ///   - content: As in the view.
    public mutating func handle(_ input: ScreenInput, content: ScreenView) -> Outcome {
        switch search.handle(input) {
        case .changed: return .changed
        case .go(let step):
            goToMatch(step, content, input)
            return .changed
        case .ignored: break
        }
        let extent = Extent(of: content, in: size(input), input.look)
        let outcome = handle(input, page: max(1, extent.available.rows), last: extent.last)
        guard outcome == .changed else { return outcome }
        column = firstColumn(content, extent)
        // A key to the side is for what is around where nothing is scrolled.
        guard case .columns = input.key.flatMap({ ReadingMotion($0) }) else { return .changed }
        return lastColumn(content, extent) == 0 ? .ignored : .changed
    }

    /// Looks for a text, and shows the next match; an empty one is looked for no more.
    ///
    /// - Parameters:
    ///   - query: Small letters stand for capital ones, too, unless there is a capital one.
    ///   - content: As in the view.
    ///   - input: For the region of the view.
    /// - Returns: Whether there is one.
    @discardableResult
    public mutating func find(_ query: String, content: ScreenView, _ input: ScreenInput) -> Bool {
        search.query = query
        match = nil
        return goToMatch(1, content, input)
    }

    /// The rightmost position. Wrapped content has only one.
    private func lastColumn(_ content: ScreenView, _ extent: Extent) -> Int {
        let natural = content.natural(in: .init(columns: 4_096, rows: ScreenView.unlimited), extent.look)
        return natural.rows == extent.rows ? max(0, natural.columns - extent.available.columns) : 0
    }

    /// The first column that is seen.
    private func firstColumn(_ content: ScreenView, _ extent: Extent) -> Int {
        column <= 0 ? 0 : min(column, lastColumn(content, extent))
    }

    mutating func handle(_ input: ScreenInput, page: Int, last: Int) -> Outcome {
        (row, column) = (first(last), min(max(0, column), Self.lastColumn))
        if let first = drag.first(for: input) {
            row = first
        } else {
            guard let motion = input.key.flatMap({ ReadingMotion($0) }) ?? ReadingMotion(wheel: input) else {
                return .ignored
            }
            switch motion {
            case .rows(let count): row += count
            case .pages(let count): row += count * page
            case .halfPages(let count): row += count * max(1, page / 2)
            case .columns(let count): column += count
            case .start: row = 0
            case .end: row = last
            }
        }
        row = min(max(0, row), last)
        column = min(max(0, column), Self.lastColumn)
        isAtEnd = row == last
        return .changed
    }

    /// Shows a row, and what is below it.
    public mutating func scroll(to row: Int) {
        self.row = max(0, row)
        isAtEnd = false
    }

    /// Keeps what is seen when rows above it come or go.
    mutating func shift(by rows: Int) {
        row = max(0, max(0, row) + rows)
    }

    // MARK: Looking for a text

    /// Without the row of the search.
    private func size(_ input: ScreenInput) -> ScreenView.Size {
        ScreenView.Size(columns: input.area.columns, rows: max(0, input.area.rows - search.height))
    }

    @discardableResult
    private mutating func goToMatch(_ step: Int, _ content: ScreenView, _ input: ScreenInput) -> Bool {
        let extent = Extent(of: content, in: size(input), input.look)
        let first = first(extent.last)
        // Content that is not wrapped is searched in its whole width.
        let columns = extent.available.columns + lastColumn(content, extent)
        let rows = MatchedRows(search.query, content, columns: columns, rows: extent.rows)
        match = rows.next(step, from: match ?? .init(row: first, column: -1))
        search.note(isFound: match != nil)
        guard let found = match else { return false }
        if !(first..<first + max(1, extent.available.rows)).contains(found.row) {
            scroll(to: min(max(0, found.row - extent.available.rows / 3), extent.last))
        } else {
            scroll(to: first)
        }
        column = min(max(0, column), Self.lastColumn)
        if !(column..<column + max(1, extent.available.columns)).contains(found.column) {
            column = max(0, found.column - 8)
        }
        return true
    }

    // MARK: View

    /// The part that is seen, with a bar beside it where there is more.
    public func view(of content: ScreenView) -> ScreenView {
        .sized { space in
            guard !space.isPlain else { return content }
            let seen = ScreenView.sized { view(of: content, $0) }
            return search.view(seen, isPlain: false)
        }
    }

    private func view(of content: ScreenView, _ space: ScreenView.Space) -> ScreenView {
        let extent = Extent(of: content, in: .init(columns: space.columns, rows: space.rows), space.look)
        let (first, column) = (first(extent.last), firstColumn(content, extent))
        var seen = content.scrolled(by: .init(row: first, column: column))
        if !search.query.isEmpty {
            let current = match.map { ScreenView.Position(row: $0.row &- first, column: $0.column &- column) }
            seen = seen.marking(search.query, current: current)
        }
        guard extent.isBarred else { return seen }
        return .row {
            seen.growing()
            ScreenView.scrollBar(first: first, shown: space.rows, of: extent.rows)
        }
    }

    /// How much there is to see, and how much of it at once.
    private struct Extent {
        /// How many rows the content takes in that room.
        let rows: Int
        /// Without the bar.
        let available: ScreenView.Size
        let isBarred: Bool
        let look: Look
        var last: Int { max(0, rows - max(1, available.rows)) }

        init(of content: ScreenView, in size: ScreenView.Size, _ look: Look) {
            self.look = look
            var available = size
            var rows = content.natural(in: .init(columns: available.columns, rows: ScreenView.unlimited), look).rows
            isBarred = rows > available.rows
            if isBarred {
                // Beside the bar what is wrapped takes more rows.
                available.columns = max(0, available.columns - 1)
                rows = content.natural(in: .init(columns: available.columns, rows: ScreenView.unlimited), look).rows
            }
            (self.rows, self.available) = (rows, available)
        }
    }
}
