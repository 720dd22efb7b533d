public import Cycle

extension CycledLens {
    /// Runs the loop in the caller's isolation, by the time of this machine.
    ///
    ///     let last = await cycle.run(until: \.isDone)
    ///
    /// As ``CycledLens/run(on:until:isolation:)`` with a ``RealTime`` of its own, whose thread is gone when this returns.
    @discardableResult
    public func run(
        until isDone: @escaping (Frame) -> Bool = { _ in false }, isolation: isolated (any Actor)? = #isolation
    ) async -> Frame {
        let time = RealTime()
        let last = await run(on: time, until: isDone, isolation: isolation)
        time.stop()
        return last
    }
}
