import Cycle
import CycleExplore
import TestSupport
import Testing

@testable import counter

/// `CYCLE_EXPLORE=4` for longer timelines: so many keys.
@Suite("The counter, explored")
struct CounterExploreTests {
    private let keyCount = exploredCount(2)

    private func counting(keys count: Int) -> Scenario<Counter> {
        var options = Options()
        options.file = "total"
        options.url = "http://localhost/n"
        return Scenario(
            Law<Counter>.inWorld(.atRest, "the total is on the disk, or it is said why not") { frame, world in
                frame.problem != nil || world.files["total"] == "\(frame.total)\n"
            },
            .inWorld(.always, "what cannot be read is never overwritten") { frame, world in
                frame.isReady || world.files["total"] == "7\n"
            },
            .inWorld(.always, "who leaves has saved the total, or is told why not") { frame, world in
                !frame.isDone || frame.complaint != nil || world.files["total"] == "\(frame.total)\n"
            },
            .leadsTo("a fetch ends", from: \.isFetching, to: { !$0.isFetching || $0.isDone }),
            .sometimes("a fetch fails") { if case .failed = $0.fetch { true } else { false } },
            .sometimes("something is fetched") { $0.total >= 12 }, until: \.isDone
        ) { [options] world in
            world.console.keys("+fq", atMost: count)
            world.network.answers(faults: 1) { _ in [.text("5"), .fails(.refused)] }
            world.files.begin(with: ["total": "7\n"])
            return counter(options)
        }
    }

    @Test("the counter keeps its total, whatever happens in whatever order")
    func counterIsExplored() throws {
        let seen = try counting(keys: keyCount).explore()
        #expect(seen.isComplete, "\(seen)")
        print("counter:", seen)
    }

    @Test("the counter keeps its total over a power cut")
    func counterSurvivesPowerCuts() throws {
        var bounds = Bounds()
        bounds.powerCuts = 1
        bounds.preemptions = 0
        bounds.faults = 0
        var options = Options()
        options.file = "total"
        let seen = try explore(
            Law<Counter>.inWorld(.always, "a total is the old one or a new one") { frame, world in
                ["7\n", "8\n", "9\n", "10\n"].contains(world.files["total"])
            },
            .inWorld(.atRest, "the total is on the disk") { frame, world in world.files["total"] == "\(frame.total)\n"
            },
            .inWorld(.atEnd, "what was counted is saved, where the disk works") { frame, world in
                !frame.isReady || world.files["total"] == "\(frame.total)\n"
            },
            bounds: bounds, until: \.isDone
        ) { [options] world in
            world.console.keys("+q", atMost: 3)
            world.network.answers { _ in [] }
            world.files.begin(with: ["total": "7\n"])
            return counter(options)
        }
        #expect(seen.isComplete, "\(seen)")
        print("counter over power cuts:", seen)
    }

    @Test("random events bring the counter to rest")
    func counterIsSimulated() throws {
        print("counter:", try counting(keys: 0).simulate(seeds: 20, steps: 50))
    }
}
