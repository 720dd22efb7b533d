import Cycle

/// The time of a machine that was given none: it stands still.
final class StandingClock: Scheduler {
    private final class NoAlarm: Alarm {
        func arm(at deadline: Duration) {
            trap("this machine waits, and needs time for it: give it a scheduler, or start it with start(on:)")
        }

        func disarm() {}
    }

    let now = Duration.zero

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        NoAlarm()
    }
}
