import Cycle
import CycleDrivers

/// Does on the loop, in the loop's time, what a driver's thread does in the world.
package final class SimulatedFileBackend: FileBackend {
    private let executor: FileExecutor
    private let events: MemoryFolderEvents
    /// How long the next job takes; `nil` where somebody else says when.
    private let latency: () -> Duration?
    private var queue = JobQueue<FileJob>()
    private var isPerforming = false
    private var isWaiting = false
    private var isStopped = false
    private let now: () -> Duration
    private var alarm: (any Alarm)?
    package let noteUnheard: @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void

    init(
        _ store: FileStore, _ events: MemoryFolderEvents, _ sink: Sink<PersistenceDriver.Event>,
        noteUnheard: @escaping @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void,
        latency: @escaping () -> Duration?
    ) {
        executor = FileExecutor(store, events)
        self.events = events
        self.latency = latency
        self.noteUnheard = noteUnheard
        now = { sink.now }
        alarm = sink.alarm { [weak self] in
            guard let self else { return }
            isWaiting = false
            if let job = queue.popFirst() { perform(job) }
            work()
        }
    }

    package func submit(_ job: FileJob) {
        guard !isStopped else { return job.end() }
        queue.append(job)?.end()
        work()
    }

    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        alarm?.disarm()
        alarm = nil
        while let job = queue.popFirst() { perform(job) }
        executor.close()
    }

    package var finished: @Sendable () async -> Void { {} }

    func folderChanged(_ folder: UInt64) {
        events.note(folder)
        if !isPerforming, !isStopped { executor.lookAround() }
    }

    /// A disk does one thing at a time; without latency everything is done at once.
    private func work() {
        while !isWaiting, !isPerforming, !queue.isEmpty {
            guard let duration = latency() else { return }
            if duration > .zero {
                isWaiting = true
                alarm?.arm(at: now() + duration)
            } else if let job = queue.popFirst() {
                perform(job)
            }
        }
    }

    // MARK: Job by job

    /// The jobs that wait, oldest first.
    package var waiting: [FileJob] { queue.waiting }
    /// Writes that were delayed and have not arrived yet.
    package private(set) var delayed: () -> [DelayedWrite] = { [] }

    package func note(delayed: @escaping () -> [DelayedWrite]) {
        self.delayed = delayed
    }

    /// The executor's memory of finished jobs.
    package var memory: FileExecutor.Memory { executor.memory }

    /// Does what has waited longest.
    package func performNext() {
        if let job = queue.popFirst() { perform(job) }
    }

    private func perform(_ job: FileJob) {
        isPerforming = true
        executor.perform(job)
        isPerforming = false
        executor.lookAround()
    }
}

final class MemoryFolderEvents: FolderEvents {
    private let disk: MemoryFiles
    private var observed: Set<Int> = []
    private var happened: FolderNews = [:]

    init(_ disk: MemoryFiles) {
        self.disk = disk
    }

    func observe(_ folder: Int32) throws(SystemFailure) -> Int {
        let token = Int(try disk.status(of: folder).version.number)
        observed.insert(token)
        return token
    }

    func forget(_ token: Int) {
        observed.remove(token)
    }

    func take() -> FolderNews? {
        let folders = happened
        happened = [:]
        return folders
    }

    func close() {
        observed = []
    }

    func note(_ folder: UInt64) {
        let token = Int(folder)
        if observed.contains(token) { happened[token] = [""] }
    }
}
