import Cycle
import Testing

@Suite("Alarms of a loop")
struct AlarmsTests {
    /// Rings when told, however often, also what is not armed any more.
    ///
    /// Unchecked: used by one test, on one thread.
    private final class HandRung: Scheduler, @unchecked Sendable {
        /// The hour, and what happens while somebody reads it.
        var clock = Duration.zero
        var whileRead: (() -> Void)?
        var rings: [@Sendable () -> Void] = []
        var armedCount = 0

        var now: Duration {
            let now = clock
            whileRead?()
            whileRead = nil
            return now
        }

        func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
            rings.append(ring)
            return Armed(self)
        }

        func ring() {
            for ring in rings { ring() }
        }
    }

    private final class Armed: Alarm {
        private let time: HandRung

        init(_ time: HandRung) {
            self.time = time
        }

        func arm(at deadline: Duration) { time.armedCount += 1 }
        func disarm() { time.armedCount -= 1 }
    }

    private let time = HandRung()

    /// Counts the values of a signal.
    private func counting(_ signal: Signal<Int>) -> CycledLens<Signal<Int>, Int> {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: signal, eventFilter: { frame, _ in frame += 1 })
        }
        cycle.start(on: time)
        return cycle
    }

    @Test("rings once for each time it was armed, however often its scheduler rings")
    func ringsOnce() {
        let cycle = counting(.ticks(every: .seconds(1)))
        time.ring()
        cycle.drain()
        #expect(cycle.frame == 0)
        for tick in 1...3 {
            time.clock = .seconds(tick)
            time.ring()
            time.ring()
            cycle.drain()
            time.ring()
            cycle.drain()
            #expect(cycle.frame == tick)
        }
        cycle.stop()
    }

    @Test("a ring that comes while the loop finds that it is too early is not lost")
    func ringWhileRead() {
        let cycle = counting(.ticks(every: .seconds(1)))
        // For an earlier deadline, which was replaced.
        time.ring()
        time.whileRead = { [time] in
            time.clock = .seconds(1)
            time.ring()
        }
        cycle.drain()
        #expect(cycle.frame == 1)
        cycle.drain()
        #expect(cycle.frame == 1)
        cycle.stop()
    }

    @Test("an alarm can be let go of by its own ring, and rung afterwards", arguments: [true, false])
    func goesWhileItRings(isRungMeanwhile: Bool) {
        var alarm: (any Alarm)?
        let cycle = counting(
            Signal { [time] sink in
                alarm = sink.alarm {
                    if isRungMeanwhile { time.ring() }
                    alarm = nil
                    sink.send(1)
                }
                alarm?.arm(at: .zero)
                return Subscription {}
            })
        time.ring()
        cycle.drain()
        time.ring()
        cycle.drain()
        #expect(cycle.frame == 1)
        #expect(cycle.isOver)
        cycle.stop()
    }

    @Test("a ring that steps its own loop, and so rings inside of itself, may let go of the alarm there")
    func goesInsideOfItself() {
        var alarm: (any Alarm)?
        var depth = 0
        var step: () -> Void = {}
        let cycle = counting(
            Signal { [time] sink in
                alarm = sink.alarm {
                    depth += 1
                    if depth == 2 {
                        alarm = nil
                    } else {
                        alarm?.arm(at: .zero)
                        time.ring()
                        step()
                    }
                    sink.send(depth)
                }
                alarm?.arm(at: .zero)
                return Subscription {}
            })
        step = { [unowned cycle] in cycle.step() }
        time.ring()
        cycle.drain()
        #expect(depth == 2)
        #expect(cycle.frame == 2)
        #expect(cycle.isOver)
        cycle.stop()
    }

    @Test("an alarm that goes while its ring is on its way does not ring", arguments: [true, false])
    func goesWhileRung(isDisarmed: Bool) {
        var alarm: (any Alarm)?
        let cycle = counting(
            Signal { sink in
                alarm = sink.alarm { sink.send(1) }
                alarm?.arm(at: .zero)
                return Subscription {}
            })
        time.ring()
        if isDisarmed { alarm?.disarm() }
        alarm = nil
        time.ring()
        cycle.drain()
        time.ring()
        cycle.drain()
        #expect(cycle.frame == 0)
        cycle.stop()
    }

    @Test("a loop may go before the rings of its alarms, on their way or later")
    func loopGoes() {
        for isRung in [true, false] {
            let cycle = counting(.ticks(every: .seconds(1)))
            time.clock = .seconds(1)
            if isRung { time.ring() }
            cycle.stop()
        }
        time.ring()
        #expect(time.rings.count == 2)
    }
}
