/// Runs that walk on: who has come to a state from the start goes on from there as far as there is anything new, so that not every
/// happening costs a world and all that led there.
extension Search {
    /// How far a run walks ahead of the search. Its results are wasted where the search ends before.
    private static var walkLength: Int { 4_096 }
    /// How many meetings with known states lie between two that are compared, at least.
    private static var leastDistance: Int { 10 }

    /// Lets something happen, and takes all turns that follow.
    mutating func step(
        _ run: Run<Frame>, _ decision: Decision, isNew: Bool = true, _ path: () -> [Decision]
    ) throws(Finding) -> Arrival {
        let choices = run.choices()
        guard decision.choice < choices.count else { throw Finding(.hiddenState(.unrepeatable), path()) }
        let possibility = choices[decision.choice].possibility
        if possibility.kind == .offered { taken.insert(possibility.letter) }
        run.happen(decision.choice, afterTurns: decision.afterTurns)
        let thing = recordsEdges && possibility.kind == .due ? possibility.letter.hashValue : nil
        return try settle(run, thing: thing, isNew: isNew, path)
    }

    /// Takes all turns, and looks where the run is then.
    ///
    /// - Parameter isNew: Whether anybody asks what may come between the turns.
    mutating func settle(
        _ run: Run<Frame>, thing: Int?, isNew: Bool = true, _ path: () -> [Decision]
    ) throws(Finding) -> Arrival {
        let watchesTurns = isNew && run.canPreempt
        var turns = Interruptions()
        if watchesTurns { turns.note(run.choices()) }
        var count = 0
        while count < bounds.turns, run.turn() {
            count += 1
            if watchesTurns { turns.note(run.choices()) }
        }
        if count >= bounds.turns { throw Finding(.restless(turns: count), path()) }
        report.turnCount += count
        let isResting = run.rest(run.choices())
        seen |= run.monitor.seen
        if run.world.alarms.hasCut { cut("an alarm that is a hundred years away") }
        if let mistake = run.mistake { throw Finding(.mistake(mistake), path()) }
        if let broken = run.monitor.broken { throw Finding(.broken(law: broken), path()) }
        let choices = run.choices()
        var arrival = Arrival(
            place: table.place(run.hasEnded ? .none : run.key(choices), run.world.budget.packed),
            owed: UInt16(truncatingIfNeeded: run.monitor.owed), fanout: UInt16(choices.count), isResting: isResting,
            hasEnded: run.hasEnded)
        let interruptions = turns.all
        let agreements = isResting && !scenario.laws.agreeing.isEmpty ? agreements(of: run) : []
        if thing != nil || !interruptions.isEmpty || !agreements.isEmpty {
            let more = Arrival.More()
            (more.thing, more.interruptions, more.agreements) = (thing, interruptions, agreements)
            arrival.more = more
        }
        return arrival
    }

    /// Goes on where nothing has been seen yet, over known ground if it must, and compares what it passes.
    mutating func walk(_ run: Run<Frame>, from arrival: Arrival, depth: Int) throws(Finding) {
        if isCareful { return }
        var (arrival, depth) = (arrival, depth)
        var way: ArraySlice<Way> = []
        for _ in 0..<Self.walkLength {
            guard !arrival.hasEnded else { return }
            if let index = table.index(of: arrival.place) {
                // The application does not see the rest of allowances.
                arrival.place = table.place(of: index)
                run.have(table.budget(arrival.place.budget))
                depth = Int(table.nodes[index].depth)
                if way.isEmpty, let known = stepToCompare(from: arrival.place) { way = [known] }
            }
            guard depth < bounds.steps ?? .max else { return }
            guard let next = try goOn(run, arrival.place, &way) else { return }
            arrival = next
            depth += 1
        }
    }

    /// A choice to compare, of a state that runs have come to on another way.
    private mutating func stepToCompare(from place: StateTable.Place) -> Way? {
        guard bounds.comparedJoins > 0 else { return nil }
        meetingCount += 1
        // Where all joins are compared, a run that compared whatever it meets would never come to anything new.
        let distance = max(Self.leastDistance, bounds.comparedJoins)
        guard meetingCount % distance == 0 else { return nil }
        return table.knownStep(from: place, number: meetingCount / distance)
    }

    /// Takes a choice that is new, or the next one on the way to where there is one.
    private mutating func goOn(
        _ run: Run<Frame>, _ place: StateTable.Place, _ way: inout ArraySlice<Way>
    ) throws(Finding) -> Arrival? {
        if way.first?.from != place {
            if table.isOpen(place, fanout: run.choices().count) {
                way = []
                return try goOn(run, place)
            }
            way = table.wayToOpen(from: place)
        }
        guard let step = way.popFirst() else { return nil }
        return try pass(run, step)
    }

    /// Takes a choice that nobody has taken yet.
    private mutating func goOn(_ run: Run<Frame>, _ place: StateTable.Place) throws(Finding) -> Arrival? {
        let choices = run.choices()
        guard let ahead = table.ahead(of: place, fanout: choices.count), let choice = ahead.unseen(among: choices)
        else { return nil }
        do throws(Finding) {
            let next = try step(run, Decision(choice: choice)) { run.history }
            ahead.note(next, of: choice)
            return next
        } catch {
            // Told when its turn has come: there may be something shorter.
            let more = Arrival.More()
            more.finding = error
            ahead.note(Arrival(place: place, more: more), of: choice)
            return nil
        }
    }

    /// Takes a choice of which it is known where it leads.
    private mutating func pass(_ run: Run<Frame>, _ way: Way) throws(Finding) -> Arrival? {
        report.comparedJoinCount += 1
        let decision = Decision(choice: way.choice)
        var finding: Finding?
        do throws(Finding) {
            let next = try step(run, decision, isNew: false) { run.history }
            if next.place.key == way.to.key { return next }
        } catch {
            finding = error
        }
        // Of a state that is not known yet nobody can say how it was reached.
        guard let index = table.index(of: way.from) else { return nil }
        throw explain(finding?.path ?? run.history, table.path(to: index) + [decision])
    }

}
