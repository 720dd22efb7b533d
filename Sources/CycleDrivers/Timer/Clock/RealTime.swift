import CycleBase
public import Cycle

/// The time of this machine, for a loop: one thread for all timers and ticks of all loops of the process, asleep while
/// none is armed.
///
///     let last = await cycle.run(on: RealTime(), until: \.isDone)
///
/// It starts at zero, runs evenly whatever is done to the clock on the wall, and stands still while the machine is
/// suspended: what was due in ten minutes is due after ten minutes awake, and no ticks have been missed.
///
/// The thread starts with the first alarm that is armed and ends when all that use it were stopped or released. Where
/// the system refuses it, alarms ring all the same, later.
public final class RealTime: Scheduler {
    private let start = SystemClock.monotonic.now

    /// It starts at zero now. No thread is started yet.
    public init() {}

    deinit {
        stop()
    }

    /// Since it was made, by a clock that cannot be set. One system call at most, some 30 ns.
    public var now: Duration { SystemClock.monotonic.now - start }

    /// The time that the machine's clock shows: it may be set at any time.
    public var wallTime: Duration? { SystemClock.wall.now }

    /// An alarm that rings on the thread that all real times share. A `ring` must not block it.
    public func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        RealAlarm(ThreadAlarm(.monotonic, of: self, ring), start: start)
    }

    /// Disarms its alarms. It returns when the thread is gone, unless others use that. An alarm that is armed later starts
    /// another.
    public func stop() {
        AlarmThread.monotonic.stop(self)
    }
}

/// An alarm by the time since `start`.
private final class RealAlarm: Alarm {
    private let alarm: ThreadAlarm
    private let start: Duration

    init(_ alarm: ThreadAlarm, start: Duration) {
        self.alarm = alarm
        self.start = start
    }

    func arm(at deadline: Duration) {
        alarm.arm(at: start.adding(deadline))
    }

    func disarm() {
        alarm.disarm()
    }
}
