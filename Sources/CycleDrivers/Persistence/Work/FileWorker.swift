/// Does the jobs of one running driver one after the other, on the threads of the ``FilePool``, never on two at a time.
///
/// Unchecked: what threads share is in `shared`; the executor is used by the one that has claimed the worker.
final class FileWorker: FileBackend, @unchecked Sendable {
    private struct Shared {
        var queue = JobQueue<FileJob>()
        /// Whether a thread runs this worker, or is about to.
        var isClaimed = false
        var hasNews = false
        var isStopping = false
        var isUsingPool = false
        /// Since the last look.
        var jobCount = 0

        mutating func takeNews() -> Bool {
            defer { hasNews = false }
            return hasNews
        }
    }

    private static let mostJobsBeforeLooking = 256

    private let shared = Guarded(Shared())
    private let executor: FileExecutor
    private let events: SharedFolderEvents.Observer
    private let ending = Latch()
    let noteUnheard: @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void

    /// - Parameter root: As people know it.
    init(_ store: FileStore, root: String) {
        ExitReport.watch()
        let prefix = root.hasSuffix("/") ? root : root + "/"
        noteUnheard = { path, failure in ExitReport.add("\(prefix)\(path): \(failure.reason)") }
        events = SharedFolderEvents.Observer()
        executor = FileExecutor(store, events)
        events.onNews = { [weak self] in self?.lookNow() }
    }

    func submit(_ job: FileJob) {
        let (isAccepted, replaced, isToRun) = shared.withLock { shared -> (Bool, FileJob?, Bool) in
            guard !shared.isStopping else { return (false, nil, false) }
            let replaced = shared.queue.append(job)
            return (true, replaced, claim(&shared))
        }
        replaced?.end()
        guard isAccepted else { return job.end() }
        if isToRun { schedule() }
    }

    func stop() {
        let (isToEnd, hasWorked) = shared.withLock { shared -> (Bool, Bool) in
            guard !shared.isStopping else { return (false, false) }
            shared.isStopping = true
            return (claim(&shared), shared.isUsingPool)
        }
        guard isToEnd else { return }
        if hasWorked { schedule() } else { end() }
    }

    var finished: @Sendable () async -> Void {
        { [self] in
            await ending.wait()
            await FilePool.shared.waitForLeaving()
            await SharedFolderEvents.shared.waitForLeaving()
        }
    }

    private func claim(_ shared: inout Shared) -> Bool {
        defer { shared.isClaimed = true }
        return !shared.isClaimed
    }

    private func schedule() {
        let isFirst = shared.withLock { shared in
            defer { shared.isUsingPool = true }
            return !shared.isUsingPool
        }
        if isFirst { FilePool.shared.enter() }
        if !FilePool.shared.schedule(self) { giveUp() }
    }

    /// There is no thread: what waits fails. The next job asks for one again.
    private func giveUp() {
        if shared.withLock({ $0.takeNews() }) { executor.lookAround() }
        while let job = shared.withLock({ $0.queue.popFirst() }) {
            job.end(.failed(path: job.request.path, .exhausted(.threads)))
        }
        settle()
    }

    // MARK: On a thread of the pool

    /// Does one job, or looks at what is watched if something has happened there: once for many jobs, because looking takes
    /// longer the more is watched.
    func run() {
        let (job, hasNews) = shared.withLock { shared -> (FileJob?, Bool) in
            shared.jobCount += 1
            if shared.jobCount < FileWorker.mostJobsBeforeLooking, let job = shared.queue.popFirst() {
                return (job, false)
            }
            shared.jobCount = 0
            return (nil, shared.takeNews())
        }
        if let job { executor.perform(job) }
        if hasNews { executor.lookAround() }
        settle()
    }

    /// On the thread that was told of a change: another would know later.
    private func lookNow() {
        let isClaimed = shared.withLock { shared -> Bool in
            shared.hasNews = true
            return !shared.isStopping && claim(&shared)
        }
        guard isClaimed else { return }
        shared.withLock { $0.hasNews = false }
        executor.lookAround()
        settle()
    }

    /// The end of a claim: to be run again, to end, or to wait for work.
    private func settle() {
        let (isToRun, isOver) = shared.withLock { shared -> (Bool, Bool) in
            let hasWork = !shared.queue.isEmpty || shared.hasNews
            if hasWork || shared.isStopping { return (hasWork, !hasWork) }
            shared.isClaimed = false
            return (false, false)
        }
        if isToRun { schedule() }
        // It stays claimed for good.
        if isOver { end() }
    }

    private func end() {
        executor.close()
        if shared.withLock({ $0.isUsingPool }) { FilePool.shared.leave() }
        ending.open()
    }
}
