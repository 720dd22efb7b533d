import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

@testable import fetch

/// `CYCLE_EXPLORE=6` for longer timelines: so many keys.
@Suite("Fetch, explored")
struct FetchExploreTests {
    private let keyCount = exploredCount(1)

    @Test("every file is through at last, or paused, and three come at a time")
    func everyOrder() throws {
        let addresses = ["http://host/a", "http://host/b", "http://host/c", "http://host/d"]
        let three = Law<Fetch>.always("three come at a time") { $0.running.count <= 3 }
        let through = Law<Fetch>.atEnd("at the end nothing waits and nothing runs") { frame in
            frame.files.allSatisfy { $0.state != .waiting && $0.state != .running }
        }
        let told = Law<Fetch>.always("each file that is through is told of") { frame in
            frame.news.count >= frame.files.count { $0.state == .done }
        }
        let all = Law<Fetch>.sometimes("all are through") { frame in frame.files.allSatisfy { $0.state == .done } }
        let seen = try explore(three, through, told, all, until: \.isDone) { world in
            world.console.keys(" r", atMost: keyCount)
            world.network.answers(faults: 1) { _ in [.text("ok"), .fails(.refused)] }
            return fetch(addresses)
        }
        #expect(seen.isComplete, "\(seen)")
        print("fetch:", seen)
    }
}
