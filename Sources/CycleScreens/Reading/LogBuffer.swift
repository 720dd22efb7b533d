import CycleDrivers

/// The newest lines of something that goes on for ever, and where in them one looks.
///
///     log.append("connected")
///     log.view.region(Place.log)
///     log.handle(input.at(Place.log))
///
/// Only the lines that are seen are laid out. While the end is seen it stays in sight; looked at further up, nothing moves.
public struct LogBuffer: Component, Hashable, Codable, Sendable {
    public private(set) var lines: [String] = []
    /// How many lines are kept, at least.
    public let limit: Int
    private var viewport = Viewport(isFollowing: true)

    public init(limit: Int = 10_000) {
        self.limit = max(1, limit)
    }

    /// Adds lines; `text` may have several.
    public mutating func append(_ text: String) {
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            lines.append(String(line))
        }
        // A quarter at a time: to take the first off an array moves all others.
        guard lines.count > limit + limit / 4 else { return }
        let surplus = lines.count - limit
        lines.removeFirst(surplus)
        viewport.shift(by: -surplus)
    }

    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let page = max(1, input.area.rows)
        return viewport.handle(input, page: page, last: max(0, lines.count - page))
    }

    public var view: ScreenView { view { StyledText($0) } }

    /// The same with lines in styles: their level, what was looked for.
    public func view(_ styled: @escaping (String) -> StyledText) -> ScreenView {
        .sized { space in
            let first = space.isPlain ? 0 : viewport.first(max(0, lines.count - space.rows))
            let shown = lines[first..<min(lines.count, first + space.rows)]
            let column = ScreenView.stack(.column, shown.map { ScreenView.text(styled($0)) })
                .scrolled(by: .init(row: 0, column: viewport.column))
            guard lines.count > space.rows, !space.isPlain else { return column }
            return .row {
                column.growing()
                ScreenView.scrollBar(first: first, shown: space.rows, of: lines.count)
            }
        }
    }
}
