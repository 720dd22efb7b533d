import CycleBase
import CycleDrivers

/// The one thread of the process that writes downloads: a slow disk must hold up neither a loop nor a connection. It is
/// there while a download is.
package final class DiskThread: Sendable {
    fileprivate struct State {
        var jobs: [@Sendable () -> Void] = []
        /// The calls that the thread makes when all jobs before are done: as its last act, where no download is left then.
        var farewells: [@Sendable () -> Void] = []
        /// Farewells whose jobs were taken, and may have ended the last download.
        var dueFarewells: [@Sendable () -> Void] = []
        var downloadCount = 0
        var thread: SystemThread?
    }

    package static let shared = DiskThread()
    private let state = Guarded(State())
    private let ending = EndingThreads()

    /// A download begins. Each ``begin()`` is followed by one ``end()``.
    func begin() throws(HTTP.Failure) {
        let failure: HTTP.Failure? = state.withLock { state in
            do throws(SystemFailure) {
                try start(&state)
                state.downloadCount += 1
                return nil
            } catch {
                return HTTP.Failure(startingThread: error)
            }
        }
        if let failure { throw failure }
    }

    func end() {
        state.withLock { $0.downloadCount -= 1 }
        state.wakeAll()
    }

    /// Any thread. Jobs are done in order. A job that comes after the last download has ended is dropped: it belongs to a
    /// download that has failed, and no thread would release it.
    func post(_ job: @escaping @Sendable () -> Void) {
        state.withLock { state in
            if state.thread != nil { state.jobs.append(job) }
        }
        state.wakeAll()
    }

    /// Calls `action` when all that was posted before is done, at once if that is so. Where no download is left, the thread
    /// calls it as its last act, and ``waitForLeaving()`` returns when it is gone.
    package func afterAll(_ action: @escaping @Sendable () -> Void) {
        let isIdle = state.withLock { state in
            if state.thread != nil { state.farewells.append(action) }
            return state.thread == nil
        }
        if isIdle { action() } else { state.wakeAll() }
    }

    /// Returns when a thread that has called an action as its last act is gone.
    package func waitForLeaving() async { await ending.wait() }

    private func start(_ state: inout State) throws(SystemFailure) {
        if state.thread == nil { state.thread = try SystemThread("Cycle downloads") { [self] in run() } }
    }

    private func run() {
        while true {
            let (jobs, isLast) = takeAll()
            for job in jobs { job() }
            if isLast { return }
        }
    }

    /// Waits until there is something to do, or no download any more.
    ///
    /// - Returns: With whether nothing is left to do or to wait for behind these: the next download starts another thread.
    private func takeAll() -> ([@Sendable () -> Void], isLast: Bool) {
        state.wait { state in
            let isLast = state.jobs.isEmpty && state.downloadCount == 0
            let jobs = state.takeDue()
            guard isLast else { return jobs.isEmpty ? nil : (jobs, false) }
            // Before the farewells: the loop that one of them wakes waits for this thread.
            if let thread = state.thread { ending.add([thread]) }
            state.thread = nil
            return (jobs, true)
        }
    }
}

extension DiskThread.State {
    /// The jobs, and the farewells whose jobs are done. Where the jobs end the last download, its farewells come behind it.
    fileprivate mutating func takeDue() -> [@Sendable () -> Void] {
        defer { (jobs, farewells) = ([], []) }
        if jobs.isEmpty {
            defer { dueFarewells = [] }
            return dueFarewells + farewells
        }
        defer { dueFarewells += farewells }
        guard downloadCount > 0 else { return jobs }
        defer { dueFarewells = [] }
        return jobs + dueFarewells
    }
}
