public import Cycle

/// Running a loop by the time of this machine.
extension CycledLens {
    /// Runs the loop in the caller's isolation, by the time of this machine.
    ///
    ///     let last = await cycle.run(until: \.isDone)
    ///
    /// As `run(on:)` with a ``RealTime`` of its own, whose thread is gone when this returns.
    ///
    /// `SIGTERM`, `SIGHUP` and `SIGINT` end the loop as if its task was cancelled, unless a ``SignalDriver`` listens to them or
    /// the program handles or ignores them: drivers settle, then the process ends by the signal (a shell sees 143, 129 or 130). A
    /// loop that has not settled after two seconds, or when the signal comes again, is not waited for; the terminal is
    /// given back all the same.
    ///
    /// - Parameters:
    ///   - frame: One of an earlier run, to go on from, see `start(on:resuming:)`.
    ///   - isDone: Called after each turn.
    ///   - isolation: Where the loop runs: by default where this is called.
    /// - Returns: The last frame.
    @discardableResult
    public func run(
        resuming frame: Frame? = nil, until isDone: @escaping (Frame) -> Bool = { _ in false },
        isolation: isolated (any Actor)? = #isolation
    ) async -> Frame {
        await TaskThreads.start()
        let time = RealTime()
        // The task waits here until the loop has settled: it is there to be cancelled all the time.
        let task = withUnsafeCurrentTask { CancellableTask($0) }
        let termination = Termination.begin { task.cancel() }
        let last = await run(on: time, resuming: frame, until: isDone, isolation: isolation)
        time.stop()
        await termination.end()
        return last
    }
}

/// Unchecked: cancelling a task is for any thread. It is not used after the call it was taken in.
private struct CancellableTask: @unchecked Sendable {
    private let task: UnsafeCurrentTask?

    init(_ task: UnsafeCurrentTask?) {
        self.task = task
    }

    func cancel() {
        task?.cancel()
    }
}
