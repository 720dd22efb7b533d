import CycleBase
import CycleDrivers

/// The one thread of the process that writes downloads: a slow disk must hold up neither a loop nor a connection. It is
/// there while a download is.
package final class DiskThread: Sendable {
    fileprivate struct State {
        var jobs: [@Sendable () -> Void] = []
        var downloadCount = 0
        /// Wakes the thread; there while the thread is.
        var wake: WakePipe?
        var isAsleep = false
    }

    package static let shared = DiskThread()
    private let state = Guarded(State())

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
        let wake = state.withLock { state in
            state.downloadCount -= 1
            return state.waker()
        }
        wake?.send()
    }

    /// Any thread. Jobs are done in order. A job that comes after the last download has ended is dropped: it belongs to a
    /// download that has failed, and no thread would release it.
    func post(_ job: @escaping @Sendable () -> Void) {
        let wake = state.withLock { state -> WakePipe? in
            guard state.wake != nil else { return nil }
            state.jobs.append(job)
            return state.waker()
        }
        wake?.send()
    }

    /// Calls `action` when all that was posted before is done, at once if that is so.
    package func afterAll(_ action: @escaping @Sendable () -> Void) {
        let (isIdle, wake) = state.withLock { state -> (Bool, WakePipe?) in
            guard state.wake != nil else { return (true, nil) }
            state.jobs.append(action)
            return (false, state.waker())
        }
        if isIdle { action() } else { wake?.send() }
    }

    private func start(_ state: inout State) throws(SystemFailure) {
        guard state.wake == nil else { return }
        let wake = try WakePipe()
        _ = try SystemThread("Cycle downloads") { [self] in run(wake) }
        state.wake = wake
    }

    private func run(_ wake: WakePipe) {
        while let jobs = takeAll() {
            for job in jobs { job() }
            if jobs.isEmpty { _ = wake.wait() }
        }
    }

    /// - Returns: `nil` when there is nothing left to do or to wait for.
    private func takeAll() -> [@Sendable () -> Void]? {
        state.withLock { state in
            let jobs = state.jobs
            state.jobs = []
            state.isAsleep = jobs.isEmpty && state.downloadCount > 0
            guard jobs.isEmpty, state.downloadCount == 0 else { return jobs }
            state.wake = nil
            return nil
        }
    }
}

extension DiskThread.State {
    fileprivate mutating func waker() -> WakePipe? {
        guard isAsleep else { return nil }
        isAsleep = false
        return wake
    }
}
