import Cycle

/// A scheduler for loops that wait for nothing.
final class NoTime: Scheduler {
    var now: Duration { .zero }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { Never() }

    private final class Never: Alarm {
        func arm(at deadline: Duration) {}
        func disarm() {}
    }
}
