import Cycle
import CycleTesting
import Testing

@Suite("Ticks whose time has passed, all of which are wanted")
struct MissedTicksTests {
    /// Time that a test sets: alarms ring when it looks, late or not.
    private final class LateTime: Scheduler, @unchecked Sendable {
        var now = Duration.zero
        private var armed: [(alarm: LateAlarm, deadline: Duration)] = []

        func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { LateAlarm(self, ring) }

        /// - Returns: How many rang.
        func ring() -> Int {
            let due = armed.filter { $0.deadline <= now }
            armed.removeAll { $0.deadline <= now }
            for (alarm, _) in due { alarm.ring() }
            return due.count
        }

        final class LateAlarm: Alarm {
            private unowned let time: LateTime
            let ring: @Sendable () -> Void

            init(_ time: LateTime, _ ring: @escaping @Sendable () -> Void) { (self.time, self.ring) = (time, ring) }

            func arm(at deadline: Duration) {
                disarm()
                time.armed.append((self, deadline))
            }

            func disarm() { time.armed.removeAll { $0.alarm === self } }
        }
    }

    private let time = LateTime()

    @Test("come one by one, and no more once the animation has come to its end")
    func tail() {
        let cycle = CycledLens(startingWith: Reel(0..<9)) { frames in
            frames.emittingTail(every: .seconds(1) / 60, missed: .all)
        }
        cycle.start(on: time)
        cycle.drain()
        time.now = .seconds(8 * 3_600)
        var ringCount = 0
        while case let count = time.ring(), count > 0 {
            ringCount += count
            cycle.drain()
        }
        #expect(cycle.frame == [8] && ringCount == 8)
        cycle.stop()
    }

    @Test("are all there, in their order, and what comes meanwhile is not kept waiting")
    func order() {
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: [Int]()) { frames in
            frames.lens(events: Signal<Int>.ticks(every: .seconds(1), missed: .all)) { $0.append($1) }
            frames.lens(events: events) { $0.append($1) }
        }
        cycle.start(on: time)
        cycle.drain()
        time.now = .seconds(4)
        _ = time.ring()
        inlet.send(100)
        cycle.drain()
        while time.ring() > 0 { cycle.drain() }
        #expect(cycle.frame == [1, 100, 2, 3, 4])
        time.now = .seconds(5)
        _ = time.ring()
        cycle.drain()
        #expect(cycle.frame.last == 5)
        cycle.stop()
    }
}
