public import CycleDrivers

/// A table whose rows fold: the rows of a tree with columns below a header.
///
///     var rows: [TreeRow<File>] {
///         tree.rows(of: files, id: \.path, sorting: sorting, columns: Self.columns) { $0.children }
///     }
///     var view: View { tree.table(of: rows, id: \.path, columns: Self.columns, sorting: sorting).region(Place.files) }
///     mutating func handle(_ input: Input) -> Outcome {
///         let inner = input.at(Place.files)
///         return sorting.handle(inner).otherwise { tree.handle(inner, table: rows, id: \.path) }
///     }
extension TreeState {
    /// Rows with columns below a header; see ``ListState/table(of:id:columns:fixedColumns:sorting:empty:rowStyle:highlight:memo:)``, which
    /// has the other parameters.
    ///
    /// - Parameters:
    ///   - rows: All that are open; the view reads only the visible ones.
    ///   - id: The identity of a node.
    ///   - columns: From left to right.
    ///   - treeColumn: The column in which the lines from the nodes around it stand before the cell.
    ///   - fixedColumns: How many columns on the left stay while the others are scrolled, if they leave room for one.
    ///   - sorting: The order of the rows, which the header shows.
    ///   - empty: The view of a table without rows.
    ///   - rowStyle: Lies below the styles of a row's cells.
    ///   - highlight: Lies over the selected row or cell while the table has the focus.
    ///   - key: All that the rows, their styles and the columns depend on, so that rows which did not change are made once.
    @inlinable  // hot: made for the type of the nodes
    public func table<Node, Rows: RandomAccessCollection>(
        of rows: Rows, id: KeyPath<Node, ID>, columns: [ListColumn<Node>], treeColumn: Int = 0, fixedColumns: Int = 0,
        sorting: ListSorting? = nil, empty: StyledText = "", rowStyle: ((Node) -> ScreenView.Style)? = nil,
        highlight: ScreenView.Style? = nil, memo key: AnyHashable? = nil
    ) -> ScreenView where Rows.Element == TreeRow<Node> {
        list.table(
            of: rows, id: (\TreeRow<Node>.node).appending(path: id),
            columns: columns.enumerated().map { $1.inTree(hasGuide: $0 == treeColumn) }, fixedColumns: fixedColumns,
            sorting: sorting, empty: empty, rowStyle: rowStyle.map { style in { style($0.node) } },
            highlight: highlight, memo: key)
    }

    /// As ``handle(_:rows:id:)``, for the region of a table's view.
    ///
    /// Where cells are selected, see ``ListState/column``, the arrows open and close in the column of the tree, and go to another
    /// column where there is nothing to open or close.
    public mutating func handle<Node, Rows: RandomAccessCollection>(
        _ input: ScreenInput, table rows: Rows, id: KeyPath<Node, ID>, treeColumn: Int = 0
    ) -> Outcome where Rows.Element == TreeRow<Node> {
        handle(input, rows, id, treeColumn: treeColumn)
    }
}

extension ListColumn {
    /// The column of the nodes as one of a tree's rows.
    @inlinable  // hot: makes each cell that is seen
    func inTree(hasGuide: Bool) -> ListColumn<TreeRow<Element>> {
        let column = self
        let start = hasGuide ? ScreenAlignment.start : alignment
        // The nodes are sorted, not the rows: this says that its title can be pressed.
        let isBefore: (@Sendable (TreeRow<Element>, TreeRow<Element>) -> Bool)? = sort.map { _ in
            { @Sendable (_: TreeRow<Element>, _: TreeRow<Element>) in false }
        }
        guard let view else {
            return ListColumn<TreeRow<Element>>(
                title, width: width, alignment: start, overflow: overflow, isBefore: isBefore
            ) { row in
                let cell = column.cell(row.node)
                return hasGuide ? row.guide + cell : cell
            }
        }
        return ListColumn<TreeRow<Element>>.views(title, width: width, alignment: start, isBefore: isBefore) { row in
            hasGuide ? .stack(.row, [.text(row.guide), view(row.node)]) : view(row.node)
        }
    }
}
