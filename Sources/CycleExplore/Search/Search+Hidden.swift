import CycleDrivers
import CycleTesting

/// Two runs that are in one state must go on alike; where they do not, something is remembered beside the frame.
extension Search {
    /// Long runs are done twice: chance, clocks and globals show at once. And what happens in one state leads to one state,
    /// however long ago the state was seen: what is counted somewhere shows in the end.
    mutating func compareFirstRuns() throws(Finding) {
        guard bounds.comparedJoins > 0, !isCareful else { return }
        var wide = Bounds.unlimited
        wide.powerCuts = bounds.powerCuts
        wide.horizon = bounds.horizon
        wide.countsTime = bounds.countsTime
        var known: [Transition: (to: Fingerprint.Key, path: [Decision])] = [:]
        for seed in 0..<UInt64(walkCount) {
            let path = try walk(seed, wide, &known)
            if seed < 2 { try walkAgain(path, wide) }
        }
    }

    /// No longer than the exploration needs.
    private var walkCount: Int { min(6, 1 + (bounds.steps ?? 6)) }
    private var walkLength: Int { min(24, 4 * (bounds.steps ?? 6)) }

    /// Something that happens in a state.
    private struct Transition: Hashable {
        let from: Fingerprint.Key
        let happening: Happening
    }

    private mutating func walk(
        _ seed: UInt64, _ wide: Bounds, _ known: inout [Transition: (to: Fingerprint.Key, path: [Decision])]
    ) throws(Finding) -> [Decision] {
        var random = SplitMix64(seed: seed)
        var path: [Decision] = []
        let run = Run(scenario, wide)
        run.settle()
        while path.count < walkLength {
            let all = run.choices()
            let places = all.indices.filter { all[$0].possibility.kind != .pause || seed % 2 == 1 }
            guard let place = places.randomElement(using: &random) else { break }
            let transition = Transition(from: run.key(all), happening: all.happening(place))
            run.happen(place)
            run.settle()
            path.append(Decision(choice: place))
            run.rest(run.choices())
            if run.monitor.broken != nil || run.mistake != nil || run.hasEnded || run.isStuck { break }
            let to = run.key(run.choices())
            if let before = known[transition], before.to != to {
                let (first, again) = (Recorder(scenario, wide), Recorder(scenario, wide))
                first.follow(before.path)
                again.follow(path)
                throw Finding(
                    hidden(first, again, Array(before.path.dropLast()), path: path, all[place].text), path, with: wide)
            }
            if known[transition] == nil { known[transition] = (to, path) }
        }
        return path
    }

    /// Does a run again, of every length, beside one that goes on.
    private mutating func walkAgain(_ path: [Decision], _ wide: Bounds) throws(Finding) {
        let (first, again) = (Recorder(scenario, wide), Recorder(scenario, wide))
        for length in 0...path.count {
            if length > 0 {
                first.follow(path[(length - 1)..<length])
                again.follow(path[(length - 1)..<length])
            }
            if again.run.lostTheWay || first.turns.count != again.turns.count
                || again.differs(from: first, upTo: again.turns.count)
            {
                throw Finding(
                    hidden(first, again, nil, path: Array(path[..<length])), Array(path[..<length]), with: wide)
            }
        }
    }

    /// Goes on from both by each thing that can happen, and compares what comes of it.
    mutating func compare(_ path: [Decision], with known: [Decision]) throws(Finding) {
        report.comparedJoinCount += 1
        var (place, count) = (0, 1)
        while place < count {
            let here = Recorder(scenario, bounds, following: path)
            count = here.run.choices().count
            if count > 0 { try compare(here, path, with: known, by: place) }
            place += 1
        }
    }

    private mutating func compare(
        _ here: Recorder<Frame>, _ path: [Decision], with known: [Decision], by place: Int
    ) throws(Finding) {
        let there = Recorder(scenario, bounds, following: known)
        report.runCount += 2
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
        throw Finding(hidden(there, here, known, path: happened, choices[place].text), happened)
    }

    private func hidden(
        _ first: Recorder<Frame>, _ again: Recorder<Frame>, _ other: [Decision]?, path: [Decision],
        _ happening: String = ""
    ) -> Finding.Kind {
        let count = min(first.turns.count, again.turns.count)
        let place = (0..<count).first { again.differs(from: first, at: $0) }
        let (one, two) = place.map { (first.turns[$0], again.turns[$0]) } ?? (first.turns.last, again.turns.last)
        let turn = two ?? one
        var difference = ""
        if let one, let two { difference = Difference(of: one.frame, and: two.frame, named: "frame").description }
        if difference.isEmpty, first.run.frameText != again.run.frameText {
            difference = Difference(of: first.run.frame, and: again.run.frame, named: "frame").description
        }
        if difference.isEmpty { difference = Recorder.pendingDifference(first.run, again.run) }
        return .hiddenState(
            HiddenState(
                other: other, happening: happening, turn: turn.map { "\($0.lens): \($0.event)" } ?? "the start",
                difference: difference, isOfOtherTime: first.run.world.time.now != again.run.world.time.now))
    }

    /// Two timelines have led to one state, and from there the same thing leads to different ends: what is remembered.
    func explain(_ path: [Decision], _ known: [Decision]) -> Finding {
        guard let last = path.last, let other = known.last else { return Finding(.hiddenState(.unrepeatable), path) }
        let here = Recorder(scenario, bounds, following: Array(path.dropLast()))
        let there = Recorder(scenario, bounds, following: Array(known.dropLast()))
        let choices = here.run.choices()
        guard !here.run.lostTheWay, !there.run.lostTheWay, last.choice < choices.count else {
            return Finding(.hiddenState(.unrepeatable), path)
        }
        here.takeTurns()
        there.takeTurns()
        here.follow([last])
        there.follow([other])
        let (name, before) = (choices[last.choice].text, Array(known.dropLast()))
        return Finding(hidden(there, here, before, path: path, name), path)
    }

    /// The values of a run at rest that `agrees` compares.
    func agreements(of run: Run<Frame>) -> [Agreement] {
        scenario.laws.agreeing.map { index, combine in
            var fingerprint = Fingerprint()
            let text = combine(run.frame, &fingerprint)
            var happenings = run.happenings
            happenings["law"] = index
            return Agreement(law: index, happenings: happenings, result: fingerprint.key, text: text)
        }
    }

    /// At rest, what `agrees` names is the same after all orders of the same happenings.
    mutating func compareAgreements(_ found: [Agreement], _ path: () -> [Decision]) throws(Finding) {
        for agreement in found {
            if let known = agreements[agreement.happenings] {
                guard known.result != agreement.result else { continue }
                throw Finding(
                    .disagrees(law: agreement.law, here: agreement.text, there: known.text, other: known.path), path())
            }
            agreements[agreement.happenings] = (agreement.result, agreement.text, path())
        }
    }

    /// The application, started again from the frame that it rests with, rests with the same.
    mutating func compareResumed(_ path: [Decision]) throws(Finding) {
        guard let law = scenario.laws.resuming else { return }
        let run = try rerun(path)
        guard run.canResume else { return }
        let before = run.frame
        run.resume()
        for _ in 0..<bounds.turns {
            let choices = run.choices()
            guard let next = choices.firstIndex(where: \.possibility.isDue) else { break }
            run.happen(next)
            run.settle()
        }
        let difference = Difference(of: before, and: run.frame, named: "frame")
        if difference.isEmpty { return }
        throw Finding(.resumesElsewhere(law: law, difference: difference.description), path)
    }
}

/// A run whose turns are written down.
final class Recorder<Frame> {
    private final class Log {
        var turns: [TurnRecord<Frame>] = []
    }

    private let log: Log
    let run: Run<Frame>
    private let scenario: Scenario<Frame>

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds, following path: [Decision] = []) {
        self.scenario = scenario
        let log = Log()
        self.log = log
        run = Run(scenario, bounds) { log.turns.append($0) }
        run.follow(path)
    }

    /// Goes on; what is returned by ``turns`` is what the last of it led to.
    func follow(_ path: some Collection<Decision>) {
        for decision in path {
            takeTurns()
            run.follow([decision])
        }
    }

    var turns: [TurnRecord<Frame>] { log.turns }

    /// The state.
    var key: Fingerprint.Key { run.key(run.choices()) }

    /// Takes what was written down.
    @discardableResult
    func takeTurns() -> [TurnRecord<Frame>] {
        defer { log.turns = [] }
        return log.turns
    }

    func go(_ place: Int) {
        run.happen(place)
        run.settle()
    }

    func differs(from other: Recorder, upTo count: Int) -> Bool {
        if other.turns.count < count { return true }
        return (0..<count).contains { differs(from: other, at: $0) }
    }

    func differs(from other: Recorder, at index: Int) -> Bool {
        let (one, two) = (turns[index], other.turns[index])
        return one.lens != two.lens || scenario.key(of: one.frame) != scenario.key(of: two.frame)
    }

    /// The happenings that are possible in one and not in the other, in words.
    static func pendingDifference(_ one: Run<Frame>, _ two: Run<Frame>) -> String {
        let (old, new) = (one.choices().map(\.text), two.choices().map(\.text))
        return "what is possible: \(old.joined(separator: ", ")) -> \(new.joined(separator: ", "))"
    }
}

extension Run {
    /// The frame as text.
    var frameText: String { "\(frame)".withoutContexts }
}

extension Choice {
    var text: String { "\(possibility.lane): \(possibility.label)" }
}
