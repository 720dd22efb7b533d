import CycleTesting

/// Two runs that are in one state must go on alike; where they do not, something is remembered beside the frame.
struct Comparison<Frame> {
    private(set) var runner: Runner<Frame>

    init(_ runner: Runner<Frame>) {
        self.runner = runner
    }

    /// Goes on by each thing that can happen, from the end of each path and from the known one, and compares what comes of it.
    mutating func compare(_ paths: [[Decision]], with known: [Decision]) throws(Finding) {
        runner.tally.comparedJoinCount += paths.count
        var (place, count) = (0, 1)
        while place < count {
            let there = makeKnown(known, place)
            count = max(there.letters.count, 1)
            for path in paths { try compare(path, with: there, by: place) }
            place += 1
        }
    }

    /// A run on the known path, and what is compared with each other path.
    private struct Known {
        let path: [Decision]
        let run: LoggedRun<Frame>
        let budget: SIMD16<UInt8>
        let letters: [Possibility.Letter]
        let frame: Frame
        var key: Fingerprint.Key?
    }

    /// - Parameter place: The place of what happens at the end of the path, if so much is possible there.
    private mutating func makeKnown(_ path: [Decision], _ place: Int) -> Known {
        let there = LoggedRun(runner.scenario, runner.bounds, following: path)
        runner.tally.runCount += 1
        let letters = there.run.choices().map(\.possibility.letter)
        var known = Known(
            path: path, run: there, budget: there.run.world.common.allowances.budget.packed, letters: letters,
            frame: there.run.frame)
        guard place < letters.count else { return known }
        there.takeTurns()
        there.go(place)
        known.key = there.key
        return known
    }

    private mutating func compare(_ path: [Decision], with known: Known, by place: Int) throws(Finding) {
        let (here, there) = (LoggedRun(runner.scenario, runner.bounds, following: path), known.run)
        runner.tally.runCount += 1
        // The application does not see the rest of allowances, and here may be less of them.
        here.run.have(known.budget)
        let choices = here.run.choices()
        guard choices.map(\.possibility.letter) == known.letters else {
            // The known run has gone on.
            let there = LoggedRun(runner.scenario, runner.bounds, following: known.path)
            var hidden = HiddenState(there, here, known.path, path: path)
            hidden.merged = runner.scenario.merged(known.frame, here.run.frame)
            throw Finding(.hiddenState(hidden), path)
        }
        guard place < choices.count else { return }
        let frame = here.run.frame
        here.takeTurns()
        here.go(place)
        let isSame = here.run.hasEnded == there.run.hasEnded && here.turns.count == there.turns.count
        if isSame, !here.differs(from: there, upTo: here.turns.count), here.key == known.key { return }
        var hidden = HiddenState(there, here, known.path, path: path, choices[place].text)
        hidden.merged = runner.scenario.merged(known.frame, frame)
        throw Finding(.hiddenState(hidden), here.run.history)
    }

    /// A run that came to a known state on another way has seen a happening lead where it does not lead on the way that is known.
    func divergence(on path: [Decision], to index: Int, _ table: StateTable) -> Finding {
        var (first, state) = (path, index)
        while state >= 0 {
            let node = table.nodes[state]
            let run = Run(runner.scenario, runner.bounds)
            run.follow(table.path(to: state))
            if node.key != .none {
                if !run.lostTheWay, run.key(run.choices()) == node.key { break }
                first = table.path(to: state)
            }
            state = node.parent
        }
        return Finding(.hiddenState(.unexplained), first)
    }

    /// Two timelines have led to one state, and from there the same thing leads to different ends: what is remembered.
    func explain(_ path: [Decision], _ known: [Decision]) -> Finding {
        let none = Decision(choice: 0)
        let (last, other) = (path.last ?? none, known.last ?? none)
        let here = LoggedRun(runner.scenario, runner.bounds, following: Array(path.dropLast()))
        let there = LoggedRun(runner.scenario, runner.bounds, following: Array(known.dropLast()))
        // A last happening may need the allowances that the walk had set before it.
        for (run, decision) in [(here.run, last), (there.run, other)] {
            if let budget = decision.budget { run.have(budget) }
        }
        let (choices, before) = (here.run.choices(), Array(known.dropLast()))
        guard !here.run.lostTheWay, last.choice < choices.count else {
            return Finding(.hiddenState(.unrepeatable(last, in: here.run)), path)
        }
        guard !there.run.lostTheWay, other.choice < there.run.choices().count else {
            return Finding(.hiddenState(HiddenState(there, here, before, path: path)), path)
        }
        let frames = (there.run.frame, here.run.frame)
        here.takeTurns()
        there.takeTurns()
        here.follow([last])
        there.follow([other])
        var hidden = HiddenState(there, here, before, path: path, choices[last.choice].text)
        hidden.merged = runner.scenario.merged(frames.0, frames.1)
        return Finding(.hiddenState(hidden), path)
    }
}

extension HiddenState {
    /// Where two runs differ.
    ///
    /// - Parameters:
    ///   - first: A run.
    ///   - again: Another one, of which the same was known.
    ///   - other: The timeline of the first; `nil` where it is the same.
    ///   - path: The timeline of the other one.
    ///   - happening: The happening that showed it.
    init<Frame>(
        _ first: LoggedRun<Frame>, _ again: LoggedRun<Frame>, _ other: [Decision]?, path: [Decision],
        _ happening: String = ""
    ) {
        let count = min(first.turns.count, again.turns.count)
        let place = (0..<count).first { again.differs(from: first, at: $0) }
        let (one, two) = place.map { (first.turns[$0], again.turns[$0]) } ?? (first.turns.last, again.turns.last)
        let turn = two ?? one
        var difference = ""
        if let one, let two { difference = Difference(of: one.frame, and: two.frame, named: "frame").description }
        if difference.isEmpty, first.run.frameText != again.run.frameText {
            difference = Difference(of: first.run.frame, and: again.run.frame, named: "frame").description
        }
        if difference.isEmpty {
            difference = pendingDifference(first.run.choices(), again.run.choices(), isSameTimeline: other == nil)
        }
        self.init(
            other: other, happening: happening, turn: turn.map { "\($0.lens): \($0.event)" } ?? "the start",
            difference: difference, isOfOtherTime: first.run.world.time.now != again.run.world.time.now)
    }
}

extension HiddenState {
    /// A timeline that cannot be done again.
    ///
    /// - Parameters:
    ///   - decision: The happening that is not possible any more.
    ///   - run: The timeline as far as it goes.
    static func unrepeatable<Frame>(_ decision: Decision, in run: Run<Frame>) -> HiddenState {
        let choices = run.choices()
        let possible = choices.isEmpty ? "nothing" : choices.map(\.text).joined(separator: ", ")
        return HiddenState(
            other: nil, happening: "", turn: "the end of the timeline",
            difference: """
                more was possible there before: at least \(decision.choice + 1) happenings, and now \(choices.count)
                possible now: \(possible)
                """)
    }
}

extension Scenario {
    /// Where two frames differ that are taken for one, since `canonical` leaves that out; empty where there is no such place.
    func merged(_ one: Frame, _ two: Frame) -> String {
        canonical == nil ? "" : Difference(of: one, and: two, named: "frame").description
    }
}
