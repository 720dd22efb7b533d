import CycleBase

/// Feeds the session of one driver's worker what happens, and performs its actions on the threads of the ``FilePool``.
///
/// By no ``Shell``: the loop submits jobs, and has them replaced, while a thread performs one for as long as a disk takes. Each action
/// belongs to the thread whose input led to it.
///
/// Unchecked: threads share the session under its lock; the executor is used by the one that has claimed the worker.
final class FileWorker: FileBackend, @unchecked Sendable {
    private let session: Guarded<WorkerSession<FileJob>>
    private let executor: FileExecutor
    private let events: SharedFolderEvents
    private let ending = Latch()
    let noteUnheard: @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void

    /// - Parameter root: As the user of the program knows it.
    init(_ store: FileStore, root: String, _ events: SharedFolderEvents) {
        ExitReport.watch()
        session = Guarded(WorkerSession(store.options.nameEquality))
        let prefix = root.hasSuffix("/") ? root : root + "/"
        noteUnheard = { path, failure in ExitReport.add("\(prefix)\(path): \(failure.reason)") }
        self.events = events
        let observer = SharedFolderEvents.Observer(events)
        executor = FileExecutor(store, observer)
        // On the thread that was notified of a change.
        observer.onNews = { [weak self] in self?.receive(.changesNoted) }
    }

    func submit(_ job: FileJob) {
        receive(.submitted(job))
    }

    func stop() {
        receive(.stopRequested)
    }

    var finished: @Sendable () async -> Void {
        { [self] in
            await ending.wait()
            await events.waitForLeaving()
            await FilePool.shared.waitForLeaving()
        }
    }

    private func receive(_ input: WorkerSession<FileJob>.Input) {
        for action in session.withLock({ $0.actions(after: input, at: .zero) }) { perform(action) }
    }

    private func perform(_ action: WorkerSession<FileJob>.Action) {
        switch action {
        case .schedule(let isFirst): schedule(isFirst)
        case .perform(let job): if !executor.perform(job) { receive(.putBack(job)) }
        case .look: executor.lookAround()
        case .drop(let job): job.end()
        case .refuse(let job): job.end(.failed(path: job.request.path, .exhausted(.threads)))
        case .endStep: receive(.stepEnded)
        case .close(let hasUsedThreads):
            executor.close()
            if hasUsedThreads { FilePool.shared.leave() }
            ending.open()
        }
    }

    private func schedule(_ isFirst: Bool) {
        if isFirst { FilePool.shared.enter() }
        if !FilePool.shared.schedule({ [self] in receive(.stepBegan) }) { receive(.threadRefused) }
    }
}
