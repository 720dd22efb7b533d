/// Every order of what can happen, breadth first: each timeline is done from the start, in a world of its own.
struct Search<Frame> {
    let scenario: Scenario<Frame>
    let bounds: Bounds
    var table = StateTable()
    var report = Exploration()
    /// The states at the next depth, and the places between turns, which come after them: what needs no pre-emption is found
    /// without one.
    private var nextStates: [Int32] = []
    private var nextPlaces: [(index: Int, interruptions: [(afterTurns: Int, place: Int)])] = []
    /// Runs that stand in a state that is soon to be expanded.
    private var standing: [Int: [Run<Frame>]] = [:]
    private var standingCount = 0
    private static var standingLimit: Int { 4_096 }
    /// The state that is being expanded: those after it are yet to come.
    private var expanding = 0
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
        recordsEdges = !scenario.laws.leadsTo.isEmpty
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
            for (index, interruptions) in places where !mustStop() { try expandBetweenTurns(index, interruptions) }
            for index in states { drop(at: Int(index)) }
        }
        standing = [:]
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

    private mutating func cut(_ what: String) {
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

    private mutating func makeRun() -> Run<Frame> {
        report.runCount += 1
        return Run(scenario, bounds)
    }

    /// Does a timeline again.
    private mutating func rerun(_ path: [Decision]) throws(Finding) -> Run<Frame> {
        let run = makeRun()
        report.turnCount += run.follow(path)
        if run.lostTheWay { throw Finding(.hiddenState(.unrepeatable), path) }
        return run
    }

    /// A run that stands in a state: one that came there, whatever its way, or else a new one.
    private mutating func stand(at index: Int, _ path: [Decision]) throws(Finding) -> Run<Frame> {
        guard let run = standing[index]?.popLast() else { return try rerun(path) }
        standingCount -= 1
        return run
    }

    /// Keeps a run for the expansion of the state where it stands: as many as there are things to happen.
    private mutating func keep(_ run: Run<Frame>, at index: Int, for count: Int) {
        guard standingCount < Self.standingLimit, standing[index]?.count ?? 0 < count else { return }
        standing[index, default: []].append(run)
        standingCount += 1
    }

    private mutating func drop(at index: Int) {
        standingCount -= standing.removeValue(forKey: index)?.count ?? 0
    }

    // MARK: One state

    private mutating func expand(_ index: Int) throws(Finding) {
        let depth = Int(table.nodes[index].depth)
        let path = table.path(to: index)
        expanding = index
        var place = 0
        var count = 1
        while place < count, !mustStop() {
            let run = try stand(at: index, path)
            let choices = run.choices()
            count = choices.count
            guard depth < bounds.steps ?? .max else {
                if count > 0 { cut("the bound of \(depth) steps") }
                return
            }
            guard place < count else { return }
            let possibility = choices[place].possibility
            taken.insert(possibility.letter)
            let edge = recordsEdges && possibility.kind == .due ? possibility.letter.hashValue : nil
            try take(run, choices, Decision(choice: place), from: index, depth: depth + 1, thing: edge)
            place += 1
        }
    }

    /// Lets something happen and takes all turns that follow.
    private mutating func take(
        _ run: Run<Frame>, _ choices: [Run<Frame>.Choice], _ decision: Decision, from parent: Int, depth: Int,
        thing: Int? = nil
    ) throws(Finding) {
        run.happen(choices[decision.choice], preempting: decision.afterTurns != nil)
        report.edgeCount += 1
        let path = { [table] in table.path(to: parent) + [decision] }
        let watchesTurns = run.canPreempt && depth < bounds.steps ?? .max
        var turns = Interruptions<Frame>()
        if watchesTurns { turns.note(run) }
        var count = 0
        while count < bounds.turns, run.turn() {
            count += 1
            if watchesTurns { turns.note(run) }
        }
        if count >= bounds.turns { throw Finding(.restless(turns: count), path()) }
        report.turnCount += count
        let interruptions = turns.all
        if !interruptions.isEmpty {
            nextPlaces.append((table.appendBetweenTurns(parent, decision, depth), interruptions))
        }
        let to = try arrive(run, run.choices(), from: parent, by: decision, depth: depth, path)
        if let thing, let to {
            edges.append(Edge(from: Int32(parent), to: Int32(to), choice: decision.choice, thing: thing))
        }
    }

    /// Lets everything happen between the turns of a decision that makes a difference there.
    private mutating func expandBetweenTurns(
        _ index: Int, _ interruptions: [(afterTurns: Int, place: Int)]
    ) throws(Finding) {
        let (path, node) = (table.path(to: index), table.nodes[index])
        for (count, place) in interruptions where !mustStop() {
            let run = try standBetweenTurns(node, path)
            run.settle(atMost: count)
            try take(
                run, run.choices(), Decision(choice: place, afterTurns: count), from: index, depth: Int(node.depth) + 1)
        }
    }

    /// A run in which the last decision of a path has happened, and no turn has been taken since.
    private mutating func standBetweenTurns(
        _ node: StateTable.Node, _ path: [Decision]
    ) throws(Finding) -> Run<Frame> {
        guard let decision = path.last else { return makeRun() }
        let run: Run<Frame>
        if decision.afterTurns == nil {
            run = try stand(at: Int(node.parent), path.dropLast())
            let choices = run.choices()
            run.happen(choices[decision.choice], preempting: false)
        } else {
            run = makeRun()
            run.follow(path, turnsAtEnd: 0)
        }
        return run
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
            run.key(choices), run.world.budget, owed: run.monitor.owed, from: parent, by: decision, depth: depth)
        {
        case .new(let index):
            nextStates.append(Int32(index))
            if isResting, scenario.laws.resuming != nil {
                try compareResumed(run, path())
            } else {
                keep(run, at: index, for: choices.count)
            }
            return index
        case .known(let index):
            joinCount += 1
            if bounds.comparedJoins > 0, joinCount % bounds.comparedJoins == 0 || joinCount <= 16 {
                try compare(path(), with: table.path(to: index))
            }
            // It serves as well as one that came by the first way.
            if index > expanding, run.world.budget.packed == table.nodes[index].budget {
                keep(run, at: index, for: choices.count)
            }
            return index
        }
    }
}
