/// Every order of what can happen, breadth first: each timeline is done from the start, in a world of its own.
struct Search<Frame> {
    let scenario: Scenario<Frame>
    let bounds: Bounds
    var table = StateTable()
    var report = Exploration()
    /// The states at the next depth, and the places between turns, which come after them: what needs no pre-emption is found
    /// without one.
    private var nextStates: [Int32] = []
    private var nextPlaces: [Int32] = []
    /// Runs that stand in a state that is soon to be expanded.
    private var standing: [Int: Run<Frame>] = [:]
    private static var standingLimit: Int { 256 }
    var edges: [Edge] = []
    private let recordsEdges: Bool
    var seen: UInt64 = 0
    private var taken: Set<Possibility.Letter> = []
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
        recordsEdges = scenario.laws.contains { if case .leadsTo = $0.kind { true } else { false } }
    }

    // MARK: The whole

    mutating func run() throws(Finding) -> Exploration {
        try compareFirstRuns()
        let first = makeRun()
        first.settle()
        try arrive(first, first.choices(), from: -1, by: Decision(choice: 0), depth: 0)
        while !nextStates.isEmpty || !nextPlaces.isEmpty, !mustStop() {
            let (states, places) = (nextStates, nextPlaces)
            (nextStates, nextPlaces) = ([], [])
            for index in states where !mustStop() { try expand(Int(index)) }
            for index in places where !mustStop() { try expandBetweenTurns(Int(index)) }
        }
        standing = [:]
        try findCircles()
        return finish()
    }

    private mutating func mustStop() -> Bool {
        if Task.isCancelled { cut("cancelling") }
        if table.stateCount >= bounds.states { cut("the bound of \(bounds.states) states") }
        progress.show(report, states: table.stateCount)
        return Task.isCancelled || table.stateCount >= bounds.states
    }

    private mutating func cut(_ what: String) {
        if !report.cuts.contains(what) { report.cuts.append(what) }
    }

    /// What has been seen so far.
    mutating func finish() -> Exploration {
        progress.end()
        report.stateCount = table.stateCount
        for (index, law) in scenario.laws.enumerated() where seen & (1 << UInt64(index)) == 0 {
            switch law.kind {
            case .atRest: report.neverTaken.append("at rest, for the law \"\(law.name)\"")
            case .atEnd: report.neverTaken.append("an end, for the law \"\(law.name)\"")
            default: break
            }
        }
        let run = Run(scenario, bounds)
        for letter in run.world.parts.flatMap(\.alphabet) where !taken.contains(letter.letter) {
            report.neverTaken.append("\(letter.lane): \(letter.label)")
        }
        return report
    }

    /// The law of the kind `sometimes` that no frame has satisfied.
    var neverReached: Int? {
        scenario.laws.indices.first { index in
            if case .sometimes = scenario.laws[index].kind { seen & (1 << UInt64(index)) == 0 } else { false }
        }
    }

    // MARK: One state

    private mutating func makeRun() -> Run<Frame> {
        report.runCount += 1
        return Run(scenario, bounds)
    }

    /// Does a timeline again, up to some turns after its last decision.
    mutating func rerun(_ path: [Decision], turnsAtEnd: Int? = nil) throws(Finding) -> Run<Frame> {
        let run = makeRun()
        report.turnCount += run.follow(path, turnsAtEnd: turnsAtEnd)
        if run.lostTheWay { throw Finding(.hiddenState(.unrepeatable), path) }
        return run
    }

    private mutating func expand(_ index: Int) throws(Finding) {
        let node = table.nodes[index]
        let depth = Int(node.depth)
        let path = table.path(to: index)
        var run = try standRun(at: index, path)
        let choices = run.choices()
        guard depth < bounds.steps ?? .max else {
            if !choices.isEmpty { cut("the bound of \(depth) steps") }
            return
        }
        for place in choices.indices {
            if place > 0 { run = try rerun(path) }
            let possibility = choices[place].possibility
            taken.insert(possibility.letter)
            let from = recordsEdges && possibility.kind == .due ? (index, possibility.letter.hashValue) : nil
            try take(run, Decision(choice: place), from: index, depth: depth + 1, edge: from)
            if mustStop() { return }
        }
    }

    /// A run that stands in a state.
    private mutating func standRun(at index: Int, _ path: [Decision]) throws(Finding) -> Run<Frame> {
        if let run = standing.removeValue(forKey: index) { return run }
        return try rerun(path)
    }

    /// Lets something happen and takes all turns that follow.
    private mutating func take(
        _ run: Run<Frame>, _ decision: Decision, from parent: Int, depth: Int, edge: (from: Int, thing: Int)? = nil
    ) throws(Finding) {
        let choices = run.choices()
        guard decision.choice < choices.count else { return }
        run.happen(choices[decision.choice], preempting: decision.afterTurns != nil)
        report.edgeCount += 1
        var canPreempt = run.canPreempt && !run.interruptions().isEmpty
        var turns = 0
        while turns < bounds.turns, run.turn() {
            turns += 1
            if !canPreempt, run.canPreempt { canPreempt = !run.interruptions().isEmpty }
        }
        if turns >= bounds.turns { throw Finding(.restless(turns: bounds.turns), table.path(to: parent) + [decision]) }
        report.turnCount += turns
        let path = { [table] in table.path(to: parent) + [decision] }
        // Between these turns something else may come.
        if canPreempt, turns > 0, depth < bounds.steps ?? .max {
            nextPlaces.append(Int32(table.appendBetweenTurns(parent, decision, depth)))
        }
        let to = try arrive(run, run.choices(), from: parent, by: decision, depth: depth, path)
        if let edge, let to {
            edges.append(Edge(from: Int32(edge.from), to: Int32(to), choice: decision.choice, thing: edge.thing))
        }
    }

    /// Lets everything happen between the turns of the last decision.
    private mutating func expandBetweenTurns(_ index: Int) throws(Finding) {
        let path = table.path(to: index)
        let depth = Int(table.nodes[index].depth)
        let turnCount = try rerun(path, turnsAtEnd: 0).settle()
        for turns in 0..<turnCount {
            var run = try rerun(path, turnsAtEnd: turns)
            for (number, place) in run.interruptions().enumerated() {
                if number > 0 { run = try rerun(path, turnsAtEnd: turns) }
                try take(run, Decision(choice: place, afterTurns: turns), from: index, depth: depth + 1)
                if mustStop() { return }
            }
        }
    }

    /// - Returns: The state, unless the run is over.
    @discardableResult
    private mutating func arrive(
        _ run: Run<Frame>, _ choices: [Run<Frame>.Choice], from parent: Int, by decision: Decision, depth: Int,
        _ path: () -> [Decision] = { [] }
    ) throws(Finding) -> Int? {
        let isResting = run.rest(choices)
        seen |= run.monitor.seen
        report.depth = max(report.depth, depth)
        if run.world.alarms.hasCut { cut("the horizon of \(bounds.horizon)") }
        if let mistake = run.mistake { throw Finding(.mistake(mistake), path()) }
        if let broken = run.monitor.broken { throw Finding(.broken(law: broken), path()) }
        if run.hasEnded { return nil }
        if isResting { try compareAgreements(run, path) }
        switch table.arrive(
            run.key(), run.world.budget, owed: run.monitor.owed, from: parent, by: decision, depth: depth)
        {
        case .new(let index):
            nextStates.append(Int32(index))
            if isResting, scenario.mustResume {
                try compareResumed(run, path())
            } else if standing.count < Self.standingLimit {
                standing[index] = run
            }
            return index
        case .known(let index):
            joinCount += 1
            if bounds.comparedJoins > 0, joinCount % bounds.comparedJoins == 1 || bounds.comparedJoins == 1 {
                try compare(path(), with: table.path(to: index))
            }
            return index
        }
    }
}
