public import Cycle

/// Rings the timers that a frame wants, by identity.
///
///     frames.lens(
///         driver: TimerDriver<String>(),
///         frameFilter: { .timers($0.isBusy ? [.every("spin", .milliseconds(80))] : []) },
///         eventFilter: { frame, _ in frame.spins += 1 })
///
/// A timer starts when it enters the model and is cancelled, silently, when it leaves; one whose schedule changes starts
/// anew. All timers of a driver share one alarm of the loop's scheduler, and none is armed while there are no timers.
public struct TimerDriver<ID: Hashable & Sendable>: Driver, Sendable {
    /// The timers that should run.
    public struct Model: Equatable, Sendable {
        public var timers: [Timed]

        /// - Parameter timers: Of two with one identity the first counts.
        public static func timers(_ timers: [Timed]) -> Model {
            Model(timers: timers)
        }

        public static func timers(_ timers: Timed...) -> Model {
            Model(timers: timers)
        }

        public static var none: Model { Model(timers: []) }
    }

    /// One timer: who it is, and when it fires.
    public struct Timed: Equatable, Sendable {
        public var id: ID
        public var schedule: Schedule

        public init(_ id: ID, _ schedule: Schedule) {
            self.id = id
            self.schedule = schedule
        }

        /// Fires once, so long after it entered the model.
        public static func once(_ id: ID, after delay: Duration, tolerance: Duration = .zero) -> Timed {
            Timed(id, .once(after: delay, tolerance: tolerance))
        }

        /// Fires at `start + k * period`, as long as it is in the model.
        ///
        /// - Parameters:
        ///   - period: More than zero.
        ///   - tolerance: How much later it may fire, to be woken together with others.
        ///   - missed: What happens to ticks whose time had passed before they could fire.
        public static func every(
            _ id: ID, _ period: Duration, tolerance: Duration = .zero, missed: MissedTicks = .skip
        ) -> Timed {
            Timed(id, .every(period, tolerance: tolerance, missed: missed))
        }

        /// Fires every day when the clocks of `zone` show `time`.
        ///
        /// A time that they skip in spring comes as long after the skip as it would have been without it; one that they
        /// show twice in autumn comes once. What passed while the machine was suspended, or was skipped when its clock was
        /// set forwards, is missed.
        public static func daily(
            _ id: ID, at time: TimeOfDay, in zone: Zone = .system, missed: MissedTicks = .skip
        ) -> Timed {
            Timed(id, .daily(at: time, in: zone, missed: missed))
        }
    }

    public enum Schedule: Hashable, Sendable {
        case once(after: Duration, tolerance: Duration)
        case every(Duration, tolerance: Duration, missed: MissedTicks)
        case daily(at: TimeOfDay, in: Zone, missed: MissedTicks)
    }

    public enum Event: Hashable, Sendable {
        /// - Parameters:
        ///   - count: 1 at the first tick. Ticks that were skipped count: `scheduled` is always `start + count * period`.
        ///   - scheduled: When it was due, by the time of the loop; for `daily`, since 1970.
        ///   - lateBy: How much later it was.
        case fired(ID, count: Int, scheduled: Duration, lateBy: Duration)
        /// The timer will not fire.
        case failed(ID, Failure)
    }

    public enum Failure: Hashable, Sendable {
        /// This machine has no such zone in its time zone data, or the text is not one that POSIX knows.
        case unknownZone(Zone)
    }

    private let wallClock: (any WallClock)?

    /// - Parameter wallClock: What `daily` goes by; without one, the clock of this machine.
    public init(wallClock: (any WallClock)? = nil) {
        self.wallClock = wallClock
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { sink in
            let queue = TimerQueue(time: { sink.now }, alarm: { sink.alarm($0) })
            // Its thread starts with the first timer that needs it, and is gone when this run is.
            let ownClock = SystemWallClock()
            let wallClock = wallClock ?? ownClock
            let events = model.handle { _ in queue.beginModel() }.effects(for: \.timers, by: \.id) {
                $0.events(queue, wallClock)
            }
            return Subscription([
                events.run(inside: sink, receive: sink.send), Subscription(queue.stop), Subscription(ownClock.stop),
            ])
        }
    }
}
