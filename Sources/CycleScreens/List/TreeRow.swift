import CycleDrivers

/// A node of a tree as a row of a list.
public struct TreeRow<Node> {
    /// The node.
    public var node: Node
    /// How many nodes are around it.
    public var depth: Int { around.count }
    /// Whether it can be opened.
    public var isBranch: Bool
    /// Whether its children are shown.
    public var isOpen: Bool
    /// Whether the filter has found the node itself, and not only one in it. All nodes are found where there is no filter.
    public internal(set) var isFound = true
    /// Whether it is open for a node in it that was found, so that it cannot be closed.
    var isKept = false
    /// For each node around it: whether others follow at its level. All children of a node share it.
    var around: [Bool]
    /// Whether others follow at its own level.
    var isFollowed: Bool

    @usableFromInline
    init(
        node: Node, isBranch: Bool, isOpen: Bool, isFound: Bool, isKept: Bool, around: [Bool], isFollowed: Bool
    ) {
        (self.node, self.isBranch, self.isOpen, self.isFound) = (node, isBranch, isOpen, isFound)
        (self.isKept, self.around, self.isFollowed) = (isKept, around, isFollowed)
    }

    /// Lines from the nodes around it, and whether it is open. The lines end at the text of a leaf.
    public var guide: StyledText {
        guard depth > 0 else { return "\(isBranch ? isOpen ? "▾ " : "▸ " : "  ", .muted)" }
        let around = around.dropFirst().map { $0 ? "│ " : "  " }.joined()
        let line = around + (isFollowed ? "├" : "└") + (isBranch ? "" : "─ ")
        return "\(line, .border)\(isBranch ? isOpen ? "▾ " : "▸ " : "", .muted)"
    }

    /// The columns of the sign in ``guide``.
    var signColumns: Range<Int> {
        let start = depth > 0 ? 2 * depth - 1 : 0
        return start..<start + 2
    }
}

extension TreeRow: Equatable where Node: Equatable {}
extension TreeRow: Hashable where Node: Hashable {}
extension TreeRow: Sendable where Node: Sendable {}

extension TreeState {
    /// The rows that are there when all others are closed.
    ///
    ///     let found = tree.rows(of: roots, id: \.path, sorting: sorting, columns: columns, where: { pattern.matches($0.name) }) {
    ///         $0.children
    ///     }
    ///
    /// - Parameters:
    ///   - roots: The nodes without one around them.
    ///   - id: The identity of a node, unique in all branches. A node inside of itself is closed there.
    ///   - sorting: The order of the nodes that have one node around them; `nil` for that of `children`.
    ///   - columns: The columns that `sorting` counts.
    ///   - isFound: A filter. The nodes that pass are shown, with all that are around them, and those are open: ``TreeRow/isFound``
    ///     tells one from the other. Call ``selectFound(in:id:)`` when it changes.
    ///   - children: Those of a node; `nil` for a leaf. Only visible nodes are asked for theirs, unless there is a filter.
    /// - Complexity: O(rows), with a filter O(nodes). Keep them in the frame where they are many.
    @inlinable  // hot: made for the type of the nodes
    public func rows<Node>(
        of roots: [Node], id: KeyPath<Node, ID>, sorting: ListSorting? = nil, columns: [ListColumn<Node>] = [],
        where isFound: ((Node) -> Bool)? = nil, children: (Node) -> [Node]?
    ) -> [TreeRow<Node>] {
        let found = isFound.map { FoundNodes(in: roots, id: id, where: $0, children) }
        func level(_ nodes: [Node]) -> [Node] {
            let shown = found.map { found in nodes.filter { found.shown.contains($0[keyPath: id]) } } ?? nodes
            return sorting?.sorted(shown, by: columns) ?? shown
        }
        var rows: [TreeRow<Node>] = []
        var levels = [(nodes: level(roots), next: 0, outer: [Bool](), around: ID?.none)]
        var inside: Set<ID> = []
        while let last = levels.indices.last {
            let place = levels[last].next
            guard place < levels[last].nodes.count else {
                if let around = levels.removeLast().around { inside.remove(around) }
                continue
            }
            levels[last].next += 1
            let node = levels[last].nodes[place]
            let inner = children(node)
            let own = node[keyPath: id]
            let isKept = found?.branches.contains(own) ?? false
            let isOpen = (isKept || self.isOpen(own)) && !inside.contains(own)
            let isFollowed = levels[last].next < levels[last].nodes.count
            rows.append(
                TreeRow(
                    node: node, isBranch: inner != nil, isOpen: isOpen, isFound: found?.own.contains(own) ?? true,
                    isKept: isKept, around: levels[last].outer, isFollowed: isFollowed))
            guard isOpen, let inner else { continue }
            inside.insert(own)
            levels.append((level(inner), 0, levels[last].outer + [isFollowed], own))
        }
        return rows
    }
}

/// The nodes of a tree that pass a filter, and those around them.
@usableFromInline
struct FoundNodes<ID: Hashable> {
    /// The nodes that pass.
    @usableFromInline var own: Set<ID> = []
    @usableFromInline var shown: Set<ID> = []
    /// The nodes that have a found one in them.
    @usableFromInline var branches: Set<ID> = []

    @inlinable  // hot: made for the type of the nodes
    init<Node>(
        in roots: [Node], id: KeyPath<Node, ID>, where isFound: (Node) -> Bool, _ children: (Node) -> [Node]?
    ) {
        var seen: Set<ID> = []
        // A level with how many of its nodes were looked at, and the node around it.
        var levels = [(nodes: roots, next: 0, around: ID?.none)]
        while let last = levels.indices.last {
            let place = levels[last].next
            guard place < levels[last].nodes.count else {
                let done = levels.removeLast().around
                if let done, shown.contains(done), let outer = levels.last?.around { keep(outer) }
                continue
            }
            levels[last].next += 1
            let node = levels[last].nodes[place]
            let own = node[keyPath: id]
            if seen.insert(own).inserted {
                if isFound(node) {
                    self.own.insert(own)
                    shown.insert(own)
                }
                levels.append((children(node) ?? [], 0, own))
            } else if shown.contains(own), let around = levels[last].around {
                keep(around)
            }
        }
    }

    @usableFromInline
    mutating func keep(_ branch: ID) {
        shown.insert(branch)
        branches.insert(branch)
    }
}
