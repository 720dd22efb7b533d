/// The states that were found, each by the decision that first led to it from another one.
struct StateTable {
    /// A state at rest, or the turns of a decision between which something else may come.
    struct Node {
        let parent: Int32
        /// The place of what happened among all that was possible.
        let choice: UInt16
        /// After how many turns it happened; -1 for all.
        let afterTurns: Int16
        let depth: UInt16
        let owed: UInt16
        /// The next state that is equal but for what is left of allowances.
        var next: Int32 = -1
        let budget: SIMD16<UInt8>
    }

    private(set) var nodes: [Node] = []
    private var first: [Fingerprint.Key: Int32] = [:]
    private(set) var stateCount = 0

    /// Where an arrival leads.
    enum Arrival {
        case new(Int)
        case known(Int)
    }

    /// Adds a state, unless one is known in which at least as much may happen.
    mutating func arrive(
        _ key: Fingerprint.Key, _ budget: Budget, owed: UInt64, from parent: Int, by decision: Decision, depth: Int
    ) -> Arrival {
        let head = first[key] ?? -1
        var index = head
        while index >= 0 {
            let node = nodes[Int(index)]
            if Budget.covers(node.budget, budget.packed) { return .known(Int(index)) }
            index = node.next
        }
        let new = append(parent, decision, depth, owed, budget.packed, next: head)
        first[key] = Int32(new)
        stateCount += 1
        return .new(new)
    }

    private mutating func append(
        _ parent: Int, _ decision: Decision, _ depth: Int, _ owed: UInt64, _ budget: SIMD16<UInt8> = .zero,
        next: Int32 = -1
    ) -> Int {
        nodes.append(
            Node(
                parent: Int32(parent), choice: UInt16(decision.choice), afterTurns: Int16(decision.afterTurns ?? -1),
                depth: UInt16(depth), owed: UInt16(truncatingIfNeeded: owed), next: next, budget: budget))
        return nodes.count - 1
    }

    /// Adds a place between the turns that a decision leads to.
    mutating func appendBetweenTurns(_ parent: Int, _ decision: Decision, _ depth: Int) -> Int {
        append(parent, decision, depth, 0)
    }

    /// The decisions from the start to a state.
    func path(to index: Int) -> [Decision] {
        var path: [Decision] = []
        var index = index
        while nodes[index].parent >= 0 {
            let node = nodes[index]
            path.append(
                Decision(choice: Int(node.choice), afterTurns: node.afterTurns < 0 ? nil : Int(node.afterTurns)))
            index = Int(node.parent)
        }
        return path.reversed()
    }
}
