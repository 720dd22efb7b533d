import CycleDrivers

/// The selection of a tree, and its open nodes. The nodes themselves are the frame's.
///
/// The tree reads the children of visible nodes only, and of a closed node whether it has any, so that an application can load
/// them when the node is opened: ``open`` has the nodes whose children are needed. Columns make it a table whose rows fold:
/// ``table(of:id:columns:treeColumn:fixedColumns:sorting:empty:rowStyle:highlight:memo:)``.
public struct TreeState<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The selection and the scroll position.
    public var list = ListState<ID>()
    /// The open nodes, seen or not.
    public var open: Set<ID>
    /// The closed nodes of a tree whose others are open, also those that come later; `nil` where ``open`` counts.
    public var closed: Set<ID>?

    /// A tree whose nodes are closed, but for these.
    public init(open: Set<ID> = []) {
        self.open = open
    }

    /// A tree whose nodes are open, but for these.
    ///
    ///     var processes = TreeState<Int>(closed: [])
    public init(closed: Set<ID>) {
        (open, self.closed) = ([], closed)
    }

    /// Whether a node is open; a leaf may be.
    @inlinable  // hot: asked for each row
    public func isOpen(_ id: ID) -> Bool { closed.map { !$0.contains(id) } ?? open.contains(id) }

    /// - Returns: Whether it was closed.
    private mutating func unfold(_ id: ID) -> Bool {
        guard !isOpen(id) else { return false }
        if closed == nil { open.insert(id) } else { closed?.remove(id) }
        return true
    }

    /// - Returns: Whether it was open.
    private mutating func fold(_ id: ID) -> Bool {
        guard isOpen(id) else { return false }
        if closed == nil { open.remove(id) } else { closed?.insert(id) }
        return true
    }

    /// The selected node.
    public func selected<Node, Rows: RandomAccessCollection>(in rows: Rows, id: KeyPath<Node, ID>) -> Node?
    where Rows.Element == TreeRow<Node> {
        list.element(in: rows, id: (\TreeRow<Node>.node).appending(path: id))?.node
    }

    /// Arrows open and close, and go to the node around; Enter, a blank, a press on its sign or a double click opens or closes a branch,
    /// and Enter or a double click submits a leaf.
    ///
    /// - Parameters:
    ///   - input: For the region of the view.
    ///   - rows: As they are shown.
    ///   - id: The identity of a node.
    public mutating func handle<Node, Rows: RandomAccessCollection>(
        _ input: ScreenInput, rows: Rows, id: KeyPath<Node, ID>
    ) -> Outcome where Rows.Element == TreeRow<Node> {
        handle(input, rows, id, treeColumn: nil)
    }

    /// - Parameter treeColumn: `nil` where there are no columns.
    mutating func handle<Node, Rows: RandomAccessCollection>(
        _ input: ScreenInput, _ rows: Rows, _ id: KeyPath<Node, ID>, treeColumn: Int?
    ) -> Outcome where Rows.Element == TreeRow<Node> {
        let path = (\TreeRow<Node>.node).appending(path: id)
        func row(_ position: Int) -> TreeRow<Node> { rows[rows.index(rows.startIndex, offsetBy: position)] }
        guard let place = list.position(in: rows, id: path) else { return .ignored }
        let isTable = treeColumn != nil
        let foldsHere = !isTable || list.column == nil || list.column == treeColumn
        switch input.key {
        case .right where foldsHere, "l" where foldsHere:
            if unfold(row(place)) { return .changed }
            // Cells of a row, and columns that are not seen, come before the nodes inside.
            if isTable, list.column != nil || !row(place).isOpen { return list.handleColumns(input, .right) }
            guard place + 1 < rows.count, row(place + 1).depth > row(place).depth else { return .ignored }
            list.select(position: place + 1, in: rows, id: path)
        case .left where foldsHere, "h" where foldsHere:
            if fold(row(place)) { return .changed }
            if isTable, list.handleColumns(input, .left) != .ignored { return .changed }
            let depth = row(place).depth
            guard let outer = (0..<place).last(where: { row($0).depth < depth }) else { return .ignored }
            list.select(position: outer, in: rows, id: path)
        case " " where row(place).isBranch: toggle(row(place))
        default:
            let outcome =
                isTable ? list.handle(input, table: rows, id: path) : list.handle(input, rows: rows, id: path)
            guard let chosen = list.element(in: rows, id: path), chosen.isBranch,
                outcome == .submitted || isPress(input, onSignOf: chosen, treeColumn)
            else { return outcome }
            toggle(chosen)
        }
        return .changed

        func unfold(_ row: TreeRow<Node>) -> Bool {
            row.isBranch && !row.isKept && self.unfold(row.node[keyPath: id])
        }
        func fold(_ row: TreeRow<Node>) -> Bool {
            row.isBranch && !row.isKept && self.fold(row.node[keyPath: id])
        }
        func toggle(_ row: TreeRow<Node>) {
            if !fold(row) { _ = unfold(row) }
        }
    }

    /// Whether the press that has selected a row is on the sign before its name.
    private func isPress<Node>(_ input: ScreenInput, onSignOf row: TreeRow<Node>, _ treeColumn: Int?) -> Bool {
        guard input.isPress, let position = input.position,
            position.row == list.above + (treeColumn == nil ? 0 : 1)
        else { return false }
        let start: Int?
        if let treeColumn {
            let title = input.regions(of: ListTitle.self).first { $0.id.column == treeColumn }
            start = title.map { $0.region.area.column - input.area.column }
        } else {
            let selected = ListRow(
                position: 0, isSelected: true, isMarked: false, isFocused: true, canMark: list.markLimit > 0,
                look: input.look)
            start = selected.pointer.width
        }
        return start.map { row.signColumns.contains(position.column - $0) } ?? false
    }

    /// Selects the first row that was found, unless the selected one was: for a filter that has changed, so that a key does not meet a
    /// node that is only around a found one.
    ///
    /// - Parameters:
    ///   - rows: Those of the new filter.
    ///   - id: The identity of a node.
    /// - Returns: Whether any was found.
    @discardableResult
    public mutating func selectFound<Node, Rows: RandomAccessCollection>(
        in rows: Rows, id: KeyPath<Node, ID>
    ) -> Bool where Rows.Element == TreeRow<Node> {
        if let selected = list.selected,
            rows.contains(where: { $0.isFound && $0.node[keyPath: id] == selected })
        {
            return true
        }
        guard let first = rows.firstIndex(where: \.isFound) else { return false }
        let place = rows.distance(from: rows.startIndex, to: first)
        list.select(position: place, in: rows, id: (\TreeRow<Node>.node).appending(path: id))
        return true
    }

    /// Opens all branches that are known.
    ///
    /// - Parameters:
    ///   - roots: The nodes without one around them.
    ///   - id: The identity of a node.
    ///   - children: Those of a node; `nil` for a leaf.
    /// - Complexity: O(nodes).
    public mutating func expandAll<Node>(_ roots: [Node], id: KeyPath<Node, ID>, children: (Node) -> [Node]?) {
        if closed != nil { return closed = [] }
        var (waiting, branches) = (roots, Set<ID>())
        while let node = waiting.popLast() {
            // A node that contains itself is visited once.
            guard let inner = children(node), branches.insert(node[keyPath: id]).inserted else { continue }
            waiting += inner
        }
        open.formUnion(branches)
    }

    /// Closes all branches; of a tree whose nodes are open those that are shown. The selection moves to the nearest node around it that is
    /// still visible.
    ///
    /// - Parameters:
    ///   - rows: As they are shown.
    ///   - id: The identity of a node.
    public mutating func collapseAll<Node, Rows: RandomAccessCollection>(_ rows: Rows, id: KeyPath<Node, ID>)
    where Rows.Element == TreeRow<Node> {
        let place = list.position(in: rows, id: (\TreeRow<Node>.node).appending(path: id))
        list.selected = place.flatMap { rows.prefix($0 + 1).last { $0.depth == 0 } }?.node[keyPath: id]
        if closed == nil { open = [] } else { closed?.formUnion(rows.filter(\.isBranch).map { $0.node[keyPath: id] }) }
    }

    /// - Parameters:
    ///   - rows: All that are open.
    ///   - id: The identity of a node.
    ///   - empty: The view of a tree without rows.
    ///   - label: The text of a node.
    public func view<Node, Rows: RandomAccessCollection>(
        of rows: Rows, id: KeyPath<Node, ID>, empty: StyledText = "",
        label: @escaping (_ node: Node, _ row: ListRow) -> StyledText
    ) -> ScreenView where Rows.Element == TreeRow<Node> {
        list.view(of: rows, id: (\TreeRow<Node>.node).appending(path: id), empty: empty, hasScrollBar: true) {
            row, state in
            .text(state.pointer + row.guide + label(row.node, state), overflow: .ellipsis)
        }
    }
}

extension TreeState: Codable where ID: Codable {}
