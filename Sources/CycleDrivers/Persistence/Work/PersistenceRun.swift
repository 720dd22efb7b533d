public import Cycle
import CycleBase

extension PersistenceDriver: Driver {
    /// - Parameters:
    ///   - root: The folder below which all paths are. It must exist; folders below it are made as needed.
    ///   - durability: How much has reached the disk when `saved` is reported.
    ///   - symbolicLinks: The policy for symbolic links below the root. The root itself may be one.
    ///   - delay: A write begins once no newer one has followed it for so long. By default it begins at once.
    ///   - longestDelay: No write waits longer than this, however quickly others follow.
    ///   - byteCount: Larger files are not read.
    ///   - isExclusive: Whether no other driver that asks for the same, in any process, may use the root from the first
    ///     action to the end of the run. Its actions fail with ``Failure/inUse`` meanwhile. The lock is `flock(2)` on the
    ///     root, gone with the process however it ends.
    public init(
        root: String, durability: Durability = .fileAndFolder, symbolicLinks: SymbolicLinks = .refused,
        delayingWrites delay: Duration = .zero, atMost longestDelay: Duration = .seconds(10),
        readLimit byteCount: Int = 64 << 20, isExclusive: Bool = false
    ) {
        let options = FileOptions(
            root: root, durability: durability, symbolicLinks: symbolicLinks,
            delay: FileOptions.Delay(quiet: delay, longest: longestDelay), readLimit: byteCount,
            isExclusive: isExclusive)
        self.init(options)
    }

    /// - Parameter events: Another source of changes, in tests only.
    init(_ options: FileOptions, observing events: SharedFolderEvents = .shared) {
        self.init(options) { _ in FileWorker(FileStore(SystemFiles(), options), root: options.root, events) }
    }

    /// The driver with another source of changes, for tests.
    func observing(_ events: SharedFolderEvents) -> PersistenceDriver {
        PersistenceDriver(options, observing: events)
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { sink in
            let backend = makeBackend(sink)
            sink.settle { [finished = backend.finished] in await finished() }
            let reports = Signal<PersistenceRun.Report> { reports in
                let run = PersistenceRun(FileSession(options.delay, options.nameEquality), backend, reports)
                let models = model.run(
                    inside: reports, finish: { run.receive(.modelsEnded) },
                    receive: { run.receive(.modelChanged($0)) })
                return Subscription([models, Subscription { run.stop() }])
            }
            return reports.emitting({ $0.event }, while: { $0.want }).run(inside: sink, receive: sink.send)
        }
    }
}

/// Feeds the session of one running driver what happens, and performs its actions. Confined to its loop.
final class PersistenceRun {
    typealias Event = PersistenceDriver.Event
    typealias Report = (event: Event, want: Subscription)

    private let backend: any FileBackend
    private let sink: Sink<Report>
    private let reports: FairReports<Report>
    private let shell: Shell<FileSession>
    /// The wanted jobs that have not ended.
    private var jobs: [Int: (job: FileJob, subscription: Subscription)] = [:]
    /// The wants that have reported something: cancelling one silences what still waits.
    private var wants: [Int: Subscription] = [:]
    private lazy var alarm = DeadlineAlarm(in: sink) { [weak self] in self?.receive(.timePassed) }

    init(_ session: FileSession, _ backend: any FileBackend, _ sink: Sink<Report>) {
        shell = Shell(session)
        self.backend = backend
        self.sink = sink
        reports = FairReports(sink)
        backend.note { [weak self] in self?.shell.session.delayedWrites ?? [] }
    }

    func receive(_ input: FileSession.Input) {
        shell.receive(input, at: sink.now) { perform($0) }
        // A write that is postponed or not delayed any more may leave the alarm too early: then it is armed anew.
        alarm.arm(for: shell.session.deadline)
    }

    func stop() {
        receive(.stopped)
        reports.drop()
    }

    private func perform(_ action: FileSession.Action) {
        switch action {
        case .submit(let request, let number, true): submit(request, number)
        case .submit(let request, let number, false):
            backend.submit(FileJob(number, request, nil, noteUnheard: backend.noteUnheard))
        case .revise(let request, let number):
            if jobs[number]?.job.revise(request) == false { receive(.begun(job: number)) }
        case .withdraw(let number): jobs.removeValue(forKey: number)?.subscription.cancel()
        case .report(let event, let want): reports.send((event, wants.subscription(of: want)))
        case .silence(let want): wants.removeValue(forKey: want)?.cancel()
        case .stopBackend: backend.stop()
        case .end: reports.end()
        }
    }

    private func submit(_ request: PersistenceDriver.Request, _ number: Int) {
        var started: FileJob?
        let arrivals = Signal<Event> { [backend, sink] arriving in
            let job = FileJob(number, request, arriving.inlet(), noteUnheard: backend.noteUnheard)
            started = job
            return Subscription {
                job.cancel(isOver: !sink.loop.isStarted)
                // The backend looks after a watch until it is submitted again.
                if request.watchKey != nil { backend.submit(job) }
            }
        }
        let subscription = arrivals.run(inside: sink, finish: { self.end(number) }) { event in
            self.receive(event, of: number)
        }
        guard let started else { return }
        jobs[number] = (started, subscription)
        backend.submit(started)
    }

    private func receive(_ event: Event, of number: Int) {
        // A watch goes on when its news was passed on: one that is quicker than the loop fills no memory.
        reports.then { [unowned self] in
            if let job = jobs[number]?.job, job.makeRoom() { backend.submit(job) }
        }
        receive(.reported(event, job: number))
    }

    private func end(_ number: Int) {
        jobs[number] = nil
        receive(.ended(job: number))
    }
}
