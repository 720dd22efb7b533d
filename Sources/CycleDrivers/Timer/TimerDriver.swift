public import Cycle

/// Rings the timers that a frame wants, by identity.
///
///     frames.lens(
///         driver: TimerDriver<String>(),
///         frameFilter: { .timers($0.isBusy ? [.every("spin", .milliseconds(80))] : []) },
///         eventFilter: { frame, _ in frame.spins += 1 })
///
/// A timer starts when it enters the model and is cancelled, silently, when it leaves; one whose schedule changes starts
/// anew. A model costs no more than a comparison where its array shares the storage of the one before; a Frame-Filter that
/// makes ten thousand timers anew pays for them in every turn, so keep a long list in the frame. All timers of a driver share one
/// alarm of the loop's scheduler, and none is armed while there are no timers; all loops of a process share one thread.
///
/// Of many timers that are due at one moment 64 fire before the events of other drivers have their turns, then the next 64.
public struct TimerDriver<ID: Hashable & Sendable>: Driver, Sendable {
    private let wallClock: (any WallClock)?
    private let looksUp: Bool

    /// - Parameter wallClock: The clock of `daily`, and of the time of day in events; without one, the clock of
    ///   the loop's scheduler, which virtual time has, or else of this machine.
    public init(wallClock: (any WallClock)? = nil) {
        self.init(wallClock: wallClock, looksUp: true)
    }

    /// - Parameter looksUp: Whether `daily` also looks at the clock each hour, where the system does not report that it
    ///   was set.
    package init(wallClock: (any WallClock)?, looksUp: Bool) {
        self.wallClock = wallClock
        self.looksUp = looksUp
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { sink in
            // Its thread starts with the first `daily` that needs it.
            let ownClock = SystemWallClock()
            let clock = wallClock ?? ScheduledWallClock(sink.scheduler, or: ownClock)
            let reports = Signal<TimerRun<ID>.Report> { reports in
                let run = TimerRun(TimerSession<ID>(looksUp: looksUp), clock, reports)
                let models = model.run(
                    inside: reports, finish: { run.receive(.modelsEnded) },
                    receive: { run.receive(.modelChanged($0)) })
                return Subscription([models, Subscription { run.stop() }])
            }
            let events = reports.emitting({ $0.event }, while: { $0.want })
            return Subscription([events.run(inside: sink, receive: sink.send), Subscription(ownClock.stop)])
        }
    }
}

extension TimerDriver {
    /// The timers that should run.
    ///
    /// In JSON: `{"timers": [{"id": "tick", "schedule": {"every": {"period": [0, 1000000000000000000], "tolerance": [0, 0],
    /// "missed": "skip"}}}]}`. A duration is as Swift writes it: the high and the low 64 bits of its attoseconds.
    public struct Model: Hashable, Sendable {
        /// In any order. Of two with one identity the first counts.
        public var timers: [Timer]

        /// - Parameter timers: Of two with one identity the first counts.
        @inlinable  // hot: a Frame-Filter may make thousands of timers in each turn
        public init(_ timers: [Timer] = []) {
            self.timers = timers
        }

        /// - Parameter timers: Of two with one identity the first counts.
        @inlinable  // hot: as above
        public static func timers(_ timers: [Timer]) -> Model {
            Model(timers)
        }

        /// The same, one after the other.
        @inlinable  // hot: as above
        public static func timers(_ timers: Timer...) -> Model {
            Model(timers)
        }

        @inlinable  // hot: arrays that share their storage are equal at once, others by their timers' own ==
        public static func == (one: Model, other: Model) -> Bool { one.timers == other.timers }

        /// No timer: nothing is armed, and nothing wakes the process.
        public static var none: Model { Model() }
    }

    /// One timer: its identity, and when it fires.
    public struct Timer: Hashable, Sendable {
        /// Its identity among the timers of one model.
        public var id: ID
        /// When it fires. Another one starts it anew.
        public var schedule: TimerSchedule

        /// The general form of the factories below.
        @inlinable  // hot: as above
        public init(_ id: ID, _ schedule: TimerSchedule) {
            self.id = id
            self.schedule = schedule
        }

        @inlinable  // hot: as above
        public static func == (one: Timer, other: Timer) -> Bool {
            one.id == other.id && one.schedule == other.schedule
        }

        /// Fires once, so long after it entered the model.
        ///
        ///     .timers(frame.isOpen ? [.once("close", after: .seconds(30))] : [])
        ///
        /// - Parameters:
        ///   - id: Of the timer.
        ///   - delay: One below zero is zero.
        ///   - tolerance: How much later it may fire, to be woken together with others. One below zero is zero.
        @inlinable  // hot: as above
        public static func once(_ id: ID, after delay: Duration, tolerance: Duration = .zero) -> Timer {
            Timer(id, .once(after: delay, tolerance: tolerance))
        }

        /// Fires at `start + k * period`, as long as it is in the model.
        ///
        ///     .timers(.every("second", .seconds(1)))
        ///
        /// - Parameters:
        ///   - id: Of the timer.
        ///   - period: More than zero; else it fails with ``TimerFailure/notAPeriod(_:)``.
        ///   - tolerance: How much later it may fire, to be woken together with others. One below zero is zero.
        ///   - missed: The policy for ticks whose time had passed before they could fire. With `all`, other events have
        ///     their turn after some of them: a period that is too short for this machine starves no other driver.
        @inlinable  // hot: as above
        public static func every(
            _ id: ID, _ period: Duration, tolerance: Duration = .zero, missed: MissedTicks = .skip
        ) -> Timer {
            Timer(id, .every(period, tolerance: tolerance, missed: missed))
        }

        /// Fires every day when the clocks of `zone` show `time`.
        ///
        ///     .timers(.daily("backup", at: TimeOfDay(hour: 3, minute: 30), in: .named("Europe/Berlin")))
        ///
        /// A time that they skip in spring comes as long after the skip as it would have been without it; one that they
        /// show twice in autumn comes once. A time that passed while the machine was suspended, or was skipped when its clock was
        /// set forwards, is missed.
        public static func daily(
            _ id: ID, at time: TimeOfDay, in zone: TimeOfDay.Zone = .system, missed: MissedTicks = .skip
        ) -> Timer {
            Timer(id, .daily(at: time, in: zone, missed: missed))
        }
    }

    /// A timer fired, or cannot.
    ///
    /// In JSON: `{"fired": {"id": "tick", "count": 1, "scheduled": …, "lateBy": …, "wallTime": …}}` and `{"failed": {"id":
    /// "tick", "failure": …}}`, durations as in ``Model``.
    public enum Event: Hashable, Sendable {
        /// - Parameters:
        ///   - count: 1 at the first tick. Ticks that were skipped count: `scheduled` is always `start + count * period`.
        ///   - scheduled: When it was due, by the time of the loop; for `daily`, since 1970.
        ///   - lateBy: How much later it was.
        ///   - wallTime: The time of the wall clock then: since 1970, in universal time. Unlike the time of the loop it may
        ///     jump, forwards and backwards.
        case fired(ID, count: Int, scheduled: Duration, lateBy: Duration, wallTime: Duration)
        /// The timer will not fire.
        case failed(ID, TimerFailure)

        enum FiredCodingKeys: String, CodingKey {
            case _0 = "id"
            case count, scheduled, lateBy, wallTime
        }

        enum FailedCodingKeys: String, CodingKey {
            case _0 = "id"
            case _1 = "failure"
        }

        /// The timer that the event is about.
        public var id: ID {
            switch self {
            case .fired(let id, _, _, _, _), .failed(let id, _): id
            }
        }
    }

    /// When a timer fires.
    public typealias Schedule = TimerSchedule
    /// Why a timer will not fire.
    public typealias Failure = TimerFailure
}

extension TimerDriver.Model: Codable where ID: Codable {}
extension TimerDriver.Timer: Codable where ID: Codable {}
extension TimerDriver.Event: Codable where ID: Codable {}

/// Why a timer of a ``TimerDriver`` will not fire. The timer stays silent until the frame wants another one.
///
///     if case .failed(_, let failure) = event { frame.problem = failure.reason }
public enum TimerFailure: Error, Hashable, Codable, Sendable {
    /// This machine has no such zone in its time zone data, or the text is not one that POSIX knows.
    case unknownZone(TimeOfDay.Zone)
    /// Nothing happens every zero seconds, or less.
    case notAPeriod(Duration)

    /// For people: what is wrong with the timer, and what to do about it.
    public var reason: String {
        switch self {
        case .unknownZone(.named(let name)), .unknownZone(.posix(let name)):
            "this machine knows no time zone \(name); check its name"
        case .unknownZone(.system): "this machine does not know its own time zone; set TZ"
        case .notAPeriod(let period): "nothing happens every \(period); give a longer time"
        }
    }

    enum UnknownZoneCodingKeys: String, CodingKey {
        case _0 = "zone"
    }

    enum NotAPeriodCodingKeys: String, CodingKey {
        case _0 = "period"
    }
}
