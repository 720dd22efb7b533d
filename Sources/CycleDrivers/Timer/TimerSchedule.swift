public import Cycle

/// When a timer of a ``TimerDriver`` fires; its factories say what each means.
///
///     .timers(.every("second", .seconds(1)), .once("off", after: .seconds(180)))
public enum TimerSchedule: Hashable, Sendable {
    /// As ``TimerDriver/Timer/once(_:after:tolerance:)``.
    case once(after: Duration, tolerance: Duration)
    /// As ``TimerDriver/Timer/every(_:_:tolerance:missed:)``.
    case every(Duration, tolerance: Duration, missed: MissedTicks)
    /// As ``TimerDriver/Timer/daily(_:at:in:missed:)``.
    case daily(at: TimeOfDay, in: TimeOfDay.Zone, missed: MissedTicks)

    @inlinable  // hot: as TimerDriver.Timer's
    public static func == (one: TimerSchedule, other: TimerSchedule) -> Bool {
        switch (one, other) {
        case (.once(let delay, let tolerance), .once(let otherDelay, let otherTolerance)):
            delay == otherDelay && tolerance == otherTolerance
        case (.every(let period, let tolerance, let missed), .every(let otherPeriod, let otherTolerance, let other)):
            period == otherPeriod && tolerance == otherTolerance && missed == other
        case (.daily(let time, let zone, let missed), .daily(let otherTime, let otherZone, let other)):
            time == otherTime && zone == otherZone && missed == other
        case (.once, _), (.every, _), (.daily, _): false
        }
    }
}

extension TimerSchedule: Codable {
    private enum Coded: Codable {
        case once(delay: Duration, tolerance: Duration)
        case every(period: Duration, tolerance: Duration, missed: Missed)
        case daily(time: TimeOfDay, zone: TimeOfDay.Zone, missed: Missed)
    }

    private enum Missed: String, Codable {
        case skip, all

        init(_ policy: MissedTicks) {
            self = policy == .skip ? .skip : .all
        }

        var policy: MissedTicks { self == .skip ? .skip : .all }
    }

    public init(from decoder: any Decoder) throws {
        switch try Coded(from: decoder) {
        case .once(let delay, let tolerance): self = .once(after: delay, tolerance: tolerance)
        case .every(let period, let tolerance, let missed):
            self = .every(period, tolerance: tolerance, missed: missed.policy)
        case .daily(let time, let zone, let missed): self = .daily(at: time, in: zone, missed: missed.policy)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        let coded: Coded =
            switch self {
            case .once(let delay, let tolerance): .once(delay: delay, tolerance: tolerance)
            case .every(let period, let tolerance, let missed):
                .every(period: period, tolerance: tolerance, missed: Missed(missed))
            case .daily(let time, let zone, let missed): .daily(time: time, zone: zone, missed: Missed(missed))
            }
        try coded.encode(to: encoder)
    }
}
