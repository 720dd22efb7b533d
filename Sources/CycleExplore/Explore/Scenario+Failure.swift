import CycleTesting

// The finding of a search, as a report.
extension Scenario {
    /// The sentence of the law that a finding breaks; of another problem, what it is.
    func law(of finding: Finding) -> String {
        switch finding.kind {
        case .broken(let law), .neverReached(let law), .disagrees(let law, _, _, _), .circle(let law, _),
            .resumesElsewhere(let law, _):
            laws.name(law)
        case .mistake(let text): text
        case .restless: "it comes to rest"
        case .hiddenState: "nothing is remembered beside the frame"
        }
    }

    /// The report of a finding.
    func failure(
        _ finding: Finding, _ bounds: Bounds, _ report: Exploration, at place: UnexpectedTurn.Place
    ) -> ExplorationFailure {
        var path = finding.path
        let bounds = finding.bounds ?? bounds
        var reason = ""
        var other: [Happening] = []
        switch finding.kind {
        case .broken, .mistake: break
        case .neverReached:
            reason = "no order of events leads there"
            if !report.cuts.isEmpty {
                reason += ", as far as was explored: cut by \(report.cuts.joined(separator: ", "))"
            }
        case .restless(let turns): reason = "after \(turns) turns something still waits for its turn"
        case .hiddenState(let hidden):
            reason = text(of: hidden, bounds)
            if let way = hidden.other {
                let last = hidden.happening.isEmpty ? [] : happenings(of: path, bounds).suffix(1)
                other = happenings(of: way, bounds) + last
            }
        case .disagrees(_, let here, let there, let path):
            other = happenings(of: path, bounds)
            reason = "\(here) here, and \(there) after\(other.map { "\n  \($0)" }.joined())"
        case .circle(_, let round):
            reason = "never: the last \(round.count) happening\(round.count == 1 ? "" : "s") can go on for ever"
            path += round
        case .resumesElsewhere(_, let difference):
            reason = "started again from its last frame it comes to another: \(difference)"
        }
        let law = law(of: finding)
        return ExplorationFailure(self, path, bounds, law, reason, other, report, at: place)
    }

    private func text(of hidden: HiddenState, _ bounds: Bounds) -> String {
        let merged =
            hidden.merged.isEmpty ? "" : "\n`canonical` takes frames for one that differ there:\n\(hidden.merged)"
        let other = hidden.other.map { path in
            "\nthe other timeline:"
                + (path.isEmpty ? " the start" : names(of: path, bounds).map { "\n  \($0)" }.joined())
        }
        let difference = hidden.difference.isEmpty ? "" : "\n\(hidden.difference)"
        return "\(cause(of: hidden))\nat \(hidden.turn)\(difference)\(merged)\(other ?? "")"
    }

    private func cause(of hidden: HiddenState) -> String {
        if hidden.isUnexplained {
            return """
                another timeline has led to the state before the last happening, and there this happening led to another \
                state than here
                """
        }
        if hidden.other == nil {
            return """
                the same timeline, done twice, leads to different ends: chance, a clock, a global, or the order of a \
                dictionary
                """
        }
        return hidden.happening.isEmpty
            ? "two timelines lead to one frame, and what may happen then is not the same"
            : "two timelines lead to one frame, and \(hidden.happening) leads from there to different ones"
    }
}

extension ExplorationFailure {
    /// Does the timeline once more, and writes down what happens.
    init<Frame>(
        _ scenario: Scenario<Frame>, _ path: [Decision], _ bounds: Bounds, _ law: String, _ reason: String,
        _ other: [Happening], _ report: Exploration, at place: UnexpectedTurn.Place
    ) {
        let told = RetoldTimeline(scenario, path, bounds)
        start = readableText(told.start)
        shownStart = told.shownStart
        lines = told.lines
        self.law = law
        self.reason = reason.isEmpty ? told.run.monitor.account : reason
        self.other = other
        self.place = place
        pending = told.run.choices().filter { $0.possibility.kind != .powerCut }.map(\.text)
        exploration = report
    }
}
