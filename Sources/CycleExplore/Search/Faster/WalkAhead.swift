/// A run that has come to a state from the start goes on from there as far as there is anything new, so that not every happening costs a
/// world and all that led there. It compares what it passes: two runs in one state must go on alike.
struct WalkAhead<Frame> {
    /// How far a run walks ahead of the search. Its results are wasted where the search ends before.
    private static var walkLength: Int { 4_096 }
    /// How much deeper than the search a run goes, at least; otherwise twice as deep as the search is. An application that tries again for
    /// ever has no end to walk to, and a step of it may cost more the deeper it is.
    private static var leastReach: Int { 32 }
    /// How many meetings with known states lie between two that are compared, at least.
    private static var leastDistance: Int { 10 }
    private static var limit: Int { 1_024 }

    private let batch: Batch
    private let number: Int
    private var known: KnownWays
    private var meetingCount: Int
    /// The state that is expanded, and how many things may happen there.
    private var state = Place(key: .none, budget: .zero)
    private var fanout = 0

    /// - Parameters:
    ///   - batch: The search as it is.
    ///   - number: Of the piece in its batch.
    init(_ batch: Batch, number: Int) {
        self.batch = batch
        self.number = number
        known = KnownWays(batch, limit: Self.limit)
        // Not all of them compare the first that they meet, nor all none.
        meetingCount = number &* 3
    }

    /// The results of later states that the runs have seen on their way.
    var results: AheadTable { known.ahead }

    // MARK: The state that is expanded

    /// - Parameters:
    ///   - index: The state that is expanded now.
    ///   - last: The last one of the piece.
    mutating func isExpanding(_ index: Int, upTo last: Int) {
        known.isExpanding(index, upTo: last)
        (state, fanout) = (batch.table.place(of: index), Int(batch.table.nodes[index].fanout))
    }

    /// The result of a choice as an earlier run has seen it, if it was no failure.
    func arrival(of choice: Int) -> Arrival? {
        guard let seen = known.ahead(of: state)?[choice], seen.finding == nil else { return nil }
        return seen
    }

    mutating func note(_ arrival: Arrival, of choice: Int) {
        known.note(arrival, of: choice, at: state, fanout: fanout)
    }

    /// Another way to this state led to a failure, and the timeline of the search does not.
    func compareFailure(of decision: Decision, _ path: [Decision], _ runner: Runner<Frame>) throws(Finding) {
        guard let other = known.ahead(of: state)?[decision.choice]?.finding else { return }
        throw Comparison(runner).explain(other.path, path + [decision])
    }

    // MARK: Walking on

    /// Goes on where nothing has been seen yet, over known ground if it must, and compares what it passes.
    mutating func walk(_ run: Run<Frame>, from arrival: Arrival, _ runner: inout Runner<Frame>) throws(Finding) {
        if batch.isCareful || !batch.walksAhead { return }
        let (table, bounds) = (batch.table, runner.bounds)
        var (arrival, depth) = (arrival, batch.depth + 1)
        let last = min(bounds.steps ?? .max, batch.depth + max(Self.leastReach, 2 * batch.depth))
        var way: ArraySlice<Way> = []
        for _ in 0..<Self.walkLength {
            guard !arrival.hasEnded else { return }
            if let index = table.index(of: arrival.place) {
                // The application does not see the rest of allowances.
                arrival.place = table.place(of: index)
                run.have(arrival.place.budget)
                depth = table.depth(of: index)
                if way.isEmpty, let known = stepToCompare(from: arrival.place, bounds) { way = [known] }
            }
            guard depth < last else { return }
            guard let next = try goOn(run, arrival.place, &way, &runner) else { return }
            arrival = next
            depth += 1
        }
    }

    /// A choice to compare, of a state that runs have come to on another way.
    private mutating func stepToCompare(from place: Place, _ bounds: Bounds) -> Way? {
        guard bounds.comparedJoins > 0 else { return nil }
        meetingCount += 1
        // Where all joins are compared, a run that compared whatever it meets would never come to anything new.
        let distance = max(Self.leastDistance, bounds.comparedJoins)
        guard meetingCount % distance == 0 else { return nil }
        return known.step(from: place, number: meetingCount / distance)
    }

    /// Takes a choice that is new, or the next one on the way to where there is one.
    private mutating func goOn(
        _ run: Run<Frame>, _ place: Place, _ way: inout ArraySlice<Way>, _ runner: inout Runner<Frame>
    ) throws(Finding) -> Arrival? {
        if way.first?.from != place {
            if known.isOpen(place, fanout: run.choices().count) {
                way = []
                return takeNew(run, place, &runner)
            }
            way = known.wayToOpen(from: place)
        }
        guard let step = way.popFirst() else { return nil }
        return try pass(run, step, &runner)
    }

    /// Takes a choice that no run has taken yet.
    private mutating func takeNew(_ run: Run<Frame>, _ place: Place, _ runner: inout Runner<Frame>) -> Arrival? {
        let choices = run.choices()
        let ahead = known.ahead(of: place) ?? Ahead(fanout: choices.count)
        guard ahead.fanout == choices.count else { return nil }
        let planned = known.planned(at: place)
        let choice = planned.map { $0.first { ahead[$0] == nil } } ?? ahead.unseen(among: choices, from: number)
        guard let choice else { return nil }
        do throws(Finding) {
            let next = try runner.step(run, Decision(choice: choice)) { run.history }
            known.note(next, of: choice, at: place, fanout: choices.count)
            return next
        } catch {
            // Told when its turn has come: there may be something shorter.
            let more = Arrival.More(finding: error)
            known.note(Arrival(place: place, more: more), of: choice, at: place, fanout: choices.count)
            return nil
        }
    }

    /// Takes a choice of which it is known where it leads.
    private func pass(_ run: Run<Frame>, _ way: Way, _ runner: inout Runner<Frame>) throws(Finding) -> Arrival? {
        runner.tally.comparedJoinCount += 1
        let decision = Decision(choice: way.choice)
        var finding: Finding?
        do throws(Finding) {
            let next = try runner.step(run, decision, isNew: false) { run.history }
            if next.place.key == way.to.key { return next }
        } catch {
            finding = error
        }
        // How a state was reached that is not in the table yet is not known.
        guard let index = batch.table.index(of: way.from) else { return nil }
        throw Comparison(runner).explain(finding?.path ?? run.history, batch.table.path(to: index) + [decision])
    }
}
