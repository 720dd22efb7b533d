import Cycle
import Dispatch

/// Time that passes, for tests against real sockets.
final class RealTime: Scheduler {
    private let start = ContinuousClock.now

    var now: Duration { start.duration(to: .now) }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        RealAlarm(self, ring)
    }
}

private final class RealAlarm: Alarm {
    private let time: RealTime
    private let source: any DispatchSourceTimer

    init(_ time: RealTime, _ ring: @escaping @Sendable () -> Void) {
        self.time = time
        source = DispatchSource.makeTimerSource(flags: .strict)
        source.setEventHandler(handler: ring)
        source.schedule(deadline: .distantFuture)
        source.resume()
    }

    deinit {
        source.cancel()
    }

    func arm(at deadline: Duration) {
        let wait = max(.zero, deadline - time.now)
        source.schedule(
            deadline: .now() + .nanoseconds(Int(wait.components.attoseconds / 1_000_000_000))
                + .seconds(Int(wait.components.seconds)))
    }

    func disarm() {
        source.schedule(deadline: .distantFuture)
    }
}
