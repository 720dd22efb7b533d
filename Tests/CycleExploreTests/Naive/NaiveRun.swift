@testable import CycleExplore

/// One path of a program, done from the start, and all that was seen on it.
struct NaiveRun {
    struct Step {
        let frame: Tiny
        let disk: String?
        /// Whether the application has started there: no turn has led to the frame.
        let isStart: Bool
    }

    private(set) var steps: [Step] = []
    /// Where the steps of the last decision begin.
    private(set) var newSteps = 0
    private(set) var isResting = false
    /// The happenings without their order between lanes.
    private(set) var happened: [String] = []
    /// The happenings that may come between the turns of the last decision.
    private(set) var interruptions: [Decision] = []
    private var lanes: [String: String] = [:]
    private var others: [String] = []
    let run: Run<Tiny>

    init(_ scenario: Scenario<Tiny>, _ bounds: Bounds, _ path: [Decision]) {
        run = Run(scenario, bounds)
        note(isStart: true)
        takeTurns(atMost: path.first?.afterTurns, isLast: path.isEmpty)
        for (index, decision) in path.enumerated() {
            newSteps = steps.count
            let possibility = run.choices()[decision.choice].possibility
            note(possibility)
            run.happen(decision.choice, afterTurns: decision.afterTurns)
            if possibility.kind == .powerCut { note(isStart: true) }
            let next = index + 1 < path.count ? path[index + 1].afterTurns : nil
            takeTurns(atMost: next, isLast: index + 1 == path.count)
        }
        isResting = !run.hasEnded && !run.choices().contains { $0.possibility.kind == .due && !$0.possibility.isFar }
        _ = run.rest(run.choices())
        happened = others.sorted() + lanes.map { "\($0): \($1)" }.sorted()
    }

    private mutating func takeTurns(atMost limit: Int?, isLast: Bool) {
        var possible: [[WorldChoice]] = [run.choices()]
        while possible.count - 1 < limit ?? 1_000, run.turn() {
            note(isStart: false)
            possible.append(run.choices())
        }
        guard isLast, run.canPreempt else { return }
        for (turn, choices) in possible.dropLast().enumerated() {
            for (place, choice) in choices.enumerated() where choice.part != nil && !(choice.part is ExploredAlarms) {
                interruptions.append(Decision(choice: place, afterTurns: turn))
            }
        }
    }

    private mutating func note(isStart: Bool) {
        steps.append(Step(frame: run.frame, disk: run.world.files["f"], isStart: isStart))
    }

    private mutating func note(_ possibility: Possibility) {
        if possibility.kind == .offered {
            lanes[possibility.lane, default: ""] += possibility.label + ";"
        } else {
            others.append("\(possibility.lane) \(possibility.label)")
        }
    }

    /// All that the state is, with the allowances.
    var state: NaiveState {
        let budget = run.world.common.allowances.budget
        return NaiveState(key: run.key(run.choices()), budget: budget.packed, rest: budget.rest)
    }

    /// Whether a promise is owed at the end.
    func owes(_ law: RandomLaw) -> Bool {
        var owes = false
        for step in steps {
            if law.second.holds(step.frame) { owes = false } else if law.first.holds(step.frame) { owes = true }
        }
        return owes
    }

    /// Whether the last decision has broken a law that is not one of several runs.
    func breaks(_ law: RandomLaw) -> Bool {
        let new = newSteps..<steps.count
        let last = steps[steps.count - 1]
        switch law.kind {
        case .always: return new.contains { !law.holds(steps[$0].frame) }
        case .everyTurn:
            return new.contains { $0 > 0 && !steps[$0].isStart && !law.holds(steps[$0 - 1].frame, steps[$0].frame) }
        case .atRest: return isResting && !law.holds(last.frame)
        case .atEnd: return run.hasEnded && !law.holds(last.frame)
        case .leadsTo: return (isResting || run.hasEnded) && owes(law)
        case .diskAlways: return new.contains { !law.holds(steps[$0].disk) }
        case .diskAtRest: return isResting && !law.holds(last.disk)
        case .diskAtEnd: return run.hasEnded && !law.holds(run.world.files["f"])
        case .bothAlways: return new.contains { !law.holds(steps[$0].frame, steps[$0].disk) }
        case .bothAtEnd: return run.hasEnded && !law.holds(last.frame, run.world.files["f"])
        case .sometimes, .agrees, .resumes: return false
        }
    }
}

struct NaiveState: Hashable {
    let key: Fingerprint.Key
    let budget: SIMD16<UInt8>
    let rest: [UInt8]
}
