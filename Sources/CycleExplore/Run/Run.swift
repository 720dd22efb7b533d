import Cycle

/// An application in a world of its own, in which what happens is decided from outside.
final class Run<Frame> {
    private enum Phase {
        case going, stuck, ended
    }

    let scenario: Scenario<Frame>
    let bounds: Bounds
    let world: World
    private var application: Application<Frame>
    let monitor: LawMonitor<Frame>
    private var phase = Phase.going
    private var power: Allowance { world.common.power }
    private let preemptions: Allowance
    private var hasStopped = false
    /// The happenings so far, without their order between lanes: what `agrees` compares by; `nil` where no law is of that kind.
    private(set) var happened: [String: Int]?
    private var watching: Subscription?
    /// The possible happenings, until one happens.
    private var known: [WorldChoice]?
    /// The state when it was looked at last, of a system of programs.
    var system: SystemState?
    /// The decisions so far.
    private(set) var history: [Decision] = []
    /// The rest of allowances that was set since the last happening.
    private var givenBudget: SIMD16<UInt8>?
    /// Told of each turn, once it is set before a start.
    private let onTurn: ((TurnRecord<Frame>) -> Void)?

    init(
        _ scenario: Scenario<Frame>, _ bounds: Bounds, _ memo: WorldMemo = WorldMemo(), seen: UInt64 = 0,
        onTurn: ((TurnRecord<Frame>) -> Void)? = nil
    ) {
        self.scenario = scenario
        self.bounds = bounds
        self.onTurn = onTurn
        happened = scenario.laws.needs.contains(.happenings) ? [:] : nil
        world = World(bounds: bounds, memo)
        preemptions = world.allowance("preemptions", bounds.preemptions)
        monitor = LawMonitor(scenario.laws, seen: seen)
        application = scenario.make(world)
        world.common.effects.frameKey = { [unowned self] in scenario.key(of: frame) }
        begin(resuming: nil)
    }

    deinit {
        stop()
        world.end()
        world.common.effects.runOut()
    }

    var frame: Frame { application.frame() }
    /// Whether the run is over: `until` holds, or nothing can happen any more.
    var hasEnded: Bool { phase == .ended }
    /// Whether turns follow each other without end.
    var isStuck: Bool { phase == .stuck }
    var canPreempt: Bool { preemptions.isLeft }
    var mistake: String? { world.common.mistake }

    private func begin(resuming frame: Frame?) {
        world.common.touches.isAsked = bounds.notesTouches || bounds.learnsTurns
        if let onTurn {
            watching = application.observe?({ onTurn(TurnRecord(lens: $0, event: $1, frame: $2)) })
        }
        monitor.begin()
        application.start(world.time, frame, world.cast)
        take()
    }

    private func stop() {
        guard !hasStopped else { return }
        hasStopped = true
        application.stop()
        watching?.cancel()
    }

    // MARK: Possible happenings

    /// All that may happen now, in an order that is the same in every run.
    func choices() -> [WorldChoice] {
        if let known { return known }
        let choices = findChoices()
        known = choices
        return choices
    }

    private func findChoices() -> [WorldChoice] {
        guard !hasEnded, mistake == nil, !isStuck, monitor.broken == nil else { return [] }
        var choices: [WorldChoice] = []
        choices.reserveCapacity(8)
        let canFail = world.common.allowances.faultsLeft > 0
        for part in world.parts {
            for possibility in part.possibilities {
                if possibility.kind == .fault, !canFail { continue }
                if possibility.kind == .powerCut, !power.isLeft { continue }
                choices.append(WorldChoice(part: part, possibility: possibility))
            }
        }
        for program in world.programs { choices += program.choices(canFail: canFail) }
        if power.isLeft {
            choices.append(WorldChoice(part: nil, possibility: Possibility("power", "fails", kind: .powerCut)))
        }
        let alarms = world.common.alarms
        if alarms.mustWait, choices.contains(where: { $0.part !== alarms && $0.possibility.precedesTimers }) {
            choices.removeAll { $0.part === alarms }
        }
        // The table of states counts them in two bytes.
        if choices.count > UInt16.max {
            world.note(
                "\(choices.count) things may happen at once: give the world fewer letters, \(UInt16.max) at most")
            return []
        }
        return choices
    }

    /// - Parameters:
    ///   - place: The place among the choices.
    ///   - afterTurns: After how many turns of what happened before, where some of them wait.
    func happen(_ place: Int, afterTurns: Int? = nil) {
        let choice = choices()[place]
        known = nil
        history.append(Decision(choice: place, afterTurns: afterTurns, budget: givenBudget))
        givenBudget = nil
        if afterTurns != nil { preemptions.use() }
        if choice.possibility.kind == .fault { world.common.allowances.useFault() }
        note(choice.possibility)
        world.common.isBetweenTurns = afterTurns != nil
        world.common.effects.note(choice, isBetweenTurns: world.common.isBetweenTurns)
        let wasUp = choice.program?.isUp == true
        choice.happen()
        if choice.possibility.kind == .powerCut {
            if let program = choice.program { program.losesPower() } else { restart() }
        }
        // The frame of a program that has ended is its first one.
        if wasUp, choice.program?.isUp == false { take(isTurn: false) }
        if application.observe == nil, let onTurn {
            onTurn(TurnRecord(lens: choice.possibility.lane, event: choice.possibility.label, frame: frame))
        }
    }

    /// Sets what is left of allowances: the application does not see it.
    func have(_ budget: SIMD16<UInt8>) {
        if world.common.allowances.budget.packed == budget { return }
        known = nil
        givenBudget = budget
        world.common.allowances.set(budget)
    }

    /// The application is started again in what the power cut has left.
    private func restart() {
        power.use()
        world.losePower()
        world.startMachines()
        stop()
        hasStopped = false
        application = scenario.make(world)
        begin(resuming: nil)
    }

    private func note(_ possibility: Possibility) {
        guard var happened else { return }
        self.happened = nil
        defer { self.happened = happened }
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
    ///   - note: Called before each decision.
    /// - Returns: How many turns there were.
    @discardableResult
    func follow(
        _ path: [Decision], turnsAtEnd limit: Int? = nil, _ note: (Decision) -> Void = { _ in }
    ) -> Int {
        var count = settle(atMost: path.isEmpty ? limit : path[0].afterTurns)
        for (index, decision) in path.enumerated() {
            if let budget = decision.budget { have(budget) }
            guard decision.choice < choices().count else {
                lostTheWay = true
                return count
            }
            note(decision)
            happen(decision.choice, afterTurns: decision.afterTurns)
            count += settle(atMost: index + 1 < path.count ? path[index + 1].afterTurns : limit)
        }
        return count
    }

    // MARK: Turns

    /// Takes a turn.
    ///
    /// - Returns: Whether there was one.
    func turn() -> Bool {
        // An effect that begins when turns are over changes the possible happenings without a happening.
        known = nil
        guard !hasEnded, monitor.broken == nil, application.step() else { return false }
        world.common.effects.runOutUnwanted()
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
        if limit == nil {
            phase = .stuck
            known = nil
        }
        return count
    }

    /// - Parameter isTurn: Whether a turn has led to the frame, and not the end of a program.
    private func take(isTurn: Bool = true) {
        let frame = frame
        monitor.take(frame, in: world, isTurn: isTurn)
        guard monitor.broken == nil, scenario.until(frame) else { return }
        end()
    }

    private func end() {
        known = nil
        phase = .ended
        stop()
        monitor.end(application.frame(), in: world)
    }

    // MARK: At rest

    /// Looks at the laws of a run in which nothing waits.
    ///
    /// - Returns: Whether nothing is due either; also where nothing can happen any more, which ends it.
    @discardableResult
    func rest(_ choices: [WorldChoice]) -> Bool {
        guard !hasEnded, monitor.broken == nil, mistake == nil else { return false }
        if !world.common.effectsMayWait, let name = world.common.effects.foreignWaits.first {
            world.note(
                """
                an effect\(name == "effect" ? "" : " of \(name)") waits for something that is not of this world, so that nobody knows what may happen next. Give it \
                what the world answers, world.calls, or set world.effectsMayWait.
                """)
            return false
        }
        let isResting = !choices.contains(where: \.possibility.isDue)
        if isResting {
            monitor.rest(frame, in: world)
            if monitor.broken != nil { known = nil }
        }
        if monitor.broken == nil, !world.isAnythingAwaited, application.isOver() { end() }
        return isResting
    }

    /// The happenings without their order, by which `agrees` compares.
    var happenings: [String: Int] { happened ?? [:] }

    /// Goes on as the frame says that it should, in the world as it is: a new start of the application.
    func resume() {
        known = nil
        phase = .going
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
