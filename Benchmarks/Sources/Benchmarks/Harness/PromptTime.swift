import Cycle

/// A time in which nothing takes long: an alarm that is armed rings at once, and by then it is as late as it was armed for.
///
/// Unchecked: used by one loop, on one task.
final class PromptTime: Scheduler, @unchecked Sendable {
    private(set) var now = Duration.zero

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        Prompt(self, ring)
    }

    private final class Prompt: Alarm {
        private let time: PromptTime
        private let ring: @Sendable () -> Void

        init(_ time: PromptTime, _ ring: @escaping @Sendable () -> Void) {
            self.time = time
            self.ring = ring
        }

        func arm(at deadline: Duration) {
            // Not by `max`: what this time costs is not what is measured.
            if deadline.attoseconds > time.now.attoseconds { time.now = deadline }
            ring()
        }

        func disarm() {}
    }
}
