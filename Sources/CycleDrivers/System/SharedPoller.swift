import CycleBase

/// The one thread that waits for all descriptors of all drivers of this process. It starts with the first driver that needs it, and is
/// gone with the last one.
final class SharedPoller: Sendable {
    private struct Shared {
        var current: SharedPoller?
        /// The drivers that have joined, and not left.
        var userCount = 0
    }

    private static let shared = Guarded(Shared())

    let poller: Poller

    private init() throws(SystemFailure) {
        poller = try Poller("Cycle poller")
    }

    /// Joins the thread for one driver, until ``leave()``.
    static func join() -> Result<SharedPoller, SystemFailure> {
        shared.withLock { shared in
            do throws(SystemFailure) {
                let current = if let current = shared.current { current } else { try SharedPoller() }
                shared.current = current
                shared.userCount += 1
                return .success(current)
            } catch {
                return .failure(error)
            }
        }
    }

    /// The poller's thread only: a driver will need nothing of it any more.
    func leave() {
        let isLast = SharedPoller.shared.withLock { shared in
            shared.userCount -= 1
            if shared.userCount == 0 { shared.current = nil }
            return shared.userCount == 0
        }
        if isLast { poller.end() }
    }
}
