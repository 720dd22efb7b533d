import CycleTesting

/// A run whose turns are written down.
final class LoggedRun<Frame> {
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

    func differs(from other: LoggedRun, upTo count: Int) -> Bool {
        if other.turns.count < count { return true }
        return (0..<count).contains { differs(from: other, at: $0) }
    }

    func differs(from other: LoggedRun, at index: Int) -> Bool {
        let (one, two) = (turns[index], other.turns[index])
        return one.lens != two.lens || scenario.key(of: one.frame) != scenario.key(of: two.frame)
    }
}

/// The happenings that are possible in one run and not in another, in words.
///
/// - Parameters:
///   - old: The happenings that are possible in the first one.
///   - new: The happenings that are possible in the other one.
///   - isSameTimeline: Whether both have done the same.
func pendingDifference(_ old: [WorldChoice], _ new: [WorldChoice], isSameTimeline: Bool) -> String {
    let (old, new) = (old.map(\.text), new.map(\.text))
    let (gone, come) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
    let places =
        isSameTimeline ? ("the first time", "the second time") : ("after the other timeline", "after this one")
    var parts: [String] = []
    if !gone.isEmpty { parts.append("possible \(places.0) only: \(gone.joined(separator: ", "))") }
    if !come.isEmpty { parts.append("possible \(places.1) only: \(come.joined(separator: ", "))") }
    if parts.isEmpty, old != new {
        parts.append("possible in another order: \(old.joined(separator: ", ")) -> \(new.joined(separator: ", "))")
    }
    return parts.isEmpty ? "the frames and what is possible are the same" : parts.joined(separator: "\n")
}

extension Run {
    /// The frame as text.
    var frameText: String { readableText(frame) }
}

extension WorldChoice {
    var text: String { "\(possibility.lane): \(possibility.label)" }
}
