import CycleBase

/// The states that were found, each by the decision that first led to it from another one.
///
/// For each state the table keeps a ``Node`` of 32 bytes, a slot of 5 bytes in an index that is never more than three quarters full, and for
/// a while the targets of its choices, 4 bytes each.
///
/// Unchecked: the search changes it between two batches only, when no worker reads it.
final class StateTable: @unchecked Sendable {
    /// A state at rest, or the turns of a decision between which something else may come.
    struct Node {
        let key: Fingerprint.Key
        /// The parent and one more in 40 bits, the choice in 16, the turns before it and one more in 8.
        fileprivate let link: UInt64
        let budget: UInt32
        /// How many things may happen.
        let fanout: UInt16
        let owed: UInt16

        /// The number of the state that it was reached from; -1 for none.
        var parent: Int { Int(link & StateTable.parentMask) - 1 }
        /// The place of what happened among all that was possible.
        var choice: Int { Int(link >> 40 & 0xFFFF) }
        fileprivate var turns: UInt64 { link >> 56 }

        fileprivate init(_ place: Fingerprint.Key, link: UInt64, budget: UInt32, fanout: UInt16, owed: UInt16) {
            key = place
            self.link = link
            self.budget = budget
            self.fanout = fanout
            self.owed = owed
        }

        func save(to writer: WordWriter) {
            key.save(to: writer)
            writer.put(link)
            writer.put(UInt64(budget) | UInt64(fanout) << 32 | UInt64(owed) << 48)
        }

        init(from reader: WordReader) {
            let (key, link, rest) = (Fingerprint.Key(from: reader), reader.word(), reader.word())
            self.init(
                key, link: link, budget: UInt32(truncatingIfNeeded: rest),
                fanout: UInt16(truncatingIfNeeded: rest >> 32), owed: UInt16(truncatingIfNeeded: rest >> 48))
        }
    }

    fileprivate static let parentMask: UInt64 = 1 << 40 - 1
    private static let manyTurns: UInt64 = 255

    let nodes: Chunks<Node>
    /// Counts of turns that do not fit into a node.
    private(set) var manyTurns: [Int: Int] = [:]
    /// Where the states of each depth begin.
    private(set) var depths = [0]
    private(set) var budgets: [SIMD16<UInt8>] = []
    private var numbers: [SIMD16<UInt8>: UInt32] = [:]
    private let slots: Slots
    private(set) var stateCount = 0
    /// The states whose choices have all been taken are those before this one.
    private(set) var expandedCount = 0
    private var targets = Targets()

    /// - Parameter file: Where states are kept; `nil` for the memory of the process.
    init(in file: SpillFile? = nil) {
        nodes = Chunks(in: file)
        slots = Slots(in: file)
    }

    /// Where an arrival leads.
    enum Outcome {
        case new(Int)
        case known(Int)
    }

    // MARK: Read by all threads

    /// The same state, in which at least as much may happen.
    func index(of place: Place) -> Int? {
        slots.first(of: place.key) { index in
            nodes[index].key == place.key && covers(nodes[index].budget, place.budget)
        }
    }

    private func covers(_ number: UInt32, _ budget: SIMD16<UInt8>) -> Bool {
        let known = budgets[Int(number)]
        return known == budget || Budget.covers(known, budget)
    }

    func place(of index: Int) -> Place {
        Place(key: nodes[index].key, budget: budgets[Int(nodes[index].budget)])
    }

    func depth(of index: Int) -> Int {
        max(0, (0..<depths.count).partitioningIndex { depths[$0] > index } - 1)
    }

    /// The decisions from the start to a state.
    func path(to index: Int) -> [Decision] {
        var path: [Decision] = []
        var index = index
        while nodes[index].parent >= 0 {
            path.append(Decision(choice: nodes[index].choice, afterTurns: turns(before: index)))
            index = nodes[index].parent
        }
        return path.reversed()
    }

    private func turns(before index: Int) -> Int? {
        let turns = nodes[index].turns
        if turns == Self.manyTurns { return manyTurns[index] }
        return turns == 0 ? nil : Int(turns) - 1
    }

    /// Where the choices of a state lead, as long as that is remembered; `nil` to the end of a run.
    func targets(of index: Int) -> some Sequence<Int?> { targets[index, count: Int(nodes[index].fanout)] }

    // MARK: Changed by the search

    /// From now on, new states are one step deeper.
    func beginDepth() { depths.append(nodes.count) }

    /// Adds a state, unless one is known in which at least as much may happen.
    func arrive(
        _ place: Place, fanout: UInt16, owed: UInt16, from parent: () -> Int, by decision: Decision
    ) -> Outcome {
        if let known = index(of: place) { return .known(known) }
        let new = append(parent(), decision, fanout, owed, place)
        insert(new, place.key)
        return .new(new)
    }

    /// Adds a place between the turns that a decision leads to.
    func appendBetweenTurns(_ parent: Int, _ decision: Decision) -> Int {
        append(parent, decision, 0, 0, Place(key: .none, budget: .zero))
    }

    /// Notes where all choices of the next state lead.
    func noteTargets(_ places: [Int?], of index: Int) {
        targets.append(places, of: index)
        expandedCount = index + 1
    }

    private func append(
        _ parent: Int, _ decision: Decision, _ fanout: UInt16, _ owed: UInt16, _ place: Place
    ) -> Int {
        let turns = UInt64(decision.afterTurns.map { $0 + 1 } ?? 0)
        if turns >= Self.manyTurns { manyTurns[nodes.count] = decision.afterTurns }
        let link = UInt64(parent + 1) | UInt64(decision.choice) << 40 | min(turns, Self.manyTurns) << 56
        nodes.append(
            Node(place.key, link: link, budget: number(of: place.budget), fanout: fanout, owed: owed))
        return nodes.count - 1
    }

    private func number(of budget: SIMD16<UInt8>) -> UInt32 {
        if let number = numbers[budget] { return number }
        let number = UInt32(budgets.count)
        budgets.append(budget)
        numbers[budget] = number
        return number
    }

    private func insert(_ index: Int, _ key: Fingerprint.Key) {
        stateCount += 1
        guard !slots.hasRoom(for: stateCount) else { return slots.insert(index, key) }
        slots.grow()
        for index in 0..<nodes.count where nodes[index].key != .none { slots.insert(index, nodes[index].key) }
    }

    // MARK: In a checkpoint and in other processes

    /// The part of a table that a copy has.
    struct Mark {
        fileprivate var nodeCount = 0
        fileprivate var budgetCount = 0
        fileprivate var depthCount = 1
        fileprivate var targets = Targets.Mark()
    }

    /// Writes all of it.
    func save(to writer: WordWriter) {
        var start = Mark()
        save(since: &start, to: writer)
    }

    /// Writes all that is behind a mark, and sets the mark to the end.
    func save(since mark: inout Mark, to writer: WordWriter) {
        writer.put(nodes.count - mark.nodeCount)
        for index in mark.nodeCount..<nodes.count { nodes[index].save(to: writer) }
        writer.put(all: manyTurns.filter { $0.key >= mark.nodeCount }) { index, turns in
            writer.put(index)
            writer.put(turns)
        }
        writer.put(all: budgets[mark.budgetCount...]) { writer.put($0) }
        writer.put(all: depths[mark.depthCount...], writer.put)
        writer.put(expandedCount)
        targets.save(since: &mark.targets, to: writer)
        (mark.nodeCount, mark.budgetCount, mark.depthCount) = (nodes.count, budgets.count, depths.count)
    }

    /// Adds to a copy what the original has beyond it; to an empty table, all of a saved one.
    func add(from reader: WordReader) {
        reader.repeated {
            let node = Node(from: reader)
            nodes.append(node)
            if node.key != .none { insert(nodes.count - 1, node.key) }
        }
        for (index, turns) in reader.all({ (reader.number(), reader.number()) }) { manyTurns[index] = turns }
        for budget in reader.all(reader.sixteenBytes) { _ = number(of: budget) }
        depths += reader.all(reader.number)
        expandedCount = reader.number()
        targets.add(from: reader)
    }
}
