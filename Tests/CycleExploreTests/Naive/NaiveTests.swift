import Synchronization
import TestSupport
import Testing

@testable import CycleExplore

/// The search beside an explorer that knows no reduction, on random programs.
@Suite("The search finds what every path shows")
struct NaiveTests {
    private func law(_ law: RandomLaw) -> Law<Tiny> {
        switch law.kind {
        case .always: .always("law") { law.holds($0) }
        case .everyTurn: .everyTurn("law") { law.holds($0, $1) }
        case .atRest: .atRest("law") { law.holds($0) }
        case .atEnd: .atEnd("law") { law.holds($0) }
        case .leadsTo: .leadsTo("law", from: { law.first.holds($0) }, to: { law.second.holds($0) })
        case .sometimes: .sometimes("law") { law.first.holds($0) }
        case .agrees: .agrees("law") { $0[law.first.register] }
        case .resumes: .resumes("law")
        case .diskAlways: .inWorld(.always, "law") { law.holds($1.files["f"]) }
        case .diskAtRest: .inWorld(.atRest, "law") { law.holds($1.files["f"]) }
        case .bothAlways: .inWorld(.always, "law") { law.holds($0, $1.files["f"]) }
        case .bothAtEnd: .inWorld(.atEnd, "law") { law.holds($0, $1.files["f"]) }
        case .diskAtEnd: .inWorld(.atEnd, "law") { law.holds($1.files["f"]) }
        }
    }

    /// The finding of a search for some laws.
    private func search(_ plan: RandomPlan, _ laws: [Law<Tiny>], _ bounds: Bounds) -> (Finding?, Exploration, Bool) {
        var search = CycleExplore.Search<Tiny>(plan.scenario(laws), bounds)
        do throws(Finding) {
            let report = try search.run()
            return (nil, report, search.neverReached == nil)
        } catch {
            return (error, Exploration(), false)
        }
    }

    /// The differences between the search and all paths, in words.
    private func differences(_ plan: RandomPlan, _ found: NaiveExplorer.Found) -> [String] {
        var bounds = plan.bounds
        bounds.steps = found.isComplete ? nil : found.depth
        var differences: [String] = []
        let frames = Mutex<Set<Tiny>>([])
        let noting = Law<Tiny>.always("noted") { frame in
            frames.withLock { _ = $0.insert(frame) }
            return true
        }
        let (finding, report, _) = search(plan, [noting], bounds)
        if let finding { differences.append("finds \(finding.kind) after \(finding.path.count)") }
        if finding == nil, found.isComplete, !report.isComplete { differences.append("is cut by \(report.cuts)") }
        let seen = frames.withLock { $0 }
        if finding == nil, seen != found.frames {
            differences.append("misses \(found.frames.subtracting(seen)), adds \(seen.subtracting(found.frames))")
        }
        for (number, law) in plan.laws.enumerated() {
            let (finding, _, isReached) = search(plan, [self.law(law)], bounds)
            if let difference = difference(law, found, found.lengths[number], finding, isReached) {
                differences.append("\(law.kind): \(difference)")
            }
        }
        bounds.comparedJoins = 1
        let (hidden, _, _) = search(plan, [noting], bounds)
        if let hidden {
            differences.append("finds \(hidden.kind) after \(hidden.path.count) where all joins are compared")
        }
        return differences
    }

    private func difference(
        _ law: RandomLaw, _ found: NaiveExplorer.Found, _ length: Int?, _ finding: Finding?, _ isReached: Bool
    ) -> String? {
        if law.kind == .sometimes {
            if let finding { return "\(finding.kind)" }
            return isReached == (length != nil) ? nil : "is reached: \(isReached), after \(length ?? -1)"
        }
        switch finding?.kind {
        case nil: return length.map { "is not broken, and is after \($0)" }
        case .broken, .disagrees, .resumesElsewhere:
            return finding?.path.count == length
                ? nil : "is broken after \(finding?.path.count ?? -1), and not \(length ?? -1)"
        // A circle breaks it, too: its length is another one.
        case .circle: return nil
        case let kind?: return "\(kind)"
        }
    }

    @Test(
        "in random programs the frames, the laws that are broken and the shortest lengths are the same",
        arguments: [false, true])
    func same(joins: Bool) {
        for seed in Seeds(6) { check(seed, joins, upTo: Self.runLimit) }
    }

    private func check(_ seed: UInt64, _ joins: Bool, upTo limit: Int) {
        let plan = RandomPlan(seed: seed)
        let found = NaiveExplorer.explore(plan, joins: joins, upTo: limit)
        let differences = differences(plan, found)
        #expect(!found.hasHiddenState, "seed \(seed)")
        let counts = "seed \(seed), depth \(found.depth), \(found.runCount) runs"
        #expect(differences.isEmpty, "\(counts): \(differences.joined(separator: "\n"))\n\(plan)")
    }

    @Test("an answer that comes and is dropped is a happening, too, where orders must agree")
    func droppedAnswer() { check(269, true, upTo: 1_000) }

    @Test("a memory beside the frame that two paths show is found")
    func hidden() {
        var (shownCount, foundCount) = (0, 0)
        for seed in Seeds(6) {
            let plan = RandomPlan(seed: seed, hasHidden: true)
            let found = NaiveExplorer.explore(plan, joins: false, upTo: Self.runLimit)
            guard found.hasHiddenState else { continue }
            shownCount += 1
            var bounds = plan.bounds
            bounds.steps = found.isComplete ? nil : found.depth
            bounds.comparedJoins = 1
            let (finding, _, _) = search(plan, [.always("no frame is refused") { _ in true }], bounds)
            if case .hiddenState? = finding?.kind { foundCount += 1 } else { print("seed \(seed): \(plan)") }
        }
        print("a planted memory was shown by \(shownCount) programs, and found in \(foundCount)")
        #expect(foundCount == shownCount)
    }

    /// More paths are done where more seeds are.
    private static let runLimit = seedCount(0) > 0 ? 1_000 : 300
}
