import Cycle
import CycleDrivers
import TestSupport
import Testing

@testable import CycleExplore

/// Reports of memory beside the frame, and programs that have none.
@Suite("Memory beside the frame")
struct HiddenStateTests {
    private struct Watch: Hashable {
        var stage = 0
        var noted: Duration?
    }

    /// One letter arms an alarm of ten seconds, one another of five seconds instead, one keeps the time of its turn.
    private static let timed = Scenario(Law<Watch>.always("no frame is refused") { _ in true }) { world in
        world.console.keys("abt", atMost: exploresAll ? 4 : 3)
        return CycledLens(startingWith: Watch()) { frames in
            frames.lens(
                driver: ConsoleDriver(), frameFilter: { _ in .screen("", input: .keys) },
                eventFilter: { frame, event, turn in
                    switch event {
                    case .key("a"): frame.stage = 1
                    case .key("b"): frame.stage = 2
                    case .key("t"): frame.noted = turn.time
                    default: break
                    }
                })
            frames.lens(
                driver: TimerDriver<Int>(), label: "timer",
                frameFilter: {
                    .timers($0.stage == 0 ? [] : [.once($0.stage, after: .seconds($0.stage == 1 ? 10 : 5))])
                },
                eventFilter: { frame, _ in frame.stage = 0 })
        }
    }

    private func take(_ labels: [String], _ run: Run<Watch>) throws {
        for label in labels {
            let place = run.choices().firstIndex { $0.possibility.label == label }
            run.happen(try #require(place, "\(label) in \(run.choices().map(\.text))"))
            run.settle()
        }
    }

    @Test("states at different times are told apart, also where a run was given allowances that its way had used up")
    func allowancesAreGivenAgain() throws {
        let bounds = Bounds()
        let (known, here) = (Run(Self.timed, bounds), Run(Self.timed, bounds))
        known.settle()
        here.settle()
        try take(["a", "b"], known)
        try take(["a", "just before timer 1 rings", "b"], here)
        #expect(known.stateKey == here.stateKey)
        // As a run that walks on over known states: the pause may come here once more, so `t` is one place later.
        let less = here.choices().count
        here.have(known.world.common.allowances.budget.packed)
        #expect(here.choices().count == less + 1)
        try take(["t"], known)
        try take(["t"], here)
        let finding = Comparison(Runner(Self.timed, bounds)).explain(here.history, known.history)
        #expect(finding.isOfOtherTime, "\(finding.kind)")
    }

    @Test("a program that keeps the times of its turns is explored to its end", arguments: [0, 1, 2], [0, 1, 10])
    func times(pauses: Int, comparedJoins: Int) throws {
        var bounds = Bounds()
        (bounds.pauses, bounds.comparedJoins) = (pauses, comparedJoins)
        #expect(try Self.timed.explore(bounds).isComplete)
    }

    private final class Count {
        var value = 0
    }

    private struct Clicks: Hashable {
        var count = 0
        var parity = 0
    }

    @Test("a report shows where two frames differ that `canonical` has taken for one")
    func merged() {
        let scenario = Scenario(Law<Clicks>.always("no frame is refused") { _ in true }) { world in
            world.console.keys("+!", atMost: 4)
            return CycledLens(startingWith: Clicks()) { frames in
                frames.keys { frame, key in
                    if key == "+" { frame.count += 1 } else { frame.parity = frame.count % 3 }
                }
            }
        }.canonical { min($0.count, 1) + 10 * $0.parity }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        #expect(
            failure.reason.contains("`canonical` takes frames for one that differ there:\nframe.count: "), "\(failure)")
    }

    /// A part of a world that forgets to remember how often it may still happen.
    private final class Forgetful: Explorable {
        private let send: () -> Void
        private var left = 2

        init(_ send: @escaping () -> Void) { self.send = send }

        var possibilities: [Possibility] { left > 0 ? [Possibility("bell", "rings")] : [] }
        func happen(_ possibility: Possibility) {
            left -= 1
            send()
        }
        func remember(in memory: inout Fingerprint) {}
    }

    @Test("a report names the happening that is possible on one way alone")
    func possible() {
        let scenario = Scenario(Law<Int>.always("no frame is refused") { _ in true }) { world in
            let pipe = Signal<Int>.pipe()
            world.add(Forgetful { pipe.inlet.send(1) })
            return CycledLens(startingWith: 0) { frames in
                frames.lens(events: pipe.signal, label: "bell") { frame, _ in frame = 1 - frame }
            }
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.reason.contains("possible after the other timeline only: bell: rings"), "\(failure)")
    }
}
