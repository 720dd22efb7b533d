import Cycle
import CycleTesting

/// The clock of a program that does not go as the time of the whole does.
///
/// Its alarms ring when it shows their deadlines, and as long after they are armed whenever that is: a state has the time until then, and not
/// the time that has passed. Its rest is that of the time of all: executors, and the clock on the wall.
///
/// Unchecked: as `VirtualTime`, it belongs to the isolation that explores.
final class ProgramClock: Scheduler, @unchecked Sendable {
    private let time: VirtualTime
    /// The time that it showed when its rate was set, and the time of the whole then.
    private var start: (own: Duration, whole: Duration)
    /// How many millionths of a second pass on it in a second.
    private(set) var rate = ProgramClock.right
    /// The rate of a clock that is right.
    static let right = 1_000_000
    private var armed: [DriftingAlarm] = []

    init(_ time: VirtualTime) {
        self.time = time
        start = (time.now, time.now)
    }

    var now: Duration {
        start.own + share(of: time.now - start.whole, rate, of: Self.right, roundsUp: false)
    }

    /// Goes on at another rate.
    func go(at rate: Int) {
        start = (now, time.now)
        let old = self.rate
        self.rate = rate
        for alarm in armed {
            ring(alarm, after: share(of: alarm.due - time.now, old, of: rate, roundsUp: true))
        }
    }

    private func ring(_ alarm: DriftingAlarm, after distance: Duration) {
        alarm.due = time.now.adding(distance)
        alarm.alarm?.arm(at: alarm.due)
    }

    /// As many parts of a duration.
    private func share(of duration: Duration, _ count: Int, of parts: Int, roundsUp: Bool) -> Duration {
        let (product, isTooMuch) = duration.attoseconds.multipliedReportingOverflow(by: Int128(count))
        if isTooMuch { return duration }
        let (quotient, rest) = product.quotientAndRemainder(dividingBy: Int128(parts))
        return Duration(attoseconds: rest > 0 && roundsUp ? quotient + 1 : quotient)
    }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        let alarm = DriftingAlarm(self)
        // Armed ones are kept.
        alarm.alarm = time.alarm { [unowned self, unowned alarm] in
            forget(alarm)
            // Exactly the deadline: by how much of an attosecond its time was rounded depends on when it was armed.
            start = (alarm.shown, alarm.due)
            ring()
        }
        return alarm
    }

    fileprivate func arm(_ alarm: DriftingAlarm, at deadline: Duration) {
        forget(alarm)
        armed.append(alarm)
        alarm.shown = max(now, deadline)
        ring(alarm, after: share(of: alarm.shown - now, Self.right, of: rate, roundsUp: true))
    }

    fileprivate func forget(_ alarm: DriftingAlarm) { armed.removeAll { $0 === alarm } }

    // MARK: As the time of the whole

    var wallTime: Duration? { time.wallTime }
    func wallAlarm(_ ring: @escaping @Sendable () -> Void) -> (any Alarm)? { time.wallAlarm(ring) }
    var taskExecutor: (any TaskExecutor)? { time.taskExecutor }
    func effectEnded(on executor: any TaskExecutor) { time.effectEnded(on: executor) }
    func effectWaits() -> ((_ start: () -> Void) -> Void)? { time.effectWaits() }
}

/// Unchecked: as its clock.
private final class DriftingAlarm: Alarm, @unchecked Sendable {
    private let clock: ProgramClock
    /// The time that its clock shows when it rings.
    var shown: Duration = .zero
    /// The time of the whole then.
    var due: Duration = .zero
    /// The one of the whole.
    var alarm: (any Alarm)?

    init(_ clock: ProgramClock) { self.clock = clock }

    func arm(at deadline: Duration) { clock.arm(self, at: deadline) }

    func disarm() {
        clock.forget(self)
        alarm?.disarm()
    }
}
