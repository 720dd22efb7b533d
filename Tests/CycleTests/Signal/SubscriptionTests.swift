@testable import Cycle
import Testing

@Suite("Subscription")
struct SubscriptionTests {
    @Test("cancelling twice, or after the end, does nothing; what is attached is closed once, at a stop or at the end")
    func endsOnce() {
        var log: [String] = []
        let cancelled = Subscription { log.append("stop") }
        cancelled.atClose { log.append("close") }
        cancelled.cancel()
        cancelled.cancel()
        cancelled.end()
        #expect(log == ["stop", "close"])
        let ended = Subscription { log.append("never") }
        ended.atClose { log.append("closed at the end") }
        #expect(ended.end() && !ended.end())
        ended.cancel()
        #expect(log == ["stop", "close", "closed at the end"])
        ended.atClose { log.append("at once") }
        #expect(log.last == "at once")
    }

    @Test("a value arrives unless what emitted it, or what that runs inside of, was cancelled")
    func arrives() {
        let scope = Subscription(within: nil)
        let outer = Subscription(within: scope)
        let inner = Subscription(within: outer, isWanted: true)
        #expect(inner.arrives(in: scope))
        inner.end()
        #expect(inner.arrives(in: scope))
        outer.release()
        #expect(inner.arrives(in: scope) && Subscription(within: outer).arrives(in: scope))
        let other = Subscription(within: scope)
        let last = Subscription(within: other)
        last.end()
        let both = inner.joined(with: last)
        #expect(both.arrives(in: scope))
        other.cancel()
        #expect(!last.arrives(in: scope) && !both.arrives(in: scope) && inner.arrives(in: scope))
        inner.silence()
        #expect(!inner.arrives(in: scope))
    }

    @Test("a subscription cancelled with values waiting leaves nothing behind when its loop has gone")
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
