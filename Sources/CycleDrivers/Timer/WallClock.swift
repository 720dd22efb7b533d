public import Cycle

/// The time of day, as far as a schedule needs it. Unlike a loop's time it may be set, forwards and backwards, at any
/// moment. The real one is ``SystemWallClock``, a settable one is in `CycleTesting`.
public protocol WallClock: AnyObject, Sendable {
    /// Since 1970, in universal time.
    var now: Duration { get }

    /// Something that calls `ring`, from any thread, when this clock shows the deadline it was armed for, or later.
    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm
}

/// The clock of this machine. It notices at once when it is set forwards, or wakes from a suspension.
public final class SystemWallClock: WallClock {
    private let thread = AlarmThread(.wall)

    public init() {}

    deinit {
        stop()
    }

    public var now: Duration { SystemClock.wall.now }

    public func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        thread.alarm(ring)
    }

    /// Disarms every alarm and returns when the thread is gone.
    public func stop() {
        thread.stop()
    }
}
