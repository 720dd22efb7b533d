/// Where in something long one looks: a text, a log, any view.
///
///     viewport.view(of: article).region(Place.article)
///     viewport.handle(input, content: article)
///
/// Its keys are those of less: arrows, j k, space and b, g and G. One that follows shows
/// what is added at the end, as long as the end is what is seen.
public struct Viewport: Hashable, Codable, Sendable {
    /// How many rows and columns are above and left of what is seen.
    public private(set) var row = 0
    public private(set) var column = 0
    /// Whether it stays at the end, once it is there, whatever is added.
    public var isFollowing: Bool
    private var isAtEnd = true

    public init(isFollowing: Bool = false) {
        self.isFollowing = isFollowing
    }

    /// The first row that is seen, of a content that has so many rows more than are seen.
    func first(_ last: Int) -> Int { isFollowing && isAtEnd ? last : min(row, last) }

    /// - Parameters:
    ///   - input: For the region of the view.
    ///   - content: As in the view.
    public mutating func handle(_ input: ScreenInput, content: ScreenView) -> Outcome {
        let page = max(1, input.area.rows)
        let natural = content.natural(in: .init(columns: input.area.columns, rows: ScreenView.unlimited))
        return handle(input, page: page, last: max(0, natural.rows - page))
    }

    mutating func handle(_ input: ScreenInput, page: Int, last: Int) -> Outcome {
        row = first(last)
        switch input.key {
        case .down, "j", .control("n"): row += 1
        case .up, "k", .control("p"): row -= 1
        case .pageDown, " ", "f", .control("f"): row += page
        case .pageUp, "b", .control("b"): row -= page
        case .control("d"), "d": row += max(1, page / 2)
        case .control("u"), "u": row -= max(1, page / 2)
        case .home, "g": row = 0
        case .end, "G": row = last
        case .right, "l": column += 8
        case .left, "h": column -= 8
        case nil:
            guard input.position != nil, case .scrolled(let direction) = input.mouse?.action else { return .ignored }
            switch direction {
            case .up: row -= 3
            case .down: row += 3
            case .left: column -= 8
            case .right: column += 8
            }
        default: return .ignored
        }
        row = min(max(0, row), last)
        column = min(max(0, column), 10_000)
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
        row = max(0, row + rows)
    }

    /// The part that is seen, with a bar beside it where there is more.
    public func view(of content: ScreenView) -> ScreenView {
        .sized { space in
            guard !space.isPlain else { return content }
            let natural = content.natural(in: .init(columns: space.columns, rows: ScreenView.unlimited))
            guard natural.rows > space.rows else { return content.scrolled(by: .init(row: 0, column: column)) }
            let last = max(0, natural.rows - space.rows)
            let first = first(last)
            return .row {
                content.scrolled(by: .init(row: first, column: column)).growing()
                ScreenView.scrollBar(first: first, shown: space.rows, of: natural.rows)
            }
        }
    }
}
