import CycleBase
import Cycle
import Synchronization

/// One request on its way to its file, and the way back for its events. Used by the loop and by the thread that does it.
package final class FileJob: Sendable {
    package typealias Event = PersistenceDriver.Event

    /// Tells the jobs of one driver apart.
    package let number: Int
    private let inlet: Inlet<Event>?
    private let noteUnheard: @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void
    private let shared: Guarded<Shared>
    private let news = Atomic(News.none.rawValue)

    private struct Shared {
        var request: PersistenceDriver.Request
        var hasBegun = false
        var interest: Interest
    }

    /// Whether the application is interested in the job.
    private enum Interest: Equatable {
        case open
        /// The job has failed, and the loop has not received the event yet.
        case failed(PersistenceDriver.Failure)
        /// The job has failed, and the loop has received the event.
        case told
        /// The request has left the model.
        case unwanted
        /// The run has ended while the request was wanted: no event can be received any more.
        case over
    }

    private enum News: Int {
        /// The loop has received all events.
        case none
        /// An event waits for the loop.
        case waiting
        /// An event waits for the loop, and it is not the latest.
        case outdated
    }

    /// - Parameter inlet: Receives the events; `nil` for a request that is not wanted any more.
    init(
        _ number: Int, _ request: PersistenceDriver.Request, _ inlet: Inlet<Event>?,
        noteUnheard: @escaping @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void
    ) {
        self.number = number
        shared = Guarded(Shared(request: request, interest: inlet == nil ? .unwanted : .open))
        self.inlet = inlet
        self.noteUnheard = noteUnheard
    }

    /// The request, which may be revised until the job begins.
    package var request: PersistenceDriver.Request { shared.withLock { $0.request } }

    /// Lets the job do another request for the same file.
    ///
    /// - Returns: `false` if the job has begun.
    func revise(_ request: PersistenceDriver.Request) -> Bool {
        shared.withLock { shared in
            if !shared.hasBegun { shared.request = request }
            return !shared.hasBegun
        }
    }

    /// Called by the thread that does the job: the request is revised no more.
    package func begin() -> PersistenceDriver.Request {
        shared.withLock { shared in
            shared.hasBegun = true
            return shared.request
        }
    }

    /// Ends the application's interest. A change that was accepted is made all the same.
    ///
    /// - Parameter isOver: Whether the request was wanted to the end of the run: then a failed change is noted by `noteUnheard`.
    func cancel(isOver: Bool) {
        let (before, path) = shared.withLock { shared -> (Interest, PersistenceDriver.Path) in
            defer { shared.interest = isOver ? .over : .unwanted }
            return (shared.interest, shared.request.path)
        }
        if isOver, case .failed(let failure) = before { noteUnheard(path, failure) }
    }

    package var isCancelled: Bool { shared.withLock { $0.interest == .unwanted || $0.interest == .over } }

    /// Reports an event on the way.
    func report(_ event: Event) {
        inlet?.send(event)
    }

    /// For a source that goes on: reports, unless an earlier report still waits for the loop.
    ///
    /// - Returns: Whether there was room. If not, the job is submitted again once there is.
    func reportWhenRoom(_ event: Event) -> Bool {
        guard news.exchange(News.outdated.rawValue, ordering: .acquiringAndReleasing) == News.none.rawValue else {
            return false
        }
        news.store(News.waiting.rawValue, ordering: .releasing)
        inlet?.send(event)
        return true
    }

    /// How many events the loop lacks: 0 if nothing waits for it, 2 if the event that waits is not the latest.
    var waitingNews: Int { news.load(ordering: .relaxed) }

    /// The loop has received an event.
    ///
    /// - Returns: Whether the job has to be submitted again.
    func makeRoom() -> Bool {
        shared.withLock { if case .failed = $0.interest { $0.interest = .told } }
        return news.exchange(News.none.rawValue, ordering: .acquiringAndReleasing) == News.outdated.rawValue
    }

    /// - Parameter event: The outcome; `nil` if nothing wants to know it.
    package func end(_ event: Event? = nil) {
        if case .failed(let path, let failure) = event { fail(path, failure) }
        if let event { inlet?.send(event) }
        // Not left to the last reference: an open inlet keeps the loop alive.
        inlet?.end()
    }

    private func fail(_ path: PersistenceDriver.Path, _ failure: PersistenceDriver.Failure) {
        let isUnheard = shared.withLock { shared in
            guard shared.request.isChange else { return false }
            if shared.interest == .open { shared.interest = .failed(failure) }
            return shared.interest == .over
        }
        if isUnheard { noteUnheard(path, failure) }
    }
}

extension FileJob: Hashable {
    package static func == (one: FileJob, other: FileJob) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
