import CycleTesting

/// Failures of a timeline that none of its frames shows: it leads to another end, or it never ends.
extension Scenario {
    private func replay(_ happenings: some Collection<Happening>) -> ReplayedRun<Frame> {
        var replay = ReplayedRun(self, afterTurns: happenings.first?.afterTurns)
        replay.take(Array(happenings))
        return replay
    }

    /// Where a timeline leads elsewhere when it is done again.
    ///
    /// - Parameters:
    ///   - happenings: The timeline.
    ///   - end: Where it has led: the frame, what was possible, and the state.
    func again(
        _ happenings: [Happening], from end: (frame: Frame, choices: [WorldChoice], key: Fingerprint.Key)
    ) -> Finding? {
        let again = replay(happenings)
        if again.run.stateKey == end.key { return nil }
        var difference = Difference(of: end.frame, and: again.run.frame, named: "frame").description
        if difference.isEmpty {
            difference = pendingDifference(end.choices, again.run.choices(), isSameTimeline: true)
        }
        let hidden = HiddenState(
            other: nil, happening: "", turn: "the end of the timeline", difference: difference)
        return Finding(.hiddenState(hidden), again.path)
    }

    /// Where two timelines lead to different ends and should not: two that have led to one state, or two orders of the same.
    func comparison(of happenings: [Happening], and other: [Happening]) -> Finding? {
        if other.isEmpty { return nil }
        let (here, there) = (replay(happenings), replay(other))
        guard here.passedOver.isEmpty, there.passedOver.isEmpty else { return nil }
        let runner = Runner(self, Bounds.unlimited)
        var agreements = KnownAgreements()
        do throws(Finding) {
            for run in [there.run, here.run] where run.rest(run.choices()) {
                try agreements.compare(runner.agreements(of: run)) { run.history }
            }
        } catch {
            return error
        }
        let (before, otherBefore) = (replay(happenings.dropLast()), replay(other.dropLast()))
        guard before.run.stateKey == otherBefore.run.stateKey, here.run.stateKey != there.run.stateKey else {
            return nil
        }
        return Comparison(runner).explain(here.path, there.path)
    }

    /// A promise that is owed all the time from one state to the same state, by what is due alone: it goes on for ever.
    func round(at happenings: [Happening]) -> Finding? {
        if laws.leadsTo.isEmpty { return nil }
        var replay = ReplayedRun(self, afterTurns: happenings.first?.afterTurns)
        var steps: [(state: Fingerprint.Key, owed: UInt64, due: Set<Possibility.Letter>, letter: Possibility.Letter?)] =
            []
        for (index, happening) in happenings.enumerated() {
            let choices = replay.run.choices()
            let due = choices.map(\.possibility).filter { $0.kind == .due }
            let letter = due.map(\.letter).first { $0.lane == happening.lane && $0.label == happening.label }
            steps.append((replay.run.stateKey, replay.run.monitor.owed, Set(due.map(\.letter)), letter))
            replay.take(happening, turns: index + 1 < happenings.count ? happenings[index + 1].afterTurns : nil)
        }
        guard replay.passedOver.isEmpty, !replay.isOver,
            let start = steps.firstIndex(where: { $0.state == replay.run.stateKey })
        else { return nil }
        let round = steps[start...]
        let always = round.dropFirst().reduce(round[start].due) { $0.intersection($1.due) }
        guard round.allSatisfy({ $0.letter != nil }), always.isSubset(of: Set(round.compactMap(\.letter))) else {
            return nil
        }
        let owed = round.reduce(replay.run.monitor.owed) { $0 & $1.owed }
        guard let law = laws.leadsTo.first(where: { owed & (1 << UInt64($0.index)) != 0 }) else { return nil }
        return Finding(.circle(law: law.index, round: Array(replay.path[start...])), Array(replay.path[..<start]))
    }

    /// At rest, where the application comes to another frame when it is started again.
    func resumption(of happenings: [Happening]) -> Finding? {
        if laws.resuming == nil { return nil }
        let replay = replay(happenings)
        guard replay.finding == nil, !replay.run.choices().contains(where: \.possibility.isDue) else { return nil }
        var runner = Runner(self, Bounds.unlimited)
        return runner.resumption(of: replay.path)
    }
}

extension Run {
    /// The state as it is.
    var stateKey: Fingerprint.Key { key(choices()) }
}
