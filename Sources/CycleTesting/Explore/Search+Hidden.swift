/// Two runs that are in one state must go on alike; where they do not, something is remembered beside the frame.
extension Search {
    /// A long run is done twice: chance, clocks and globals show at once.
    mutating func compareFirstRuns() throws(Finding) {
        guard bounds.comparedJoins > 0 else { return }
        var path: [Decision] = []
        let first = Recorder(scenario, bounds)
        first.run.settle()
        for step in 0..<24 {
            let choices = first.run.choices()
            guard !choices.isEmpty else { break }
            let decision = Decision(choice: (step * 7 + 3) % choices.count)
            path.append(decision)
            first.run.happen(choices[decision.choice], preempting: false)
            first.run.settle()
        }
        if first.run.monitor.broken != nil || first.run.mistake != nil { return }
        for length in 0...path.count {
            let again = Recorder(scenario, bounds, following: Array(path[..<length]))
            if again.run.lostTheWay || again.differs(from: first, upTo: again.turns.count) {
                throw Finding(hidden(first, again, [], path: Array(path[..<length])), Array(path[..<length]))
            }
        }
    }

    /// Goes on by one happening from both, and compares what comes of it.
    mutating func compare(_ path: [Decision], with known: [Decision]) throws(Finding) {
        report.comparedJoinCount += 1
        let (here, there) = (Recorder(scenario, bounds, following: path), Recorder(scenario, bounds, following: known))
        report.runCount += 2
        let choices = here.run.choices()
        guard !choices.isEmpty else { return }
        let place = report.comparedJoinCount % choices.count
        let possibility = choices[place].possibility
        let alike = { (other: Run<Frame>.Choice) in other.possibility.letter == possibility.letter }
        // Of several that read alike, the one of the same age.
        let age = choices[..<place].filter(alike).count
        let others = there.run.choices().filter(alike)
        guard age < others.count else { return }
        here.takeTurns()
        there.takeTurns()
        here.go(choices[place])
        there.go(others[age])
        let isSame = here.run.hasEnded == there.run.hasEnded && here.turns.count == there.turns.count
        if isSame, !here.differs(from: there, upTo: here.turns.count), here.run.key() == there.run.key() { return }
        let happened = path + [Decision(choice: place)]
        throw Finding(hidden(there, here, known, path: happened, "\(possibility.lane): \(possibility.label)"), happened)
    }

    private func hidden(
        _ first: Recorder<Frame>, _ again: Recorder<Frame>, _ other: [Decision], path: [Decision],
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
                difference: difference))
    }

    /// At rest, what `agrees` names is the same after all orders of the same happenings.
    mutating func compareAgreements(_ run: Run<Frame>, _ path: () -> [Decision]) throws(Finding) {
        guard scenario.hasAgreement else { return }
        for (index, law) in scenario.laws.enumerated() {
            guard case .agrees(let combine) = law.kind else { continue }
            var fingerprint = Fingerprint()
            let text = combine(run.frame, &fingerprint)
            var happenings = run.happenings
            happenings["law"] = index
            let key = fingerprint.key
            if let known = agreements[happenings] {
                guard known.result != key else { continue }
                throw Finding(.disagrees(law: index, here: text, there: known.text, other: known.path), path())
            }
            agreements[happenings] = (key, text, path())
        }
    }

    /// The application, started again from the frame that it rests with, rests with the same.
    mutating func compareResumed(_ run: Run<Frame>, _ path: [Decision]) throws(Finding) {
        guard run.canResume else { return }
        let before = run.frame
        run.resume()
        for _ in 0..<bounds.turns {
            let choices = run.choices()
            guard let next = choices.first(where: \.possibility.isDue) else { break }
            run.happen(next, preempting: false)
            run.settle()
        }
        let difference = Difference(of: before, and: run.frame, named: "frame")
        guard !difference.isEmpty, let law = resumingLaw else { return }
        throw Finding(.resumesElsewhere(law: law, difference: difference.description), path)
    }

    private var resumingLaw: Int? {
        scenario.laws.firstIndex { if case .resumes = $0.kind { true } else { false } }
    }
}

/// A run whose turns are written down.
final class Recorder<Frame> {
    private final class Log {
        var turns: [TurnRecord<Frame>] = []
    }

    private let log: Log
    let run: Run<Frame>
    private let fingerprint = FingerprintMaker<Frame>()

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds, following path: [Decision] = []) {
        let log = Log()
        self.log = log
        run = Run(scenario, bounds) { log.turns.append($0) }
        run.follow(path)
    }

    var turns: [TurnRecord<Frame>] { log.turns }

    /// Takes what was written down.
    @discardableResult
    func takeTurns() -> [TurnRecord<Frame>] {
        defer { log.turns = [] }
        return log.turns
    }

    func go(_ choice: Run<Frame>.Choice) {
        run.happen(choice, preempting: false)
        run.settle()
    }

    func differs(from other: Recorder, upTo count: Int) -> Bool {
        if other.turns.count < count { return true }
        return (0..<count).contains { differs(from: other, at: $0) }
    }

    func differs(from other: Recorder, at index: Int) -> Bool {
        let (one, two) = (turns[index], other.turns[index])
        return one.lens != two.lens || key(one.frame) != key(two.frame)
    }

    private func key(_ frame: Frame) -> Fingerprint.Key {
        var memory = Fingerprint()
        fingerprint.combine(frame, &memory)
        return memory.key
    }

    /// What is possible in one and not in the other, in words.
    static func pendingDifference(_ one: Run<Frame>, _ two: Run<Frame>) -> String {
        let (old, new) = (one.choices().map(\.text), two.choices().map(\.text))
        return "what is possible: \(old.joined(separator: ", ")) -> \(new.joined(separator: ", "))"
    }
}

extension Run {
    /// The frame as text.
    var frameText: String { "\(frame)" }
}

extension Run.Choice {
    var text: String { "\(possibility.lane): \(possibility.label)" }
}
