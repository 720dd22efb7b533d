import Synchronization

/// Runs tasks when a test calls it, one piece after the other in the order in which they became ready: an effect that
/// waits for nothing but other effects does the same in every run.
final class VirtualExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var waiting: AsyncStream<Never>.Continuation?
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let waiting = state.withLock { state in
            state.jobs.append(job)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.finish()
    }

    /// Runs the pieces that are ready, and those that become ready while it runs.
    ///
    /// - Returns: Whether there was anything.
    func runAll() -> Bool {
        var hasRun = false
        while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
            hasRun = true
        }
        return hasRun
    }

    /// Returns when something is ready.
    func waitForWork() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        let isReady = state.withLock { state in
            if state.jobs.isEmpty { state.waiting = continuation }
            return !state.jobs.isEmpty
        }
        if isReady { return }
        for await _ in stream {}
    }
}
