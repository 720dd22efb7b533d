import CycleBase

/// The work of one driver's worker, and whether a thread does it, as a value.
///
///     idle --submitted, changesNoted--> working --nothing is left--> idle
///      |                                   |
///      +---------- stopRequested ----------+--> stopping --nothing is left--> over
///
/// No two threads do the work at a time: a thread claims the worker, does one step, and
/// the worker is scheduled again as long as there is work.
package struct WorkerSession<Job: Hashable & Sendable>: Session {
    package enum Input {
        /// - Parameter isContent: Whether the job writes or deletes the whole file.
        case submitted(Job, for: PersistenceDriver.Path, isContent: Bool)
        /// The job of the step under way has to be done again, after those of other files.
        case putBack(Job, for: PersistenceDriver.Path)
        /// Something has happened in an observed folder.
        case changesNoted
        /// No job follows: the worker ends when all are done.
        case stopRequested
        /// A thread that was scheduled begins a step.
        case stepBegan
        /// The shell has come to ``Action/endStep``.
        case stepEnded
        /// There is no thread to be scheduled.
        case threadRefused
    }

    package enum Action {
        /// Let a thread call for a step, after those that wait.
        ///
        /// - Parameter isFirst: Whether the worker has used no thread before.
        case schedule(isFirst: Bool)
        case perform(Job)
        /// Look at the watched files of the folders in which something has happened.
        case look
        /// End a job that is not to be done.
        case drop(Job)
        /// End a job that no thread can do.
        case refuse(Job)
        /// The claim of this thread is over: report ``Input/stepEnded``.
        case endStep
        /// Close all that is open. The worker has ended.
        case close(hasUsedThreads: Bool)
    }

    package enum State: Hashable, Sendable {
        /// No thread is claimed, and there is no work.
        case idle
        /// A thread does a step, or is about to.
        case working
        /// As ``working``, and the worker ends when all is done.
        case stopping
        case over
    }

    /// Looking takes longer the more is watched: jobs go first, but no more than this many.
    private static var mostJobsBeforeLooking: Int { 256 }

    package private(set) var state = State.idle
    private var queue: JobQueue<Job>
    private var hasChanges = false
    private var hasUsedThreads = false
    /// Since the last look.
    private var jobCount = 0

    package init(_ names: NameEquality = .bytes) {
        queue = JobQueue(names)
    }

    /// The jobs that have not begun, oldest first.
    package var waiting: [Job] { queue.waiting }

    package mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        switch input {
        case .submitted(let job, let path, let isContent): actions += submit(job, path, isContent)
        case .putBack(let job, let path): queue.putBack(job, for: path)
        case .changesNoted: actions += noteChanges()
        case .stopRequested: actions += stop()
        case .stepBegan: actions += beginStep()
        case .stepEnded: actions += endStep()
        case .threadRefused: actions += refuse()
        }
    }

    private mutating func submit(_ job: Job, _ path: PersistenceDriver.Path, _ isContent: Bool) -> [Action] {
        switch state {
        case .stopping, .over: return [.drop(job)]
        case .idle, .working:
            let replaced = queue.append(job, for: path, isContent: isContent).map { [Action.drop($0)] } ?? []
            return replaced + (state == .idle ? claim() : [])
        }
    }

    private mutating func claim() -> [Action] {
        state = .working
        return schedule()
    }

    private mutating func schedule() -> [Action] {
        defer { hasUsedThreads = true }
        return [.schedule(isFirst: !hasUsedThreads)]
    }

    /// The thread that notes a change looks at once, if no other is at work: another would know later.
    private mutating func noteChanges() -> [Action] {
        switch state {
        case .idle:
            state = .working
            return [.look, .endStep]
        case .working, .stopping:
            hasChanges = true
            return []
        case .over: return []
        }
    }

    private mutating func stop() -> [Action] {
        switch state {
        case .idle:
            state = hasUsedThreads ? .stopping : .over
            return hasUsedThreads ? schedule() : [.close(hasUsedThreads: false)]
        case .working:
            state = .stopping
            return []
        case .stopping, .over: return []
        }
    }

    private mutating func beginStep() -> [Action] {
        if hasChanges, queue.isEmpty || jobCount >= Self.mostJobsBeforeLooking {
            (hasChanges, jobCount) = (false, 0)
            return [.look, .endStep]
        }
        jobCount += 1
        return (queue.popFirst().map { [.perform($0)] } ?? []) + [.endStep]
    }

    private mutating func endStep() -> [Action] {
        switch state {
        case .working, .stopping:
            if !queue.isEmpty || hasChanges { return schedule() }
            let isOver = state == .stopping
            state = isOver ? .over : .idle
            return isOver ? [.close(hasUsedThreads: hasUsedThreads)] : []
        case .idle, .over: return []
        }
    }

    /// All that waits fails. The next job asks for a thread again.
    private mutating func refuse() -> [Action] {
        var actions: [Action] = hasChanges ? [.look] : []
        hasChanges = false
        while let job = queue.popFirst() { actions.append(.refuse(job)) }
        return actions + [.endStep]
    }

    /// Holds before and after each input.
    package var isConsistent: Bool {
        switch state {
        case .idle, .over: queue.isEmpty && !hasChanges
        case .working, .stopping: true
        }
    }
}

extension WorkerSession.Input where Job == FileJob {
    package static func putBack(_ job: FileJob) -> Self { .putBack(job, for: job.request.path) }

    package static func submitted(_ job: FileJob) -> Self {
        let request = job.request
        return .submitted(job, for: request.path, isContent: request.role == .content)
    }
}
