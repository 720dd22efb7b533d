import CycleBase

/// Tells of signals that are sent to the process, on a thread of its own: a handler may do next to nothing, and the thread that waits
/// for all descriptors may be starting a program from a disk that hangs, while a signal has to end the process. A signal is handled
/// while it has listeners.
///
/// Unchecked: `state` guards all but what the handler uses, which is written before the handler is installed.
final class SignalWatch: Pollable, @unchecked Sendable {
    static let shared = SignalWatch()

    /// Gives back resources that must not outlive the process in a changed state, such as the terminal. A signal
    /// handler calls it before a signal that the program did not get round to ends the process.
    nonisolated(unsafe) static var beforeDeath: @convention(c) () -> Void = {}

    final class Listener: Sendable {
        let signal: Int32
        /// Whether it gets only the signals that no other listener wants.
        let isFallback: Bool
        let tell: @Sendable () -> Void

        init(_ signal: Int32, isFallback: Bool, _ tell: @escaping @Sendable () -> Void) {
            self.signal = signal
            self.isFallback = isFallback
            self.tell = tell
        }
    }

    private struct State {
        var listeners: [Listener] = []
        var poller: Poller?
    }

    private let state = Guarded(State())
    private let ending = EndingThreads()
    /// The end of the pipe that the handler writes to. It is not closed: a handler may run at any time.
    nonisolated(unsafe) private static var pipe: WakePipe?

    /// - Parameters:
    ///   - isFallback: Whether it gets only the signals that no other listener wants.
    ///   - tell: Called on the thread of this watch.
    func listen(
        to signal: Int32, isFallback: Bool = false, _ tell: @escaping @Sendable () -> Void
    ) throws(SystemFailure) -> Listener {
        let listener = Listener(signal, isFallback: isFallback, tell)
        let failure = state.withLock { state -> SystemFailure? in
            do throws(SystemFailure) {
                try start(&state)
                guard SignalActions.add(SignalWatch.handler, for: signal, of: .listeners) else {
                    throw SystemFailure(code: EINVAL)
                }
                state.listeners.append(listener)
                return nil
            } catch {
                stopIfUnused(&state)
                return error
            }
        }
        if let failure { throw failure }
        return listener
    }

    func stop(_ listener: Listener) {
        state.withLock { state in
            state.listeners.removeAll { $0 === listener }
            if !state.listeners.contains(where: { $0.signal == listener.signal }) {
                SignalActions.remove(listener.signal, of: .listeners)
            }
            stopIfUnused(&state)
        }
    }

    /// Returns when the thread is gone, unless there is a listener.
    func waitForLeaving() async {
        await ending.wait()
    }

    private func start(_ state: inout State) throws(SystemFailure) {
        guard state.poller == nil else { return }
        if SignalWatch.pipe == nil { SignalWatch.pipe = try WakePipe() }
        let poller = try Poller("Cycle signals")
        poller.order { [self] in poller.add(self) }
        state.poller = poller
    }

    private func stopIfUnused(_ state: inout State) {
        guard state.listeners.isEmpty, let poller = state.poller else { return }
        if let thread = poller.thread { ending.add([thread]) }
        poller.end()
        state.poller = nil
    }

    var deadline: Duration? { nil }

    func appendRequests(to requests: inout [pollfd]) {
        guard let pipe = SignalWatch.pipe else { return }
        requests.append(pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0))
    }

    func look(_ answers: ArraySlice<pollfd>, at now: Duration) -> Bool {
        for word in SignalWatch.pipe?.take() ?? [] { tell(Int32(word)) }
        return true
    }

    private func tell(_ signal: Int32) {
        let told = state.withLock { state in
            let listeners = state.listeners.filter { $0.signal == signal }
            let first = listeners.filter { !$0.isFallback }
            return first.isEmpty ? listeners : first
        }
        for listener in told { listener.tell() }
    }

    private static let handler: SignalHandler = { signal, _, _ in
        SignalWatch.pipe?.send(UInt8(truncatingIfNeeded: signal))
    }
}
