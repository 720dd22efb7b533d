import CycleBase

/// The requests of one running driver, from the model to the backend and back to the application, as a value.
///
///     running --modelsEnded--> ending --no job is left--> over
///        |                        |                        ^
///        +------- stopped --------+------------------------+
///     each want: a job, or a write that waits for its delay --> its job --> reported --> ended
///
/// ``receive(_:at:into:)`` is its only transition. The session performs nothing itself: ``PersistenceRun`` feeds it
/// what happens and performs its actions. Each request leads to one job of the backend, but for a log: while lines are
/// on their way to the disk, later lines wait in one job that is revised until it begins.
struct FileSession: Session {
    typealias Request = PersistenceDriver.Request
    typealias Event = PersistenceDriver.Event

    /// One request that is wanted.
    struct Want: Hashable, Sendable {
        /// The number of this request: another one with the same identity has another number.
        var number: Int
        var request: Request
        /// Wants that leave together are cancelled in this order.
        let order: Int
        /// The model that has contained it last.
        var seen: Int
        /// The jobs that have not ended.
        var jobs: Set<Int> = []
        /// The newest job of a log, as long as it may be revised, and what it contains.
        var open: OpenJob?
        /// All lines of a log below this number are on disk.
        var end = Int.min
    }

    struct OpenJob: Hashable, Sendable {
        let number: Int
        var first: Int
        var end: Int
    }

    enum Phase: Hashable, Sendable {
        case running
        /// No other model will come.
        case ending
        case over
    }

    private(set) var phase = Phase.running
    private(set) var wants: [Request.Identity: Want] = [:]
    /// The wants of the jobs that have not ended.
    private(set) var jobs: [Int: Request.Identity] = [:]
    private let names: NameEquality
    private var delayed: DelayedWrites
    private var flush = 0
    private var modelCount = 0
    private var newestNumber = 0

    init(_ delay: FileOptions.Delay, _ names: NameEquality = .bytes) {
        self.names = names
        delayed = DelayedWrites(delay, names)
    }

    /// The delayed writes, by path.
    var delayedWrites: [DelayedWrite] { delayed.inOrder }

    /// ``Input/timePassed`` has an effect by then, or none. `nil` while no write is delayed.
    var deadline: Duration? { delayed.deadline }

    /// The one transition.
    ///
    /// - Parameters:
    ///   - now: The loop's time. It never goes back.
    ///   - actions: The actions are appended to it.
    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        guard phase != .over else { return }
        switch input {
        case .modelChanged(let model): if phase == .running { change(to: model, now, &actions) }
        case .modelsEnded:
            phase = .ending
            endIfDone(&actions)
        case .reported(let event, let job): report(event, of: job, &actions)
        case .ended(let job):
            remove(job)
            endIfDone(&actions)
        case .begun(let job): submitAgain(insteadOf: job, &actions)
        case .timePassed: submitDelayed(by: now, &actions)
        case .stopped: stop(&actions)
        }
    }

    // MARK: Models

    private mutating func change(to model: PersistenceDriver.Model, _ now: Duration, _ actions: inout [Action]) {
        modelCount += 1
        var changes: [Request] = []
        var seenCount = 0
        for request in model.requestsInOrder {
            let identity = request.identity
            if let index = wants.index(forKey: identity) {
                // Of two with one identity the first counts.
                if wants.values[index].seen == modelCount { continue }
                wants.values[index].seen = modelCount
                let isSame = wants.values[index].request == request
                // A log whose lines come quickly is looked up once. Changes before it are made before.
                if !isSame, !(changes.isEmpty && goOn(at: index, with: request, &actions)) { changes.append(request) }
            } else {
                let number = makeNumber()
                wants[identity] = Want(number: number, request: request, order: number, seen: modelCount)
                changes.append(request)
            }
            seenCount += 1
        }
        if seenCount < wants.count { leave(wants.filter { $0.value.seen != modelCount }, &actions) }
        for request in changes { begin(request, now, &actions) }
        // A flush is for all that is wanted beside it.
        if model.flush != 0, model.flush != flush { submitDelayed(by: nil, &actions) }
        flush = model.flush
    }

    private mutating func leave(_ gone: [Request.Identity: Want], _ actions: inout [Action]) {
        for (identity, want) in gone.sorted(by: { $0.value.order < $1.value.order }) {
            wants[identity] = nil
            withdraw(want, identity, &actions)
        }
    }

    /// The backend still makes changes that it has accepted; nothing reports about them.
    private mutating func withdraw(_ want: Want, _ identity: Request.Identity, _ actions: inout [Action]) {
        for job in want.jobs.sorted() {
            jobs[job] = nil
            actions.append(.withdraw(job: job))
        }
        if identity.role == .content { delayed.forget(identity.path) }
        actions.append(.silence(want: want.number))
    }

    /// Begins a request that is new, or differs from that of before.
    private mutating func begin(_ request: Request, _ now: Duration, _ actions: inout [Action]) {
        let identity = request.identity
        guard let index = wants.index(forKey: identity) else { return }
        if wants.values[index].request != request {
            if goOn(at: index, with: request, &actions) { return }
            let want = wants.values[index]
            withdraw(want, identity, &actions)
            wants.values[index] = Want(number: makeNumber(), request: request, order: want.order, seen: want.seen)
        }
        // Under another name of the file: its order is kept, and its want has its own event.
        if let write = delayed.removeOther(than: request.path) { submit(write, &actions) }
        switch request.action {
        case .write where delayed.isDelaying: delayed.add(request, now)
        case .write, .watchFolder, .watchTree, .list: submit(request, &actions)
        case .delete:
            // A write that waits would be undone at once.
            _ = delayed.remove(request.path)
            submit(request, &actions)
        case .read, .readPart, .watch, .append:
            if let write = delayed.remove(request.path) { submit(write, &actions) }
            submit(request, &actions)
        }
    }

    // MARK: Jobs

    private mutating func makeNumber() -> Int {
        newestNumber += 1
        return newestNumber
    }

    private mutating func submit(_ request: Request, _ actions: inout [Action]) {
        let (job, identity) = (makeNumber(), request.identity)
        closeLogs(of: request.path)
        jobs[job] = identity
        wants[identity]?.jobs.insert(job)
        if let numbers = request.lineNumbers {
            wants[identity]?.open = OpenJob(number: job, first: numbers.first, end: numbers.end)
        }
        actions.append(.submit(request, job: job, isWanted: true))
    }

    /// Lines that come later are not written before the next job of the file.
    private mutating func closeLogs(of path: PersistenceDriver.Path) {
        wants[Request.Identity(path: path, role: .append)]?.open = nil
        guard names != .bytes else { return }
        for identity in wants.keys where identity.role == .append && names.areEqual(identity.path, path) {
            wants[identity]?.open = nil
        }
    }

    private mutating func report(_ event: Event, of job: Int, _ actions: inout [Action]) {
        guard let identity = jobs[job], let want = wants[identity] else { return }
        if case .appended(_, let end) = event { wants[identity]?.end = max(want.end, end) }
        actions.append(.report(event, want: want.number))
    }

    private mutating func remove(_ job: Int) {
        guard let identity = jobs.removeValue(forKey: job) else { return }
        wants[identity]?.jobs.remove(job)
        if wants[identity]?.open?.number == job { wants[identity]?.open = nil }
    }

    private mutating func endIfDone(_ actions: inout [Action]) {
        guard phase == .ending, jobs.isEmpty, !delayed.hasWanted else { return }
        stop(&actions)
        actions.append(.end)
    }

    /// Events that wait still arrive: they are silent only where something else has been stopped, too.
    private mutating func stop(_ actions: inout [Action]) {
        for job in jobs.keys.sorted() { actions.append(.withdraw(job: job)) }
        jobs = [:]
        submitDelayed(by: nil, &actions)
        for job in jobs.keys.sorted() { actions.append(.withdraw(job: job)) }
        (wants, jobs, phase) = ([:], [:], .over)
        actions.append(.stopBackend)
    }

    // MARK: Logs

    /// Takes a request for the same log as before: jobs on their way answer it, too.
    ///
    /// - Returns: `false`, with nothing done, for any other request.
    private mutating func goOn(
        at index: Dictionary<Request.Identity, Want>.Index, with request: Request, _ actions: inout [Action]
    ) -> Bool {
        guard let numbers = request.lineNumbers, wants.values[index].request.repetition == request.repetition else {
            return false
        }
        wants.values[index].request = request
        let end = wants.values[index].end
        // The job that waits is revised only where it loses no line: each that it has is wanted still, or on disk.
        guard let open = wants.values[index].open, numbers.first <= max(open.first, end), numbers.end >= open.end else {
            submit(request, &actions)
            return true
        }
        // Lines left the frame because they are on disk. The job has all others.
        guard numbers.end > open.end else { return true }
        wants.values[index].open = OpenJob(number: open.number, first: numbers.first, end: numbers.end)
        actions.append(.revise(request, job: open.number))
        return true
    }

    private mutating func submitAgain(insteadOf job: Int, _ actions: inout [Action]) {
        guard let identity = jobs[job], let want = wants[identity], want.open?.number == job else { return }
        submit(want.request, &actions)
    }

    // MARK: Delayed writes

    private mutating func submit(_ write: DelayedWrite, _ actions: inout [Action]) {
        if write.isWanted { return submit(write.request, &actions) }
        closeLogs(of: write.request.path)
        actions.append(.submit(write.request, job: makeNumber(), isWanted: false))
    }

    /// - Parameter now: `nil` for all that wait.
    private mutating func submitDelayed(by now: Duration?, _ actions: inout [Action]) {
        for write in delayed.take(by: now) { submit(write, &actions) }
    }

    // MARK: Invariants

    var isConsistent: Bool {
        delayed.isConsistent && (phase != .over || wants.isEmpty && jobs.isEmpty && delayed.isEmpty)
    }

    /// Jobs and wants know each other, and a job that may be revised has not ended.
    var isWhole: Bool {
        isConsistent
            && wants.values.reduce(0) { $0 + $1.jobs.count } == jobs.count
            && jobs.allSatisfy { job, identity in wants[identity]?.jobs.contains(job) == true }
            && wants.values.allSatisfy { want in want.open.map { want.jobs.contains($0.number) } ?? true }
            && delayedWrites.allSatisfy { write in
                !write.isWanted || wants[write.request.identity]?.request == write.request
            }
    }
}
