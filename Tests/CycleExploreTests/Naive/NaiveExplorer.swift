@testable import CycleExplore

/// Every path of a program, breadth first, each done from the start: no reduction, no thread, no table.
struct NaiveExplorer {
    /// All that it has found.
    struct Found {
        /// The frames that some turn led to.
        var frames: Set<Tiny> = []
        /// By the number of a law, the length of the shortest path that breaks it; for one of the kind `sometimes`, that satisfies it.
        var lengths: [Int: Int] = [:]
        /// How many decisions all paths have that were done.
        var depth = 0
        /// Whether there are no longer paths.
        var isComplete = false
        /// Whether two paths have led to one state, and went on differently.
        var hasHiddenState = false
        var runCount = 0
    }

    private struct Path {
        let decisions: [Decision]
        let before: NaiveState?
        let happening: Happening?
    }

    private struct Way: Hashable {
        let from: NaiveState
        let happening: Happening
    }

    private struct Node: Hashable {
        let state: NaiveState
        let owed: [Bool]
        let happened: [String]
    }

    private let plan: RandomPlan
    private let scenario: Scenario<Tiny>
    private let bounds: Bounds
    /// Whether paths to one state are one.
    private let joins: Bool
    private var found = Found()
    private var known: Set<Node> = []
    private var ways: [Way: NaiveState?] = [:]
    private var possible: [NaiveState: [Possibility.Letter]] = [:]
    private var agreed: [Int: [[String]: Int]] = [:]

    init(_ plan: RandomPlan, joins: Bool) {
        self.plan = plan
        self.joins = joins
        bounds = plan.bounds
        scenario = plan.scenario([])
    }

    /// - Parameter limit: How many paths are done; no depth is begun that has more.
    static func explore(_ plan: RandomPlan, joins: Bool, upTo limit: Int) -> Found {
        var explorer = NaiveExplorer(plan, joins: joins)
        var level = [Path(decisions: [], before: nil, happening: nil)]
        while !level.isEmpty, explorer.found.runCount + level.count <= limit {
            explorer.found.depth = level[0].decisions.count
            level = level.flatMap { explorer.take($0) }
        }
        explorer.found.isComplete = level.isEmpty
        return explorer.found
    }

    /// Does a path.
    ///
    /// - Returns: The paths that are one decision longer.
    private mutating func take(_ path: Path) -> [Path] {
        found.runCount += 1
        let seen = NaiveRun(scenario, bounds, path.decisions)
        for step in seen.steps[seen.newSteps...] { found.frames.insert(step.frame) }
        for (number, law) in plan.laws.enumerated() where found.lengths[number] == nil {
            if isMet(law, number, seen, path.decisions) { found.lengths[number] = path.decisions.count }
        }
        let state = seen.run.hasEnded ? nil : seen.state
        note(path, state, seen)
        var next = seen.interruptions.map {
            Path(decisions: path.decisions + [$0], before: nil, happening: nil)
        }
        guard let state else { return next }
        let agrees = plan.laws.contains { $0.kind == .agrees }
        let owed = plan.laws.filter { $0.kind == .leadsTo }.map { seen.owes($0) }
        let node = Node(state: state, owed: owed, happened: agrees ? seen.happened : [])
        if joins, !known.insert(node).inserted { return next }
        let choices = seen.run.choices()
        next += choices.indices.map {
            Path(decisions: path.decisions + [Decision(choice: $0)], before: state, happening: choices.happening($0))
        }
        return next
    }

    /// One happening leads from one state to one state.
    private mutating func note(_ path: Path, _ state: NaiveState?, _ seen: NaiveRun) {
        if let before = path.before, let happening = path.happening {
            let way = Way(from: before, happening: happening)
            if let known = ways[way], known != state { found.hasHiddenState = true }
            ways[way] = state
        }
        guard let state else { return }
        let letters = seen.run.choices().map(\.possibility.letter)
        if let known = possible[state], known != letters { found.hasHiddenState = true }
        possible[state] = letters
    }

    private mutating func isMet(_ law: RandomLaw, _ number: Int, _ seen: NaiveRun, _ path: [Decision]) -> Bool {
        switch law.kind {
        case .sometimes: return seen.steps[seen.newSteps...].contains { law.first.holds($0.frame) }
        case .resumes: return seen.isResting && !resumes(path)
        case .agrees:
            guard seen.isResting else { return false }
            let value = seen.run.frame[law.first.register]
            let known = agreed[number]?[seen.happened]
            agreed[number, default: [:]][seen.happened] = value
            return known != nil && known != value
        default: return seen.breaks(law)
        }
    }

    /// Whether the program, started again from its frame, comes to rest with the same.
    private func resumes(_ path: [Decision]) -> Bool {
        let run = NaiveRun(scenario, bounds, path).run
        let before = run.frame
        run.resume()
        for _ in 0..<bounds.turns {
            guard let next = run.choices().firstIndex(where: { $0.possibility.kind == .due && !$0.possibility.isFar })
            else { break }
            run.happen(next)
            run.settle()
        }
        return run.frame == before
    }
}
