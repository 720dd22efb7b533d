import Cycle
import Synchronization

/// One want on its way to its file, and the way back for what becomes of it.
package final class FileJob: Sendable {
    package typealias Event = PersistenceDriver.Event

    package let request: PersistenceDriver.Request
    private let inlet: Inlet<Event>
    private let noteUnheard: @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void
    private let state = Guarded(State.open)
    private let news = Atomic(News.none.rawValue)

    private enum State: Equatable {
        case open
        /// It has failed, and the loop has not taken the event yet.
        case failed(PersistenceDriver.Failure)
        /// It has failed, and the loop knows.
        case told
        /// Nobody wants to know any more.
        case unwanted
        /// Nobody can be told any more.
        case over
    }

    private enum News: Int {
        /// The loop knows all there is to know.
        case none
        /// An event waits for the loop.
        case waiting
        /// An event waits for the loop, and it is not the latest.
        case outdated
    }

    init(
        _ request: PersistenceDriver.Request, _ inlet: Inlet<Event>,
        noteUnheard: @escaping @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void
    ) {
        self.request = request
        self.inlet = inlet
        self.noteUnheard = noteUnheard
    }

    /// Nobody wants to know any more. A write was accepted, and is done.
    ///
    /// - Parameter isOver: Whether it was wanted to the end of the run: a failure of a write is then for `noteUnheard`.
    func cancel(isOver: Bool) {
        let before = state.withLock { state in
            defer { state = isOver ? .over : .unwanted }
            return state
        }
        if isOver, case .failed(let failure) = before { noteUnheard(request.path, failure) }
    }

    package var isCancelled: Bool { state.withLock { $0 == .unwanted || $0 == .over } }

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
        state.withLock { if case .failed = $0 { $0 = .told } }
        return news.exchange(News.none.rawValue, ordering: .acquiringAndReleasing) == News.outdated.rawValue
    }

    /// - Parameter event: What became of it; `nil` if nobody wants to know.
    package func end(_ event: Event? = nil) {
        if case .failed(_, let failure) = event, request.isChange { fail(failure) }
        if let event { inlet.send(event) }
        // Not left to the last reference: an open inlet keeps the loop alive.
        inlet.end()
    }

    private func fail(_ failure: PersistenceDriver.Failure) {
        let isOver = state.withLock { state in
            if state == .open { state = .failed(failure) }
            return state == .over
        }
        if isOver { noteUnheard(request.path, failure) }
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
