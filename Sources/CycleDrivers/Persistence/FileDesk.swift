import Cycle
import Synchronization

/// Where the wants of one running driver are carried out, in the order in which they come.
package protocol FileDesk: AnyObject {
    func submit(_ job: FileJob)
    /// Finishes what was submitted, then ends.
    func stop()
    /// Returns once the desk has ended.
    var finished: @Sendable () async -> Void { get }
    /// Told where to look for the writes that have not come yet, because they wait for a quiet moment.
    func note(delayed: @escaping () -> [DelayedWrite])
}

extension FileDesk {
    /// Only who plays a disk wants to know what is still to come.
    package func note(delayed: @escaping () -> [DelayedWrite]) {}
}

/// A write that waits until no newer one has followed it for a while.
package struct DelayedWrite {
    package let request: PersistenceDriver.Request
    package let due: Duration
    /// When the first of the writes came that it has replaced.
    package let since: Duration
}

/// One want on its way to its file, and the way back for what becomes of it.
package final class FileJob: Sendable {
    package typealias Event = PersistenceDriver.Event

    package let request: PersistenceDriver.Request
    private let inlet: Inlet<Event>
    private let cancelled = Atomic(false)
    private let news = Atomic(News.none.rawValue)

    private enum News: Int {
        /// The loop knows all there is to know.
        case none
        /// An event waits for the loop.
        case waiting
        /// An event waits for the loop, and it is not the latest.
        case outdated
    }

    init(_ request: PersistenceDriver.Request, _ inlet: Inlet<Event>) {
        self.request = request
        self.inlet = inlet
    }

    /// Nobody wants to know any more. A write was accepted, and is done.
    func cancel() {
        cancelled.store(true, ordering: .relaxed)
    }

    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Reports what happened on the way.
    func report(_ event: Event) {
        inlet.send(event)
    }

    /// For a source that goes on: reports, unless an earlier report still waits for the loop.
    ///
    /// - Returns: Whether there was room. If not, the job is submitted again once there is.
    package func reportWhenRoom(_ event: Event) -> Bool {
        guard news.exchange(News.outdated.rawValue, ordering: .acquiringAndReleasing) == News.none.rawValue else {
            return false
        }
        news.store(News.waiting.rawValue, ordering: .releasing)
        inlet.send(event)
        return true
    }

    /// How much the loop is told of what is new: 0 if nothing waits for it, 2 if what waits is not the latest.
    var waitingNews: Int { news.load(ordering: .relaxed) }

    /// The loop has taken an event.
    ///
    /// - Returns: Whether the job has to be submitted again.
    func makeRoom() -> Bool {
        news.exchange(News.none.rawValue, ordering: .acquiringAndReleasing) == News.outdated.rawValue
    }

    /// - Parameter event: What became of it; `nil` if nobody wants to know.
    package func end(_ event: Event? = nil) {
        if let event { inlet.send(event) }
        // Not left to the last reference: an open inlet keeps the loop alive.
        inlet.end()
    }
}

/// The jobs that wait, oldest first. A write or delete takes the place of the one before it for the same path, unless
/// something else is to be done with that path in between.
package struct JobQueue {
    private var jobs: ContiguousArray<FileJob?> = []
    /// How many of them have been taken already.
    private var takenCount = 0
    /// How many jobs there were before the first of the array.
    private var firstNumber = 0
    /// The numbers of the newest jobs that wait, by path.
    private var newest: [PersistenceDriver.Path: Int] = [:]

    package init() {}

    package var isEmpty: Bool { takenCount == jobs.count }

    /// Those that wait, oldest first.
    package var waiting: [FileJob] { jobs[takenCount...].compactMap(\.self) }

    /// - Returns: The job that is not to be done any more, for the caller to end.
    package mutating func append(_ job: FileJob) -> FileJob? {
        let path = job.request.path
        if job.request.role == .content, let number = newest[path], let before = jobs[number - firstNumber],
            before.request.role == .content
        {
            jobs[number - firstNumber] = job
            return before
        }
        newest[path] = firstNumber + jobs.count
        jobs.append(job)
        return nil
    }

    package mutating func popFirst() -> FileJob? {
        guard !isEmpty, let job = jobs[takenCount] else { return nil }
        if newest[job.request.path] == firstNumber + takenCount { newest[job.request.path] = nil }
        jobs[takenCount] = nil
        takenCount += 1
        if takenCount * 2 > jobs.count { dropTaken() }
        return job
    }

    private mutating func dropTaken() {
        jobs.removeFirst(takenCount)
        firstNumber += takenCount
        takenCount = 0
    }
}
