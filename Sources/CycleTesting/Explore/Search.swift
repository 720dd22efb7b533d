/// Every order of what can happen, breadth first: each timeline is done from the start, in a world of its own.
struct Search<Frame> {
    let scenario: Scenario<Frame>
    let bounds: Bounds
    var table = StateTable()
    var report = Exploration()
    /// The states at the next depth, and the places between turns, which come after them: what needs no pre-emption is found
    /// without one.
    private var nextStates: [(index: Int, place: StateTable.Place, fanout: Int)] = []
    private var nextPlaces: [(index: Int, interruptions: [(afterTurns: Int, place: Int)])] = []
    /// What runs have seen of states that are yet to be expanded.
    var ahead: [StateTable.Place: Ahead] = [:]
    /// The state that is being expanded: those after it are yet to come.
    var expanding = 0
    var edges: [Edge] = []
    let recordsEdges: Bool
    var seen: UInt64 = 0
    var taken: Set<Possibility.Letter> = []
    var agreements: [[String: Int]: (result: Fingerprint.Key, text: String, path: [Decision])] = [:]
    private var joinCount = 0
    private var progress = Progress()

    /// Something due that happened at rest, for the search of circles.
    struct Edge {
        let from: Int32
        let to: Int32
        /// The place of what happened among all that was possible.
        let choice: Int
        let thing: Int
    }

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds) {
        self.scenario = scenario
        self.bounds = bounds
        report.bounds = bounds
        recordsEdges = !scenario.laws.leadsTo.isEmpty
    }

    // MARK: The whole

    mutating func run() throws(Finding) -> Exploration {
        try compareFirstRuns()
        try begin()
        while !nextStates.isEmpty || !nextPlaces.isEmpty, !mustStop() {
            let (states, places) = (nextStates, nextPlaces)
            (nextStates, nextPlaces) = ([], [])
            for state in states where !mustStop() { try expand(state.index, state.place, state.fanout) }
            for (index, interruptions) in places where !mustStop() { try expandBetweenTurns(index, interruptions) }
        }
        try findCircles()
        return finish()
    }

    private mutating func mustStop() -> Bool {
        if Task.isCancelled { cut(Self.cancelling) }
        if table.stateCount >= bounds.states { cut("the bound of \(bounds.states) states") }
        progress.show(report, states: table.stateCount)
        return Task.isCancelled || table.stateCount >= bounds.states
    }

    /// What has cut an exploration off whose task was cancelled.
    static var cancelling: String { "cancelling" }

    mutating func cut(_ what: String) {
        if !report.cuts.contains(what) { report.cuts.append(what) }
    }

    /// What has been seen so far.
    mutating func finish() -> Exploration {
        progress.end()
        report.stateCount = table.stateCount
        for law in scenario.laws.atRest where !hasSeen(law.index) {
            report.neverTaken.append("at rest, for the law \"\(scenario.laws.name(law.index))\"")
        }
        for law in scenario.laws.atEnd where !hasSeen(law.index) {
            report.neverTaken.append("an end, for the law \"\(scenario.laws.name(law.index))\"")
        }
        let run = Run(scenario, bounds)
        for letter in run.world.parts.flatMap(\.alphabet) where !taken.contains(letter.letter) {
            report.neverTaken.append("\(letter.lane): \(letter.label)")
        }
        return report
    }

    private func hasSeen(_ law: Int) -> Bool { seen & (1 << UInt64(law)) != 0 }

    /// The law of the kind `sometimes` that no frame has satisfied.
    var neverReached: Int? { scenario.laws.sometimes.first { !hasSeen($0.index) }?.index }

    // MARK: Runs

    mutating func makeRun() -> Run<Frame> {
        report.runCount += 1
        return Run(scenario, bounds)
    }

    /// Does a timeline again.
    mutating func rerun(_ path: [Decision], turnsAtEnd limit: Int? = nil) throws(Finding) -> Run<Frame> {
        let run = makeRun()
        report.turnCount += run.follow(path, turnsAtEnd: limit)
        if run.lostTheWay { throw Finding(.hiddenState(.unrepeatable), path) }
        return run
    }

    // MARK: One state

    /// The start, and what may come between its turns.
    private mutating func begin() throws(Finding) {
        let run = makeRun()
        let arrival = try settle(run, thing: nil) { [] }
        try take(arrival, from: -1, by: Decision(choice: 0), depth: 0) { [] }
    }

    private mutating func expand(_ index: Int, _ state: StateTable.Place, _ fanout: Int) throws(Finding) {
        let depth = Int(table.nodes[index].depth)
        guard depth < bounds.steps ?? .max else {
            if fanout > 0 { cut("the bound of \(depth) steps") }
            return
        }
        expanding = index
        table.beginTargets(of: index)
        let path = table.path(to: index)
        for choice in 0..<fanout where !mustStop() {
            let decision = Decision(choice: choice)
            report.edgeCount += 1
            let arrival = try arrival(at: state, decision, depth, path)
            ahead[state, default: Ahead(fanout: fanout)].note(arrival, of: choice)
            let to = try take(arrival, from: index, by: decision, depth: depth + 1) { path + [decision] }
            table.appendTarget(to, of: index)
            if recordsEdges, let thing = arrival.thing, let to {
                edges.append(Edge(from: Int32(index), to: Int32(to), choice: choice, thing: thing))
            }
        }
        ahead[state] = nil
    }

    /// What comes of a decision: as a run has seen that passed there, or as a new one sees.
    private mutating func arrival(
        at state: StateTable.Place, _ decision: Decision, _ depth: Int, _ path: [Decision]
    ) throws(Finding) -> Arrival {
        let seen = ahead[state]?[decision.choice]
        if let seen, seen.finding == nil { return seen }
        let run = try rerun(path)
        let arrival = try step(run, decision) { path + [decision] }
        // Another way to this state led to something that is wrong, and this one does not.
        if let other = seen?.finding { throw explain(other.path, path + [decision]) }
        try walk(run, from: arrival, depth: depth + 1)
        return arrival
    }

    /// Lets everything happen between the turns of a decision that makes a difference there.
    private mutating func expandBetweenTurns(
        _ index: Int, _ interruptions: [(afterTurns: Int, place: Int)]
    ) throws(Finding) {
        let (path, depth) = (table.path(to: index), Int(table.nodes[index].depth) + 1)
        for (count, place) in interruptions where !mustStop() {
            let decision = Decision(choice: place, afterTurns: count)
            report.edgeCount += 1
            let run = try rerun(path, turnsAtEnd: count)
            let arrival = try step(run, decision) { path + [decision] }
            try take(arrival, from: index, by: decision, depth: depth) { path + [decision] }
            try walk(run, from: arrival, depth: depth)
        }
    }

    /// Puts what came of a decision in its place among the states.
    ///
    /// - Returns: The state, unless the run is over.
    @discardableResult
    private mutating func take(
        _ arrival: Arrival, from parent: Int, by decision: Decision, depth: Int, _ path: () -> [Decision]
    ) throws(Finding) -> Int? {
        report.depth = max(report.depth, depth)
        if !arrival.interruptions.isEmpty, depth < bounds.steps ?? .max {
            nextPlaces.append((table.appendBetweenTurns(parent, decision, depth), arrival.interruptions))
        }
        try compareAgreements(arrival, path)
        if arrival.hasEnded {
            if arrival.isResting { try compareResumed(path()) }
            return nil
        }
        switch table.arrive(arrival.place, owed: arrival.owed, from: parent, by: decision, depth: depth) {
        case .new(let index):
            nextStates.append((index, arrival.place, arrival.fanout))
            if arrival.isResting { try compareResumed(path()) }
            return index
        case .known(let index):
            joinCount += 1
            if mustCompareJoin { try compare(path(), with: table.path(to: index)) }
            return index
        }
    }

    /// The first joins are compared by all that can happen, some after them by one thing; where runs walk on, they compare every
    /// state that they pass.
    private var mustCompareJoin: Bool {
        guard bounds.comparedJoins > 0 else { return false }
        if bounds.comparedJoins == 1 || joinCount <= 16 { return true }
        return joinCount % bounds.comparedJoins == 0 && joinCount <= 64 * bounds.comparedJoins
    }
}
