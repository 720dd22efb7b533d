extension CycledLens {
    /// Calls `receive` with every frame from now on, after the drivers that were there before; with the latest at once,
    /// if the loop has shown one.
    ///
    ///     let watching = cycle.observe { frame in print(frame.total) }
    ///
    /// - Returns: A subscription, of which the cancellation ends the observation; forgetting it does not.
    @discardableResult
    public func observe(_ receive: @escaping (Frame) -> Void) -> Subscription {
        let cell = cell
        return cell.observe(isStopped: false) { cell.read(receive) }
    }

    /// The frames for a task elsewhere, in the order in which they were delivered; ends with the run. The loop
    /// notices with the next frame that a reader has left.
    ///
    ///     let totals = cycle.values(buffering: .unbounded)
    ///     Task { for await frame in totals { print(frame.total) } }
    ///
    /// - Parameter policy: The frames that are kept for a reader that is slower than the loop. A frame that waits is a copy:
    ///   what the loop changes in it meanwhile is copied.
    public func values(
        buffering policy: AsyncStream<Frame>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Frame> where Frame: Sendable {
        let (stream, continuation) = AsyncStream.makeStream(of: Frame.self, bufferingPolicy: policy)
        let subscription = Subscription()
        let watching = observe { frame in
            // The reader has gone.
            if case .terminated = continuation.yield(frame) { subscription.cancel() }
        }
        let stopping = loop.add(to: \.stopping, subscription.cancel)
        subscription.atClose {
            stopping.cancel()
            watching.cancel()
            continuation.finish()
        }
        return stream
    }

    /// Calls `observe` for every turn from now on, before its frame is delivered. Costs nothing without an observer.
    ///
    /// - Parameters:
    ///   - observe: Gets each moment.
    ///   - whenIdle: Called when nothing is left to do for now, before the loop sleeps, and when a run ends: an
    ///     observer that collects moments hands them on here, and needs no timer for it.
    @inlinable  // hot with an observer: a moment is put together for the frame's type
    public func observeMoments(
        _ observe: @escaping (Moment<Frame>) -> Void, whenIdle: @escaping () -> Void = {}
    ) -> Subscription {
        let (cell, loop) = (cell, loop)
        // The frame that the turn before left. An observer that comes during a turn has not seen its beginning.
        let latest = Variable<Frame?>(nil)
        loop.after { latest.value = cell.value }
        let watching = loop.add(to: \.watchers) {
            let effect = cell.value
            // At the start of a run there was no frame before.
            guard let context = loop.starter == nil ? latest.value : effect else { return }
            guard let attached = loop.attached else { return }
            latest.value = effect
            observe(
                Moment(
                    cause: .init(lens: attached.watched.owner, event: attached.watched.event), context: context,
                    effect: effect, time: attached.time.now, wallTime: attached.time.wall))
        }
        return Subscription([watching, loop.add(to: \.watchersWhenIdle, whenIdle)])
    }
}
