import CycleBase

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
    /// Nodes stand for themselves.
    private struct Nodes: HeapItems {
        package func precedes(_ one: Node, _ other: Node, by order: Void) -> Bool {
            one.deadline == other.deadline ? one.number < other.number : one.deadline < other.deadline
        }

        package func place(of node: Node, by order: Void) -> Int { node.position }

        package func setPlace(of node: Node, to place: Int, by order: Void) { node.position = place }
    }

    private var nodes = Nodes()
    private var heap = PlacedHeap<Nodes>(by: ())
    private var newestNumber: UInt64 = 0

    var first: Node? { heap.first }
    var count: Int { heap.count }

    /// Puts a node in, or moves it to another deadline.
    ///
    /// - Parameter keepingRank: Whether a node that was in this heap before comes, of those with one deadline, where it
    ///   came then.
    mutating func set(_ node: Node, to deadline: Duration, keepingRank: Bool = false) {
        newestNumber += 1
        node.deadline = deadline
        if !keepingRank || node.number == 0 { node.number = newestNumber }
        heap.set(node, in: &nodes)
    }

    mutating func removeFirst() -> Node? {
        guard let node = heap.first else { return nil }
        remove(node)
        return node
    }

    mutating func remove(_ node: Node) {
        heap.remove(node, in: &nodes)
    }

    /// - Complexity: O(n), and O(log n) for each that is removed.
    /// - Returns: The nodes that were removed.
    mutating func removeAll(where isUnwanted: (Node) -> Bool) -> [Node] {
        let unwanted = heap.handles.filter(isUnwanted)
        for node in unwanted { remove(node) }
        return unwanted
    }
}
