extension Signal where Value: RangeReplaceableCollection {
    /// Sends the rest of an animation back at each tick: the frame that was shown is taken off, until one is left.
    ///
    ///     [1, 2, 3]  ->  [2, 3]  ->  [3]
    ///
    /// A tick is an event like every other: it takes its turn and gets the frames that the event before it left, so it never
    /// steps an animation back. While one frame is left nothing ticks. An event that arrives in between may append to,
    /// replace or remove what is to come, see ``AnimationPolicy``.
    ///
    /// - Parameters:
    ///   - period: How long each frame is shown. Tick k is due k periods after the start of the loop.
    ///   - missed: `skip` drops the frames whose time has passed, `all` shows every frame.
    ///   - label: The name of the lens in recordings, by default the driver's type.
    /// - Complexity: O(1) a tick for a ``Reel``, O(frames to come) for an array.
    /// - Source: `emittingTail(every:)` of Cycle.swift.
    @inlinable  // hot: what a tick does is made for the type of the frames
    public func emittingTail(
        every period: Duration, missed: MissedTicks = .skip, label: String? = nil
    ) -> MutatingLens<Signal, Ticker> {
        lens(
            driver: Ticker(every: period, missed: missed), label: label,
            frameFilter: { $0.isInFlight },
            eventFilter: { frames, tick in frames.advance(by: tick.periods) })
    }
}

extension Signal {
    /// Advances motions in the frame while any of them moves: one clock for all, and no wake-up when all rest.
    ///
    ///     frames.animating(every: .seconds(1) / 60, while: { $0.x.isMoving || $0.y.isMoving }) { frame, tick in
    ///         frame.x.advance(by: tick.elapsed)
    ///         frame.y.advance(by: tick.elapsed)
    ///     }
    ///
    /// - Parameters:
    ///   - period: The time between two ticks; more than zero.
    ///   - label: The name of the lens in recordings, by default the driver's type.
    ///   - isMoving: Whether the frame needs ticks.
    ///   - advance: Changes the frame at a tick. Everything else in the frame stays as other events left it.
    public func animating(
        every period: Duration, label: String? = nil, while isMoving: @escaping (Value) -> Bool,
        advance: @escaping (_ frame: inout Value, _ tick: Tick) -> Void
    ) -> MutatingLens<Signal, Ticker> {
        lens(driver: Ticker(every: period), label: label, frameFilter: isMoving, eventFilter: advance)
    }
}
