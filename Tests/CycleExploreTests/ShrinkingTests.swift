import Cycle
import CycleDrivers
@testable import CycleExplore
import TestSupport
import Testing

/// Each world is too wide for all that is shorter to be explored.
@Suite("Shrinking")
struct ShrinkingTests {
    private struct Typed: Hashable {
        var all = ""
        var next = "a"
        var marks = 0
    }

    /// Letters that are typed in rounds, and marks between them. A letter out of order begins anew.
    private static var rounds: Scenario<Typed> {
        Scenario(Law<Typed>.always("no four marks") { $0.marks < 4 }) { world in
            world.console.keys("abcx")
            return CycledLens(startingWith: Typed()) { frames in
                frames.keys { frame, key in
                    frame.all.append(key)
                    switch (key, frame.next) {
                    case ("x", "a"): frame.marks += 1
                    case ("a", "a"): frame.next = "b"
                    case ("b", "b"): frame.next = "c"
                    case ("c", "c"): frame.next = "a"
                    default: (frame.next, frame.marks) = ("a", 0)
                    }
                }
            }
        }
    }

    @Test("leaves out whole rounds of steps, of which none can be left out alone, nor two")
    func wholeRounds() {
        let letters = Array("abcx")
        let path = "xxabcxabcabcx".compactMap { letters.firstIndex(of: $0).map { Decision(choice: $0) } }
        let shrunk = Shrinking(Self.rounds, .unlimited).shrink(Finding(.broken(law: 0), path))
        #expect(shrunk.path.map { letters[$0.choice] } == Array("xxxx"))
    }

    @Test("finds a shorter timeline of other events, whichever other law is broken before")
    func otherLaw() {
        let laws: [Law<String>] = [
            .always("no z") { !$0.hasSuffix("z") }, .always("no word") { $0 != "aaaaa" && $0 != "bc" },
        ]
        let scenario = Scenario(laws: laws) { world in
            world.console.keys("abcz")
            return CycledLens(startingWith: "") { frames in
                frames.keys { $0.append($1) }
            }
        }
        let path = (0..<5).map { _ in Decision(choice: 0) }
        let shrunk = Shrinking(scenario, .unlimited).shrink(Finding(.broken(law: 1), path))
        #expect(shrunk.path.map(\.choice) == [1, 2])
    }

    private struct Caller: Hashable {
        var tries = 1
        var written = 0
    }

    private static func caller() -> CycledLens<some Any, Caller> {
        CycledLens(startingWith: Caller()) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets",
                frameFilter: { frame in
                    let calls = (frame.written..<frame.tries).map { _ in Datagram("hello", to: .host("bob", port: 7)) }
                    return [.datagrams(0, at: .host("", port: 7), output: .init(calls, from: frame.written))]
                },
                eventFilter: { frame, event in if case .written(_, let end) = event { frame.written = end } })
            frames.lens(
                driver: TimerDriver<Int>(), label: "timer",
                frameFilter: { .timers($0.tries < 7 ? [.once($0.tries, after: .seconds(1))] : []) },
                eventFilter: { frame, _ in frame.tries += 1 })
        }
    }

    private struct Listener: Hashable {
        var typed = ""
        var hasHeard = false
    }

    private static func listener() -> CycledLens<some Any, Listener> {
        CycledLens(startingWith: Listener()) { frames in
            frames.keys { $0.typed.append($1) }
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets",
                frameFilter: { _ in [.datagrams(0, at: .host("", port: 7), output: .init([]))] },
                eventFilter: { frame, event in
                    if case .datagram = event, frame.typed.count > 3 { frame.hasHeard = true }
                })
        }
    }

    @Test("takes a message that was sent before for the one whose cause it has left out")
    func earlierMessage() {
        let scenario = Scenario(Law<Listener>.always("it hears nothing") { !$0.hasHeard }) { world in
            _ = world.program("ann") { _ in Self.caller() }
            let bob = world.program("bob") { world in
                world.console.keys("abcd", atMost: 4)
                return Self.listener()
            }
            return Programs(in: world) { bob.frame }
        }
        guard case .failure(let failure) = scenario.simulationResult(seeds: 20, steps: 60) else {
            Issue.record("not found")
            return
        }
        #expect(failure.lines.count == 5, "\(failure)")
    }
}
