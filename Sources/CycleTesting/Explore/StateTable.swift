/// The states that were found, each by the decision that first led to it from another one.
struct StateTable {
    /// A state at rest, or the turns of a decision between which something else may come.
    struct Node {
        let parent: Int32
        /// The place of what happened among all that was possible.
        let choice: UInt16
        /// After how many turns it happened; -1 for all.
        let afterTurns: Int16
        let depth: UInt32
        let owed: UInt16
        /// How many of its choices have been taken, and where the states are that they lead to.
        fileprivate(set) var targetCount: UInt16 = 0
        fileprivate(set) var firstTarget: Int32 = 0
        let key: Fingerprint.Key
        /// The next state that is equal but for what is left of allowances.
        var next: Int32 = -1
        let budget: SIMD16<UInt8>
    }

    /// A state, and what is left of allowances in it.
    struct Place: Hashable {
        let key: Fingerprint.Key
        var budget: SIMD16<UInt8>

        /// Few states have more than one budget.
        func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    private(set) var nodes: [Node] = []
    private var targets: [Int32] = []
    private var first: [Fingerprint.Key: Int32] = [:]
    private(set) var stateCount = 0

    /// Where an arrival leads.
    enum Arrival {
        case new(Int)
        case known(Int)
    }

    /// Adds a state, unless one is known in which at least as much may happen.
    mutating func arrive(
        _ place: Place, owed: UInt64, from parent: Int, by decision: Decision, depth: Int
    ) -> Arrival {
        if let known = index(of: place) { return .known(known) }
        let new = append(parent, decision, depth, owed, place, next: first[place.key] ?? -1)
        first[place.key] = Int32(new)
        stateCount += 1
        return .new(new)
    }

    /// The same state, in which at least as much may happen.
    func index(of place: Place) -> Int? {
        var index = first[place.key] ?? -1
        while index >= 0 {
            if Budget.covers(nodes[Int(index)].budget, place.budget) { return Int(index) }
            index = nodes[Int(index)].next
        }
        return nil
    }

    func place(of index: Int) -> Place { Place(key: nodes[index].key, budget: nodes[index].budget) }

    /// From now on, all targets are those of this state.
    mutating func beginTargets(of index: Int) {
        nodes[index].firstTarget = Int32(targets.count)
    }

    /// Adds where the next choice of a state leads; `nil` to the end of the run.
    mutating func appendTarget(_ target: Int?, of index: Int) {
        targets.append(Int32(target ?? -1))
        nodes[index].targetCount += 1
    }

    /// Where the choices of a state lead that have been taken so far; -1 to the end of the run.
    func targets(of index: Int) -> ArraySlice<Int32> {
        let first = Int(nodes[index].firstTarget)
        return targets[first..<first + Int(nodes[index].targetCount)]
    }

    private mutating func append(
        _ parent: Int, _ decision: Decision, _ depth: Int, _ owed: UInt64, _ place: Place, next: Int32 = -1
    ) -> Int {
        nodes.append(
            Node(
                parent: Int32(parent), choice: UInt16(decision.choice), afterTurns: Int16(decision.afterTurns ?? -1),
                depth: UInt32(depth), owed: UInt16(truncatingIfNeeded: owed), key: place.key, next: next,
                budget: place.budget))
        return nodes.count - 1
    }

    /// Adds a place between the turns that a decision leads to.
    mutating func appendBetweenTurns(_ parent: Int, _ decision: Decision, _ depth: Int) -> Int {
        append(parent, decision, depth, 0, Place(key: .none, budget: .zero))
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
