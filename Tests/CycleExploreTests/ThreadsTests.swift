import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

@testable import checks

/// All that is found depends on the scenario and its bounds alone.
@Suite("Threads")
struct ThreadsTests {
    private static let counts = [1, 2, 3, 8]
    /// `CYCLE_SEEDS=n` for all planted bugs and all numbers of threads; else an eighth of the bugs, with all numbers among them.
    private static let isThorough = TestSupport.seedCount(0) > 0
    private static let someCounts = isThorough ? counts : [1, 3]

    private static func some(_ planted: [Planted]) -> [Planted] {
        planted.indices.filter { isThorough || $0.isMultiple(of: 8) }.map { planted[$0] }
    }

    /// All that an exploration says, with the counts that its report leaves out.
    private func text(of explore: () throws -> Exploration) -> String {
        func all(_ seen: Exploration) -> String {
            "\(seen)\n\(seen.runCount) runs, \(seen.turnCount) turns, \(seen.comparedJoinCount) joins"
        }
        do {
            return all(try explore())
        } catch let failure as ExplorationFailure {
            return "\(failure)\n\(all(failure.exploration))"
        } catch {
            return "\(error)"
        }
    }

    /// A global, a clock and chance are another bug in each run.
    private static let repeatable = Planted.all.filter { planted in
        let names = ["memory in a global", "memory in a clock", "memory in chance", "a cache that all runs share"]
        return !names.contains(planted.name)
    }

    /// The texts of one thread, of as many as the place of a program says, and of one thread with copies of the search.
    private func texts(_ planted: Planted, _ hasBug: Bool) -> [String] {
        let place = Planted.all.firstIndex { $0.name == planted.name } ?? 0
        let count = Self.counts[1 + place % 3]
        let explore = { text { try planted.explore(hasBug) } }
        return [
            Threads.$count.withValue(1) { explore() }, Threads.$count.withValue(count) { explore() },
            Threads.$count.withValue(1) { Threads.$copyCount.withValue(1 + place % 2) { explore() } },
        ]
    }

    @Test(
        "the report of a planted bug is the same with 1 and more, and with copies of the search",
        arguments: some(repeatable))
    func planted(_ planted: Planted) {
        let texts = texts(planted, true)
        #expect(Set(texts).count == 1, "\(texts.joined(separator: "\n"))")
    }

    @Test(
        "the states of a program without a bug are the same with 1 and more, and with copies",
        arguments: some(Planted.all))
    func silent(_ planted: Planted) {
        let texts = texts(planted, false)
        #expect(Set(texts).count == 1, "\(texts.joined(separator: "\n"))")
    }

    @Test("a program of 1,791 states is the same with any number of threads")
    func large() {
        let texts = Self.someCounts.map { count in
            var bounds = Bounds()
            bounds.jobs = count
            return text { try checks.searching(keys: 6).explore(bounds) }
        }
        #expect(texts[0].hasPrefix("explored 1791 states, 3821 events"), "\(texts[0])")
        #expect(Set(texts).count == 1, "\(texts.joined(separator: "\n"))")
    }

    @Test("the seed that fails, and what it is shrunk to, are the same with any number of threads")
    func simulated() {
        let scenario = Scenario(
            Law<checks.Search>.always("eight letters in turn are never typed") { !$0.text.hasSuffix("abababab") }
        ) { world in
            world.console.keys("ab<", atMost: 3)
            world.network.answers { request in [.text("r\(request.query)"), .fails(.refused)] }
            return checks.searchBox()
        }
        let texts = Self.someCounts.map { count in
            guard case .failure(let failure) = scenario.simulationResult(seeds: 60, steps: 200, jobs: count) else {
                return "not found"
            }
            return failure.description
        }
        #expect(texts[0].contains("found with seed"), "\(texts[0])")
        #expect(Set(texts).count == 1, "\(texts.joined(separator: "\n"))")
    }
}
