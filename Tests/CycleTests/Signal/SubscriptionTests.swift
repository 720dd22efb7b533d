@testable import Cycle
import Testing

@Suite("Subscription")
struct SubscriptionTests {
    @Test(
        "stays while a value of it waits for its turn, and goes with the last, ended or ending",
        arguments: [true, false])
    func staysWhileValuesWait(isCancelled: Bool) {
        weak var remembered: Subscription?
        func start() -> Unmanaged<Subscription> {
            let life = Subscription(within: nil)
            remembered = life
            life.keepValue()
            life.keepValue()
            return .passUnretained(life)
        }
        let life = start()
        life.takeUnretainedValue().forgetValue()
        #expect(remembered != nil)
        if isCancelled { life.takeUnretainedValue().cancel() } else { life.takeUnretainedValue().finish() }
        #expect(remembered != nil)
        life.takeUnretainedValue().forgetValue()
        #expect(remembered == nil)
    }

    @Test("goes with its end when no value waits, though it has emitted some")
    func goesWithItsEnd() {
        weak var remembered: Subscription?
        func start() {
            let life = Subscription(within: nil)
            remembered = life
            life.keepValue()
            life.forgetValue()
            life.finish()
        }
        start()
        #expect(remembered == nil)
    }

    @Test("what was cancelled with values waiting leaves nothing behind when its loop has gone")
    func leavesNothing() {
        final class Held {}
        weak var remembered: Held?
        func run() {
            let held = Held()
            remembered = held
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    events: Signal<Int>.from([1, 2, 3]).flatMap(.latest) { value in
                        Signal<Int> { sink in
                            sink.send(value)
                            return Subscription { withExtendedLifetime(held) {} }
                        }
                    }, eventFilter: { frame, event in frame += event })
            }
            cycle.start(on: StandingTime())
            _ = cycle.step()
            cycle.stop()
        }
        run()
        #expect(remembered == nil)
    }

    private final class StandingTime: Scheduler {
        var now: Duration { .zero }
        func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { Silent() }

        private final class Silent: Alarm {
            func arm(at deadline: Duration) {}
            func disarm() {}
        }
    }
}
