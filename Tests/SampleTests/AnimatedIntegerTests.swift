import Cycle
import CycleDrivers
import CycleTesting
import Testing

@testable import animated_integer

@Suite("The animated integer")
struct AnimatedIntegerTests {
    let time = VirtualTime()
    let console = ScriptedDriver<ConsoleDriver.Model, ConsoleDriver.Event>()

    /// The totals that are shown when `+` comes, then three ticks, then `-`, then the end.
    private func totals(_ policy: AnimationPolicy) -> [String] {
        var options = Options()
        options.policy = policy
        options.rate = 1
        let test = TestRun(animatedInteger(options), time: time, standIns: console)
        console.send(.key("+"))
        time.advance(by: .seconds(3))
        console.send(.key("-"))
        console.send(.ended)
        time.advance(by: .seconds(60))
        #expect(isDone(Reel([Picture(total: test.frame.last?.total ?? 0, hasInputEnded: true)])))
        #expect(test.frame.count == 1)
        #expect(time.armedCount == 0)
        return console.unaccounted.compactMap { $0.screen?.plain }
    }

    @Test(
        "an event in mid-flight follows its policy",
        arguments: [
            (AnimationPolicy.append, "0 1 2 3 4 5 6 7 8 9 10 9 8 7 6 5 4 3 2 1 0"), (.replace, "0 1 2 3 2 1 0"),
            (.disable, "0 1 2 3 4 5 6 7 8 9 10"), (.remove, "0 1 2 3"),
        ])
    func policies(_ policy: AnimationPolicy, _ expected: String) {
        #expect(totals(policy).joined(separator: " ") == expected)
    }

    @Test("the animation, resumed from any frame, comes to the same end")
    func animationResumes() {
        let time = VirtualTime()
        let console = SimulatedConsole()
        let cycle = animatedInteger(Options())
        var frames: [Reel<Picture>] = []
        let watching = cycle.observe { frames.append($0) }
        time.drive(cycle, standIns: console)
        console.type("+")
        time.advance(by: .seconds(1))
        watching.cancel()
        cycle.stop()
        #expect(frames.count > 10)
        for frame in frames.dropFirst() {
            let (time, again) = (VirtualTime(), animatedInteger(Options()))
            time.drive(again, resuming: frame, standIns: SimulatedConsole())
            time.advance(by: .seconds(1))
            #expect(again.frame == frames.last)
            again.stop()
        }
    }
}
