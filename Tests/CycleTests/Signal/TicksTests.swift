import CycleTesting
import Testing

@testable import Cycle

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

    @Test(
        "missed and all delivered, they wait 64 at a time, and one drain delivers them, also where a lot leads to nothing"
    )
    func missed() {
        for passes in [{ _ in true }, { $0 > 20_000 }] as [(Int) -> Bool] {
            let late = CancellingTests.LateTime()
            var (latest, mostWaiting, isInOrder) = (0, 0, true)
            let loop = Loop { loop in
                let ticks = Signal<Int>.ticks(every: .milliseconds(1), missed: .all).filter(passes)
                return ticks.inTurns().run(in: loop) { tick in
                    isInOrder = isInOrder && (latest == 0 || tick == latest + 1)
                    latest = tick
                    mostWaiting = max(mostWaiting, loop.queue.count)
                    // The alarm rings again while ticks of the first ring wait.
                    if tick == 25_000 { late.ring(at: .seconds(40)) }
                }
            }
            loop.start(on: late)
            late.ring(at: .seconds(28))
            loop.drain()
            #expect(latest == 40_000 && isInOrder && mostWaiting <= 64)
            loop.stop()
        }
    }

    @Test("cancelled, they stop")
    func cancelling() {
        #expect(time.timeline(of: Signal<Int>.ticks(every: .seconds(1)), steps: 5, cancelledAfter: 2) == "-12--")
        #expect(time.armedCount == 0)
    }
}
