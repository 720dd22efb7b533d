import CycleDrivers

/// Pages to turn: dots where there is room for them, numbers otherwise.
///
///     var pages = Paginator(of: lines.count, perPage: 10)
///
///     View.stack(.column, lines[pages.range].map { View.text($0) })
///     pages.view.region(Place.pages)
public struct Paginator: Component, Hashable, Codable, Sendable {
    /// How many things there are. When they become fewer, it is on the last page.
    public var count: Int
    /// How many things are on a page.
    public var perPage: Int
    private var wanted = 0

    /// - Parameters:
    ///   - count: How many things there are.
    ///   - perPage: How many of them are on a page.
    public init(of count: Int, perPage: Int = 10) {
        (self.count, self.perPage) = (count, perPage)
    }

    /// How many pages there are: one at least.
    public var pageCount: Int {
        let (count, size) = (max(0, count), max(1, perPage))
        return max(1, count / size + (count % size > 0 ? 1 : 0))
    }

    /// Counted from 0. Setting takes the nearest there is.
    public var page: Int {
        get { min(max(0, wanted), pageCount - 1) }
        set { wanted = min(max(0, newValue), pageCount - 1) }
    }

    /// The places of what is on the page.
    public var range: Range<Int> {
        let start = page * max(1, perPage)
        return start..<start + min(max(1, perPage), max(0, count) - start)
    }

    /// Arrows, `h` and `l`, Page Up and Page Down turn a page, Home and End go to the first and the last; a press on a dot to
    /// its page.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let before = page
        if let pressed: Int = input.pressed() {
            page = pressed
            return .changed
        }
        switch input.key {
        case .right, "l", .pageDown: page += 1
        case .left, "h", .pageUp: page -= 1
        case .home, "g": page = 0
        case .end, "G": page = pageCount - 1
        default: return .ignored
        }
        return page == before ? .ignored : .changed
    }

    /// Dots, or numbers where there is no room for dots.
    public var view: ScreenView {
        .sized(fitting: { .init(columns: 2 * min(pageCount, $0.columns) - 1, rows: 1) }) { space in
            guard !space.isPlain, pageCount <= (space.columns + 1) / 2 else {
                return "\(page + 1)\("/\(pageCount)", .muted)"
            }
            return .stack(
                .row, spacing: 1,
                (0..<pageCount).map { index in
                    ScreenView.text(index == page ? "●" : "○", index == page ? .accent : .muted).region(index)
                })
        }.height(1)
    }
}
