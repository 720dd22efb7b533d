/// Something that is due at a time, and where it stands in its heap. A node is in one heap at most.
class DeadlineNode {
    fileprivate(set) final var deadline: Duration = .zero
    /// Tells those with one deadline apart.
    fileprivate final var number: UInt64 = 0
    fileprivate final var position = -1

    final var isWaiting: Bool { position >= 0 }
}

/// The node that is due earliest comes first; of those with one deadline, what was put in first.
///
/// - Complexity: O(log n) to put in, to move and to take out, wherever it stands.
struct DeadlineHeap<Node: DeadlineNode> {
    private var nodes: ContiguousArray<Node> = []
    private var newestNumber: UInt64 = 0

    var first: Node? { nodes.first }
    var count: Int { nodes.count }

    /// Puts a node in, or moves it to another deadline.
    ///
    /// - Parameter keepingRank: Whether a node that was in this heap before comes, of those with one deadline, where it
    ///   came then.
    mutating func set(_ node: Node, to deadline: Duration, keepingRank: Bool = false) {
        newestNumber += 1
        node.deadline = deadline
        if !keepingRank || node.number == 0 { node.number = newestNumber }
        if !node.isWaiting {
            node.position = nodes.count
            nodes.append(node)
        }
        settle(node.position)
    }

    mutating func removeFirst() -> Node? {
        guard let node = nodes.first else { return nil }
        remove(node)
        return node
    }

    mutating func remove(_ node: Node) {
        guard node.isWaiting else { return }
        let gap = node.position
        node.position = -1
        let last = nodes.removeLast()
        guard last !== node else { return }
        put(last, at: gap)
        settle(gap)
    }

    /// - Complexity: O(n), and O(log n) for each that is removed.
    /// - Returns: The nodes that were removed.
    mutating func removeAll(where isUnwanted: (Node) -> Bool) -> [Node] {
        let unwanted = nodes.filter(isUnwanted)
        for node in unwanted { remove(node) }
        return unwanted
    }

    private mutating func settle(_ position: Int) {
        let node = nodes[position]
        var hole = position
        while hole > 0, precedes(node, nodes[(hole - 1) / 2]) {
            put(nodes[(hole - 1) / 2], at: hole)
            hole = (hole - 1) / 2
        }
        while let child = earlierChild(of: hole), precedes(nodes[child], node) {
            put(nodes[child], at: hole)
            hole = child
        }
        put(node, at: hole)
    }

    private func earlierChild(of position: Int) -> Int? {
        let left = 2 * position + 1
        guard left < nodes.count else { return nil }
        let right = left + 1
        return right < nodes.count && precedes(nodes[right], nodes[left]) ? right : left
    }

    private func precedes(_ one: Node, _ other: Node) -> Bool {
        one.deadline == other.deadline ? one.number < other.number : one.deadline < other.deadline
    }

    private mutating func put(_ node: Node, at position: Int) {
        node.position = position
        nodes[position] = node
    }
}
