public import Cycle
public import CycleDrivers

/// A wall clock that runs with virtual time, until a test sets it. Every ``VirtualTime`` has one; one that starts at
/// another time, or is set at random, is made for it.
///
///     time.wallClock.set(to: time.wallClock.now + .seconds(3_600))      // or the machine was suspended for an hour
///     let clock = VirtualWallClock(time, startingAt: .seconds(1_790_000_000), faults: faults)
///
/// It does not keep its `VirtualTime`.
///
/// Unchecked: as ``VirtualTime``.
public final class VirtualWallClock: WallClock, @unchecked Sendable {
    // Unowned: `VirtualTime` keeps its own wall clock.
    private unowned let time: VirtualTime
    private var difference: Duration
    private var armed: [VirtualWallAlarm] = []

    /// - Parameters:
    ///   - time: The time that moves it.
    ///   - now: The time that it shows at the beginning.
    ///   - faults: How people and other machines set it; `nil` for not at all.
    public init(_ time: VirtualTime, startingAt now: Duration = .zero, faults: WallClockFaults? = nil) {
        self.time = time
        difference = now - time.now
        guard var dice = faults.map({ WallClockDice($0) }) else { return }
        time.onWake.append { [weak self] in
            guard let self, let jump = dice.jump() else { return }
            set(to: self.now + jump)
        }
    }

    public var now: Duration { time.now + difference }

    public func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        VirtualWallAlarm(self, ring)
    }

    /// Sets the clock, forwards or backwards. An alarm for a skipped time rings when virtual time next moves.
    public func set(to now: Duration) {
        difference = now - time.now
        for alarm in armed { alarm.alarm?.arm(at: alarm.deadline - difference) }
    }

    fileprivate func arm(_ alarm: VirtualWallAlarm) {
        disarm(alarm)
        armed.append(alarm)
        let ringing =
            alarm.alarm
            ?? time.alarm { [weak self, weak alarm] in
                guard let self, let alarm else { return }
                if alarm.deadline <= now { disarm(alarm) }
                alarm.ring()
            }
        alarm.alarm = ringing
        ringing.arm(at: alarm.deadline - difference)
    }

    fileprivate func disarm(_ alarm: VirtualWallAlarm) {
        alarm.alarm?.disarm()
        armed.removeAll { $0 === alarm }
    }
}

/// Unchecked: as ``VirtualTime``.
private final class VirtualWallAlarm: Alarm, @unchecked Sendable {
    private let clock: VirtualWallClock
    let ring: @Sendable () -> Void
    var deadline: Duration = .zero
    var alarm: (any Alarm)?

    init(_ clock: VirtualWallClock, _ ring: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.ring = ring
    }

    func arm(at deadline: Duration) {
        self.deadline = deadline
        clock.arm(self)
    }

    func disarm() {
        clock.disarm(self)
    }
}
