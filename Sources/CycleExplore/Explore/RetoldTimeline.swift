import CycleTesting

/// A timeline done once more, for a report, with the turns that each happening has led to.
///
/// Happenings that come at once come before the turns of the earlier one. These turns are taken later, and still belong to the
/// earlier happening: they would also come without the later ones.
struct RetoldTimeline<Frame> {
    private struct ToldHappening {
        let happening: Happening
        let message: (sender: String?, isLost: Bool)?
        /// Before its turns.
        var frame: Frame
        /// How many turns belong to what was before it.
        var turnCount: Int
    }

    private struct ToldTurn {
        let text: String
        let frame: Frame
        let key: Fingerprint.Key
    }

    private final class Log {
        var texts: [String] = []
    }

    /// As it stands at the end.
    let run: Run<Frame>
    private let log = Log()
    private var happenings: [ToldHappening] = []
    private var turns: [ToldTurn] = []

    init(_ scenario: Scenario<Frame>, _ path: [Decision], _ bounds: Bounds) {
        self.init(doing: path, scenario, bounds)
        for index in happenings.indices where path[index].afterTurns != nil {
            let without = RetoldTimeline(doing: Array(path[..<index]), scenario, bounds)
            let count = zip(turns, without.turns).prefix { $0.text == $1.text && $0.key == $1.key }.count
            guard count > happenings[index].turnCount else { continue }
            (happenings[index].frame, happenings[index].turnCount) = (turns[count - 1].frame, count)
        }
    }

    private init(doing path: [Decision], _ scenario: Scenario<Frame>, _ bounds: Bounds) {
        run = Run(scenario, bounds) { [log] in log.texts.append("\($0.lens): \(readableText($0.event))") }
        for decision in path {
            takeTurns(scenario, atMost: decision.afterTurns)
            if let budget = decision.budget { run.have(budget) }
            let choices = run.choices()
            guard decision.choice < choices.count else { return }
            let choice = choices[decision.choice]
            happenings.append(
                ToldHappening(
                    happening: choices.happening(decision.choice, afterTurns: decision.afterTurns),
                    message: (choice.part as? ExploredSockets)?.wires.message(of: choice.possibility),
                    frame: run.frame, turnCount: turns.count))
            run.happen(decision.choice, afterTurns: decision.afterTurns)
        }
        takeTurns(scenario, atMost: nil)
    }

    private mutating func takeTurns(_ scenario: Scenario<Frame>, atMost limit: Int?) {
        var count = 0
        while count < limit ?? run.bounds.turns, run.turn() {
            count += 1
            turns.append(
                ToldTurn(text: log.texts.joined(separator: "\n"), frame: run.frame, key: scenario.key(of: run.frame)))
            log.texts = []
        }
        // It never comes to rest, and says so itself.
        if limit == nil, count == run.bounds.turns { run.settle() }
    }

    /// The frame before anything has happened.
    var start: Frame { happenings.first?.frame ?? run.frame }

    /// The first frame, for a line of a report: of a long one only the fields that the timeline changes.
    var shownStart: String {
        let text = readableText(start)
        guard text.count > 120 else { return text }
        let fields = Mirror(reflecting: start).children
        let changed = changedFields
        let shown = fields.compactMap { field -> String? in
            guard let label = field.label, changed.contains(label) else { return nil }
            return "\(label): \(shownText(field.value).cutInTheMiddle(to: 60))"
        }
        guard !shown.isEmpty else { return text.cutInTheMiddle(to: 120) }
        return "\(Frame.self)(\((shown + (shown.count < fields.count ? ["…"] : [])).joined(separator: ", ")))"
    }

    private var changedFields: Set<String> {
        let frames = happenings.map(\.frame) + [run.frame]
        let places = zip(frames, frames.dropFirst()).flatMap { Difference(of: $0, and: $1).places }
        return Set(places.map { String($0.path.prefix { $0 != "." && $0 != "[" }) })
    }

    /// A line for each happening.
    var lines: [ExplorationFailure.Line] {
        happenings.indices.map { index in
            let next = index + 1 < happenings.count ? happenings[index + 1] : nil
            let (before, after) = (happenings[index].frame, next?.frame ?? run.frame)
            let own = turns[happenings[index].turnCount..<(next?.turnCount ?? turns.count)]
            let message = happenings[index].message
            return ExplorationFailure.Line(
                happening: happenings[index].happening, sender: message?.sender, isLost: message?.isLost == true,
                turns: own.map(\.text).filter { !$0.isEmpty },
                context: readableText(before), effect: readableText(after),
                changes: Difference(of: before, and: after).places.map(\.description))
        }
    }
}

extension Scenario {
    /// The happenings of a path, in words.
    func names(of path: [Decision], _ bounds: Bounds) -> [String] {
        happenings(of: path, bounds).map(\.description)
    }

    func happenings(of path: [Decision], _ bounds: Bounds) -> [Happening] {
        var happenings: [Happening] = []
        let run = Run(self, bounds)
        run.follow(path) { happenings.append(run.choices().happening($0.choice, afterTurns: $0.afterTurns)) }
        return happenings
    }
}
