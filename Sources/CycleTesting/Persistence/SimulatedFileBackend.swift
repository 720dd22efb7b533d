import CycleBase
import Cycle
import CycleDrivers

/// Does the work of a driver on the loop, in the loop's time, by the session that a thread follows in the world.
package final class SimulatedFileBackend: FileBackend {
    private let executor: FileExecutor
    private let events: MemoryFolderEvents
    /// How long the next step takes; `nil` where a test decides when it happens.
    private let latency: () -> Duration?
    private let shell: Shell<WorkerSession<FileJob>>
    private var isScheduled = false
    private var isPerforming = false
    private var isWaiting = false
    private let now: () -> Duration
    private var alarm: (any Alarm)?
    package let noteUnheard: @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void
    /// Writes that were delayed and have not arrived yet.
    package private(set) var delayed: () -> [DelayedWrite] = { [] }

    init(
        _ store: FileStore, _ names: NameEquality, _ events: MemoryFolderEvents, _ sink: Sink<PersistenceDriver.Event>,
        noteUnheard: @escaping @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void,
        latency: @escaping () -> Duration?
    ) {
        shell = Shell(WorkerSession(names))
        executor = FileExecutor(store, events)
        self.events = events
        self.latency = latency
        self.noteUnheard = noteUnheard
        now = { sink.now }
        alarm = sink.alarm { [weak self] in
            self?.isWaiting = false
            self?.step()
            self?.work()
        }
    }

    package func submit(_ job: FileJob) {
        receive(.submitted(job))
        work()
    }

    package func stop() {
        receive(.stopRequested)
        alarm?.disarm()
        alarm = nil
        while isScheduled { step() }
    }

    package var finished: @Sendable () async -> Void { {} }

    func folderChanged(_ folder: UInt64) {
        events.note(folder)
        if !isPerforming, [.idle, .working].contains(shell.session.state) { executor.lookAround() }
    }

    private func receive(_ input: WorkerSession<FileJob>.Input) {
        shell.receive(input, at: now()) { perform($0) }
    }

    private func perform(_ action: WorkerSession<FileJob>.Action) {
        switch action {
        case .schedule: isScheduled = true
        case .perform(let job):
            isPerforming = true
            if !executor.perform(job) { receive(.putBack(job)) }
            isPerforming = false
            executor.lookAround()
        case .look: executor.lookAround()
        case .drop(let job): job.end()
        case .refuse(let job): job.end(.failed(path: job.request.path, .exhausted(.threads)))
        case .endStep: receive(.stepEnded)
        case .close: executor.close()
        }
    }

    private func step() {
        guard isScheduled else { return }
        isScheduled = false
        receive(.stepBegan)
    }

    /// A disk does one thing at a time; without latency everything is done at once.
    private func work() {
        while isScheduled, !isWaiting, !isPerforming {
            guard let duration = latency() else { return }
            if duration > .zero {
                isWaiting = true
                alarm?.arm(at: now() + duration)
            } else {
                step()
            }
        }
    }

    // MARK: Job by job

    /// The jobs that wait, oldest first.
    package var waiting: [FileJob] { shell.session.waiting }

    package func note(delayed: @escaping () -> [DelayedWrite]) {
        self.delayed = delayed
    }

    /// The executor's memory of finished jobs.
    package var memory: FileExecutor.Memory { executor.memory }

    /// Does what has waited longest.
    package func performNext() {
        step()
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
