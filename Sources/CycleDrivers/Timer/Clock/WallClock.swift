public import Cycle
import CycleBase

/// The time of day, as far as a schedule needs it. Unlike a loop's time it may be set, forwards and backwards, at any
/// moment. The real one is ``SystemWallClock``, a settable one is in `CycleTesting`.
///
///     TimerDriver<String>(wallClock: SystemWallClock())   // the default, outside of tests
public protocol WallClock: AnyObject, Sendable {
    /// Since 1970, in universal time.
    var now: Duration { get }

    /// Something that calls `ring`, from any thread, when this clock shows the deadline it was armed for, or later.
    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm
}

/// The clock of a scheduler; the machine's for what a scheduler leaves to that.
final class ScheduledWallClock: WallClock {
    private let scheduler: (any Scheduler)?
    private let machine: SystemWallClock

    init(_ scheduler: (any Scheduler)?, or machine: SystemWallClock) {
        self.scheduler = scheduler
        self.machine = machine
    }

    var now: Duration { scheduler?.wallTime ?? machine.now }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        scheduler?.wallAlarm(ring) ?? machine.alarm(ring)
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

    /// The time that the machine's clock shows: it may jump when it is set.
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
