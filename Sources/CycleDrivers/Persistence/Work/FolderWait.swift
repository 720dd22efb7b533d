import CycleBase

/// Waits for a source of events by the shared poller, and takes them on a thread of the ``FilePool``: to take them may ask the disk, and
/// a disk that is slow must not hold up the descriptors of other drivers.
///
///     waiting --ready--> taking --taken--> waiting
///        |                 |
///        +------ end ------+--> ending, once nothing is taken --> over
///
/// Unchecked: the state is confined to the poller's thread.
final class FolderWait: Pollable, @unchecked Sendable {
    private enum State {
        case waiting, taking
        /// As ``taking``, and ends then.
        case takingLast
        /// Nothing is taken any more.
        case ending
    }

    let source: any FolderSource
    private let thread: SharedPoller
    private let tell: @Sendable (FolderNews?) -> Void
    private let ending = Latch()
    private var state = State.waiting

    /// - Parameters:
    ///   - source: It is open, and this closes it at the end.
    ///   - tell: Called on a thread of the pool.
    init(
        for source: any FolderSource, tell: @escaping @Sendable (FolderNews?) -> Void
    ) throws(SystemFailure) {
        (self.source, self.tell) = (source, tell)
        thread = try SharedPoller.join().get()
        FilePool.shared.enter()
        thread.poller.order { [self] in thread.poller.add(self) }
    }

    /// Any thread.
    func end() {
        thread.poller.order { [self] in state = state == .taking ? .takingLast : .ending }
    }

    var hasEnded: Bool { ending.isOpen }

    /// Returns when the source is closed, and the poller is gone if it is not needed any more.
    func waitForEnd() async {
        await ending.wait()
        await thread.poller.waitIfEnding()
    }

    // MARK: The poller's thread

    var deadline: Duration? { nil }

    func appendRequests(to requests: inout [pollfd]) {
        if state == .waiting { requests.append(pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    func look(_ answers: ArraySlice<pollfd>, at now: Duration) -> Bool {
        switch state {
        case .waiting:
            if answers.contains(where: { $0.revents != 0 }) {
                state = .taking
                onPool { [self] in take() }
            }
            return true
        case .taking, .takingLast: return true
        case .ending:
            // Before the source is closed: who waits for that finds the poller ending.
            thread.leave()
            onPool { [self] in close() }
            return false
        }
    }

    /// Without a thread of the pool the poller does it.
    private func onPool(_ work: @escaping @Sendable () -> Void) {
        if !FilePool.shared.schedule(work) { work() }
    }

    // MARK: The pool's thread

    private func take() {
        let news = source.take()
        // First, as to tell may take a while: a watch is then looked at.
        thread.poller.order { [self] in state = state == .taking ? .waiting : .ending }
        tell(news)
    }

    private func close() {
        source.close()
        FilePool.shared.leave()
        ending.open()
    }
}
