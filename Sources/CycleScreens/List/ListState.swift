public import CycleDrivers

/// The selection, the marks and the scroll position of a list or table. The rows themselves are the frame's.
///
///     var list = ListState<Item.ID>()
///
///     list.view(of: items) { item, row in "\(row.pointer)\(item.name, row.isSelected ? .bold : .plain)" }
///     list.handle(input, rows: items)
///
/// The selection is an identity, so that it stays with its row when rows are sorted, filtered, put in or taken out; a row
/// that is gone leaves it to the one that came in its place. Rows are any collection with random access: a million of them
/// cost what is shown, but that the row of an identity which was assigned to ``selected`` is looked for once, in O(rows).
public struct ListState<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The selected row; `nil` until the user or the program selects one, while the first one is shown as such:
    /// ``element(in:id:)`` has that.
    public var selected: ID?
    /// Rows that are marked, by ``ListCommand/mark``.
    public var marked: Set<ID> = []
    /// Whether rows can be marked, and how many.
    public var markLimit: Int
    /// Whether Down in the last row goes to the first, and Up in the first to the last.
    public var wraps: Bool
    /// Where the selected row was seen last: it is looked for from there.
    @usableFromInline var hint = 0
    private var clicks = ClickCounter()
    private var drag = ScrollBarDrag()
    var typed = TypedBeginning()
    /// How many rows above the selected one are seen: when others are put in above, nothing jumps.
    @usableFromInline var above = 0
    /// The selected column of a table in which cells are selected; `nil` where whole rows are.
    public var column: Int?
    /// The first column of a table that is seen, of those that are scrolled.
    @usableFromInline var firstColumn = 0

    /// - Parameters:
    ///   - selected: The selected row.
    ///   - column: The selected column of a table, which makes it one in which cells are selected.
    ///   - markLimit: How many rows can be marked at once.
    ///   - wraps: Whether Down in the last row goes to the first, and Up in the first to the last.
    public init(selected: ID? = nil, column: Int? = nil, markLimit: Int = 0, wraps: Bool = false) {
        self.selected = selected
        self.column = column
        self.markLimit = markLimit
        self.wraps = wraps
    }

    // MARK: Where it is

    /// The index of the selected row, counted from 0, or of that in its place; `nil` without rows.
    ///
    /// - Complexity: O(1) where it was; else O(how far it has moved).
    @inlinable  // hot: made for the type of the rows, as all that is done for each row that is seen
    public func position<Rows: RandomAccessCollection>(in rows: Rows, id: KeyPath<Rows.Element, ID>) -> Int? {
        let count = rows.count
        guard count > 0 else { return nil }
        let start = min(max(hint, 0), count - 1)
        guard let selected else { return start }
        for distance in 0..<max(count - start, start + 1) {
            let (after, before) = (start + distance, start - distance)
            if after < count, rows[rows.index(rows.startIndex, offsetBy: after)][keyPath: id] == selected {
                return after
            }
            if before >= 0, rows[rows.index(rows.startIndex, offsetBy: before)][keyPath: id] == selected {
                return before
            }
        }
        return start
    }

    /// The same for rows that know their identity.
    public func position<Rows: RandomAccessCollection>(in rows: Rows) -> Int?
    where Rows.Element: Identifiable<ID> { position(in: rows, id: \.id) }

    /// The selected row.
    public func element<Rows: RandomAccessCollection>(in rows: Rows, id: KeyPath<Rows.Element, ID>) -> Rows.Element? {
        position(in: rows, id: id).map { rows[rows.index(rows.startIndex, offsetBy: $0)] }
    }

    /// The same for rows that know their identity.
    public func element<Rows: RandomAccessCollection>(in rows: Rows) -> Rows.Element?
    where Rows.Element: Identifiable<ID> { element(in: rows, id: \.id) }

    /// Selects a row by its place, counted from 0; the nearest there is.
    ///
    /// - Complexity: O(1), now and when the row is shown: a row whose identity alone is assigned to ``selected`` is looked for
    ///   once.
    public mutating func select<Rows: RandomAccessCollection>(
        position: Int, in rows: Rows, id: KeyPath<Rows.Element, ID>
    ) {
        let count = rows.count
        guard count > 0 else { return (selected, hint, above) = (nil, 0, 0) }
        hint = min(max(position, 0), count - 1)
        selected = rows[rows.index(rows.startIndex, offsetBy: hint)][keyPath: id]
    }

    // MARK: Input

    /// - Parameters:
    ///   - input: For the region of the list's view: its height is how far a page goes.
    ///   - rows: As they are shown.
    ///   - id: The identity of a row.
    ///   - rowHeight: As in the view.
    ///   - keys: The commands of keys.
    /// - Returns: `submitted` for Enter, or a double click, on a row.
    public mutating func handle<Rows: RandomAccessCollection>(
        _ input: ScreenInput, rows: Rows, id: KeyPath<Rows.Element, ID>, rowHeight: Int? = 1,
        keys: KeyBindings<ListCommand> = ListCommand.keys
    ) -> Outcome {
        handle(input, rows, id, rowHeight, headerHeight: 0, keys)
    }

    /// The same for rows that know their identity.
    public mutating func handle<Rows: RandomAccessCollection>(
        _ input: ScreenInput, rows: Rows, rowHeight: Int? = 1, keys: KeyBindings<ListCommand> = ListCommand.keys
    ) -> Outcome where Rows.Element: Identifiable<ID> {
        handle(input, rows, \.id, rowHeight, headerHeight: 0, keys)
    }

    mutating func handle<Rows: RandomAccessCollection>(
        _ input: ScreenInput, _ rows: Rows, _ id: KeyPath<Rows.Element, ID>, _ rowHeight: Int?, headerHeight: Int,
        _ keys: KeyBindings<ListCommand>
    ) -> Outcome {
        let count = rows.count
        guard let place = position(in: rows, id: id) else { return .ignored }
        // The next event finds it there.
        hint = place
        let shown = ShownRows(input, rowHeight: rowHeight, headerHeight: headerHeight) { top(place, $0, count) }
        if input.mouse != nil {
            if let first = drag.first(for: input) {
                scroll(to: first, from: place, shown.page, rows, id)
                return .changed
            }
            guard let target = shown.target(of: input, from: place) else { return handleColumns(input, nil) }
            // Nothing is below the last row to press; a wheel goes as far as there are rows.
            guard target < count || !input.isPress else { return .changed }
            selectColumn(input)
            go(to: target, shown, rows, id)
            return clicks.count(input) == 2 ? .submitted : .changed
        }
        guard let command = keys.action(for: input) else { return .ignored }
        switch command {
        case .submit: return .submitted
        case .left, .right: return handleColumns(input, command)
        case .up where wraps && place == 0: go(to: count - 1, shown, rows, id)
        case .down where wraps && place == count - 1: go(to: 0, shown, rows, id)
        case .mark, .markAll:
            guard markLimit > 0 else { return .ignored }
            if command == .mark { toggle(rows, id, place) } else { toggleAll(rows, id) }
            go(to: place, shown, rows, id)
        case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last:
            go(to: place + command.distance(place, shown.page, count), shown, rows, id)
        }
        return .changed
    }

    private mutating func go<Rows: RandomAccessCollection>(
        to place: Int, _ shown: ShownRows, _ rows: Rows, _ id: KeyPath<Rows.Element, ID>
    ) {
        select(position: place, in: rows, id: id)
        above = hint - min(max(shown.top, hint - shown.most + 1), hint)
    }

    /// Shows a row first, and selects the nearest to the selected one that is seen then.
    private mutating func scroll<Rows: RandomAccessCollection>(
        to first: Int, from place: Int, _ page: Int, _ rows: Rows, _ id: KeyPath<Rows.Element, ID>
    ) {
        let first = max(0, min(first, rows.count - page))
        select(position: min(max(place, first), first + page - 1), in: rows, id: id)
        above = hint - first
    }

    private mutating func toggle<Rows: RandomAccessCollection>(
        _ rows: Rows, _ id: KeyPath<Rows.Element, ID>, _ place: Int
    ) {
        let row = rows[rows.index(rows.startIndex, offsetBy: place)][keyPath: id]
        if marked.remove(row) == nil, marked.count < markLimit { marked.insert(row) }
    }

    private mutating func toggleAll<Rows: RandomAccessCollection>(_ rows: Rows, _ id: KeyPath<Rows.Element, ID>) {
        let all = rows.lazy.map { $0[keyPath: id] }
        if all.allSatisfy(marked.contains) {
            marked.subtract(all)
        } else {
            for row in all where marked.count < markLimit { marked.insert(row) }
        }
    }

    // MARK: View

    /// As many rows as there are, and as wide as there is room.
    @usableFromInline
    static func fitting(_ count: Int, _ height: Int, _ available: ConsoleDriver.Size) -> ConsoleDriver.Size {
        ConsoleDriver.Size(columns: available.columns, rows: min(count, available.rows) * height)
    }

    /// The first row that is seen.
    @usableFromInline
    func top(_ place: Int, _ page: Int, _ count: Int) -> Int {
        let top = min(max(place - max(0, above), place - page + 1), place)
        return max(0, min(top, count - page))
    }

    /// The visible rows, each made by `row`. The selected one lies on the ground of ``ScreenTheme/Rows/selected``.
    ///
    /// - Parameters:
    ///   - rows: All rows; the view reads only the visible ones.
    ///   - id: The identity of a row.
    ///   - rowHeight: How many rows of the terminal each takes; `nil` for as many as its content needs.
    ///   - empty: The view of a list without rows.
    ///   - hasScrollBar: Whether a bar on the right shows where in the list they are, unless all are.
    ///   - key: All that the rows and their views depend on, such as a count of the changes of both. With a key a row of a fixed height
    ///     is made once, and not in each frame, as long as the key stays equal; but for the selected one, which is drawn over it. Two
    ///     lists in one region have two keys.
    ///   - row: Makes the view of a row.
    @inlinable  // hot
    public func view<Rows: RandomAccessCollection>(
        of rows: Rows, id: KeyPath<Rows.Element, ID>, rowHeight: Int? = 1, empty: StyledText = "",
        hasScrollBar: Bool = false, memo key: AnyHashable? = nil,
        row: @escaping (_ element: Rows.Element, _ row: ListRow) -> ScreenView
    ) -> ScreenView {
        let height = max(1, (rowHeight ?? 1).bounded)
        func state(_ position: Int, _ element: Rows.Element, _ place: Int, _ isFocused: Bool, _ look: Look?) -> ListRow
        {
            ListRow(
                position: position, isSelected: position == place,
                isMarked: !marked.isEmpty && marked.contains(element[keyPath: id]), isFocused: isFocused,
                canMark: markLimit > 0, look: look)
        }
        return .drawn(
            measuring: { available, _ in Self.fitting(rows.count, height, available) },
            plain: {
                guard let place = position(in: rows, id: id) else { return .text(empty) }
                return .stack(
                    .column,
                    zip(0..<min(rows.count, 10_000), rows).map { row($1, state($0, $1, place, false, nil)) })
            }
        ) { layout, area in
            guard let place = shownPosition(in: rows, id: id, &layout) else { return layout.drawEmpty(empty, area) }
            let (count, look, isFocused) = (rows.count, layout.look, layout.isFocused)
            let view = { (position: Int, element: Rows.Element, place: Int) in
                let view = row(element, state(position, element, place, isFocused, look))
                return position == place ? view.style(look.row(isFocused: isFocused)) : view
            }
            guard rowHeight != nil else {
                let rows = fittingRows(area.area.size, look, place, count, hasScrollBar) { position in
                    view(position, rows[rows.index(rows.startIndex, offsetBy: position)], place)
                }
                return layout.draw(rows, area)
            }
            draw(rows, place, height: height, hasScrollBar: hasScrollBar, memo: key, on: &layout, area, view)
        }
    }

    /// Draws as many rows of one height as there is room for, the last one perhaps in part.
    ///
    /// - Parameter view: Makes the view of a row, beside the place of the selected one; -1 for none.
    @inlinable  // hot
    func draw<Rows: RandomAccessCollection>(
        _ rows: Rows, _ place: Int, height: Int, hasScrollBar: Bool, memo key: AnyHashable?,
        on layout: inout ScreenLayout, _ area: ScreenPlace,
        _ view: @escaping (_ position: Int, _ row: Rows.Element, _ place: Int) -> ScreenView
    ) {
        let (count, page) = (rows.count, max(1, area.area.rows / height))
        let first = top(place, page, count)
        let shown = first..<min(count, first + (area.area.rows + height - 1) / height)
        var line = area
        if hasScrollBar, count > page {
            line.area.columns = layout.drawScrollBar(first: first, shown: page, of: count, area)
        }
        guard let key else { return layout.draw(rows, shown, height: height, line) { view($0, $1, place) } }
        layout.drawRemembered(shown, of: count, height: height, line) { positions in
            RowMemo(key, positions, self)
        } draw: { layout, area, positions in
            layout.draw(rows, positions, height: height, area) { view($0, $1, -1) }
        }
        line.area.row += (place - first) * height
        line.area.rows = height
        layout.clear(line)
        layout.draw(rows, place..<place + 1, height: height, line) { view($0, $1, place) }
    }

    /// The same for rows that know their identity.
    @inlinable  // hot
    public func view<Rows: RandomAccessCollection>(
        of rows: Rows, rowHeight: Int? = 1, empty: StyledText = "", hasScrollBar: Bool = false,
        memo key: AnyHashable? = nil, row: @escaping (_ element: Rows.Element, _ row: ListRow) -> ScreenView
    ) -> ScreenView where Rows.Element: Identifiable<ID> {
        view(of: rows, id: \.id, rowHeight: rowHeight, empty: empty, hasScrollBar: hasScrollBar, memo: key, row: row)
    }
}

extension ListState: Codable where ID: Codable {}
