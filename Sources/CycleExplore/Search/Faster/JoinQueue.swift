/// Two timelines to one state that are to be compared by all that can happen there, and the values that orders have agreed on.
struct JoinQueue<Frame> {
    /// Timelines that have led to one known state: what comes behind that is done once for all of them.
    private struct Joins: Sendable {
        let known: [Decision]
        var paths: [[Decision]]
    }

    /// The first joins are compared by all that can happen; runs that walk on compare what they meet and pass.
    private static var thoroughLimit: Int { 16 }

    private var waiting: [Joins] = []
    /// The places of those that wait, by the known timeline.
    private var places: [[Decision]: Int] = [:]
    private var count = 0

    func mustCompare(_ bounds: Bounds) -> Bool {
        if bounds.comparedJoins == 1 { return true }
        return bounds.comparedJoins > 0 && count < Self.thoroughLimit
    }

    mutating func append(_ path: [Decision], _ known: [Decision]) {
        count += 1
        if let place = places[known] { return waiting[place].paths.append(path) }
        places[known] = waiting.count
        waiting.append(Joins(known: known, paths: [path]))
    }

    /// Compares those that wait; the first that differ are the failure.
    mutating func compareAll(
        _ scenario: Scenario<Frame>, _ bounds: Bounds, _ tally: inout Tally
    ) throws(Finding) {
        let joins = waiting
        (waiting, places) = ([], [:])
        let results = Workers.shared.map(joins, jobs: bounds.jobs, until: { $0.finding != nil }) { joins in
            var comparison = Comparison(Runner(scenario, bounds))
            var finding: Finding?
            do throws(Finding) { try comparison.compare(joins.paths, with: joins.known) } catch { finding = error }
            return (tally: comparison.runner.tally, finding: finding)
        }
        for result in results {
            tally.add(result.tally)
            if let finding = result.finding { throw finding }
        }
    }
}

/// The results of orders of the same happenings, by which others must agree.
struct KnownAgreements {
    var known: [[String: Int]: (result: Fingerprint.Key, text: String, path: [Decision])] = [:]

    /// At rest, what `agrees` names is the same after all orders of the same happenings.
    mutating func compare(_ found: [Agreement], _ path: () -> [Decision]) throws(Finding) {
        for agreement in found {
            if let known = known[agreement.happenings] {
                guard known.result != agreement.result else { continue }
                throw Finding(
                    .disagrees(law: agreement.law, here: agreement.text, there: known.text, other: known.path), path())
            }
            known[agreement.happenings] = (agreement.result, agreement.text, path())
        }
    }
}
