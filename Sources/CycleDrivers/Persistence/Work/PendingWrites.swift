import Cycle

/// The writes of one running driver that wait for a quiet moment. Confined to the loop.
final class PendingWrites {
    private struct Pending {
        let job: FileJob
        /// When the first of the writes came that this one has replaced.
        let since: Duration
        var due: Duration
    }

    private let backend: any FileBackend
    private let delay: FileOptions.Delay
    private let sink: Sink<PersistenceDriver.Event>
    private var pending: [PersistenceDriver.Path: Pending] = [:]
    private var alarm: (any Alarm)?
    /// Not later than the first of them is due.
    private var armedFor: Duration?

    init(_ backend: any FileBackend, _ delay: FileOptions.Delay, _ sink: Sink<PersistenceDriver.Event>) {
        self.backend = backend
        self.delay = delay
        self.sink = sink
        backend.note { [weak self] in self?.waiting ?? [] }
    }

    private var waiting: [DelayedWrite] {
        pending.values.map { DelayedWrite(request: $0.job.request, due: $0.due, since: $0.since) }
            .sorted { $0.request.path < $1.request.path }
    }

    func submit(_ job: FileJob) {
        let path = job.request.path
        switch job.request.action {
        case .write where delay.quiet > .zero: wait(job)
        case .write: backend.submit(job)
        case .delete:
            // It takes the place of what waits.
            take(path)?.end()
            backend.submit(job)
        case .read, .readPart, .watch, .append:
            if let write = take(path) { backend.submit(write) }
            backend.submit(job)
        case .watchFolder, .list: backend.submit(job)
        }
    }

    func flush() {
        submitDue(by: nil)
    }

    private func wait(_ job: FileJob) {
        let path = job.request.path
        let since = pending[path]?.since ?? sink.now
        pending[path]?.job.end()
        let due = min(sink.now.adding(delay.quiet), since.adding(delay.longest))
        pending[path] = Pending(job: job, since: since, due: due)
        if armedFor.map({ due < $0 }) ?? true { arm(at: due) }
    }

    private func take(_ path: PersistenceDriver.Path) -> FileJob? {
        guard let write = pending.removeValue(forKey: path) else { return nil }
        if pending.isEmpty { disarm() }
        return write.job
    }

    /// - Parameter now: `nil` for all that wait.
    private func submitDue(by now: Duration?) {
        let due = pending.filter { write in now.map { write.value.due <= $0 } ?? true }
        for (path, write) in due.sorted(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }) {
            pending[path] = nil
            backend.submit(write.job)
        }
        if let next = pending.values.map(\.due).min() { arm(at: next) } else { disarm() }
    }

    /// A write that was put off, or was not to wait any more, may leave it too early: then it is armed anew.
    private func arm(at deadline: Duration) {
        let alarm = alarm ?? sink.alarm { [unowned self] in submitDue(by: sink.now) }
        self.alarm = alarm
        armedFor = deadline
        alarm.arm(at: deadline)
    }

    private func disarm() {
        armedFor = nil
        alarm?.disarm()
    }
}
