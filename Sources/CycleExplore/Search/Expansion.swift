/// States of one depth, or places between turns, that one thread expands.
enum Piece: Sendable {
    case states([Int])
    case turns([BetweenTurns])
}

/// The turns of a decision between which something else may come.
struct BetweenTurns: Sendable {
    let parent: Int
    let choice: UInt16
    let afterTurns: Int?
    let interruptions: [Interruption]

    /// The decision whose turns they are.
    var first: Decision { Decision(choice: Int(choice), afterTurns: afterTurns) }
}

/// The search as it was before a batch: all pieces of the batch have it in common.
struct Batch: Sendable {
    let table: StateTable
    let aheads: AheadTable
    /// The depth of all that is expanded.
    let depth: Int
    /// The first state that comes after the batch.
    let end: Int
    let seen: UInt64
    let isCareful: Bool
    /// Whether it is a copy, in another process than the one that searches.
    var isCopy = false
    /// The choices that are taken of each state; `nil` for all of them.
    var taken: [Int: [Int]]?

    /// The choices of a state that are taken.
    func choices(of index: Int) -> [Int] { taken.map { $0[index] ?? [] } ?? Array(0..<Int(table.nodes[index].fanout)) }
}

/// Expands a piece, apart from all others: what comes of it depends on the batch and the piece alone, and so not on how many threads
/// there are.
///
/// A run that has come to a state from the start goes on from there as far as there is anything new, so that not every happening
/// costs a world and all that led there.
struct Expansion<Frame> {
    /// The results of the decisions, in order.
    struct Result: Sendable {
        var arrivals: [Arrival] = []
        /// The failure behind the arrivals that ends them.
        var finding: Finding?
        var aheads: AheadTable
        var tally = Tally()
    }

    /// How far a run walks ahead of the search. Its results are wasted where the search ends before.
    private static var walkLength: Int { 4_096 }
    /// How many meetings with known states lie between two that are compared, at least.
    private static var leastDistance: Int { 10 }
    private static var aheadLimit: Int { 1_024 }

    private let batch: Batch
    private let number: Int
    private var runner: Runner<Frame>
    private var known: KnownWays
    private var arrivals: [Arrival] = []
    private var meetingCount: Int

    /// - Parameters:
    ///   - number: Of the piece in its batch.
    init(_ scenario: Scenario<Frame>, _ bounds: Bounds, _ batch: Batch, number: Int) {
        self.batch = batch
        self.number = number
        runner = Runner(scenario, bounds, seen: batch.seen)
        known = KnownWays(batch, limit: Self.aheadLimit)
        // Not all of them compare the first that they meet, nor all none.
        meetingCount = number &* 3
    }

    private var bounds: Bounds { runner.bounds }
    private var table: StateTable { batch.table }

    mutating func run(_ piece: Piece) -> Result {
        var finding: Finding?
        do throws(Finding) {
            if batch.isCopy { try compareFingerprints(piece) }
            switch piece {
            case .states(let states): for state in states { try expand(state, with: states) }
            case .turns(let places): for place in places { try expand(place) }
            }
        } catch {
            finding = error
        }
        return Result(arrivals: arrivals, finding: finding, aheads: known.ahead, tally: runner.tally)
    }

    /// The fingerprint of a state is the same in all processes, unless something hashes where it lies in memory. The process that searches
    /// need not look: its own fingerprints are among those that the others compare.
    private func compareFingerprints(_ piece: Piece) throws(Finding) {
        guard case .states(let states) = piece, let first = states.first else { return }
        let path = table.path(to: first)
        let run = Run(runner.scenario, bounds)
        run.follow(path)
        _ = run.rest(run.choices())
        guard run.lostTheWay || run.key(run.choices()) != table.place(of: first).key else { return }
        throw Finding(
            .mistake(
                """
                the same timeline leads to another state in another process: chance, a clock, a global, or a hash of where something \
                lies in memory
                """), path)
    }

    private mutating func expand(_ index: Int, with own: [Int]) throws(Finding) {
        let fanout = Int(table.nodes[index].fanout)
        let state = table.place(of: index)
        known.isExpanding(index, upTo: own.last ?? index)
        let path = table.path(to: index)
        for choice in batch.choices(of: index) {
            let arrival = try arrival(at: state, index, Decision(choice: choice), path)
            known.note(arrival, of: choice, at: state, fanout: fanout)
            arrivals.append(arrival)
        }
    }

    /// The result of a decision: as an earlier run has seen it, or as a new run sees it.
    private mutating func arrival(
        at state: Place, _ index: Int, _ decision: Decision, _ path: [Decision]
    ) throws(Finding) -> Arrival {
        let seen = known.ahead(of: state)?[decision.choice]
        if let seen, seen.finding == nil { return seen }
        let run = runner.redo(path)
        if run.lostTheWay || run.key(run.choices()) != state.key { throw divergence(on: path, to: index) }
        let arrival = try runner.step(run, decision) { path + [decision] }
        // Another way to this state led to something that is wrong, and this one does not.
        if let other = seen?.finding {
            throw Comparison(runner).explain(other.path, path + [decision])
        }
        try walk(run, from: arrival, depth: batch.depth + 1)
        return arrival
    }

    /// A run that came to a known state on another way has seen a happening lead where it does not lead on the way that is known.
    private func divergence(on path: [Decision], to index: Int) -> Finding {
        var (first, state) = (path, index)
        while state >= 0 {
            let node = table.nodes[state]
            let run = Run(runner.scenario, bounds)
            run.follow(table.path(to: state))
            if node.key != .none {
                if !run.lostTheWay, run.key(run.choices()) == node.key { break }
                first = table.path(to: state)
            }
            state = node.parent
        }
        let hidden = HiddenState(
            other: nil, happening: "", turn: "the end of the timeline", difference: "", isUnexplained: true)
        return Finding(.hiddenState(hidden), first)
    }

    /// Lets everything happen between the turns of a decision that makes a difference there.
    private mutating func expand(_ turns: BetweenTurns) throws(Finding) {
        let path = turns.parent < 0 ? [] : table.path(to: turns.parent) + [turns.first]
        for interruption in turns.interruptions {
            let count = Int(interruption.afterTurns)
            let decision = Decision(choice: Int(interruption.choice), afterTurns: count)
            let run = try runner.rerun(path, turnsAtEnd: count)
            let arrival = try runner.step(run, decision) { path + [decision] }
            try walk(run, from: arrival, depth: batch.depth + 1)
            arrivals.append(arrival)
        }
    }

    // MARK: Walking on

    /// Goes on where nothing has been seen yet, over known ground if it must, and compares what it passes.
    private mutating func walk(_ run: Run<Frame>, from arrival: Arrival, depth: Int) throws(Finding) {
        if batch.isCareful { return }
        var (arrival, depth) = (arrival, depth)
        var way: ArraySlice<Way> = []
        for _ in 0..<Self.walkLength {
            guard !arrival.hasEnded else { return }
            if let index = table.index(of: arrival.place) {
                // The application does not see the rest of allowances.
                arrival.place = table.place(of: index)
                run.have(arrival.place.budget)
                depth = table.depth(of: index)
                if way.isEmpty, let known = stepToCompare(from: arrival.place) { way = [known] }
            }
            guard depth < bounds.steps ?? .max else { return }
            guard let next = try goOn(run, arrival.place, &way) else { return }
            arrival = next
            depth += 1
        }
    }

    /// A choice to compare, of a state that runs have come to on another way.
    private mutating func stepToCompare(from place: Place) -> Way? {
        guard bounds.comparedJoins > 0 else { return nil }
        meetingCount += 1
        // Where all joins are compared, a run that compared whatever it meets would never come to anything new.
        let distance = max(Self.leastDistance, bounds.comparedJoins)
        guard meetingCount % distance == 0 else { return nil }
        return known.step(from: place, number: meetingCount / distance)
    }

    /// Takes a choice that is new, or the next one on the way to where there is one.
    private mutating func goOn(
        _ run: Run<Frame>, _ place: Place, _ way: inout ArraySlice<Way>
    ) throws(Finding) -> Arrival? {
        if way.first?.from != place {
            if known.isOpen(place, fanout: run.choices().count) {
                way = []
                return takeNew(run, place)
            }
            way = known.wayToOpen(from: place)
        }
        guard let step = way.popFirst() else { return nil }
        return try pass(run, step)
    }

    /// Takes a choice that no run has taken yet.
    private mutating func takeNew(_ run: Run<Frame>, _ place: Place) -> Arrival? {
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
    private mutating func pass(_ run: Run<Frame>, _ way: Way) throws(Finding) -> Arrival? {
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
        guard let index = table.index(of: way.from) else { return nil }
        throw Comparison(runner).explain(finding?.path ?? run.history, table.path(to: index) + [decision])
    }
}
