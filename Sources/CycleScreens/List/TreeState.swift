import CycleDrivers

/// A node of a tree as a row of a list.
public struct TreeRow<Node> {
    /// The node.
    public var node: Node
    /// How many nodes are around it.
    public var depth: Int
    /// Whether it can be opened.
    public var isBranch: Bool
    /// Whether its children are shown.
    public var isOpen: Bool
    /// For the node and each around it: whether others follow at its level.
    var isFollowed: [Bool]

    /// Lines from the nodes around it, and whether it is open. The lines end at the text of a leaf.
    public var guide: StyledText {
        guard depth > 0 else { return "\(isBranch ? isOpen ? "▾ " : "▸ " : "  ", .muted)" }
        let around = isFollowed.dropFirst().dropLast().map { $0 ? "│ " : "  " }.joined()
        let line = around + (isFollowed.last == true ? "├" : "└") + (isBranch ? "" : "─ ")
        return "\(line, .border)\(isBranch ? isOpen ? "▾ " : "▸ " : "", .muted)"
    }
}

/// The selection of a tree, and its open nodes. The nodes themselves are the frame's.
///
/// The tree reads the children of visible nodes only, and of a closed node whether it has any, so that an application can load
/// them when the node is opened: ``open`` has the nodes whose children are needed.
public struct TreeState<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The selection and the scroll position.
    public var list = ListState<ID>()
    /// The open nodes, seen or not.
    public var open: Set<ID>

    /// A tree whose nodes are closed, but for these.
    public init(open: Set<ID> = []) {
        self.open = open
    }

    /// The rows that are there when all others are closed.
    ///
    /// - Parameters:
    ///   - roots: The nodes without one around them.
    ///   - id: The identity of a node, unique in all branches. A node inside of itself is closed there.
    ///   - children: Those of a node; `nil` for a leaf.
    public func rows<Node>(
        of roots: [Node], id: KeyPath<Node, ID>, children: (Node) -> [Node]?
    ) -> [TreeRow<Node>] {
        var rows: [TreeRow<Node>] = []
        var waiting = [(nodes: roots[...], isFollowed: [Bool](), around: ID?.none)]
        var inside: Set<ID> = []
        while var level = waiting.popLast() {
            guard let node = level.nodes.popFirst() else {
                if let around = level.around { inside.remove(around) }
                continue
            }
            waiting.append(level)
            let isFollowed = level.isFollowed + [!level.nodes.isEmpty]
            let inner = children(node)
            let own = node[keyPath: id]
            let isOpen = open.contains(own) && !inside.contains(own)
            rows.append(
                TreeRow(
                    node: node, depth: level.isFollowed.count, isBranch: inner != nil, isOpen: isOpen,
                    isFollowed: isFollowed))
            guard isOpen, let inner else { continue }
            inside.insert(own)
            waiting.append((inner[...], isFollowed, own))
        }
        return rows
    }

    /// The selected node.
    public func selected<Node>(in rows: [TreeRow<Node>], id: KeyPath<Node, ID>) -> Node? {
        list.element(in: rows, id: (\TreeRow<Node>.node).appending(path: id))?.node
    }

    /// Arrows open and close, and go to the node around; Enter, a blank or a double click opens or closes a branch, and Enter or a
    /// double click submits a leaf.
    ///
    /// - Parameters:
    ///   - input: For the region of the view.
    ///   - rows: As they are shown.
    ///   - id: The identity of a node.
    public mutating func handle<Node>(
        _ input: ScreenInput, rows: [TreeRow<Node>], id: KeyPath<Node, ID>
    ) -> Outcome {
        let path = (\TreeRow<Node>.node).appending(path: id)
        guard let place = list.position(in: rows, id: path) else { return .ignored }
        let row = rows[place]
        let own = row.node[keyPath: id]
        switch input.key {
        case .right, "l":
            guard row.isBranch else { return .ignored }
            if open.insert(own).inserted { return .changed }
            if place + 1 < rows.count, rows[place + 1].depth > row.depth {
                list.select(position: place + 1, in: rows, id: path)
            }
        case .left, "h":
            if row.isBranch, open.remove(own) != nil { return .changed }
            guard let outer = rows[..<place].lastIndex(where: { $0.depth < row.depth }) else { return .ignored }
            list.select(position: outer, in: rows, id: path)
        case " " where row.isBranch: toggle(own)
        default:
            let outcome = list.handle(input, rows: rows, id: path)
            guard outcome == .submitted, let chosen = list.element(in: rows, id: path), chosen.isBranch else {
                return outcome
            }
            toggle(chosen.node[keyPath: id])
        }
        return .changed
    }

    /// Opens all branches that are known.
    ///
    /// - Parameters:
    ///   - roots: The nodes without one around them.
    ///   - id: The identity of a node.
    ///   - children: Those of a node; `nil` for a leaf.
    /// - Complexity: O(nodes).
    public mutating func expandAll<Node>(_ roots: [Node], id: KeyPath<Node, ID>, children: (Node) -> [Node]?) {
        var (waiting, branches) = (roots, Set<ID>())
        while let node = waiting.popLast() {
            // A node that contains itself is visited once.
            guard let inner = children(node), branches.insert(node[keyPath: id]).inserted else { continue }
            waiting += inner
        }
        open.formUnion(branches)
    }

    /// Closes all branches. The selection moves to the nearest node around it that is still visible.
    ///
    /// - Parameters:
    ///   - rows: As they are shown.
    ///   - id: The identity of a node.
    public mutating func collapseAll<Node>(_ rows: [TreeRow<Node>], id: KeyPath<Node, ID>) {
        let place = list.position(in: rows, id: (\TreeRow<Node>.node).appending(path: id))
        list.selected = place.flatMap { rows[...$0].last { $0.depth == 0 } }?.node[keyPath: id]
        open = []
    }

    private mutating func toggle(_ branch: ID) {
        if open.remove(branch) == nil { open.insert(branch) }
    }

    /// - Parameters:
    ///   - rows: All that are open.
    ///   - id: The identity of a node.
    ///   - empty: The view of a tree without rows.
    ///   - label: The text of a node.
    public func view<Node>(
        of rows: [TreeRow<Node>], id: KeyPath<Node, ID>, empty: StyledText = "",
        label: @escaping (_ node: Node, _ row: ListRow) -> StyledText
    ) -> ScreenView {
        list.view(of: rows, id: (\TreeRow<Node>.node).appending(path: id), empty: empty, hasScrollBar: true) {
            row, state in
            .text(state.pointer + row.guide + label(row.node, state), overflow: .ellipsis)
        }
    }
}

extension TreeState: Codable where ID: Codable {}
