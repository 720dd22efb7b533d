import CycleDrivers

/// Names the region of a title.
struct ListTitle: Hashable {
    let column: Int
    /// How many columns there are.
    let count: Int
    /// How many of them are not scrolled.
    let fixedCount: Int
    /// Whether there is more on the right.
    let hasMore: Bool
    /// Whether a press sorts by it.
    let canSort: Bool
}

/// The visible columns of a table, and their widths.
@usableFromInline
struct ShownColumns {
    /// The numbers of the visible columns, from left to right.
    @usableFromInline private(set) var order: [Int]
    /// The widths of all columns.
    @usableFromInline private(set) var widths: [Int]
    /// How many on the left are not scrolled.
    private(set) var fixedCount = 0
    /// Whether there is more on the right.
    private(set) var hasMore = false
    /// Tells where columns are that are not seen; `nil` if all are.
    private(set) var sign: String?

    /// All of them, none scrolled.
    fileprivate init(widths: [Int]) {
        (order, self.widths) = (Array(widths.indices), widths)
    }

    /// - Parameters:
    ///   - widths: Of all columns, for which there is not enough room.
    ///   - fixedCount: How many on the left stay, as long as there is room for one beside them.
    ///   - first: The first visible one of the others.
    ///   - selected: A column that must be visible.
    ///   - available: For all of them.
    ///   - mayBeCut: Whether a column says something in part, too.
    fileprivate init(
        scrolled widths: [Int], _ fixedCount: Int, _ first: Int, selected: Int?, _ available: Int,
        mayBeCut: (_ column: Int) -> Bool
    ) {
        self.widths = widths
        self.fixedCount = min(max(0, fixedCount), max(0, widths.count - 1))
        let chosen = selected.flatMap { widths.indices.contains($0) ? widths[$0] : nil } ?? 1
        var rest = available - 1 - widths[..<self.fixedCount].reduce(0) { $0 + $1 + 1 }
        // On a narrow screen the fixed ones would leave no room for the one that is selected.
        while self.fixedCount > 0, rest < min(chosen, available - 1) {
            self.fixedCount -= 1
            rest += widths[self.fixedCount] + 1
        }
        var first = min(max(first, self.fixedCount), widths.count - 1)
        if let selected, widths.indices.contains(selected), selected >= self.fixedCount {
            first = min(first, selected)
            while first < selected, Self.length(widths[first...selected]) > rest { first += 1 }
        }
        while first > self.fixedCount, Self.length(widths[(first - 1)...]) <= rest { first -= 1 }
        var end = first
        var used = 0
        // A part of a number says less than none; but for the only column.
        while end < widths.count, used + widths[end] <= rest || end == first {
            used += widths[end] + 1
            end += 1
        }
        hasMore = end < widths.count
        // The end of a number, where that is aligned, and not the blanks before it.
        if used - 1 > rest { self.widths[first] = max(1, rest) }
        // The beginning of a text, rather than much room for nothing.
        if hasMore, rest - used >= Self.leastPart, mayBeCut(end) {
            self.widths[end] = rest - used
            end += 1
        }
        order = Array(0..<self.fixedCount) + Array(first..<end)
        sign = hasMore ? "›" : first > self.fixedCount ? "‹" : nil
    }

    /// From how many cells on a part of a column is shown.
    private static let leastPart = 8

    private static func length(_ widths: ArraySlice<Int>) -> Int { widths.reduce(-1) { $0 + $1 + 1 } }
}

extension ListColumn {
    /// Whether its beginning alone says something, and that there is more.
    fileprivate var isText: Bool { view == nil && alignment == .start && overflow != .cut }

    /// Below which the table is scrolled: one that grows would have nothing left for it where others take all.
    fileprivate var leastWidth: Int {
        switch width {
        case .fixed(let width): width.bounded
        case .growing(_, let least, let most): least > 0 ? least.bounded : min(max(1, title.width), most.bounded)
        case .fit: title.width
        }
    }
}

extension ListState {
    /// How wide each column is: reckoned once for all rows.
    @usableFromInline
    func shownColumns<Element>(_ columns: [ListColumn<Element>], _ fixedCount: Int, _ available: Int) -> ShownColumns {
        let least = columns.map(\.leastWidth)
        if columns.count > 1, least.reduce(-1, { $0 + $1 + 1 }) > available {
            let widths = zip(columns, least).map { column, least in
                if case .growing = column.width { return max(1, least, column.title.width) }
                return least
            }
            return ShownColumns(scrolled: widths, fixedCount, firstColumn, selected: column, available) {
                columns[$0].isText
            }
        }
        let cells = zip(columns, least).map { column, least in
            let title = ScreenView.text(column.title)
            guard columns.count > 1, case .growing(let weight, _, let most) = column.width else {
                return title.width(column.width)
            }
            return title.width(.growing(weight, min: least, max: most))
        }
        return ShownColumns(
            widths: ScreenView.shares(
                of: cells, along: .row, spacing: 1, in: .init(columns: max(0, available), rows: 1), .quiet))
    }
}
