import CycleBase

/// Does one job after the other: feeds the sessions of jobs and watches what the disk does, and performs their actions. Used by
/// one thread.
package final class FileExecutor {
    private let store: FileStore
    private let source: any FolderEvents
    private let jobs: Shell<JobSession>
    private var watches: WatchSession
    /// The jobs of the watches, by number.
    private var watching: [Int: FileJob] = [:]
    /// The actions that are still to be performed, the next one last.
    private var actions: [WatchSession.Action] = []
    private var isPerforming = false
    /// Whether the job under way has to be performed again.
    private var isPutBack = false

    package init(_ store: FileStore, _ events: any FolderEvents) {
        self.store = store
        jobs = Shell(JobSession(store.options.nameEquality, mostLocked: store.options.mostLocked))
        watches = WatchSession(store.options.nameEquality)
        source = events
    }

    /// Looks at the watched files of the folders in which something has happened.
    package func lookAround() {
        receive(.happened(source.take()))
    }

    package func close() {
        receive(.closed)
        source.close()
        store.close()
    }

    /// - Returns: `false` if the job has to be performed again, later.
    package func perform(_ job: FileJob) -> Bool {
        assert(!jobs.isBusy, "one job after the other")
        let request = job.begin()
        isPutBack = false
        if let key = request.watchKey {
            watching[job.number] = job
            receive(.submitted(key, job: job.number, isCancelled: job.isCancelled))
        } else {
            receive(.begun(request, isCancelled: job.isCancelled), of: job, request.format)
        }
        return !isPutBack
    }

    // MARK: Jobs

    private func receive(_ input: JobSession.Input, of job: FileJob, _ format: ValueFormat?) {
        jobs.receive(input, at: .zero) { action in
            switch action {
            case .perform(let operation):
                receive(.ended(store.outcome(of: operation, in: format)), of: job, format)
            case .noteChange(let path, let version): receive(.changed(path, version))
            case .noteCopy(let path, let newPath):
                let isWatching = !watching.isEmpty
                receive(.copied(path, to: newPath, isWatching ? store.version(of: newPath) : nil))
            case .report(let event): job.report(event)
            case .end(let event): job.end(event)
            case .putBack: isPutBack = true
            }
        }
    }

    // MARK: Watches

    /// By no ``Shell``: the consequences of an action are performed before the next one, as a look observes folders, which the session
    /// has to know before another look lets it forget them. There is no call in a call for each folder of a deep tree.
    private func receive(_ input: WatchSession.Input) {
        actions += watches.actions(after: input, at: .zero).reversed()
        guard !isPerforming else { return }
        isPerforming = true
        while let action = actions.popLast() { perform(action) }
        isPerforming = false
    }

    private func perform(_ action: WatchSession.Action) {
        switch action {
        case .look(let key, let end):
            var dependence = WatchSession.Dependence()
            let look = store.look(at: key, end: end, source, &dependence)
            receive(.looked(key, look, dependence))
        case .lookInTree(let key, let path):
            receive(.looked(key, store.look(at: path, in: key, source), .init()))
        case .warn(let event, let job): watching[job]?.report(event)
        case .report(let event, let key, let job):
            receive(.reported(key, hadRoom: watching[job]?.reportWhenRoom(event) ?? false))
        case .end(let job, let event): watching.removeValue(forKey: job)?.end(event)
        case .forgetFile(let file): source.forgetFile(file.name, of: file.folder)
        case .forget(let folder): source.forget(folder)
        }
    }

    // MARK: Memory

    /// The memory of earlier jobs.
    package struct Memory: Hashable {
        struct Watched: Hashable {
            let key: WatchSession.Key
            let isTold: Bool
            let waitingNews: Int
        }

        let unread: Set<NameKey>
        let appended: [PersistenceDriver.Path: Int]
        let lockedLogs: [PersistenceDriver.Path: Int]
        let leftovers: [FileStatus.Place: [Range<Int>]]
        let inspected: Set<NameKey>
        let watched: Set<Watched>
    }

    package var memory: Memory {
        let knowledge = jobs.session.knowledge
        return Memory(
            unread: knowledge.unread, appended: knowledge.logEnds, lockedLogs: knowledge.lockedLogs,
            leftovers: store.leftovers.mapValues { $0.map(\.bytes) }, inspected: knowledge.inspected,
            watched: Set(
                watches.watched.map { watch in
                    Memory.Watched(
                        key: watch.key, isTold: watch.isTold, waitingNews: watching[watch.job]?.waitingNews ?? 0)
                }))
    }
}
