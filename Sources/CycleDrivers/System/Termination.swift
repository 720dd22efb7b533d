import CycleBase

/// Handles `SIGTERM`, `SIGHUP` and `SIGINT` while a loop runs that does not listen to them. The loop ends as if its
/// task was cancelled, its drivers settle, and then the process ends by the signal, as its sender expects.
///
/// A program that handles or ignores one of them, as `nohup` does, keeps what it has. Where loops do not settle in
/// ``patience``, or the signal comes twice, the process ends at once; the terminal is given back.
final class Termination: Sendable {
    static let signals = [SIGTERM, SIGHUP, SIGINT]
    /// In milliseconds.
    static let patience: Int32 = 2_000

    private struct State {
        var loops: [ObjectIdentifier: @Sendable () -> Void] = [:]
        var listeners: [SignalWatch.Listener] = []
        /// The one that has come.
        var signal: Int32?
    }

    private static let state = Guarded(State())

    /// - Parameter cancel: Ends the loop. From any thread, until ``end()``.
    static func begin(_ cancel: @escaping @Sendable () -> Void) -> Termination {
        let one = Termination()
        let signal = state.withLock { state -> Int32? in
            state.loops[ObjectIdentifier(one)] = cancel
            if state.listeners.isEmpty { state.listeners = listen() }
            return state.signal
        }
        if signal != nil { cancel() }
        return one
    }

    /// The loop has settled. After the last one the process ends, if a signal has asked for that.
    func end() async {
        let (listeners, signal) = Termination.state.withLock { state -> ([SignalWatch.Listener], Int32?) in
            state.loops[ObjectIdentifier(self)] = nil
            guard state.loops.isEmpty else { return ([], nil) }
            defer { (state.listeners, state.signal) = ([], nil) }
            return (state.listeners, state.signal)
        }
        for listener in listeners { SignalWatch.shared.stop(listener) }
        if !listeners.isEmpty { await SignalWatch.shared.waitForLeaving() }
        if let signal { Termination.die(by: signal) }
    }

    /// Without a thread or a descriptor for it, a signal does what it always does.
    private static func listen() -> [SignalWatch.Listener] {
        signals.compactMap { signal in
            guard SignalActions.isDefault(signal) else { return nil }
            do {
                return try SignalWatch.shared.listen(to: signal, isFallback: true) { come(signal) }
            } catch {
                return nil
            }
        }
    }

    /// On the thread of the signals.
    private static func come(_ signal: Int32) {
        let (isFirst, loops) = state.withLock { state -> (Bool, [@Sendable () -> Void]) in
            defer { state.signal = state.signal ?? signal }
            return (state.signal == nil, Array(state.loops.values))
        }
        guard isFirst else { return die(by: signal) }
        for cancel in loops { cancel() }
        do {
            _ = try SystemThread("Cycle patience") { waitForEnd(by: signal) }
        } catch {
            // The thread of the signals waits itself; no second signal arrives during that time.
            waitForEnd(by: signal)
        }
    }

    private static func waitForEnd(by signal: Int32) {
        for _ in 0..<20 {
            guard state.withLock({ $0.signal == signal }) else { return }
            _ = poll(nil, 0, patience / 20)
        }
        if state.withLock({ $0.signal == signal }) { die(by: signal) }
    }

    private static func die(by signal: Int32) {
        SignalWatch.beforeDeath()
        ExitReport.say()
        SignalActions.raiseAsDefault(signal)
    }
}
