import Cycle

/// The time of a machine that was given none: it stands still.
final class StandingClock: Scheduler {
    private final class Bell: Alarm {
        func arm(at deadline: Duration) {
            preconditionFailure(
                "a feedback that waits needs time: give its Property, Store or FeedbackLoop a scheduler")
        }

        func disarm() {}
    }

    let now = Duration.zero

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        Bell()
    }
}
