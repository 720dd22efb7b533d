import Cycle

/// One decision: which of the possibilities happens, and when.
struct Decision: Hashable {
    /// The place among all that was possible.
    var choice: Int
    /// After how many turns of what happened before; `nil` for all of them.
    var afterTurns: Int?
}

/// A turn, for a report.
struct TurnRecord<Frame> {
    let lens: String
    let event: Any
    let frame: Frame
}

/// An application in a world of its own, in which what happens is decided from outside.
final class Run<Frame> {
    private let scenario: Scenario<Frame>
    let bounds: Bounds
    let world: World
    private var application: Application<Frame>
    private(set) var monitor: LawMonitor<Frame>
    /// Whether the run is over: `until` holds, or nothing can happen any more.
    private(set) var hasEnded = false
    private(set) var isStuck = false
    private let power: Allowance
    private let preemptions: Allowance
    private var hasStopped = false
    private let hasAgreement: Bool
    /// The happenings so far, without their order between lanes: what `agrees` compares by.
    private var happened: [String: Int] = [:]
    private var watching: Subscription?
    /// Told of each turn, once it is set before a start.
    private let onTurn: ((TurnRecord<Frame>) -> Void)?

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds, onTurn: ((TurnRecord<Frame>) -> Void)? = nil) {
        self.scenario = scenario
        self.bounds = bounds
        self.onTurn = onTurn
        hasAgreement = !scenario.laws.agreeing.isEmpty
        world = World(bounds: bounds, scenario.memo)
        power = world.allowance("power cuts", bounds.powerCuts)
        preemptions = world.allowance("preemptions", bounds.preemptions)
        monitor = LawMonitor(scenario.laws)
        application = scenario.make(world)
        world.effects.frameKey = { [unowned self] in scenario.key(of: frame) }
        begin(resuming: nil)
    }

    deinit {
        stop()
        world.onEnd()
        world.effects.runOut()
    }

    var frame: Frame { application.frame() }
    var canPreempt: Bool { preemptions.isLeft }
    var mistake: String? { world.mistake }

    private func begin(resuming frame: Frame?) {
        if let onTurn {
            watching = application.observe?({ lens, event, effect in
                onTurn(TurnRecord(lens: lens, event: event, frame: effect))
            })
        }
        application.start(world.time, frame, world.cast)
        take()
    }

    private func stop() {
        guard !hasStopped else { return }
        hasStopped = true
        application.stop()
        watching?.cancel()
    }

    // MARK: What may happen

    /// One possibility, and whose it is.
    struct Choice {
        let part: (any Explorable)?
        let possibility: Possibility
    }

    /// All that may happen now, in an order that is the same in every run.
    func choices() -> [Choice] {
        guard !hasEnded, mistake == nil, !isStuck, monitor.broken == nil else { return [] }
        var choices: [Choice] = []
        let canFail = world.faultsLeft > 0
        for part in world.parts {
            for possibility in part.possibilities {
                if possibility.kind == .fault, !canFail { continue }
                if possibility.kind == .powerCut, !power.isLeft { continue }
                choices.append(Choice(part: part, possibility: possibility))
            }
        }
        if power.isLeft {
            choices.append(Choice(part: nil, possibility: Possibility("power", "fails", kind: .powerCut)))
        }
        return choices
    }

    func happen(_ choice: Choice, preempting isPreempting: Bool) {
        if isPreempting { preemptions.use() }
        if choice.possibility.kind == .fault { world.useFault() }
        if hasAgreement { note(choice.possibility) }
        choice.part?.happen(choice.possibility)
        if choice.possibility.kind == .powerCut { restart() }
        if application.observe == nil, let onTurn {
            onTurn(TurnRecord(lens: choice.possibility.lane, event: choice.possibility.label, frame: frame))
        }
    }

    /// The application is started again in what the power cut has left.
    private func restart() {
        power.use()
        world.losePower()
        stop()
        hasStopped = false
        application = scenario.make(world)
        begin(resuming: nil)
    }

    private func note(_ possibility: Possibility) {
        var hasher = Hasher()
        hasher.combine(possibility.label)
        if possibility.kind == .offered {
            hasher.combine(happened[possibility.lane] ?? 0)
            happened[possibility.lane] = hasher.finalize()
        } else {
            happened["\(possibility.lane) \(possibility.label)", default: 0] += 1
        }
    }

    /// Whether a timeline could not be done again: the same was not possible again.
    private(set) var lostTheWay = false

    /// Does a timeline.
    ///
    /// - Parameters:
    ///   - path: From where this run stands.
    ///   - limit: How many turns are taken after the last decision; `nil` for all.
    /// - Returns: How many turns there were.
    @discardableResult
    func follow(_ path: some Collection<Decision>, turnsAtEnd limit: Int? = nil) -> Int {
        var count = path.first?.afterTurns == nil ? settle() : 0
        var rest = path[...]
        while let decision = rest.popFirst() {
            let choices = choices()
            guard decision.choice < choices.count else {
                lostTheWay = true
                return count
            }
            happen(choices[decision.choice], preempting: decision.afterTurns != nil)
            count += settle(atMost: rest.isEmpty ? limit : rest.first?.afterTurns)
        }
        return count
    }

    // MARK: Turns

    /// Takes a turn.
    ///
    /// - Returns: Whether there was one.
    func turn() -> Bool {
        guard !hasEnded, monitor.broken == nil, application.step() else { return false }
        world.effects.runOutUnwanted()
        take()
        return true
    }

    /// Takes turns until nothing waits, or so many.
    ///
    /// - Returns: How many it took.
    @discardableResult
    func settle(atMost limit: Int? = nil) -> Int {
        var count = 0
        while count < limit ?? bounds.turns {
            guard turn() else { return count }
            count += 1
        }
        if limit == nil { isStuck = true }
        return count
    }

    private func take() {
        let frame = frame
        monitor.take(frame, in: world)
        guard monitor.broken == nil, scenario.until(frame) else { return }
        end()
    }

    private func end() {
        hasEnded = true
        stop()
        monitor.end(application.frame(), in: world)
    }

    // MARK: At rest

    /// Looks at the laws of a run in which nothing waits.
    ///
    /// - Returns: Whether nothing is due either.
    @discardableResult
    func rest(_ choices: [Choice]) -> Bool {
        guard !hasEnded, monitor.broken == nil, mistake == nil else { return false }
        if !world.effectsMayWait, let name = world.effects.foreignWaits.first {
            world.note(
                """
                an effect of \(name) waits for something that is not of this world, so that nobody knows what may happen next. Give it \
                what the world answers, world.calls, or set world.effectsMayWait.
                """)
            return false
        }
        let isResting = !choices.contains(where: \.possibility.isDue)
        if isResting { monitor.rest(frame, in: world) }
        if monitor.broken == nil, application.isOver() { end() }
        return isResting && !hasEnded
    }

    /// The state, without what is left of allowances.
    func key(_ choices: [Choice]) -> Fingerprint.Key {
        var fingerprint = Fingerprint()
        for choice in choices where choice.possibility.kind == .due {
            fingerprint.combine(choice.possibility.letter)
        }
        scenario.combine(frame, into: &fingerprint)
        fingerprint.combine(monitor.owed)
        world.remember(in: &fingerprint)
        if hasAgreement { fingerprint.combine(happened) }
        return fingerprint.key
    }

    /// What `agrees` compares by: what happened, without its order.
    var happenings: [String: Int] { happened }

    /// Goes on as the frame says that it should, in the world as it is: a new start of the application.
    func resume() {
        let frame = frame
        stop()
        hasStopped = false
        world.losePower()
        application = scenario.make(world)
        begin(resuming: frame)
        settle()
    }

    var canResume: Bool { application.canResume }
}
