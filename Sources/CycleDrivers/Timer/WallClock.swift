public import Cycle

/// The time of day, as far as a schedule needs it. Unlike a loop's time it may be set, forwards and backwards, at any
/// moment. The real one is ``SystemWallClock``, a settable one is in `CycleTesting`.
public protocol WallClock: AnyObject, Sendable {
    /// Since 1970, in universal time.
    var now: Duration { get }

    /// Something that calls `ring`, from any thread, when this clock shows the deadline it was armed for, or later.
    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm
}

/// The clock that a scheduler has of its own.
final class ScheduledWallClock: WallClock {
    private let scheduler: any Scheduler

    /// `nil` for a scheduler that has none.
    init?(_ scheduler: (any Scheduler)?) {
        guard let scheduler, scheduler.wallAlarm({}) != nil else { return nil }
        self.scheduler = scheduler
    }

    var now: Duration { scheduler.wallTime ?? .zero }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        scheduler.wallAlarm(ring) ?? scheduler.alarm(ring)
    }
}

/// The clock of this machine: one thread for all such clocks of the process. It notices at once when it is set forwards,
/// or the machine wakes from a suspension.
public final class SystemWallClock: WallClock {
    /// No thread is started before the first alarm.
    public init() {}

    deinit {
        stop()
    }

    /// What the machine's clock shows: it may jump when somebody sets it.
    public var now: Duration { SystemClock.wall.now }

    /// An alarm that rings on the thread that all such clocks share. A `ring` must not block it.
    public func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        ThreadAlarm(.wall, of: self, ring)
    }

    /// Disarms its alarms. It returns when the thread is gone, unless others use that.
    public func stop() {
        AlarmThread.wall.stop(self)
    }
}
