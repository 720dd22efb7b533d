/// Runs that walk on: who has come to a state from the start goes on from there as far as there is anything new, so that not every
/// happening costs a world and all that led there.
extension Search {
    /// What came of a happening: all that the search has to know.
    struct Arrival {
        var place: StateTable.Place
        var owed: UInt64 = 0
        /// How many things may happen there.
        var fanout = 0
        var isResting = false
        var hasEnded = false
        /// What happened, if it was due.
        var thing: Int?
        var interruptions: [(afterTurns: Int, place: Int)] = []
        var agreements: [Agreement] = []
        /// What was wrong. The state is not known then.
        var finding: Finding?
    }

    /// What the laws that all orders agree by compare.
    struct Agreement {
        let law: Int
        let happenings: [String: Int]
        let result: Fingerprint.Key
        let text: String
    }

    /// What was seen of a state before its turn: what came of each of its choices.
    struct Ahead {
        private var arrivals: [Arrival?]
        private var seenCount = 0

        init(fanout: Int) {
            arrivals = Array(repeating: nil, count: fanout)
        }

        subscript(choice: Int) -> Arrival? { choice < arrivals.count ? arrivals[choice] : nil }

        /// Whether there is a choice that nobody has taken yet.
        var isOpen: Bool { seenCount < arrivals.count }

        /// A choice that nobody has taken yet, of what is due if there is any: what is only offered uses up allowances, and leads
        /// sooner to where nothing more can happen.
        func unseen(among choices: [Choice]) -> Int? {
            let unseen = arrivals.indices.filter { arrivals[$0] == nil }
            return unseen.first { choices[$0].possibility.isDue } ?? unseen.first
        }

        /// Where its choices lead.
        var known: [(choice: Int, place: StateTable.Place)] {
            arrivals.enumerated().compactMap { choice, arrival in
                guard let arrival, !arrival.hasEnded, arrival.finding == nil else { return nil }
                return (choice, arrival.place)
            }
        }

        mutating func note(_ arrival: Arrival, of choice: Int) {
            if arrivals[choice] == nil { seenCount += 1 }
            arrivals[choice] = arrival
        }
    }

    /// How far a run walks beyond what had to be seen. What it sees may be for nothing, where the search ends before.
    private static var walkLength: Int { 512 }
    /// How many states are remembered that were seen before their turns.
    private static var aheadLimit: Int { 8_000 }
    /// How far a run goes over known ground, to where there is anything new.
    private static var knownLength: Int { 6 }
    private static var knownLimit: Int { 48 }

    /// Lets something happen, and takes all turns that follow.
    mutating func step(
        _ run: Run<Frame>, _ decision: Decision, _ path: () -> [Decision]
    ) throws(Finding) -> Arrival {
        let choices = run.choices()
        guard decision.choice < choices.count else { throw Finding(.hiddenState(.unrepeatable), path()) }
        let possibility = choices[decision.choice].possibility
        if possibility.kind == .offered { taken.insert(possibility.letter) }
        run.happen(decision.choice, afterTurns: decision.afterTurns)
        let thing = recordsEdges && possibility.kind == .due ? possibility.letter.hashValue : nil
        return try settle(run, thing: thing, path)
    }

    /// Takes all turns, and looks where the run is then.
    mutating func settle(
        _ run: Run<Frame>, thing: Int?, _ path: () -> [Decision]
    ) throws(Finding) -> Arrival {
        let watchesTurns = run.canPreempt
        var turns = Interruptions<Frame>()
        if watchesTurns { turns.note(run) }
        var count = 0
        while count < bounds.turns, run.turn() {
            count += 1
            if watchesTurns { turns.note(run) }
        }
        if count >= bounds.turns { throw Finding(.restless(turns: count), path()) }
        report.turnCount += count
        let isResting = run.rest(run.choices())
        seen |= run.monitor.seen
        if run.world.alarms.hasCut { cut("the horizon of \(bounds.horizon)") }
        if let mistake = run.mistake { throw Finding(.mistake(mistake), path()) }
        if let broken = run.monitor.broken { throw Finding(.broken(law: broken), path()) }
        let choices = run.choices()
        return Arrival(
            place: .init(key: run.hasEnded ? .none : run.key(choices), budget: run.world.budget.packed),
            owed: run.monitor.owed, fanout: choices.count, isResting: isResting, hasEnded: run.hasEnded, thing: thing,
            interruptions: turns.all, agreements: isResting ? agreements(of: run) : [])
    }

    /// Goes on where nothing has been seen yet, over known ground if it must, and compares what it passes.
    mutating func walk(_ run: Run<Frame>, from arrival: Arrival, depth: Int) throws(Finding) {
        var (arrival, depth) = (arrival, depth)
        for _ in 0..<Self.walkLength {
            guard !arrival.hasEnded, arrival.fanout > 0 else { return }
            if let index = table.index(of: arrival.place) {
                // What is left of allowances is nothing that the application sees.
                arrival.place = table.place(of: index)
                run.have(arrival.place.budget)
                arrival.fanout = run.choices().count
                depth = Int(table.nodes[index].depth)
            }
            guard depth < bounds.steps ?? .max else { return }
            if isOpen(arrival.place) {
                guard let next = try goOn(run, arrival) else { return }
                arrival = next
            } else {
                guard let choice = wayToOpen(from: arrival.place), let next = try pass(run, arrival.place, choice)
                else {
                    return
                }
                arrival = next
            }
            depth += 1
        }
    }

    /// Whether it has choices that nobody has taken yet.
    private func isOpen(_ place: StateTable.Place) -> Bool {
        if let ahead = ahead[place] { return ahead.isOpen }
        return table.index(of: place).map { $0 > expanding } ?? true
    }

    /// Takes a choice that nobody has taken yet.
    private mutating func goOn(_ run: Run<Frame>, _ arrival: Arrival) throws(Finding) -> Arrival? {
        if ahead[arrival.place] == nil {
            guard ahead.count < Self.aheadLimit else { return nil }
            ahead[arrival.place] = Ahead(fanout: arrival.fanout)
        }
        guard let choice = ahead[arrival.place]?.unseen(among: run.choices()) else { return nil }
        do throws(Finding) {
            let next = try step(run, Decision(choice: choice)) { run.history }
            ahead[arrival.place]?.note(next, of: choice)
            return next
        } catch {
            // Told when its turn has come: there may be something shorter.
            ahead[arrival.place]?.note(Arrival(place: arrival.place, finding: error), of: choice)
            return nil
        }
    }

    /// Takes a choice of which it is known where it leads.
    private mutating func pass(
        _ run: Run<Frame>, _ place: StateTable.Place, _ way: (choice: Int, key: Fingerprint.Key)
    ) throws(Finding) -> Arrival? {
        report.comparedJoinCount += 1
        let decision = Decision(choice: way.choice)
        var finding: Finding?
        do throws(Finding) {
            let next = try step(run, decision) { run.history }
            if next.place.key == way.key { return next }
        } catch {
            finding = error
        }
        // Of a state that is not known yet nobody can say how it was reached.
        guard let index = table.index(of: place) else { return nil }
        throw explain(finding?.path ?? run.history, table.path(to: index) + [decision])
    }

    /// The first step to a state that is open, over those whose choices are all known.
    private func wayToOpen(from place: StateTable.Place) -> (choice: Int, key: Fingerprint.Key)? {
        var reached: Set<StateTable.Place> = [place]
        var ways = known(from: place).map { (place: $0.place, first: (choice: $0.choice, key: $0.place.key)) }
        for _ in 0..<Self.knownLength {
            var next: [(place: StateTable.Place, first: (choice: Int, key: Fingerprint.Key))] = []
            for (place, first) in ways where reached.insert(place).inserted {
                if isOpen(place) { return first }
                if reached.count > Self.knownLimit { return nil }
                next += known(from: place).map { ($0.place, first) }
            }
            ways = next
        }
        return nil
    }

    /// Where the choices of a state lead that have been taken.
    private func known(from place: StateTable.Place) -> [(choice: Int, place: StateTable.Place)] {
        if let index = table.index(of: place), index <= expanding {
            return table.targets(of: index).enumerated().compactMap { choice, target in
                target < 0 ? nil : (choice, table.place(of: Int(target)))
            }
        }
        return ahead[place]?.known.map { choice, place in
            (choice, table.index(of: place).map(table.place(of:)) ?? place)
        } ?? []
    }
}
