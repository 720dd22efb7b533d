import CycleTesting

/// Makes runs of a scenario for one thread, and keeps account of them.
struct Runner<Frame> {
    let scenario: Scenario<Frame>
    let bounds: Bounds
    /// The account so far; what other runs have seen need not be seen again.
    var tally = Tally()
    /// The turns of programs that its runs have taken.
    private(set) var turns = KnownTurns()
    private let memo = WorldMemo()

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds, seen: UInt64 = 0) {
        self.scenario = scenario
        self.bounds = bounds
        tally.seen = seen
    }

    mutating func makeRun() -> Run<Frame> {
        tally.runCount += 1
        return Run(scenario, bounds, memo, seen: tally.seen)
    }

    /// Does a timeline again, as far as that goes.
    mutating func redo(_ path: [Decision], turnsAtEnd limit: Int? = nil) -> Run<Frame> {
        let run = makeRun()
        tally.turnCount += run.follow(path, turnsAtEnd: limit)
        return run
    }

    /// Does a timeline again.
    mutating func rerun(_ path: [Decision], turnsAtEnd limit: Int? = nil) throws(Finding) -> Run<Frame> {
        let run = redo(path, turnsAtEnd: limit)
        if run.lostTheWay {
            let done = run.history.count
            throw Finding(.hiddenState(.unrepeatable(path[done], in: run)), Array(path[..<done]))
        }
        return run
    }

    /// Does a timeline again, up to a turn of its last decision before which something else comes, and learns of both.
    mutating func rerun(
        _ path: [Decision], turnsAtEnd count: Int, before other: Decision
    ) throws(Finding) -> (Run<Frame>, TurnLesson?) {
        guard bounds.learnsTurns, let first = path.last, first.afterTurns == nil, bounds.preemptions == 1 else {
            return (try rerun(path, turnsAtEnd: count), nil)
        }
        let run = try rerun(path.dropLast())
        guard first.choice < run.choices().count else {
            throw Finding(.hiddenState(.unrepeatable(first, in: run)), path.dropLast())
        }
        var lesson = TurnLesson(run.world, first.choice)
        run.happen(first.choice)
        lesson?.noteHappening(in: run.world)
        for _ in 0..<count where run.turn() {
            tally.turnCount += 1
            lesson?.noteTurn(in: run.world)
        }
        if lesson?.note(other.choice, afterTurns: count, in: run.world) != true { lesson = nil }
        return (run, lesson)
    }

    /// Lets something happen, and takes all turns that follow.
    ///
    /// - Parameters:
    ///   - run: Where it happens.
    ///   - decision: What happens.
    ///   - isNew: Whether the search asks what may come between the turns, and what a new start leads to.
    ///   - lesson: The notes of an earlier run, where it comes between turns.
    ///   - path: The decisions so far.
    mutating func step(
        _ run: Run<Frame>, _ decision: Decision, isNew: Bool = true, lesson: TurnLesson? = nil, _ path: () -> [Decision]
    ) throws(Finding) -> Arrival {
        let choices = run.choices()
        guard decision.choice < choices.count else {
            throw Finding(.hiddenState(.unrepeatable(decision, in: run)), run.history)
        }
        let possibility = choices[decision.choice].possibility
        if possibility.kind == .offered { tally.taken.insert(possibility.letter) }
        let before = bounds.notesTouches && isNew ? TouchWatch(run.world, choices, possibility, decision) : nil
        let isThing = scenario.laws.needs.contains(.circles) && possibility.kind == .due
        let isLesson = bounds.learnsTurns && isNew && decision.afterTurns == nil
        var lesson = isLesson ? TurnLesson(run.world, decision.choice) : lesson
        run.happen(decision.choice, afterTurns: decision.afterTurns)
        lesson?.noteHappening(in: run.world)
        let thing = isThing ? possibility.letter.hashValue : nil
        return try settle(
            run, thing: thing, isNew: isNew, touching: before, of: possibility.program, lesson: lesson, path)
    }

    /// Takes all turns, and looks where the run is then.
    mutating func settle(
        _ run: Run<Frame>, thing: Int? = nil, isNew: Bool = true, touching before: TouchWatch? = nil,
        of program: Int = 0, lesson: TurnLesson? = nil, _ path: () -> [Decision]
    ) throws(Finding) -> Arrival {
        let turnCount = tally.turnCount
        var lesson = lesson
        let interruptions = try takeTurns(run, of: program, watching: isNew && run.canPreempt, &lesson, path)
        let isResting = run.rest(run.choices())
        tally.seen |= run.monitor.seen
        if run.world.common.alarms.hasCut { tally.cut(ExploredAlarms.cut) }
        tally.notAllowed.formUnion(run.world.notAllowed)
        if let mistake = run.mistake { throw Finding(.mistake(mistake), path()) }
        if let broken = run.monitor.broken { throw Finding(.broken(law: broken), path()) }
        let choices = run.choices()
        let budget = run.world.common.allowances.budget.packed
        var arrival = Arrival(
            place: Place(key: run.hasEnded ? .none : run.key(choices), budget: budget),
            owed: UInt16(truncatingIfNeeded: run.monitor.owed), fanout: UInt16(choices.count), isResting: isResting,
            hasEnded: run.hasEnded)
        let agreements = isResting && scenario.laws.needs.contains(.happenings) ? self.agreements(of: run) : []
        let resumption = isNew && isResting && scenario.laws.needs.contains(.newStarts) ? resumption(of: path()) : nil
        var touch: Touch?
        // Turns of a program are atomic to the others: only the same program is interrupted.
        let isAtomic = program != 0 && !scenario.laws.needs.contains(.betweenTurns)
        let isSingle = tally.turnCount - turnCount <= 1 && interruptions.isEmpty
        if let before, !run.hasEnded, isAtomic || isSingle {
            touch = before.touch(run.world, choices)
        }
        var system = bounds.learnsTurns && !run.hasEnded ? run.system : nil
        system?.past = run.monitor.past
        if let system { lesson?.note(in: &turns, run.world, after: system) }
        if thing != nil || !interruptions.isEmpty || !agreements.isEmpty || resumption != nil || touch != nil
            || system != nil
        {
            arrival.more = Arrival.More(
                thing: thing, interruptions: interruptions, agreements: agreements, resumption: resumption,
                touch: touch, system: system)
        }
        return arrival
    }

    private mutating func takeTurns(
        _ run: Run<Frame>, of program: Int, watching: Bool, _ lesson: inout TurnLesson?, _ path: () -> [Decision]
    ) throws(Finding) -> [Interruption] {
        var turns = Interruptions(scenario.laws.needs, of: program)
        if watching { turns.note(run.choices()) }
        var count = 0
        while count < bounds.turns, run.turn() {
            count += 1
            lesson?.noteTurn(in: run.world)
            if watching { turns.note(run.choices()) }
        }
        if count >= bounds.turns { throw Finding(.restless(turns: count), path()) }
        tally.turnCount += count
        return turns.all
    }

    /// The values of a run at rest that `agrees` compares.
    func agreements(of run: Run<Frame>) -> [Agreement] {
        scenario.laws.agreeing.map { law in
            var fingerprint = Fingerprint()
            let text = law.combine(run.frame, &fingerprint)
            var happenings = run.happenings
            happenings["law"] = law.index
            return Agreement(law: law.index, happenings: happenings, result: fingerprint.key, text: text)
        }
    }

    /// The failure of the application, started again from the frame that it rests with, to rest with the same.
    mutating func resumption(of path: [Decision]) -> Finding? {
        guard let law = scenario.laws.resuming else { return nil }
        let run: Run<Frame>
        do throws(Finding) { run = try rerun(path) } catch { return error }
        guard run.canResume else { return nil }
        let before = run.frame
        run.resume()
        for _ in 0..<bounds.turns {
            let choices = run.choices()
            guard let next = choices.firstIndex(where: \.possibility.isDue) else { break }
            run.happen(next)
            run.settle()
        }
        let difference = Difference(of: before, and: run.frame, named: "frame")
        return difference.isEmpty
            ? nil : Finding(.resumesElsewhere(law: law, difference: difference.description), path)
    }
}
