extension CycledLens {
    /// Calls `receive` with every frame from now on, after the drivers that were there before; with the latest at once,
    /// if the loop has shown one.
    public func observe(_ receive: @escaping (Frame) -> Void) -> Subscription {
        place.observe { Resident<Frame>.at($0).pointee.read(receive) }
    }

    /// The frames for a task elsewhere; ends with the run.
    ///
    /// - Parameter policy: What is kept for a reader that is slower than the loop. A frame that waits is a copy: what the
    ///   loop changes in it meanwhile is copied.
    public func values(
        buffering policy: AsyncStream<Frame>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Frame> where Frame: Sendable {
        let (stream, continuation) = AsyncStream.makeStream(of: Frame.self, bufferingPolicy: policy)
        let watching = observe { continuation.yield($0) }
        atStop {
            watching.cancel()
            continuation.finish()
        }
        return stream
    }
}
