/// One turn of a loop: what caused it, the frame before it and after it, and when.
///
///     cycle.observeMoments { moment in print(moment.cause.lens, moment) }
///     // ConsoleDriver key(+) -> Counter(total: 1)
///
/// - Source: `Moment` of CycleMonitor.
public struct Moment<Frame> {
    /// The origin of a turn.
    public struct Cause {
        /// Where the lens stands whose event it was: its label, or the name of its driver's type, below the features that it
        /// is in, as `search.network` or `rows[3].timer`; `start` for the first frame of a run.
        public let lens: String
        /// The event. Of the driver's own type.
        public let event: Any

        @inlinable  // hot with an observer, as below
        init(lens: String, event: Any) {
            self.lens = lens
            self.event = event
        }
    }

    /// The lens of the event, and the event: the reason of the frame.
    public let cause: Cause
    /// The frame before, as the event-filter was given it. A copy: what the loop changes in it meanwhile is copied.
    public let context: Frame
    /// The frame after, rules included; equal to `context` when the event changed nothing, and then no driver was shown it.
    public let effect: Frame
    /// The scheduler's time, the same everywhere in one turn: how long it has been running.
    public let time: Duration
    /// The scheduler's time of day, since the beginning of 1970 in UTC; `nil` where it knows none.
    public let wallTime: Duration?

    @inlinable
    init(cause: Cause, context: Frame, effect: Frame, time: Duration, wallTime: Duration?) {
        self.cause = cause
        self.context = context
        self.effect = effect
        self.time = time
        self.wallTime = wallTime
    }
}

extension Moment: CustomStringConvertible {
    /// `event -> frame`, as the seed writes timelines.
    public var description: String { "\(cause.event) -> \(effect)" }
}
