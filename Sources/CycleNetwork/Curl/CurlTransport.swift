import CycleBase
import CCurl
import CycleDrivers

extension HTTP.Transport {
    /// Carries requests over the system's libcurl, found when the first request is made. A request fails as `unavailable`
    /// where there is none.
    ///
    /// All exchanges of the process share one thread, which sleeps while nothing happens on any connection, and is gone
    /// with the last loop that has made a request. It speaks HTTP/1.1, and TLS 1.2 or later. A request that must
    /// not be sent twice gets a connection of its own. Any other may reuse a connection on which nothing has come since; if
    /// that turns out closed, it is sent once more on another. A body that has neither a length nor chunks ends with its
    /// connection, and no client can tell whether that was the real end.
    public static var curl: HTTP.Transport {
        HTTP.Transport { options, limits in CurlExchanges(options, limits) }
    }
}

/// A loop's end of the thread of libcurl.
///
/// Unchecked: `hasJoined` and `isClosed` are guarded by the lock of the engine.
final class CurlExchanges: Exchanges, @unchecked Sendable {
    let options: HTTP.TransportOptions
    let limits: HTTP.Limits
    /// Whether the engine counts it.
    fileprivate var hasJoined = false
    fileprivate var isClosed = false

    init(_ options: HTTP.TransportOptions, _ limits: HTTP.Limits) {
        self.options = options
        self.limits = limits
    }

    func perform(_ commands: [Exchange.Command]) {
        CurlEngine.shared.post(commands, from: self)
    }

    func close(_ whenGone: @escaping @Sendable () -> Void) {
        CurlEngine.shared.close(self, whenGone)
    }

    func waitForLeaving() async {
        await CurlEngine.shared.waitForLeaving()
    }
}

/// Joins the loops of the process to the one thread of libcurl. Only here their threads meet.
///
/// The first exchange starts the thread. It ends with the last loop that had an exchange. It is not the one that waits for the descriptors
/// of all drivers: libraries are loaded on it, files to be sent are read, and all is encrypted, for as long as that takes.
final class CurlEngine: Sendable {
    /// The commands that one loop has sent together.
    struct Batch: Sendable {
        let exchanges: CurlExchanges
        let commands: [Exchange.Command]
        /// Whether its exchanges have reported that they wait, because the library was being loaded.
        let hasWaited: Bool
    }

    /// A loop that wants no more.
    struct Closing: Sendable {
        let exchanges: CurlExchanges
        let whenGone: @Sendable () -> Void
    }

    /// The state of the thread.
    fileprivate enum Phase {
        /// There is no thread.
        case none
        /// The thread loads the library. That may take as long as a disk or a network file system does.
        case loading
        /// The thread takes batches.
        case serving
    }

    fileprivate struct State {
        var batches: [Batch] = []
        var closings: [Closing] = []
        /// Loops that have started an exchange and are not closed.
        var joinedCount = 0
        var phase = Phase.none
        /// There unless the phase is `none`.
        var thread: SystemThread?
        /// Wakes the thread; there while it sleeps.
        var sleeper: Sleeper?
    }

    /// Unchecked: libcurl lets any thread wake another by it, and it is here only while it exists.
    struct Sleeper: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer
    }

    static let shared = CurlEngine()
    private let state = Guarded(State())
    private let ending = EndingThreads()

    /// Any thread. The first exchange starts the thread.
    func post(_ commands: [Exchange.Command], from exchanges: CurlExchanges) {
        let event: Exchange.Event? = state.withLock { state in
            // Without an exchange there is nothing to be cancelled.
            guard !exchanges.isClosed, exchanges.hasJoined || commands.contains(where: \.isStart) else { return nil }
            if let failure = startIfNeeded(&state) { return .failed(failure) }
            if !exchanges.hasJoined { state.joinedCount += 1 }
            exchanges.hasJoined = true
            let waits = state.phase == .loading
            state.batches.append(Batch(exchanges: exchanges, commands: commands, hasWaited: waits))
            state.wake()
            return waits ? .waiting : nil
        }
        if let event { commands.report(event) }
    }

    /// Any thread. Ends what the loop has under way. While the library is being loaded there is nothing under way, and the
    /// loop does not wait for the thread.
    func close(_ exchanges: CurlExchanges, _ whenGone: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            exchanges.isClosed = true
            if exchanges.hasJoined { state.joinedCount -= 1 }
            exchanges.hasJoined = false
            if state.phase == .loading { state.batches.removeAll { $0.exchanges === exchanges } }
            guard state.phase == .serving else { return true }
            state.closings.append(Closing(exchanges: exchanges, whenGone: whenGone))
            state.wake()
            return false
        }
        if isGone { DiskThread.shared.afterAll(whenGone) }
    }

    /// Returns when the thread is gone that the last loop has ended.
    func waitForLeaving() async {
        await ending.wait()
    }

    private func startIfNeeded(_ state: inout State) -> HTTP.Failure? {
        guard state.phase == .none else { return nil }
        do throws(SystemFailure) {
            state.thread = try SystemThread("Cycle network") { [self] in CurlThread(self).run() }
        } catch {
            return HTTP.Failure(startingThread: error)
        }
        state.phase = .loading
        return nil
    }

    // MARK: The thread only

    func loaded() {
        state.withLock { $0.phase = .serving }
    }

    func takeAll() -> (batches: [Batch], closings: [Closing]) {
        state.withLock { state in
            defer { (state.batches, state.closings) = ([], []) }
            return (state.batches, state.closings)
        }
    }

    enum Rest {
        /// There is something to do.
        case none
        /// The next `post` wakes the thread.
        case sleep
        /// No loop needs the thread any more.
        case end
    }

    /// Decides how the thread rests when there is no command.
    func rest(by multi: UnsafeMutableRawPointer) -> Rest {
        state.withLock { state in
            guard state.batches.isEmpty, state.closings.isEmpty else { return .none }
            guard state.joinedCount > 0 else { return .end }
            state.sleeper = Sleeper(multi: multi)
            return .sleep
        }
    }

    func awake() {
        state.withLock { $0.sleeper = nil }
    }

    /// Whether the thread may end. The next `post` then starts another.
    func leave() -> Bool {
        state.withLock { state in
            guard state.batches.isEmpty, state.closings.isEmpty else { return false }
            state.phase = .none
            if let thread = state.thread { ending.add([thread]) }
            state.thread = nil
            return true
        }
    }
}

extension CurlEngine.State {
    fileprivate mutating func wake() {
        if let sleeper { cycle_curl_wake(sleeper.multi) }
        sleeper = nil
    }
}

extension [Exchange.Command] {
    /// Reports the same of all that are to be started.
    func report(_ event: Exchange.Event) {
        for case .start(_, let number, let port) in self { port.send([Exchange.Report(number: number, event: event)]) }
    }
}
