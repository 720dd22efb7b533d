import Cycle
import CycleTesting
import Testing

@Suite("Signal.ticks")
struct TicksTests {
    let time = VirtualTime()

    @Test("count from one, a period apart, for ever")
    func values() {
        #expect(time.timeline(of: Signal<Int>.ticks(every: .seconds(2)), steps: 7) == "--1-2-3")
    }

    @Test("are counted from the start of the run, not from each other")
    func noDrift() {
        let ticks = Signal<Int>.ticks(every: .milliseconds(1_500))
        #expect(time.timeline(of: ticks, steps: 7) == "-1-23-4")
    }

    @Test("cancelled, they stop")
    func cancelling() {
        #expect(time.timeline(of: Signal<Int>.ticks(every: .seconds(1)), steps: 5, cancelledAfter: 2) == "-12--")
        #expect(time.armedCount == 0)
    }
}
