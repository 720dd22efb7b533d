import Cycle

/// The writes of one running driver that wait for a quiet moment. Confined to the loop.
final class PendingWrites {
    private struct Pending {
        let job: FileJob
        /// When the first of the writes came that this one has replaced.
        let since: Duration
        var due: Duration
    }

    private let desk: any FileDesk
    private let delay: FileOptions.Delay
    private let sink: Sink<PersistenceDriver.Event>
    private var pending: [String: Pending] = [:]
    private var alarm: (any Alarm)?

    init(_ desk: any FileDesk, _ delay: FileOptions.Delay, _ sink: Sink<PersistenceDriver.Event>) {
        self.desk = desk
        self.delay = delay
        self.sink = sink
    }

    func submit(_ job: FileJob) {
        let path = job.file.path
        switch job.file.action {
        case .write where delay.quiet > .zero: wait(job)
        case .write: desk.submit(job)
        case .delete:
            // It takes the place of what waits.
            pending[path]?.job.end()
            pending[path] = nil
            desk.submit(job)
        case .read, .watch:
            flush { $0 == path }
            desk.submit(job)
        case .watchFolder: desk.submit(job)
        }
    }

    func flush(where isMeant: (_ path: String) -> Bool = { _ in true }) {
        let meant = pending.filter { isMeant($0.key) }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        for (path, write) in meant {
            pending[path] = nil
            desk.submit(write.job)
        }
        armAlarm()
    }

    private func wait(_ job: FileJob) {
        let path = job.file.path
        let since = pending[path]?.since ?? sink.now
        pending[path]?.job.end()
        pending[path] = Pending(job: job, since: since, due: min(sink.now + delay.quiet, since + delay.longest))
        armAlarm()
    }

    private func armAlarm() {
        guard let due = pending.values.map(\.due).min() else {
            alarm?.disarm()
            return
        }
        let alarm = alarm ?? sink.alarm { [unowned self] in submitDue() }
        self.alarm = alarm
        alarm.arm(at: due)
    }

    private func submitDue() {
        let now = sink.now
        flush { path in pending[path].map { $0.due <= now } ?? false }
    }
}
