/// The states that were found, each by the decision that first led to it from another one.
///
/// Of each state the table keeps a ``Node``, a slot in the index, and the targets of its choices: some 100 bytes.
struct StateTable {
    /// A state at rest, or the turns of a decision between which something else may come.
    struct Node {
        let key: Fingerprint.Key
        let parent: Int32
        let budget: UInt32
        let depth: UInt32
        /// Where the states stand that its choices lead to; nowhere before its turn.
        fileprivate(set) var firstTarget: UInt32 = .max
        /// How many things may happen.
        let fanout: UInt16
        /// The place of what happened among all that was possible.
        let choice: UInt16
        /// After how many turns it happened; -1 for all.
        let afterTurns: Int16
        let owed: UInt16
    }

    /// A state, and what is left of allowances in it, by its number.
    struct Place: Hashable {
        let key: Fingerprint.Key
        var budget: UInt32

        /// Few states have more than one budget.
        func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    private(set) var nodes = Chunks<Node>()
    private var targets = Chunks<Int32>()
    /// Each budget that was seen, and its number.
    private var budgets: [SIMD16<UInt8>] = []
    private var numbers: [SIMD16<UInt8>: UInt32] = [:]
    /// The one that was asked for last.
    private var latest: UInt32 = 0
    /// The numbers of the states by their keys, those of one key one after the other; -1 where there is none.
    private var slots = [Int32](repeating: -1, count: 64)
    private(set) var stateCount = 0
    /// The results that runs have seen of states that are still to be expanded.
    var aheads: [Fingerprint.Key: Ahead] = [:]
    var aheadCount = 0
    /// The state that is being expanded: those after it are yet to come.
    var expanding = 0

    /// Where an arrival leads.
    enum Arrival {
        case new(Int)
        case known(Int)
    }

    // MARK: Budgets

    mutating func place(_ key: Fingerprint.Key, _ budget: SIMD16<UInt8>) -> Place {
        if Int(latest) < budgets.count, budgets[Int(latest)] == budget { return Place(key: key, budget: latest) }
        if let number = numbers[budget] {
            latest = number
            return Place(key: key, budget: number)
        }
        let number = UInt32(budgets.count)
        budgets.append(budget)
        numbers[budget] = number
        return Place(key: key, budget: number)
    }

    func budget(_ number: UInt32) -> SIMD16<UInt8> { budgets[Int(number)] }

    private func covers(_ one: UInt32, _ other: UInt32) -> Bool {
        one == other || Budget.covers(budgets[Int(one)], budgets[Int(other)])
    }

    // MARK: States

    /// Adds a state, unless one is known in which at least as much may happen.
    mutating func arrive(
        _ place: Place, fanout: UInt16, owed: UInt16, from parent: (inout StateTable) -> Int, by decision: Decision,
        depth: Int
    ) -> Arrival {
        if let known = index(of: place) { return .known(known) }
        let new = append(parent(&self), decision, depth, fanout, owed, place)
        stateCount += 1
        if stateCount * 4 > slots.count * 3 { growSlots() } else { insert(new) }
        return .new(new)
    }

    /// The same state, in which at least as much may happen.
    func index(of place: Place) -> Int? {
        var slot = place.key.low & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if nodes[index].key == place.key, covers(nodes[index].budget, place.budget) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private mutating func insert(_ index: Int) {
        var slot = nodes[index].key.low & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index)
    }

    private mutating func growSlots() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for index in 0..<nodes.count where nodes[index].key != .none { insert(index) }
    }

    func place(of index: Int) -> Place { Place(key: nodes[index].key, budget: nodes[index].budget) }

    /// From now on, all targets are those of this state.
    mutating func beginTargets(of index: Int) {
        nodes[index].firstTarget = UInt32(targets.count)
    }

    /// Adds where the next choice of a state leads; `nil` to the end of the run.
    mutating func appendTarget(_ target: Int?) {
        targets.append(Int32(target ?? -1))
    }

    /// How many choices of a state have been taken so far.
    func targetCount(of index: Int) -> Int {
        let node = nodes[index]
        return node.firstTarget == .max ? 0 : min(Int(node.fanout), targets.count - Int(node.firstTarget))
    }

    /// Where a choice of a state leads that has been taken; `nil` to the end of the run.
    func target(of index: Int, _ choice: Int) -> Int? {
        let target = targets[Int(nodes[index].firstTarget) + choice]
        return target < 0 ? nil : Int(target)
    }

    private mutating func append(
        _ parent: Int, _ decision: Decision, _ depth: Int, _ fanout: UInt16, _ owed: UInt16, _ place: Place
    ) -> Int {
        nodes.append(
            Node(
                key: place.key, parent: Int32(parent), budget: place.budget, depth: UInt32(depth), fanout: fanout,
                choice: UInt16(decision.choice), afterTurns: Int16(decision.afterTurns ?? -1), owed: owed))
        return nodes.count - 1
    }

    /// Adds a place between the turns that a decision leads to.
    mutating func appendBetweenTurns(_ parent: Int, _ decision: Decision, _ depth: Int) -> Int {
        append(parent, decision, depth, 0, 0, Place(key: .none, budget: 0))
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

/// An array that never moves, so that growing it needs no room for two.
struct Chunks<Element> {
    private static var length: Int { 2_048 }
    private var chunks: [ContiguousArray<Element>] = []
    private(set) var count = 0

    subscript(index: Int) -> Element {
        get { chunks[index / Self.length][index % Self.length] }
        _modify { yield &chunks[index / Self.length][index % Self.length] }
    }

    mutating func append(_ element: Element) {
        if count % Self.length == 0 {
            chunks.append([])
            if count > 0 { chunks[chunks.count - 1].reserveCapacity(Self.length) }
        }
        chunks[chunks.count - 1].append(element)
        count += 1
    }
}
