public import CycleDrivers

/// A column of a table.
///
///     ListColumn("Name", width: .growing()) { "\($0.name, .bold)" }
///     ListColumn("Size", width: .fixed(8), alignment: .end, sortedBy: \.size)
///     ListColumn.views("Load", width: .fixed(20)) { .sparkline($0.loads) }
public struct ListColumn<Element>: Sendable {
    public var title: StyledText
    public var width: ScreenLength
    public var alignment: ScreenAlignment
    public var overflow: ScreenOverflow
    @usableFromInline let cell: @Sendable (Element) -> StyledText
    /// What is drawn instead of a text.
    @usableFromInline let view: (@Sendable (Element) -> ScreenView)?
    let isBefore: (@Sendable (Element, Element) -> Bool)?

    /// - Parameters:
    ///   - title: In the header.
    ///   - width: As of any view.
    ///   - alignment: Of the cells, and of the title.
    ///   - overflow: What is shown of a cell that is wider than its column.
    ///   - isBefore: Whether a row comes before another when the table is sorted by this column.
    ///   - cell: What is in it.
    public init(
        _ title: StyledText, width: ScreenLength = .growing(), alignment: ScreenAlignment = .start,
        overflow: ScreenOverflow = .ellipsis, isBefore: (@Sendable (Element, Element) -> Bool)? = nil,
        cell: @escaping @Sendable (Element) -> StyledText
    ) {
        self.init(title, width, alignment, overflow, isBefore, cell, nil)
    }

    private init(
        _ title: StyledText, _ width: ScreenLength, _ alignment: ScreenAlignment, _ overflow: ScreenOverflow,
        _ isBefore: (@Sendable (Element, Element) -> Bool)?, _ cell: @escaping @Sendable (Element) -> StyledText,
        _ view: (@Sendable (Element) -> ScreenView)?
    ) {
        self.title = title
        self.width = width
        self.alignment = alignment
        self.overflow = overflow
        self.isBefore = isBefore
        self.cell = cell
        self.view = view
    }

    /// A column of views: bars, sparklines, several things side by side. Where text is printed, the first row of each as text.
    ///
    /// - Parameters:
    ///   - title: In the header.
    ///   - width: As of any view.
    ///   - alignment: Of the cells, and of the title.
    ///   - isBefore: Whether a row comes before another when the table is sorted by this column.
    ///   - view: What is in it.
    public static func views(
        _ title: StyledText, width: ScreenLength = .growing(), alignment: ScreenAlignment = .start,
        isBefore: (@Sendable (Element, Element) -> Bool)? = nil, view: @escaping @Sendable (Element) -> ScreenView
    ) -> ListColumn {
        ListColumn(
            title, width, alignment, .ellipsis, isBefore,
            { element in
                let text = ScreenLayout(plain: view(element)).canvas.text
                return StyledText(String(text.prefix { !$0.isNewline }))
            }, view)
    }

    /// A column of a property, which the table can be sorted by.
    public init<Value: Comparable & Sendable>(
        _ title: StyledText, width: ScreenLength = .growing(), alignment: ScreenAlignment = .start,
        overflow: ScreenOverflow = .ellipsis, sortedBy value: KeyPath<Element, Value> & Sendable,
        cell: (@Sendable (Element) -> StyledText)? = nil
    ) {
        self.init(
            title, width: width, alignment: alignment, overflow: overflow,
            isBefore: { $0[keyPath: value] < $1[keyPath: value] },
            cell: cell ?? { "\($0[keyPath: value])" })
    }
}

/// By which column of a table its rows are sorted.
public struct ListSorting: Hashable, Codable, Sendable {
    public var column: Int
    public var isDescending: Bool

    public init(column: Int, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }

    /// The rows in that order; those that are alike stay in theirs.
    public func sorted<Element>(_ rows: [Element], by columns: [ListColumn<Element>]) -> [Element] {
        guard columns.indices.contains(column), let isBefore = columns[column].isBefore else { return rows }
        return rows.sorted { isDescending ? isBefore($1, $0) : isBefore($0, $1) }
    }

    /// A press on a title sorts by it, and another one the other way round.
    ///
    /// - Parameter input: For the region of the table's view.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        guard let title: ListTitle = input.pressed() else { return .ignored }
        (column, isDescending) = (title.column, title.column == column && !isDescending)
        return .changed
    }
}

/// Names the region of a title.
@usableFromInline
struct ListTitle: Hashable {
    let column: Int

    @usableFromInline
    init(column: Int) {
        self.column = column
    }
}

extension ListState {
    /// Rows with columns below a header.
    ///
    /// - Parameters:
    ///   - rows: All of them; only what is seen is asked for.
    ///   - id: What tells them apart.
    ///   - columns: From left to right; those that do not fit are cut off.
    ///   - sorting: What the header tells about the order of the rows.
    ///   - empty: What is shown without rows.
    ///   - rowStyle: Lies below the styles of a row's cells.
    ///   - highlight: Lies over the selected row, if the table has the focus; otherwise it is bold, on a ground of its own.
    @inlinable  // hot
    public func table<Rows: RandomAccessCollection>(
        of rows: Rows, id: KeyPath<Rows.Element, ID>, columns: [ListColumn<Rows.Element>], sorting: ListSorting? = nil,
        empty: StyledText = "", rowStyle: ((Rows.Element) -> ScreenView.Style)? = nil,
        highlight: ScreenView.Style = .reverse
    ) -> ScreenView {
        .sized(fitting: { Self.fitting(rows.count + 1, 1, $0) }) { space in
            let isBarred = rows.count > space.rows - 1 && !space.isPlain
            let widths = columnWidths(columns, space.columns - (isBarred ? 1 : 0))
            let header = columns.indices.map { index in
                title(columns[index], index, sorting).region(ListTitle(column: index)).width(widths[index])
            }
            let body = view(of: rows, id: id, empty: empty, hasScrollBar: true) { element, row in
                let line = space.isPlain ? plainLine(element, columns) : line(element, columns, widths)
                let style = rowStyle?(element) ?? .plain
                guard row.isSelected else { return line.style(style) }
                return line.style(style + (row.isFocused ? highlight : .bold + quietHighlight))
            }
            return .stack(.column, [.stack(.row, spacing: 1, header).style(.bold).height(1), body])
        }
    }

    /// What marks the selected row while others have the focus.
    @usableFromInline
    var quietHighlight: ScreenView.Style {
        .background(.adaptive(light: .indexed(254), dark: .indexed(236)))
    }

    /// How wide each column is: reckoned once for all rows.
    @usableFromInline
    func columnWidths<Element>(_ columns: [ListColumn<Element>], _ room: Int) -> [Int] {
        let cells = columns.map { ScreenView.text($0.title).width($0.width) }
        return ScreenView.shares(of: cells, along: .row, spacing: 1, in: .init(columns: max(0, room), rows: 1))
    }

    @usableFromInline
    func plainLine<Element>(_ element: Element, _ columns: [ListColumn<Element>]) -> ScreenView {
        .stack(.row, spacing: 1, columns.map { .text($0.cell(element)) })
    }

    @inlinable  // hot
    func line<Element>(_ element: Element, _ columns: [ListColumn<Element>], _ widths: [Int]) -> ScreenView {
        .drawn { layout, place in
            var cell = place
            for index in columns.indices {
                let (column, width) = (columns[index], widths[index])
                cell.area.columns = width
                cell.clip = place.clip.intersection(cell.area)
                if let view = column.view {
                    layout.draw(view(element).aligned(column.alignment), cell)
                } else {
                    layout.draw(column.cell(element), column.overflow, column.alignment, cell)
                }
                cell.area.column += width + 1
            }
        }
    }

    @inlinable  // hot
    public func table<Rows: RandomAccessCollection>(
        of rows: Rows, columns: [ListColumn<Rows.Element>], sorting: ListSorting? = nil, empty: StyledText = "",
        rowStyle: ((Rows.Element) -> ScreenView.Style)? = nil, highlight: ScreenView.Style = .reverse
    ) -> ScreenView where Rows.Element: Identifiable<ID> {
        table(
            of: rows, id: \.id, columns: columns, sorting: sorting, empty: empty, rowStyle: rowStyle,
            highlight: highlight)
    }

    @usableFromInline
    func title<Element>(_ column: ListColumn<Element>, _ index: Int, _ sorting: ListSorting?) -> ScreenView {
        var title = column.title
        if let sorting, sorting.column == index { title += StyledText(sorting.isDescending ? " ▼" : " ▲") }
        return ScreenView.text(title, overflow: .ellipsis).aligned(column.alignment)
    }

    /// As `handle`, for the region of a table's view.
    public mutating func handle<Rows: RandomAccessCollection>(
        _ input: ScreenInput, table rows: Rows, id: KeyPath<Rows.Element, ID>,
        keys: KeyBindings<ListCommand> = ListCommand.keys
    ) -> Outcome {
        handle(input, rows, id, 1, headerHeight: 1, keys)
    }

    public mutating func handle<Rows: RandomAccessCollection>(
        _ input: ScreenInput, table rows: Rows, keys: KeyBindings<ListCommand> = ListCommand.keys
    ) -> Outcome where Rows.Element: Identifiable<ID> { handle(input, rows, \.id, 1, headerHeight: 1, keys) }
}
