/// Every order of what can happen, breadth first: each timeline is done from the start, in a world of its own.
///
/// The states of one depth are cut into pieces, which threads expand apart from each other; their results are put into the table in the
/// order of the states. So all that is found depends on the scenario and its bounds alone, and not on how many threads there are.
struct Search<Frame> {
    private let scenario: Scenario<Frame>
    private var bounds: Bounds
    /// Whether every join is compared and no run walks on: what is found is short.
    private let isCareful: Bool
    private let processes: WorkerProcesses?
    private(set) var table: StateTable
    private var aheads = AheadTable(limit: 8_000)
    private var report = Exploration()
    private var tally = Tally()
    private var depth = -1
    /// The rest of this depth, and the depth behind it.
    private var level = Level()
    private var next = Level()
    /// Those that begin where a promise is owed.
    private var edges: [Edge] = []
    private var agreements = KnownAgreements()
    private var joins = JoinQueue<Frame>()
    /// What is known of other orders; `nil` where all are tried.
    private var commuting: Commuting?
    private var progress = SearchProgress()

    /// - Parameter processes: Those that take part in it beside this one.
    init(
        _ scenario: Scenario<Frame>, _ bounds: Bounds, isCareful: Bool = false, processes: WorkerProcesses? = nil
    ) {
        self.scenario = scenario
        self.isCareful = isCareful
        self.processes = processes
        self.bounds = bounds.clamped
        table = StateTable(in: bounds.spill)
        report.bounds = self.bounds
        processes?.beginSearch()
    }

    // MARK: The whole

    mutating func run() throws(Finding) -> Exploration {
        if !isResumed() {
            if !isCareful { try RepeatedRuns(scenario, bounds).run() }
            try begin()
        }
        var saver = CheckpointPace(bounds.checkpoint)
        while !(level.isEmpty && next.isEmpty), !mustStop() {
            if level.isEmpty {
                beginDepth()
                if Circles.areLookedFor(at: depth) { try findCircles() }
            }
            let pieces = level.popBatch()
            if !pieces.isEmpty { try expand(pieces) }
            saver.save(save)
        }
        try findCircles()
        return finish()
    }

    private func findCircles() throws(Finding) {
        try Circles(edges: edges, table: table).find(scenario.laws.leadsTo.map(\.index))
    }

    private mutating func beginDepth() {
        (level, next) = (next, Level())
        depth += 1
        table.beginDepth()
        guard depth >= bounds.steps ?? .max else { return }
        if level.states.all.contains(where: { table.nodes[$0].fanout > 0 }) { tally.cut("the bound of \(depth) steps") }
        level.dropStates()
    }

    private mutating func mustStop() -> Bool {
        if Task.isCancelled { tally.cut(Self.cancelling) }
        if table.stateCount >= bounds.states { tally.cut("the bound of \(bounds.states) states") }
        if !bounds.isQuiet { progress.show(report, states: table.stateCount) { [self] in mostValues } }
        return Task.isCancelled || table.stateCount >= bounds.states
    }

    /// The bound that has cut an exploration off when its task was cancelled.
    static var cancelling: String { "cancelling" }

    /// The result so far.
    mutating func finish() -> Exploration {
        progress.end()
        report.stateCount = table.stateCount
        (report.runCount, report.turnCount) = (tally.runCount, tally.turnCount)
        (report.comparedJoinCount, report.cuts) = (tally.comparedJoinCount, tally.cuts)
        for law in scenario.laws.atRest where !hasSeen(law.index) {
            report.neverTaken.append("at rest, for the law \"\(scenario.laws.name(law.index))\"")
        }
        for law in scenario.laws.atEnd where !hasSeen(law.index) {
            report.neverTaken.append("an end, for the law \"\(scenario.laws.name(law.index))\"")
        }
        let run = Run(scenario, bounds)
        for letter in run.world.parts.flatMap(\.alphabet) where !tally.taken.contains(letter.letter) {
            report.neverTaken.append("\(letter.lane): \(letter.label)")
        }
        return report
    }

    /// The places of the frame with the most values.
    var mostValues: [String] { FrameValues(scenario, bounds, table, eventCount: report.edgeCount).most }

    private func hasSeen(_ law: Int) -> Bool { tally.seen & (1 << UInt64(law)) != 0 }

    /// The law of the kind `sometimes` that no frame has satisfied.
    var neverReached: Int? { scenario.laws.sometimes.first { !hasSeen($0.index) }?.index }

    // MARK: Checkpoints

    /// Whether an earlier process has saved how far it was.
    private mutating func isResumed() -> Bool {
        guard let reader = bounds.checkpoint?.open() else { return false }
        table.add(from: reader)
        (level, next) = (Level(from: reader), Level(from: reader))
        (depth, report.edgeCount, report.depth) = (reader.number(), reader.number(), reader.number())
        tally = Tally(from: reader)
        edges = reader.all {
            Edge(from: reader.number(), to: reader.number(), choice: reader.number(), thing: reader.number())
        }
        agreements = KnownAgreements(from: reader)
        return true
    }

    private func save(to writer: WordWriter) {
        table.save(to: writer)
        level.save(to: writer)
        next.save(to: writer)
        for number in [depth, report.edgeCount, report.depth] { writer.put(number) }
        tally.save(to: writer)
        writer.put(all: edges) { edge in
            for number in [edge.from, edge.to, edge.choice, edge.thing] { writer.put(number) }
        }
        agreements.save(to: writer)
    }

    /// The start, and what may come between its turns.
    private mutating func begin() throws(Finding) {
        bounds.notesTouches = canLeaveOutOrders
        var runner = Runner(scenario, bounds)
        defer { tally.add(runner.tally) }
        let run = runner.makeRun()
        bounds.notesTouches = run.world.touches.areSeparate
        commuting = bounds.notesTouches ? Commuting() : nil
        let arrival = try runner.settle(run) { [] }
        try take(arrival, from: { -1 }, by: Decision(choice: 0), depth: 0) { [] }
    }

    /// A law of orders compares what must not be left out; and a checkpoint does not keep what is known of other orders.
    private var canLeaveOutOrders: Bool {
        bounds.leavesOutOrders && !isCareful && bounds.checkpoint == nil
            && !scenario.laws.all.contains(where: \.kind.needsAllOrders)
    }

    // MARK: One depth

    private mutating func expand(_ pieces: [Piece]) throws(Finding) {
        var end = table.expandedCount
        if case .states(let states) = pieces.last, let last = states.last { end = last + 1 }
        var batch = Batch(
            table: table, aheads: aheads, depth: depth, end: end, seen: tally.seen, isCareful: isCareful)
        processes?.begin(batch, bounds)
        let results: [Expansion<Frame>.Result]
        // In place: what is known of other orders is not copied for each batch.
        if let plan = commuting?.plan(pieces.flatMap(\.expanded), table), let commuting {
            batch.taken = plan.taken
            results = completed(self.results(of: pieces, batch), of: pieces, plan, commuting, batch)
        } else {
            results = self.results(of: pieces, batch)
        }
        do throws(Finding) {
            for (piece, result) in zip(pieces, results) { try take(result, of: piece, depth + 1) }
        } catch {
            // Joins come before the failure behind them.
            try compareJoins()
            throw error
        }
        try compareJoins()
        for result in results { aheads.add(result.aheads, expandedBefore: end, of: table) }
        processes?.finish(results.map(\.aheads))
    }

    func results(of pieces: [Piece], _ batch: Batch) -> [Expansion<Frame>.Result] {
        let (scenario, bounds, processes) = (scenario, bounds, processes)
        return Workers.shared.map(
            Array(pieces.enumerated()), jobs: processes.map { (bounds.jobs ?? 1) + $0.count } ?? bounds.jobs,
            until: { $0.finding != nil },
            { number, piece -> Expansion<Frame>.Result in
                if let result: Expansion<Frame>.Result = processes?.result(of: piece, number, in: batch) {
                    return result
                }
                var expansion = Expansion(scenario, bounds, batch, number: number)
                return expansion.run(piece)
            })
    }

    private mutating func compareJoins() throws(Finding) {
        try joins.compareAll(scenario, bounds, &tally)
    }

    // MARK: The results of a piece

    private mutating func take(
        _ result: Expansion<Frame>.Result, of piece: Piece, _ depth: Int
    ) throws(Finding) {
        tally.add(result.tally)
        var arrivals = result.arrivals[...]
        switch piece {
        case .states(let states): for state in states { try take(&arrivals, of: state, depth) }
        case .turns(let places): for place in places { try take(&arrivals, of: place, depth) }
        }
        if let finding = result.finding {
            report.edgeCount += 1
            report.depth = max(report.depth, depth)
            throw finding
        }
    }

    private mutating func take(
        _ arrivals: inout ArraySlice<Arrival>, of index: Int, _ depth: Int
    ) throws(Finding) {
        var targets: [Int?] = []
        for choice in 0..<Int(table.nodes[index].fanout) where !mustStop() {
            guard let arrival = arrivals.popFirst() else { return }
            if !arrival.isDeduced { report.edgeCount += 1 }
            let decision = Decision(choice: choice)
            let to = try take(arrival, from: { index }, by: decision, depth: depth) { [table] in
                table.path(to: index) + [decision]
            }
            targets.append(to)
            let isWhole = to.map { $0 > index && table.nodes[$0].fanout == arrival.fanout } ?? false
            commuting?.note(
                arrival, of: choice, in: index, fanout: Int(table.nodes[index].fanout), to: isWhole ? to : nil)
            if let thing = arrival.more?.thing, table.nodes[index].owed != 0 {
                edges.append(Edge(from: index, to: to ?? Edge.end, choice: choice, thing: thing))
            }
        }
        table.noteTargets(targets, of: index)
    }

    private mutating func take(
        _ arrivals: inout ArraySlice<Arrival>, of turns: BetweenTurns, _ depth: Int
    ) throws(Finding) {
        var parent: Int?
        for interruption in turns.interruptions where !mustStop() {
            guard let arrival = arrivals.popFirst() else { return }
            report.edgeCount += 1
            let decision = Decision(choice: Int(interruption.choice), afterTurns: Int(interruption.afterTurns))
            let node = { [table] in
                parent = parent ?? table.appendBetweenTurns(turns.parent, turns.first)
                return parent ?? 0
            }
            try take(arrival, from: node, by: decision, depth: depth) { [table] in
                (turns.parent < 0 ? [] : table.path(to: turns.parent) + [turns.first]) + [decision]
            }
        }
    }

    /// Puts the result of a decision in its place among the states.
    ///
    /// - Returns: The state, unless the run is over.
    @discardableResult
    private mutating func take(
        _ arrival: Arrival, from parent: () -> Int, by decision: Decision, depth: Int, _ path: () -> [Decision]
    ) throws(Finding) -> Int? {
        report.depth = max(report.depth, depth)
        if !arrival.interruptions.isEmpty, depth < bounds.steps ?? .max {
            next.append(
                BetweenTurns(
                    parent: parent(), choice: UInt16(decision.choice), afterTurns: decision.afterTurns,
                    interruptions: arrival.interruptions))
        }
        try agreements.compare(arrival.more?.agreements ?? [], path)
        if arrival.hasEnded {
            if let finding = arrival.more?.resumption { throw Finding(finding.kind, path()) }
            return nil
        }
        switch table.arrive(
            arrival.place, fanout: arrival.fanout, owed: arrival.owed, from: parent, by: decision)
        {
        case .new(let index):
            next.append(index)
            if let finding = arrival.more?.resumption { throw Finding(finding.kind, path()) }
            return index
        case .known(let index):
            if joins.mustCompare(bounds) { joins.append(path(), table.path(to: index)) }
            return index
        }
    }
}
