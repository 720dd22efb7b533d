import CycleDrivers

/// A column of a table.
///
///     ListColumn("Name", width: .growing()) { "\($0.name, .bold)" }
///     ListColumn("Size", width: .fixed(8), alignment: .end, sortedBy: \.size)
///     ListColumn.views("Load", width: .fixed(20)) { .sparkline($0.loads) }
public struct ListColumn<Element>: Sendable {
    /// In the header.
    public var title: StyledText
    /// As of any view.
    public var width: ScreenLength
    /// Where the text of the cells, and the title, stand.
    public var alignment: ScreenAlignment
    /// How a cell that is wider than its column is cut.
    public var overflow: ScreenOverflow
    @usableFromInline let cell: @Sendable (Element) -> StyledText
    /// Makes the view of a cell, in a column of views.
    @usableFromInline let view: (@Sendable (Element) -> ScreenView)?
    /// Sorts rows by the column; `nil` where the table cannot be sorted by it.
    @usableFromInline let sort: (@Sendable (_ rows: [Element], _ isDescending: Bool) -> [Element])?

    /// - Parameters:
    ///   - title: In the header.
    ///   - width: As of any view. A column that grows and names no least width is at least as wide as its title.
    ///   - alignment: Of the cells, and of the title.
    ///   - overflow: How a cell that is wider than its column is cut.
    ///   - isBefore: Whether a row comes before another when the table is sorted by this column.
    ///   - cell: The text of a row's cell.
    public init(
        _ title: StyledText, width: ScreenLength = .growing(), alignment: ScreenAlignment = .start,
        overflow: ScreenOverflow = .ellipsis, isBefore: (@Sendable (Element, Element) -> Bool)? = nil,
        cell: @escaping @Sendable (Element) -> StyledText
    ) {
        self.init(title, width, alignment, overflow, Self.sorting(by: isBefore), cell, nil)
    }

    private static func sorting(
        by isBefore: (@Sendable (Element, Element) -> Bool)?
    ) -> (@Sendable ([Element], Bool) -> [Element])? {
        guard let isBefore else { return nil }
        return { rows, isDescending in rows.sorted { isDescending ? isBefore($1, $0) : isBefore($0, $1) } }
    }

    @usableFromInline
    init(
        _ title: StyledText, _ width: ScreenLength, _ alignment: ScreenAlignment, _ overflow: ScreenOverflow,
        _ sort: (@Sendable ([Element], Bool) -> [Element])?, _ cell: @escaping @Sendable (Element) -> StyledText,
        _ view: (@Sendable (Element) -> ScreenView)?
    ) {
        self.title = title
        self.width = width
        self.alignment = alignment
        self.overflow = overflow
        self.sort = sort
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
    ///   - view: The view of a row's cell.
    public static func views(
        _ title: StyledText, width: ScreenLength = .growing(), alignment: ScreenAlignment = .start,
        isBefore: (@Sendable (Element, Element) -> Bool)? = nil, view: @escaping @Sendable (Element) -> ScreenView
    ) -> ListColumn {
        ListColumn(
            title, width, alignment, .ellipsis, sorting(by: isBefore),
            { element in
                let text = ScreenLayout(plain: view(element)).canvas.text
                return StyledText(String(text.prefix { !$0.isNewline }))
            }, view)
    }

    /// A column of a property, which the table can be sorted by. Values that are no number stand behind all others.
    @inlinable  // hot: made for the type of the rows and of their values
    public init<Value: Comparable & Sendable>(
        _ title: StyledText, width: ScreenLength = .growing(), alignment: ScreenAlignment = .start,
        overflow: ScreenOverflow = .ellipsis, sortedBy value: KeyPath<Element, Value> & Sendable,
        cell: (@Sendable (Element) -> StyledText)? = nil
    ) {
        self.init(
            title, width, alignment, overflow,
            { rows, isDescending in
                // Each value is read once, and not in each comparison.
                let values = rows.map { $0[keyPath: value] }
                func isBefore(_ one: Int, _ other: Int) -> Bool {
                    let (one, other) = (values[one], values[other])
                    return one < other || one == one && other != other
                }
                return rows.indices.sorted { isDescending ? isBefore($1, $0) : isBefore($0, $1) }.map { rows[$0] }
            },
            cell ?? { "\($0[keyPath: value])" }, nil)
    }
}

/// By which column of a table its rows are sorted.
public struct ListSorting: Hashable, Codable, Sendable {
    /// The place of the column, counted from 0; -1 where there is none.
    public var column: Int
    /// Whether the last of the order comes first.
    public var isDescending: Bool

    /// An order by a column.
    public init(column: Int, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }

    /// The rows stay in their order until a title is pressed.
    public static let unsorted = ListSorting(column: -1)

    /// The rows in that order; those that are alike stay in theirs.
    public func sorted<Element>(_ rows: [Element], by columns: [ListColumn<Element>]) -> [Element] {
        guard columns.indices.contains(column), let sort = columns[column].sort else { return rows }
        return sort(rows, isDescending)
    }

    /// A press on a title sorts by it, and another one the other way round. The title of a column without an order is passed over, unless
    /// none has one: then the application sorts.
    ///
    /// - Parameter input: For the region of the table's view.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        guard let title: ListTitle = input.pressed(), title.canSort else { return .ignored }
        (column, isDescending) = (title.column, title.column == column && !isDescending)
        return .changed
    }
}
