public import CycleDrivers

extension ListState {
    /// Rows with columns below a header.
    ///
    /// Columns that have no room for their least widths are scrolled with Left and Right. Where ``column`` is set, those keys,
    /// and presses, select one cell of the row.
    ///
    /// - Parameters:
    ///   - rows: All rows; the view reads only the visible ones.
    ///   - id: The identity of a row.
    ///   - columns: From left to right.
    ///   - fixedColumns: How many columns on the left stay while the others are scrolled, if they leave room for one.
    ///   - sorting: The order of the rows, which the header shows.
    ///   - empty: The view of a table without rows.
    ///   - rowStyle: Lies below the styles of a row's cells.
    ///   - highlight: Lies over the selected row or cell while the table has the focus; by default ``ScreenTheme/Rows/selected``
    ///     or ``ScreenTheme/Rows/cell``.
    ///   - key: All that the rows, their styles and the columns depend on, so that rows which did not change are made once: see
    ///     ``view(of:id:rowHeight:empty:hasScrollBar:memo:row:)``.
    @inlinable  // hot
    public func table<Rows: RandomAccessCollection>(
        of rows: Rows, id: KeyPath<Rows.Element, ID>, columns: [ListColumn<Rows.Element>], fixedColumns: Int = 0,
        sorting: ListSorting? = nil, empty: StyledText = "", rowStyle: ((Rows.Element) -> ScreenView.Style)? = nil,
        highlight: ScreenView.Style? = nil, memo key: AnyHashable? = nil
    ) -> ScreenView {
        .sized(fitting: { Self.fitting(rows.count + 1, 1, $0) }) { space in
            let isBarred = rows.count > space.rows - 1 && !space.isPlain
            let marks = tableMarks(space, highlight)
            let shown = shownColumns(columns, fixedColumns, space.columns - (isBarred ? 1 : 0) - marks.gutter)
            let body = view(of: rows, id: id, empty: empty, hasScrollBar: true, memo: key) { element, row in
                if space.isPlain { return plainLine(element, columns) }
                let style = rowStyle?(element) ?? .plain
                guard row.isSelected else { return line(element, columns, shown, marks.gutter).style(style) }
                return line(element, columns, shown, marks.gutter, marks).style(style + marks.row)
            }
            return .stack(.column, [header(columns, shown, sorting, marks), body])
        }
    }

    /// A table of rows that know their identity.
    @inlinable  // hot
    public func table<Rows: RandomAccessCollection>(
        of rows: Rows, columns: [ListColumn<Rows.Element>], fixedColumns: Int = 0, sorting: ListSorting? = nil,
        empty: StyledText = "", rowStyle: ((Rows.Element) -> ScreenView.Style)? = nil,
        highlight: ScreenView.Style? = nil, memo key: AnyHashable? = nil
    ) -> ScreenView where Rows.Element: Identifiable<ID> {
        table(
            of: rows, id: \.id, columns: columns, fixedColumns: fixedColumns, sorting: sorting, empty: empty,
            rowStyle: rowStyle, highlight: highlight, memo: key)
    }

    @usableFromInline
    func tableMarks(_ space: ScreenView.Space, _ highlight: ScreenView.Style?) -> TableMarks {
        let rows = space.theme.rows
        let ground = space.look.row(isFocused: space.isFocused)
        let edge = ListRow(
            position: 0, isSelected: true, isMarked: false, isFocused: space.isFocused, canMark: false, look: space.look
        ).pointer
        let isCell = column != nil
        return TableMarks(
            edge: space.isPlain ? "" : edge.beginning(max(0, edge.width - 1)), column: column,
            row: space.isFocused && !isCell ? highlight ?? ground : ground,
            cell: space.isFocused ? highlight ?? rows.cell : rows.unfocused + rows.unfocusedEdgeStyle,
            header: rows.header)
    }

    @usableFromInline
    func plainLine<Element>(_ element: Element, _ columns: [ListColumn<Element>]) -> ScreenView {
        .stack(.row, spacing: 1, columns.map { .text($0.cell(element)) })
    }

    /// - Parameter marks: For the selected row.
    @inlinable  // hot
    func line<Element>(
        _ element: Element, _ columns: [ListColumn<Element>], _ shown: ShownColumns, _ gutter: Int,
        _ marks: TableMarks? = nil
    ) -> ScreenView {
        .drawn { layout, place in
            var cell = place
            if let marks { layout.draw(marks.edge, .cut, .start, place) }
            cell.area.column += gutter
            for index in shown.order {
                let column = columns[index]
                cell.area.columns = shown.widths[index]
                cell.clip = place.clip.intersection(cell.area)
                cell.style = place.style
                if let marks, index == marks.column { layout.highlight(&cell, marks.cell) }
                if let view = column.view {
                    layout.draw(view(element).aligned(column.alignment), cell)
                } else {
                    let text = column.cell(element)
                    let isInverse = marks?.isInverse(index) ?? false
                    layout.draw(isInverse ? text.withoutColors : text, column.overflow, column.alignment, cell)
                }
                cell.area.column += cell.area.columns + 1
            }
        }
    }

    @usableFromInline
    func header<Element>(
        _ columns: [ListColumn<Element>], _ shown: ShownColumns, _ sorting: ListSorting?, _ marks: TableMarks
    ) -> ScreenView {
        let hasNoOrders = columns.allSatisfy { $0.sort == nil }
        let titles = shown.order.map { index in
            let id = ListTitle(
                column: index, count: columns.count, fixedCount: shown.fixedCount, hasMore: shown.hasMore,
                canSort: hasNoOrders || columns[index].sort != nil)
            return title(columns[index], index, shown.widths[index], sorting).region(id).width(shown.widths[index])
        }
        let row = ScreenView.stack(.row, spacing: 1, titles).height(1).style(marks.header).padding(left: marks.gutter)
        guard let sign = shown.sign else { return row }
        return .row {
            row.width(.growing())
            ScreenView.text(sign, .muted)
        }.height(1)
    }

    private func title<Element>(
        _ column: ListColumn<Element>, _ index: Int, _ width: Int, _ sorting: ListSorting?
    ) -> ScreenView {
        var title = column.title
        if let sorting, sorting.column == index {
            // The sign is seen also where all of the title is not; it stands apart from one that is whole.
            let (sign, isWhole) = (sorting.isDescending ? "▼" : "▲", title.width + 2 <= width)
            title = title.cut(to: width - 1, .ellipsis) + StyledText(isWhole ? " \(sign)" : sign)
        }
        return ScreenView.text(title, overflow: .ellipsis).aligned(column.alignment)
    }

    // MARK: Input

    /// As `handle`, for the region of a table's view.
    public mutating func handle<Rows: RandomAccessCollection>(
        _ input: ScreenInput, table rows: Rows, id: KeyPath<Rows.Element, ID>,
        keys: KeyBindings<ListCommand> = ListCommand.keys
    ) -> Outcome {
        handle(input, rows, id, 1, headerHeight: 1, keys)
    }

    /// The same for rows that know their identity.
    public mutating func handle<Rows: RandomAccessCollection>(
        _ input: ScreenInput, table rows: Rows, keys: KeyBindings<ListCommand> = ListCommand.keys
    ) -> Outcome where Rows.Element: Identifiable<ID> { handle(input, rows, \.id, 1, headerHeight: 1, keys) }

    /// Goes to another column, or scrolls to it.
    ///
    /// - Parameters:
    ///   - input: For the region of the view, whose titles tell which columns are seen.
    ///   - command: `left` or `right`; `nil` for what the mouse does.
    mutating func handleColumns(_ input: ScreenInput, _ command: ListCommand?) -> Outcome {
        let isRight = command.map { $0 == .right } ?? (input.mouse?.action == .scrolled(.right))
        guard command != nil || isRight || input.mouse?.action == .scrolled(.left) else { return .ignored }
        let titles = input.regions(of: ListTitle.self)
        guard let last = titles.last, let first = titles.first(where: { $0.id.column >= $0.id.fixedCount }) else {
            return .ignored
        }
        if let column, command != nil {
            let here = min(max(column, 0), last.id.count - 1)
            let next = min(max(here + (isRight ? 1 : -1), 0), last.id.count - 1)
            guard next != column else { return .ignored }
            (self.column, firstColumn) = (next, first.id.column)
        } else if isRight {
            guard last.id.hasMore else { return .ignored }
            firstColumn = first.id.column + 1
        } else {
            guard first.id.column > first.id.fixedCount else { return .ignored }
            firstColumn = first.id.column - 1
        }
        return .changed
    }

    /// Selects the column that was pressed, where cells are selected.
    mutating func selectColumn(_ input: ScreenInput) {
        guard column != nil, let mouse = input.mouse, case .pressed = mouse.action else { return }
        let titles = input.regions(of: ListTitle.self)
        guard let pressed = titles.last(where: { $0.region.area.column <= mouse.position.column }) else { return }
        column = pressed.id.column
        firstColumn = titles.first { $0.id.column >= $0.id.fixedCount }?.id.column ?? firstColumn
    }
}

/// How the selected row of a table is shown, and a cell of it.
@usableFromInline
struct TableMarks {
    /// Before the first cell.
    @usableFromInline let edge: StyledText
    /// The selected column; `nil` for all of them.
    @usableFromInline let column: Int?
    @usableFromInline let row: ScreenView.Style
    @usableFromInline let cell: ScreenView.Style
    let header: ScreenView.Style
    /// The columns that the edge takes of each row.
    @usableFromInline let gutter: Int

    init(
        edge: StyledText, column: Int?, row: ScreenView.Style, cell: ScreenView.Style, header: ScreenView.Style
    ) {
        (self.edge, self.column, self.row, self.cell, self.header) = (edge, column, row, cell, header)
        gutter = edge.width
    }

    /// Whether a cell is shown with its colours exchanged: one of its own would be a block in the bar.
    @usableFromInline
    func isInverse(_ index: Int) -> Bool {
        column == nil ? row.attributes.contains(.reverse) : cell.attributes.contains(.reverse) && column == index
    }
}

extension StyledText {
    @usableFromInline
    var withoutColors: StyledText {
        StyledText(
            runs.map { run in
                var run = run
                (run.style.foreground, run.style.background) = (.standard, .standard)
                return run
            })
    }
}

extension ScreenLayout {
    /// Shows that a cell is the selected one.
    @usableFromInline
    mutating func highlight(_ cell: inout ScreenPlace, _ style: ScreenView.Style) {
        cell.style = shown(style, cell)
        clear(cell)
    }
}
