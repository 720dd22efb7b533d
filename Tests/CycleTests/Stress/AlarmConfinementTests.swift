import Cycle
import Dispatch
import Synchronization
import Testing

@Suite("Stress: alarms that are dropped while they ring")
struct AlarmConfinementStressTests {
    /// Rings at once, and rather often, on a queue of its own.
    final class RingingScheduler: Scheduler {
        static let isRinging = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "ringing")

        init() {
            queue.setSpecific(key: RingingScheduler.isRinging, value: true)
        }

        var now: Duration { .zero }

        func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
            Ringing(queue, ring)
        }
    }

    final class Ringing: Alarm {
        let queue: DispatchQueue
        let ring: @Sendable () -> Void

        init(_ queue: DispatchQueue, _ ring: @escaping @Sendable () -> Void) {
            self.queue = queue
            self.ring = ring
        }

        func arm(at deadline: Duration) {
            queue.async { [ring] in for _ in 0..<200 { ring() } }
        }

        func disarm() {}
    }

    /// Counts how often it was released by the scheduler.
    final class Confined {
        let strayCount: Counter

        init(_ strayCount: Counter) {
            self.strayCount = strayCount
        }

        deinit {
            if DispatchQueue.getSpecific(key: RingingScheduler.isRinging) == true {
                strayCount.value.add(1, ordering: .relaxed)
            }
        }
    }

    final class Counter: Sendable {
        let value = Atomic(0)
    }

    @Test("objects of the loop are never released by the scheduler's thread (law 7)")
    func confined() async {
        let strayCount = Counter()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { numbers, _ in
                    numbers.prefix(10_000).flatMap(.latest) { number in
                        Signal<Int> { sink in
                            let confined = Confined(strayCount)
                            // The next frame drops both alarms, about when the second rings.
                            let next = sink.alarm { sink.send(number + 1) }
                            let dropped = sink.alarm { withExtendedLifetime(confined) {} }
                            next.arm(at: .zero)
                            dropped.arm(at: .zero)
                            return Subscription {
                                next.disarm()
                                dropped.disarm()
                            }
                        }
                    }
                })
        }
        await cycle.run(on: RingingScheduler())
        #expect(strayCount.value.load(ordering: .relaxed) == 0)
    }
}
