/// One turn of a loop: what caused it, the frame before it and after it, and when.
///
/// - Source: `Moment` of CycleMonitor.
public struct Moment<Frame> {
    /// What a turn came from.
    public struct Cause {
        /// Where the lens stands whose event it was: its label, or the name of its driver's type, below the features that it
        /// is in, as `search.network` or `rows[3].timer`; `start` for the first frame of a run.
        public let lens: String
        /// The event. Of the driver's own type.
        public let event: Any

        @inlinable  // hot while somebody watches, as below
        init(lens: String, event: Any) {
            self.lens = lens
            self.event = event
        }
    }

    /// Whose event it was, and the event: who looks for the reason of a frame finds it here.
    public let cause: Cause
    /// The frame before, as the event-filter was given it. A copy: what the loop changes in it meanwhile is copied.
    public let context: Frame
    /// The frame after, rules included; equal to `context` when the event changed nothing, and then no driver was shown it.
    public let effect: Frame
    /// The scheduler's time, the same for all who ask in one turn: how long it has been running.
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

extension Loop {
    /// Shows all who watch a value that has been applied. One that was cancelled never is: it has no moment.
    ///
    /// - Parameters:
    ///   - owner: Where the value came from; `start` for the first frame of a run, which nothing has caused.
    ///   - event: The value.
    @usableFromInline
    func watch(_ owner: String, _ event: Any) {
        watched = (owner, event)
        watchers?.callAll()
        watched.event = ()
    }

    /// Adds to one of the lists that are `nil` while nobody is in them.
    ///
    /// - Returns: Takes it away again.
    @usableFromInline
    func add(to list: ReferenceWritableKeyPath<Loop, Hooks?>, _ act: @escaping () -> Void) -> Subscription {
        let hooks = self[keyPath: list] ?? Hooks()
        self[keyPath: list] = hooks
        let number = hooks.add(act)
        return Subscription { [weak self] in
            hooks.remove(number)
            if let self, hooks.isEmpty, self[keyPath: list] === hooks { self[keyPath: list] = nil }
        }
    }
}
