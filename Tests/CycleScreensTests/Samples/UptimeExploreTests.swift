import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

@testable import uptime

/// It asks for ever, so timelines have an end: `CYCLE_EXPLORE=8` for longer ones, of so many events.
@Suite("Uptime, explored")
struct UptimeExploreTests {
    private let length = exploredCount(4)

    @Test("each site is asked, or waits to be asked, and what changes is written down")
    func everyOrder() throws {
        // An answer that has come and waits for its turn is no request under way any more.
        let asked = Law<Uptime>.inWorld(.always, "no request is under way for one that is not asked") { frame, world in
            world.network.flightCount <= frame.sites.count { $0.asked != nil }
        }
        let counted = Law<Uptime>.always("a host that is down has failed, and one that is up has not") { frame in
            frame.sites.allSatisfy { $0.times.isEmpty || $0.isUp == ($0.times.last.flatMap { $0 } != nil) }
        }
        let told = Law<Uptime>.inWorld(.always, "each that is known is in the log, or about to be") { frame, world in
            let log = (world.files["uptime.log"] ?? "") + frame.log.lines.joined()
            return frame.sites.allSatisfy { $0.times.isEmpty || log.contains($0.id) }
        }
        let back = Law<Uptime>.sometimes("a host that was down is up again") { frame in
            frame.sites.contains { $0.isUp && $0.times.contains(nil) }
        }
        var bounds = Bounds.inThisBuild
        bounds.steps = length
        let seen = try explore(asked, counted, told, back, bounds: bounds, until: \.isDone) { world in
            world.console.keys("rq", atMost: 1)
            world.network.answers(faults: 1) { _ in [.status(200), .fails(.timedOut)] }
            world.files.begin(with: [:])
            return uptime(["http://a/", "http://b/"])
        }
        #expect(seen.cuts == ["the bound of \(length) steps"], "\(seen)")
        print("uptime:", seen)
    }
}
