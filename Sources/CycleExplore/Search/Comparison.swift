import CycleTesting

/// Two runs that are in one state must go on alike; where they do not, something is remembered beside the frame.
struct Comparison<Frame> {
    private(set) var runner: Runner<Frame>

    init(_ runner: Runner<Frame>) {
        self.runner = runner
    }

    /// Goes on from both by each thing that can happen, and compares what comes of it.
    mutating func compare(_ path: [Decision], with known: [Decision]) throws(Finding) {
        runner.tally.comparedJoinCount += 1
        var (place, count) = (0, 1)
        while place < count {
            let here = LoggedRun(runner.scenario, runner.bounds, following: path)
            count = here.run.choices().count
            if count > 0 { try compare(here, path, with: known, by: place) }
            place += 1
        }
    }

    private mutating func compare(
        _ here: LoggedRun<Frame>, _ path: [Decision], with known: [Decision], by place: Int
    ) throws(Finding) {
        let there = LoggedRun(runner.scenario, runner.bounds, following: known)
        runner.tally.runCount += 2
        let choices = here.run.choices()
        guard place < choices.count else { throw Finding(.hiddenState(.unrepeatable), path) }
        guard let other = there.run.choices().place(of: choices.happening(place)) else { return }
        here.takeTurns()
        there.takeTurns()
        here.go(place)
        there.go(other)
        let isSame = here.run.hasEnded == there.run.hasEnded && here.turns.count == there.turns.count
        if isSame, !here.differs(from: there, upTo: here.turns.count), here.key == there.key { return }
        let happened = path + [Decision(choice: place)]
        throw Finding(.hiddenState(HiddenState(there, here, known, path: happened, choices[place].text)), happened)
    }

    /// Two timelines have led to one state, and from there the same thing leads to different ends: what is remembered.
    func explain(_ path: [Decision], _ known: [Decision]) -> Finding {
        guard let last = path.last, let other = known.last else { return Finding(.hiddenState(.unrepeatable), path) }
        let here = LoggedRun(runner.scenario, runner.bounds, following: Array(path.dropLast()))
        let there = LoggedRun(runner.scenario, runner.bounds, following: Array(known.dropLast()))
        let choices = here.run.choices()
        guard !here.run.lostTheWay, !there.run.lostTheWay, last.choice < choices.count else {
            return Finding(.hiddenState(.unrepeatable), path)
        }
        here.takeTurns()
        there.takeTurns()
        here.follow([last])
        there.follow([other])
        let (name, before) = (choices[last.choice].text, Array(known.dropLast()))
        return Finding(.hiddenState(HiddenState(there, here, before, path: path, name)), path)
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
        if difference.isEmpty { difference = LoggedRun<Frame>.pendingDifference(first.run, again.run) }
        self.init(
            other: other, happening: happening, turn: turn.map { "\($0.lens): \($0.event)" } ?? "the start",
            difference: difference, isOfOtherTime: first.run.world.time.now != again.run.world.time.now)
    }
}
