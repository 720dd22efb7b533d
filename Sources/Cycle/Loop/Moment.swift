/// One turn of a loop: what caused it, the frame before it and after it, and when.
///
/// - Source: `Moment` of CycleMonitor.
public struct Moment<Frame> {
    /// What a turn came from.
    public struct Cause {
        /// The driver or receiver whose event it was; `start` for the first frame of a run.
        public let driver: String
        /// The event. Of the driver's own type.
        public let event: Any

        @inlinable  // hot: see `observeMoments`
        init(driver: String, event: Any) {
            self.driver = driver
            self.event = event
        }
    }

    public let cause: Cause
    /// The frame before.
    public let context: Frame
    /// The frame after; equal to `context` when the event changed nothing.
    public let effect: Frame
    /// The scheduler's time.
    public let time: Duration

    @inlinable  // hot: see `observeMoments`
    init(cause: Cause, context: Frame, effect: Frame, time: Duration) {
        self.cause = cause
        self.context = context
        self.effect = effect
        self.time = time
    }
}

extension Moment: CustomStringConvertible {
    /// `event -> frame`, as the seed writes timelines.
    public var description: String { "\(cause.event) -> \(effect)" }
}
