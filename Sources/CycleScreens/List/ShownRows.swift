import CycleDrivers

/// Names the place of a row that is as high as what is in it.
struct ListPlace: Hashable {
    let position: Int
}

/// The rows of a list that were visible when an event happened.
struct ShownRows {
    /// The first.
    let top: Int
    /// How far a page goes.
    let page: Int
    /// How many rows may be seen at once, at most.
    let most: Int
    private let rowAt: (ConsoleDriver.Position) -> Int?

    /// - Parameters:
    ///   - input: For the region of the list's view.
    ///   - rowHeight: `nil` where each is as high as what is in it: the layout knows where they were.
    ///   - headerHeight: How many rows of the terminal stand above the first.
    ///   - top: The first row for so many on a page.
    init(_ input: ScreenInput, rowHeight: Int?, headerHeight: Int, top: (_ page: Int) -> Int) {
        if let rowHeight {
            let height = max(1, rowHeight.bounded)
            page = max(1, (input.area.rows - headerHeight) / height)
            let first = top(page)
            (self.top, most) = (first, page)
            rowAt = { $0.row < headerHeight ? nil : first + ($0.row - headerHeight) / height }
        } else {
            let places = input.regions(of: ListPlace.self)
            page = max(1, places.count { $0.region.area.rows == $0.region.shown.rows })
            (self.top, most) = (places.first?.id.position ?? top(page), .max)
            rowAt = { _ in
                input.mouse.flatMap { mouse in places.first { $0.region.shown.contains(mouse.position) } }?.id.position
            }
        }
    }

    /// The row that the mouse wants to be selected.
    func target(of input: ScreenInput, from place: Int) -> Int? {
        guard let position = input.position else { return nil }
        switch input.mouse?.action {
        case .scrolled(.up): return max(0, place - 3)
        case .scrolled(.down): return place + 3
        case .pressed(.left): return rowAt(position)
        default: return nil
        }
    }
}

extension ListState {
    /// Rows of which each is as high as what is in it. Only those that are seen are made, and measured.
    ///
    /// - Parameters:
    ///   - size: The room for all of them.
    ///   - look: The theme.
    ///   - place: The selected row, all of which is seen.
    ///   - count: How many rows there are.
    ///   - hasScrollBar: As in ``view(of:id:rowHeight:empty:hasScrollBar:memo:row:)``.
    ///   - make: Makes the view of a row.
    @usableFromInline
    func fittingRows(
        _ size: ConsoleDriver.Size, _ look: Look, _ place: Int, _ count: Int, _ hasScrollBar: Bool,
        _ make: @escaping (_ position: Int) -> ScreenView
    ) -> ScreenView {
        let available = ConsoleDriver.Size(columns: max(0, size.columns - (hasScrollBar ? 1 : 0)), rows: size.rows)
        let rows = FittingRows(around: place, above: above, of: count, in: available, look, make)
        let column = ScreenView.drawn { layout, area in
            var row = area
            for (position, view, height) in rows.shown {
                row.area.rows = height
                layout.name(ListPlace(position: position), row)
                layout.draw(view, row)
                row.area.row += height
            }
        }
        guard hasScrollBar, rows.shown.count < count || rows.isCut else { return column }
        let first = rows.shown.first?.position ?? 0
        let whole = max(1, rows.shown.count - (rows.isCut ? 1 : 0))
        return .stack(.row, [column, .scrollBar(first: first, shown: whole, of: count)])
    }
}

extension ScreenLayout {
    /// Draws some rows of one height, from the top of a place on.
    @inlinable  // hot
    mutating func draw<Rows: RandomAccessCollection>(
        _ rows: Rows, _ positions: Range<Int>, height: Int, _ place: ScreenPlace,
        _ view: (_ position: Int, _ row: Rows.Element) -> ScreenView
    ) {
        var line = place
        line.area.rows = height
        var index = rows.index(rows.startIndex, offsetBy: positions.lowerBound)
        for position in positions {
            draw(view(position, rows[index]), line)
            line.area.row += height
            rows.formIndex(after: &index)
        }
    }
}

extension ScreenLayout {
    /// Draws rows of one height from the top of a place on, each with those beside it, which are remembered together.
    @usableFromInline
    mutating func drawRemembered(
        _ shown: Range<Int>, of count: Int, height: Int, _ place: ScreenPlace, key: (Range<Int>) -> RowMemo,
        draw: @escaping (inout ScreenLayout, ScreenPlace, Range<Int>) -> Void
    ) {
        let length = RowMemo.length
        for start in stride(from: shown.lowerBound / length * length, to: shown.upperBound, by: length) {
            let positions = start..<min(count, start + length)
            var block = place
            block.area.row += (start - shown.lowerBound) * height
            block.area.rows = positions.count * height
            block.clip = place.clip.intersection(place.area)
            self.draw(.memo(key(positions)) { .drawn { draw(&$0, $1, positions) } }, block)
        }
    }
}

/// The key of some rows of a list that are remembered: that of the caller, and the state that they show.
@usableFromInline
struct RowMemo: Hashable {
    /// As many are remembered together: few, so that most are still known when all have moved by one.
    @usableFromInline static let length = 8
    private let key: AnyHashable
    private let positions: Range<Int>
    /// The rows that are marked, and the columns that are seen.
    private let state: AnyHashable

    @usableFromInline
    init<ID>(_ key: AnyHashable, _ positions: Range<Int>, _ list: ListState<ID>) {
        (self.key, self.positions) = (key, positions)
        var state = ListState<ID>(column: list.column, markLimit: list.markLimit)
        (state.marked, state.firstColumn) = (list.marked, list.firstColumn)
        self.state = AnyHashable(state)
    }
}

/// As many rows around the selected one as there is room for.
private struct FittingRows {
    private(set) var shown: [(position: Int, view: ScreenView, height: Int)] = []
    /// Whether the last one is seen in part.
    var isCut: Bool { rest < 0 }
    private var rest: Int
    private let available: ConsoleDriver.Size
    private let look: Look
    private let make: (Int) -> ScreenView

    init(
        around place: Int, above: Int, of count: Int, in available: ConsoleDriver.Size,
        _ look: Look, _ make: @escaping (Int) -> ScreenView
    ) {
        (rest, self.available, self.look, self.make) = (available.rows, available, look, make)
        add(measured(place))
        addAbove(downTo: max(0, place - max(0, above)))
        var next = place + 1
        while next < count, rest > 0 {
            add(measured(next))
            next += 1
        }
        // At the end of the list no room is left empty.
        if next == count { addAbove(downTo: 0) }
    }

    private mutating func addAbove(downTo least: Int) {
        while rest > 0, let first = shown.first?.position, first > least {
            let row = measured(first - 1)
            guard row.height <= rest else { return }
            shown.insert(row, at: 0)
            rest -= row.height
        }
    }

    private mutating func add(_ row: (position: Int, view: ScreenView, height: Int)) {
        shown.append(row)
        rest -= row.height
    }

    private func measured(_ position: Int) -> (position: Int, view: ScreenView, height: Int) {
        let view = make(position)
        return (position, view, max(1, min(available.rows, view.natural(along: .column, in: available, look))))
    }
}
