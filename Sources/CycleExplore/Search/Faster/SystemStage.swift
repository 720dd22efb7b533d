/// Finds the result of a happening in a system without a run: a run has seen the same happen to the same program.
///
/// Its run stands still. The programs show the frames of the state that is looked at, so that laws see the frame of the whole.
final class SystemStage<Frame> {
    typealias Outcome = ArrivalsByTurns.Outcome

    private let scenario: Scenario<Frame>
    private let run: Run<Frame>
    private let notesTouches: Bool
    private var world: World { run.world }
    /// The account of what was known.
    private(set) var tally = Tally()
    private var state: (choices: SystemChoices, budget: SIMD16<UInt8>)?

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds) {
        self.scenario = scenario
        run = Run(scenario, bounds)
        notesTouches = bounds.notesTouches
    }

    /// Whether laws and allowances can be known without a run.
    static func canKnow(_ scenario: Scenario<Frame>, in world: World, _ bounds: Bounds) -> Bool {
        let needs: LawNeeds = [.world, .betweenTurns, .happenings, .newStarts, .circles]
        return !world.programs.isEmpty && scenario.laws.needs.isDisjoint(with: needs)
            && scenario.canonical == nil && !bounds.countsTime
            && world.common.allowances.areSmall
    }

    /// The state that is looked at from now on.
    ///
    /// - Parameters:
    ///   - system: Its parts.
    ///   - budget: The rest of allowances.
    func look(at system: SystemState, _ budget: SIMD16<UInt8>) {
        state = (choices(in: system, budget), budget)
        for (program, state) in zip(world.programs, system.programs) { program.show(state.frame) }
    }

    private func choices(in system: SystemState, _ budget: SIMD16<UInt8>) -> SystemChoices {
        world.common.allowances.set(budget)
        return SystemChoices(of: system, in: world)
    }

    /// The outcome of a choice, as far as runs have seen it.
    func outcome(of question: Question, _ known: KnownTurns) -> Outcome {
        guard let (choices, budget) = state, let happening = choices[question.choice] else { return .unknowable }
        let system = choices.system
        if system.rest.hasEffects { return .unknowable }
        let isLeft = world.common.allowances.isLeft(budget, for: happening.program)
        var cue = Cue(happening, nil, in: system, isLeft: isLeft)
        var between: (happening: Cue.Between, state: SystemState)?
        if let interruption = question.interruption {
            between = self.between(interruption, of: happening, known[cue], known)
            guard let between else { return .unknowable }
            cue = Cue(happening, between.happening, in: system, isLeft: isLeft)
        }
        guard let turn = known[cue] else { return .unknown(cue) }
        guard let after = turn.change.applied(to: between?.state ?? system, known) else { return .unknowable }
        let arrival = arrival(turn, happening, after, isInterrupted: between != nil, known)
        return arrival.map { .known($0) } ?? .unknowable
    }

    /// The happening that comes between the turns of another one, and the state that it finds; `nil` where only a run can tell.
    private func between(
        _ interruption: Interruption, of happening: ProgramHappening, _ turn: KnownTurn?, _ known: KnownTurns
    ) -> (Cue.Between, SystemState)? {
        let count = Int(interruption.afterTurns)
        guard let (before, budget) = state, let turn, count < turn.gaps.count,
            let between = turn.gaps[count].change.applied(to: before.system, known),
            let left = left(of: budget, turn, happening.program)
        else { return nil }
        let other = choices(in: between, left)[Int(interruption.choice)]
        return other.map { (Cue.Between($0, afterTurns: count), between) }
    }

    private func arrival(
        _ turn: KnownTurn, _ happening: ProgramHappening, _ after: SystemState, isInterrupted: Bool,
        _ known: KnownTurns
    ) -> Arrival? {
        guard let (before, budget) = state, let left = left(of: budget, turn, happening.program),
            let interruptions = interruptions(of: turn, happening, before.system, left, known)
        else { return nil }
        var system = after
        let choices = choices(in: system, left)
        if choices.isUnknown { return nil }
        let monitor = LawMonitor(scenario.laws, seen: tally.seen, after: before.system.past)
        defer { world.programs[happening.program - 1].show(before.system[program: happening.program].frame) }
        guard holds(monitor, turn.steps, of: happening.program, system, isResting: !choices.isAnythingDue) else {
            return nil
        }
        tally.seen |= monitor.seen
        if world.common.alarms.hasCut { tally.cut(ExploredAlarms.cut) }
        if let choice = happening.ownChoice(in: before.system), choice.kind == .offered {
            tally.taken.insert(choice.letter)
        }
        var memory = Fingerprint()
        monitor.remember(in: &memory)
        system.remember(in: &memory)
        var arrival = Arrival(
            place: Place(key: memory.key, budget: left), owed: UInt16(truncatingIfNeeded: monitor.owed),
            fanout: UInt16(choices.all.count), isResting: !choices.isAnythingDue)
        let origins = notesTouches && !isInterrupted ? turn.change.origins(from: before, to: choices) : nil
        let touch = origins.map { origins in
            let new = origins.indices.filter { origins[$0] < 0 }.compactMap { choices[$0]?.program }
            return Touch(
                extent: Range.wholeFrame.placed(in: happening.program), origins: origins, program: happening.program,
                heirs: Set(new))
        }
        system.past = monitor.past
        arrival.more = Arrival.More(interruptions: interruptions, touch: touch, system: system)
        return arrival
    }

    /// The interruptions of the turns that make a difference; `nil` where only a run can tell.
    private func interruptions(
        of turn: KnownTurn, _ happening: ProgramHappening, _ before: SystemState, _ budget: SIMD16<UInt8>,
        _ known: KnownTurns
    ) -> [Interruption]? {
        guard Budget.canPreempt(budget) else { return [] }
        if turn.gaps.dropLast().contains(where: \.change.opensStreams) { return nil }
        let states = turn.gaps.compactMap { $0.change.applied(to: before, known) }
        if states.count < turn.gaps.count { return nil }
        let moments = states.map { choices(in: $0, budget) }
        // What happens to no program alone may come between the turns of each.
        if moments.dropLast().contains(where: { $0.programs.contains(0) }) { return nil }
        return Interruption.all(
            in: moments.map { Array(zip($0.all, $0.programs)) }, where: { $1 == happening.program },
            isUnmade: { turn.gaps[$1].unmakes($0.0, before: moments[$1 + 1]) })
    }

    /// The rest of allowances; `nil` where another program can do less than before, or this one something else.
    private func left(of budget: SIMD16<UInt8>, _ turn: KnownTurn, _ program: Int) -> SIMD16<UInt8>? {
        guard all(turn.used .<= budget) else { return nil }
        let left = budget &- turn.used
        var isSame = world.common.allowances.isLeft(left, for: 0) .== world.common.allowances.isLeft(budget, for: 0)
        // These change nothing that may happen to programs.
        isSame[Budget.preemptions] = true
        isSame[Budget.pauses] = true
        guard world.common.allowances.isLeft(left, for: program) == turn.isLeft, all(isSame) else { return nil }
        return left
    }

    /// Whether all laws hold for the frames that the turns lead to, and the run goes on.
    private func holds(
        _ monitor: LawMonitor<Frame>, _ steps: [KnownTurn.Step], of program: Int, _ after: SystemState,
        isResting: Bool
    ) -> Bool {
        monitor.begin(from: run.frame)
        for step in steps {
            world.programs[program - 1].show(step.frame)
            let frame = run.frame
            monitor.take(frame, in: world, isTurn: step.isTurn)
            if monitor.broken != nil || scenario.until(frame) { return false }
        }
        if isResting { monitor.rest(run.frame, in: world) }
        defer { world.common.mistake = nil }
        let isOver = !after.rest.isAwaited && after.programs.allSatisfy(\.isOver)
        return monitor.broken == nil && world.common.mistake == nil && !isOver
    }
}

extension KnownTurn.Gap {
    /// Whether something cannot happen any more after the next turn, and makes a difference before it.
    fileprivate func unmakes(_ choice: SystemChoices.Choice, before next: SystemChoices) -> Bool {
        switch choice {
        case .program(_, let place): !stays[place] && !change.program.choices[place].isSilentOnceUnwanted
        case .delivery(let wire, _): wire.isStream && !next.contains(choice)
        case .rest, .alarm, .attempt, .power: false
        }
    }
}
