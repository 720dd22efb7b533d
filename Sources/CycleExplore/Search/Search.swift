/// Every order of what can happen, breadth first. This file is the whole walk:
///
/// 1. `begin` starts the application in a world of its own. Where it comes to rest is the first state.
/// 2. `run` takes the states of one depth from the frontier, in pieces, until none is left or a bound is reached.
/// 3. `Expansion` expands a piece on one thread: for each state it does the timeline that leads there again, and lets each of the possible
///    happenings happen, one a run. The run takes all turns that follow, and checks the laws after each.
/// 4. `take` puts what has come of it into the table, in the order of the states, and not of the threads. A new state goes to the frontier of
///    the next depth; a known one ends there.
/// 5. A broken law is thrown as a `Finding`. The first is a shortest one, since shorter timelines came before.
///
/// The table is in `States`, one run and what it is compared with in `Runs`. All speed comes from `Faster`, by a line each
/// here: threads and processes, orders that are left out, runs that walk ahead. None of it changes what is found.
struct Search<Frame> {
    let scenario: Scenario<Frame>
    var bounds: Bounds
    var table: StateTable
    var frontier = Frontier()
    var report = Exploration()
    var tally = Tally()
    /// The due happenings of states in which a promise is owed.
    var edges: [Edge] = []
    var agreements = KnownAgreements()
    private var joins = JoinQueue<Frame>()
    private var batches: Batches
    /// Looks at states of systems whose turns are known.
    private var stage: SystemStage<Frame>?
    var progress = SearchProgress()

    /// - Parameters:
    ///   - scenario: The application, its world and its laws.
    ///   - bounds: The limits.
    ///   - isCareful: Whether every join is compared and no run walks ahead: what is found is short.
    ///   - processes: The other processes that take part in it.
    init(
        _ scenario: Scenario<Frame>, _ bounds: Bounds, isCareful: Bool = false,
        processes: WorkerProcesses? = nil
    ) {
        self.scenario = scenario
        self.bounds = bounds.clamped
        table = StateTable(in: bounds.spill)
        batches = Batches(isCareful: isCareful, processes)
        report.bounds = self.bounds
    }

    /// Whether something is known by turns that runs have taken in other states.
    var usesTurns: Bool { batches.usesTurns }
    /// Whether a run has seen something else than was known without one.
    var isMisled: Bool { batches.isMisled }
    var knownCount: Int { batches.knownCount }

    mutating func run() throws(Finding) -> Exploration {
        if !isResumed() { try begin() }
        var saver = CheckpointPace(bounds.checkpoint)
        while !frontier.isEmpty, !mustStop() {
            if frontier.isDepthOver { try beginDepth() }
            try expand(frontier.popBatch())
            saver.save(save)
        }
        try findCircles()
        return finish()
    }

    /// The start, and what may come between its turns.
    private mutating func begin() throws(Finding) {
        if !batches.isCareful { try RepeatedRuns(scenario, bounds).run() }
        bounds.notesTouches = batches.mayLeaveOutOrders(bounds, scenario.laws)
        bounds.learnsTurns = batches.mayUseTurns(bounds)
        var runner = Runner(scenario, bounds)
        defer { tally.add(runner.tally) }
        let run = runner.makeRun()
        if bounds.notesTouches {
            bounds.notesTouches = batches.leaveOutOrders(comparingAll: bounds.comparedJoins == 1, in: run.world)
        }
        if bounds.learnsTurns { learnTurns(in: run.world) }
        let arrival = try runner.settle(run) { [] }
        try take(arrival, from: { -1 }, by: Decision(choice: 0)) { [] }
    }

    /// Turns of programs are learned from now on, if they may be.
    private mutating func learnTurns(in world: World) {
        bounds.learnsTurns = SystemStage.canKnow(scenario, in: world, bounds)
        if !bounds.learnsTurns { return }
        let stage = SystemStage(scenario, bounds)
        self.stage = stage
        batches.useTurns(bounds) { system, budget in
            stage.look(at: system, budget)
            return stage.outcome
        }
    }

    private mutating func beginDepth() throws(Finding) {
        frontier.beginDepth()
        batches.beginDepth()
        table.beginDepth()
        if frontier.depth >= bounds.steps ?? .max {
            if frontier.states.contains(where: { table.nodes[$0].fanout > 0 }) {
                tally.cut("the bound of \(frontier.depth) steps")
            }
            frontier.dropStates()
        }
        if Circles.areLookedFor(at: frontier.depth) { try findCircles() }
    }

    private func findCircles() throws(Finding) {
        try Circles(edges: edges, table: table).find(scenario.laws.leadsTo.map(\.index))
    }

    private mutating func mustStop() -> Bool {
        if Task.isCancelled { tally.cut(Self.cancelling) }
        if table.stateCount >= bounds.states { tally.cut("the bound of \(bounds.states) states") }
        if !bounds.isQuiet { progress.show(report, states: table.stateCount) { [self] in mostValues } }
        return Task.isCancelled || table.stateCount >= bounds.states
    }

    // MARK: One batch

    private mutating func expand(_ pieces: [Piece]) throws(Finding) {
        if pieces.isEmpty { return }
        let (scenario, bounds) = (scenario, bounds)
        let results = batches.results(of: pieces, at: frontier.depth, table, seen: tally.seen, bounds) {
            piece, batch, number in
            var expansion = Expansion(scenario, bounds, batch, number: number)
            return expansion.run(piece)
        }
        do throws(Finding) {
            for (piece, result) in zip(pieces, results) { try take(result, of: piece) }
        } catch {
            // Joins come before the failure behind them.
            try joins.compareAll(scenario, bounds, &tally)
            throw error
        }
        try joins.compareAll(scenario, bounds, &tally)
        if batches.isMisled { throw Finding(.hiddenState(.unexplained), []) }
        batches.finish(results, table)
        if let stage { tally.add(stage.tally) }
    }

    private mutating func take(_ result: PieceResult, of piece: Piece) throws(Finding) {
        tally.add(result.tally)
        var arrivals = result.arrivals[...]
        switch piece {
        case .states(let states): for state in states { try take(&arrivals, of: state) }
        case .turns(let places): for place in places { try take(&arrivals, of: place) }
        }
        if let finding = result.finding {
            report.edgeCount += 1
            report.depth = max(report.depth, frontier.depth + 1)
            throw finding
        }
    }

    /// The results of all that may happen in a state.
    private mutating func take(_ arrivals: inout ArraySlice<Arrival>, of index: Int) throws(Finding) {
        let fanout = Int(table.nodes[index].fanout)
        var targets: [Int?] = []
        for choice in 0..<fanout where !mustStop() {
            guard let arrival = arrivals.popFirst() else { return }
            if !arrival.isDeduced { report.edgeCount += 1 }
            let decision = Decision(choice: choice)
            let to = try take(arrival, from: { index }, by: decision) { [table] in table.path(to: index) + [decision] }
            targets.append(to)
            batches.note(arrival, of: choice, in: index, to: to, table)
            if let thing = arrival.more?.thing, table.nodes[index].owed != 0 {
                edges.append(Edge(from: index, to: to ?? Edge.end, choice: choice, thing: thing))
            }
        }
        table.noteTargets(targets, of: index)
    }

    /// The results of all that may come between the turns of a decision.
    private mutating func take(_ arrivals: inout ArraySlice<Arrival>, of turns: BetweenTurns) throws(Finding) {
        var parent: Int?
        for interruption in turns.interruptions where !mustStop() {
            guard let arrival = arrivals.popFirst() else { return }
            report.edgeCount += 1
            let decision = Decision(choice: Int(interruption.choice), afterTurns: Int(interruption.afterTurns))
            let node = { [table] in
                parent = parent ?? table.appendBetweenTurns(turns.parent, turns.first)
                return parent ?? 0
            }
            try take(arrival, from: node, by: decision) { [table] in turns.path(in: table) + [decision] }
        }
    }

    /// Puts the result of a decision in its place among the states.
    ///
    /// - Returns: The state, unless the run is over.
    @discardableResult
    private mutating func take(
        _ arrival: Arrival, from parent: () -> Int, by decision: Decision, _ path: () -> [Decision]
    ) throws(Finding) -> Int? {
        let depth = frontier.depth + 1
        report.depth = max(report.depth, depth)
        if !arrival.interruptions.isEmpty, depth < bounds.steps ?? .max {
            let parent = parent()
            frontier.append(BetweenTurns(decision, of: parent, arrival.interruptions))
            batches.noteTurns(of: parent)
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
            frontier.append(index)
            batches.note(arrival, at: index)
            if let finding = arrival.more?.resumption { throw Finding(finding.kind, path()) }
            return index
        case .known(let index):
            if joins.mustCompare(bounds) { joins.append(path(), table.path(to: index)) }
            return index
        }
    }
}

/// Expands a piece on one thread, apart from all others: what comes of it depends on the batch and the piece alone.
struct Expansion<Frame> {
    private let batch: Batch
    private var runner: Runner<Frame>
    private var ahead: WalkAhead<Frame>
    private var arrivals: [Arrival] = []

    /// - Parameters:
    ///   - scenario: The application, its world and its laws.
    ///   - bounds: The limits.
    ///   - batch: The search as it is.
    ///   - number: Of the piece in its batch.
    init(_ scenario: Scenario<Frame>, _ bounds: Bounds, _ batch: Batch, number: Int) {
        self.batch = batch
        runner = Runner(scenario, bounds, seen: batch.seen)
        ahead = WalkAhead(batch, number: number)
    }

    mutating func run(_ piece: Piece) -> PieceResult {
        var finding: Finding?
        do throws(Finding) {
            switch piece {
            case .states(let states): for state in states { try expand(state, upTo: states.last ?? state) }
            case .turns(let places): for place in places { try expand(place) }
            }
        } catch {
            finding = error
        }
        return PieceResult(
            arrivals: arrivals, finding: finding, aheads: ahead.results, turns: runner.turns, tally: runner.tally)
    }

    /// Lets each of the possible happenings of a state happen.
    private mutating func expand(_ state: Int, upTo last: Int) throws(Finding) {
        let path = batch.table.path(to: state)
        ahead.isExpanding(state, upTo: last)
        for choice in batch.choices(of: state) {
            let seen = ahead.arrival(of: choice)
            let arrival = if let seen { seen } else { try arrival(of: choice, in: state, path) }
            ahead.note(arrival, of: choice)
            arrivals.append(arrival)
        }
    }

    /// Does the timeline of a state again, in a new world, and lets one more thing happen.
    private mutating func arrival(of choice: Int, in state: Int, _ path: [Decision]) throws(Finding) -> Arrival {
        let decision = Decision(choice: choice)
        let run = runner.redo(path)
        if run.lostTheWay || run.key(run.choices()) != batch.table.nodes[state].key {
            throw Comparison(runner).divergence(on: path, to: state, batch.table)
        }
        let arrival = try runner.step(run, decision) { path + [decision] }
        try ahead.compareFailure(of: decision, path, runner)
        try ahead.walk(run, from: arrival, &runner)
        return arrival
    }

    /// Lets everything happen between the turns of a decision that makes a difference there.
    private mutating func expand(_ turns: BetweenTurns) throws(Finding) {
        let path = turns.path(in: batch.table)
        for interruption in turns.interruptions {
            let count = Int(interruption.afterTurns)
            let decision = Decision(choice: Int(interruption.choice), afterTurns: count)
            let (run, lesson) = try runner.rerun(path, turnsAtEnd: count, before: decision)
            let arrival = try runner.step(run, decision, lesson: lesson) { path + [decision] }
            try ahead.walk(run, from: arrival, &runner)
            arrivals.append(arrival)
        }
    }
}
