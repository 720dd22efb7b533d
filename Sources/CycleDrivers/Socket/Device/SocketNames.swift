import CycleBase

/// Looks names of hosts up, on threads that may wait as long as the system does: no more than eight at a time.
///
/// A thread that still waits when its driver has ended is left alone, as no call of the system ends it; its answer is dropped.
enum SocketNames {
    private struct State {
        var runningCount = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private static let most = 8
    private static let state = Guarded(State())

    /// - Parameter answer: Called on another thread: with no address for a name without a host.
    static func find(
        _ host: String, port: Int, _ kind: Sockets.Kind, _ answer: @escaping @Sendable ([SystemAddress]) -> Void
    ) {
        run { answer(SystemAddress.addresses(of: host, port: port, kind, isNumber: false)) }
    }

    /// Runs work that may wait, on another thread.
    static func run(_ work: @escaping @Sendable () -> Void) {
        let isStarted = state.withLock { state in
            guard state.runningCount < most else {
                state.waiting.append(work)
                return false
            }
            state.runningCount += 1
            return true
        }
        if isStarted { start(work) }
    }

    private static func start(_ work: @escaping @Sendable () -> Void) {
        do throws(SystemFailure) {
            _ = try SystemThread("Cycle names") {
                work()
                goOn()
            }
        } catch {
            // Without a thread more, the one that asks waits.
            work()
            goOn()
        }
    }

    private static func goOn() {
        let next: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.runningCount -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        if let next { start(next) }
    }
}
