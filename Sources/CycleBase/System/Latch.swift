/// Something to wait for, that happens once. Any thread may open it, and any number of tasks wait for it.
package final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [UnsafeContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    package init() {}

    package var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opening it again does nothing.
    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when it is open, at once if it is already.
    package func wait() async {
        await withUnsafeContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
