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
    ///   - fixedColumns: How many columns on the left stay while the others are scrolled.
    ///   - sorting: The order of the rows, which the header shows.
    ///   - empty: The view of a table without rows.
    ///   - rowStyle: Lies below the styles of a row's cells.
    ///   - highlight: Lies over the selected row or cell, if the table has the focus; otherwise it is bold, on a ground of its
    ///     own.
    @inlinable  // hot
    public func table<Rows: RandomAccessCollection>(
        of rows: Rows, id: KeyPath<Rows.Element, ID>, columns: [ListColumn<Rows.Element>], fixedColumns: Int = 0,
        sorting: ListSorting? = nil, empty: StyledText = "", rowStyle: ((Rows.Element) -> ScreenView.Style)? = nil,
        highlight: ScreenView.Style = .reverse
    ) -> ScreenView {
        .sized(fitting: { Self.fitting(rows.count + 1, 1, $0) }) { space in
            let isBarred = rows.count > space.rows - 1 && !space.isPlain
            let shown = shownColumns(columns, fixedColumns, space.columns - (isBarred ? 1 : 0))
            let body = view(of: rows, id: id, empty: empty, hasScrollBar: true) { element, row in
                if space.isPlain { return plainLine(element, columns) }
                let style = rowStyle?(element) ?? .plain
                guard row.isSelected else { return line(element, columns, shown).style(style) }
                let selected = row.isFocused ? highlight : .bold + quietHighlight
                return line(element, columns, shown, .init(column: column, style: selected))
                    .style(style + (column == nil ? selected : quietHighlight))
            }
            return .stack(.column, [header(columns, shown, sorting), body])
        }
    }

    @inlinable  // hot
    public func table<Rows: RandomAccessCollection>(
        of rows: Rows, columns: [ListColumn<Rows.Element>], fixedColumns: Int = 0, sorting: ListSorting? = nil,
        empty: StyledText = "", rowStyle: ((Rows.Element) -> ScreenView.Style)? = nil,
        highlight: ScreenView.Style = .reverse
    ) -> ScreenView where Rows.Element: Identifiable<ID> {
        table(
            of: rows, id: \.id, columns: columns, fixedColumns: fixedColumns, sorting: sorting, empty: empty,
            rowStyle: rowStyle, highlight: highlight)
    }

    /// The style of the selected row while another view has the focus.
    @usableFromInline
    var quietHighlight: ScreenView.Style {
        .background(.adaptive(light: .indexed(254), dark: .indexed(236)))
    }

    @usableFromInline
    func plainLine<Element>(_ element: Element, _ columns: [ListColumn<Element>]) -> ScreenView {
        .stack(.row, spacing: 1, columns.map { .text($0.cell(element)) })
    }

    @inlinable  // hot
    func line<Element>(
        _ element: Element, _ columns: [ListColumn<Element>], _ shown: ShownColumns, _ highlight: CellHighlight? = nil
    ) -> ScreenView {
        .drawn { layout, place in
            var cell = place
            for index in shown.order {
                let column = columns[index]
                cell.area.columns = shown.widths[index]
                cell.clip = place.clip.intersection(cell.area)
                cell.style = place.style
                if let highlight, index == highlight.column { layout.highlight(&cell, highlight.style) }
                if let view = column.view {
                    layout.draw(view(element).aligned(column.alignment), cell)
                } else {
                    let text = column.cell(element)
                    let isInverse = highlight?.isInverse(index) ?? false
                    layout.draw(isInverse ? text.withoutColors : text, column.overflow, column.alignment, cell)
                }
                cell.area.column += cell.area.columns + 1
            }
        }
    }

    @usableFromInline
    func header<Element>(
        _ columns: [ListColumn<Element>], _ shown: ShownColumns, _ sorting: ListSorting?
    ) -> ScreenView {
        let titles = shown.order.map { index in
            let id = ListTitle(
                column: index, count: columns.count, fixedCount: shown.fixedCount, hasMore: shown.hasMore)
            return title(columns[index], index, shown.widths[index], sorting).region(id).width(shown.widths[index])
        }
        let row = ScreenView.stack(.row, spacing: 1, titles).height(1)
        guard let sign = shown.sign else { return row.style(.bold) }
        return .row {
            row.style(.bold).width(.growing())
            ScreenView.text(sign, .dim)
        }.height(1)
    }

    private func title<Element>(
        _ column: ListColumn<Element>, _ index: Int, _ width: Int, _ sorting: ListSorting?
    ) -> ScreenView {
        var title = column.title
        if let sorting, sorting.column == index {
            // The sign is seen also where all of the title is not.
            title = title.cut(to: width - 2, .ellipsis) + StyledText(sorting.isDescending ? " ▼" : " ▲")
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

/// How the selected row of a table is shown, or a cell of it.
@usableFromInline
struct CellHighlight {
    /// `nil` for all of them.
    @usableFromInline let column: Int?
    @usableFromInline let style: ScreenView.Style

    @usableFromInline
    init(column: Int?, style: ScreenView.Style) {
        (self.column, self.style) = (column, style)
    }

    /// Whether a cell is shown with its colours exchanged: one of its own would be a block in the bar.
    @usableFromInline
    func isInverse(_ index: Int) -> Bool {
        style.attributes.contains(.reverse) && (column == nil || column == index)
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
    mutating func highlight(_ cell: inout Place, _ style: ScreenView.Style) {
        cell.style = cell.style.with(style)
        clear(cell)
    }
}
