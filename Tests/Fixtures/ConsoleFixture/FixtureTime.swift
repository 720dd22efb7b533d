import Cycle

/// Enough of real time for a fixture.
final class FixtureTime: Scheduler {
    private let start = ContinuousClock.now

    var now: Duration { ContinuousClock.now - start }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        FixtureAlarm(self, ring)
    }
}

private final class FixtureAlarm: Alarm {
    private let time: FixtureTime
    private let ring: @Sendable () -> Void
    private var task: Task<Void, Never>?

    init(_ time: FixtureTime, _ ring: @escaping @Sendable () -> Void) {
        self.time = time
        self.ring = ring
    }

    func arm(at deadline: Duration) {
        task?.cancel()
        task = Task { [ring, delay = deadline - time.now] in
            do { try await Task.sleep(for: delay) } catch { return }
            ring()
        }
    }

    func disarm() {
        task?.cancel()
    }
}
