import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Many timers that are due together")
struct ManyAtOnceTests {
    @Test(
        "an event that takes all others out of the model silences them, in time that grows with their number",
        arguments: [1_000, 10_000])
    func massCancel(_ count: Int) {
        struct Frame: Equatable {
            var firedCount = 0
            var isOn = true
        }
        let time = VirtualTime()
        let timers = (0..<count).map { TimerDriver<Int>.Timer.once($0, after: .seconds(1)) }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: TimerDriver<Int>(), frameFilter: { $0.isOn ? .timers(timers) : .none },
                eventFilter: { frame, _ in
                    frame.firedCount += 1
                    frame.isOn = false
                })
        }
        cycle.start(on: time)
        time.advance(by: .seconds(1))
        cycle.drain()
        #expect(cycle.frame.firedCount == 1)
        #expect(cycle.isOver || time.armedCount == 0)
        cycle.stop()
    }
}
