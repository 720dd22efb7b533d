import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import Testing

/// Laws of the frames before and after a turn.
@Suite("Law.everyTurn")
struct TurnLawTests {
    private struct Results: Hashable {
        var all: [String] = []
        var isLoaded = false
    }

    private static func results(_ hasBug: Bool) -> Scenario<Results> {
        Scenario(
            // The list that has shrunk says nothing of what is gone.
            Law<Results>.always("each is new or old") { $0.all.allSatisfy { ["new", "old"].contains($0) } },
            .everyTurn("no result is lost") { before, after in after.all.count >= before.all.count }
        ) { world in
            world.console.keys("rx", atMost: 3)
            return CycledLens(startingWith: Results()) { frames in
                frames.keys { frame, key in if key == "r" { frame.all.append("new") } }
                frames.timers({ $0.isLoaded ? [] : ["load"] }) { frame, _ in
                    frame.all = hasBug ? [] : ["old"] + frame.all
                    frame.isLoaded = true
                }
            }
        }
    }

    @Test("finds what is lost in one turn, in the shortest timeline, and its test fails until it is mended")
    func found() throws {
        guard case .failure(let failure) = Self.results(true).result() else {
            Issue.record("not found")
            return
        }
        let happenings: [Happening] = [.init("keys", "r"), .init("time", "timer load rings")]
        #expect(failure.law == "no result is lost")
        #expect(failure.happenings == happenings)
        #expect(failure.lines.last?.changes.first == #"all[0]: removed "new""#, "\(failure)")
        withKnownIssue { try Self.results(true).happens(happenings) }
        #expect(try Self.results(false).happens(happenings).isEmpty)
        #expect(try Self.results(false).explore().isComplete)
    }

    @Test("is found at random, and shrunk")
    func simulated() throws {
        guard case .failure(let failure) = Self.results(true).simulationResult(seeds: 20, steps: 100) else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "no result is lost" && failure.lines.count == 2, "\(failure)")
        try Self.results(false).simulate(seeds: 20, steps: 100)
    }

    @Test("a new start after a power cut is no turn")
    func powerCut() throws {
        var bounds = Bounds()
        bounds.powerCuts = 1
        #expect(try Self.results(false).explore(bounds).isComplete)
    }

    private struct Pair: Hashable {
        var left = 0
        var right = 0
    }

    private static func pair(_ law: Law<Pair>) -> Scenario<Pair> {
        Scenario(law) { world in
            world.events("left", of: ScriptedDriver<Int, Int>(), from: [1], atMost: 1)
            world.events("right", of: ScriptedDriver<Int, Int8>(), from: [1], atMost: 1)
            return CycledLens(startingWith: Pair()) { frames in
                frames.lens(\.left) { part in
                    part.lens(driver: Keys<Int>(), frameFilter: { $0 }, eventFilter: { $0 += $1 })
                }
                frames.lens(\.right) { part in
                    part.lens(driver: Keys<Int8>(), frameFilter: { $0 }, eventFilter: { $0 += Int($1) })
                }
            }
        }
    }

    /// Played by the world.
    private struct Keys<Event: Hashable & Sendable>: Driver {
        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Event> { .never }
    }

    @Test("is looked at in both orders of features side by side, of which other laws need one")
    func bothOrders() {
        for (law, lane) in [
            (Law<Pair>.everyTurn("left comes first") { $0.left == $1.left || $0.right == 0 }, "left"),
            (.everyTurn("right comes first") { $0.right == $1.right || $0.left == 0 }, "right"),
        ] {
            guard case .failure(let failure) = Self.pair(law).result() else {
                Issue.record("not found: \(law.name)")
                continue
            }
            #expect(failure.lines.count == 2 && failure.happenings.last?.lane == lane, "\(failure)")
        }
    }
}
