/// The turns of a decision between which something else may come.
private struct BetweenTurns {
    let parent: Int32
    let choice: UInt16
    let afterTurns: Int?
    let depth: Int
    let interruptions: [Interruption]
}

/// Every order of what can happen, breadth first: each timeline is done from the start, in a world of its own.
struct Search<Frame> {
    let scenario: Scenario<Frame>
    let bounds: Bounds
    var table = StateTable()
    var report = Exploration()
    /// The states at the next depth, and the places between turns, which come after them: what needs no pre-emption is found
    /// without one.
    private var nextStates: [Int32] = []
    private var nextPlaces: [BetweenTurns] = []
    var edges: [Edge] = []
    let recordsEdges: Bool
    var seen: UInt64 = 0
    var taken: Set<Possibility.Letter> = []
    var agreements: [[String: Int]: (result: Fingerprint.Key, text: String, path: [Decision])] = [:]
    /// How often a run has come to a state that was known, and how many of these were compared by all that can happen there.
    var meetingCount = 0
    private var thoroughCount = 0
    private var progress = Progress()

    /// Whether every join is compared and no run walks on: what is found is short.
    let isCareful: Bool

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds, isCareful: Bool = false) {
        self.scenario = scenario
        self.isCareful = isCareful
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
            for state in states where !mustStop() { try expand(Int(state)) }
            for place in places where !mustStop() { try expand(place) }
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

    /// The bound that has cut an exploration off when its task was cancelled.
    static var cancelling: String { "cancelling" }

    mutating func cut(_ what: String) {
        if !report.cuts.contains(what) { report.cuts.append(what) }
    }

    /// The result so far.
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
        return Run(scenario, bounds, seen: seen)
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
        try take(arrival, from: { _ in -1 }, by: Decision(choice: 0), depth: 0) { [] }
    }

    private mutating func expand(_ index: Int) throws(Finding) {
        let fanout = Int(table.nodes[index].fanout)
        let state = table.place(of: index)
        let depth = Int(table.nodes[index].depth)
        guard depth < bounds.steps ?? .max else {
            if fanout > 0 { cut("the bound of \(depth) steps") }
            return
        }
        table.expanding = index
        table.beginTargets(of: index)
        let path = table.path(to: index)
        for choice in 0..<fanout where !mustStop() {
            let decision = Decision(choice: choice)
            report.edgeCount += 1
            let arrival = try arrival(at: state, decision, depth, path)
            table.ahead(of: state, fanout: fanout)?.note(arrival, of: choice)
            let to = try take(arrival, from: { _ in index }, by: decision, depth: depth + 1) { path + [decision] }
            table.appendTarget(to)
            if recordsEdges, let thing = arrival.more?.thing, let to {
                edges.append(Edge(from: Int32(index), to: Int32(to), choice: choice, thing: thing))
            }
        }
        table.forgetAhead(of: index)
    }

    /// The result of a decision: as an earlier run has seen it, or as a new run sees it.
    private mutating func arrival(
        at state: StateTable.Place, _ decision: Decision, _ depth: Int, _ path: [Decision]
    ) throws(Finding) -> Arrival {
        let seen = table.ahead(of: state)?[decision.choice]
        if let seen, seen.finding == nil { return seen }
        let run = try rerun(path)
        let arrival = try step(run, decision) { path + [decision] }
        // Another way to this state led to something that is wrong, and this one does not.
        if let other = seen?.finding { throw explain(other.path, path + [decision]) }
        try walk(run, from: arrival, depth: depth + 1)
        return arrival
    }

    /// Lets everything happen between the turns of a decision that makes a difference there.
    private mutating func expand(_ turns: BetweenTurns) throws(Finding) {
        let first = Decision(choice: Int(turns.choice), afterTurns: turns.afterTurns)
        let (path, depth) = (turns.parent < 0 ? [] : table.path(to: Int(turns.parent)) + [first], turns.depth + 1)
        var parent: Int?
        for interruption in turns.interruptions where !mustStop() {
            let count = Int(interruption.afterTurns)
            let decision = Decision(choice: Int(interruption.choice), afterTurns: count)
            report.edgeCount += 1
            let run = try rerun(path, turnsAtEnd: count)
            let arrival = try step(run, decision) { path + [decision] }
            var appended = parent
            let node = { (table: inout StateTable) in
                appended = appended ?? table.appendBetweenTurns(Int(turns.parent), first, turns.depth)
                return appended ?? 0
            }
            try take(arrival, from: node, by: decision, depth: depth) { path + [decision] }
            parent = appended
            try walk(run, from: arrival, depth: depth)
        }
    }

    /// Puts what came of a decision in its place among the states.
    ///
    /// - Returns: The state, unless the run is over.
    @discardableResult
    private mutating func take(
        _ arrival: Arrival, from parent: (inout StateTable) -> Int, by decision: Decision, depth: Int,
        _ path: () -> [Decision]
    ) throws(Finding) -> Int? {
        report.depth = max(report.depth, depth)
        if !arrival.interruptions.isEmpty, depth < bounds.steps ?? .max {
            nextPlaces.append(
                BetweenTurns(
                    parent: Int32(parent(&table)), choice: UInt16(decision.choice), afterTurns: decision.afterTurns,
                    depth: depth, interruptions: arrival.interruptions))
        }
        try compareAgreements(arrival.more?.agreements ?? [], path)
        if arrival.hasEnded {
            if arrival.isResting { try compareResumed(path()) }
            return nil
        }
        switch table.arrive(
            arrival.place, fanout: arrival.fanout, owed: arrival.owed, from: parent, by: decision, depth: depth)
        {
        case .new(let index):
            nextStates.append(Int32(index))
            if arrival.isResting { try compareResumed(path()) }
            return index
        case .known(let index):
            if mustCompareJoin {
                thoroughCount += 1
                try compare(path(), with: table.path(to: index))
            }
            return index
        }
    }

    /// The first joins are compared by all that can happen; runs that walk on compare what they meet and pass.
    private var mustCompareJoin: Bool {
        if bounds.comparedJoins == 1 { return true }
        return bounds.comparedJoins > 0 && thoroughCount < Self.thoroughLimit
    }

    private static var thoroughLimit: Int { 16 }
}

/// Something due that happened at rest, for the search of circles.
struct Edge {
    let from: Int32
    let to: Int32
    /// The place of what happened among all that was possible.
    let choice: Int
    let thing: Int
}
