import CycleBase

/// The one thread that starts, serves and ends the child processes of all drivers of this process, with the guard that ends them
/// when this process has vanished. It starts with the first program, and is gone with the last driver that has started one.
final class ChildThread: Sendable {
    private struct Shared {
        var current: ChildThread?
        /// The drivers that have started a program, and have not ended.
        var userCount = 0
    }

    private static let shared = Guarded(Shared())

    let poller: Poller
    /// Made with the first program.
    private let groupGuard = Guarded<ChildGuard?>(nil)

    private init() throws(SystemFailure) {
        poller = try Poller("Cycle children")
    }

    /// Joins the thread for one driver, until ``leave()``.
    static func join() -> Result<ChildThread, SystemFailure> {
        shared.withLock { shared in
            do throws(SystemFailure) {
                let thread = if let current = shared.current { current } else { try ChildThread() }
                shared.current = thread
                shared.userCount += 1
                return .success(thread)
            } catch {
                return .failure(error)
            }
        }
    }

    /// The poller's thread only: a driver has no program any more, and will start none.
    func leave() {
        let isLast = ChildThread.shared.withLock { shared in
            shared.userCount -= 1
            if shared.userCount == 0 { shared.current = nil }
            return shared.userCount == 0
        }
        guard isLast else { return }
        groupGuard.withLock { $0 }?.close()
        poller.end()
    }

    /// The poller's thread only: the guard, made with the first program; `nil` where the system has nothing for it.
    func childGuard() -> ChildGuard? {
        groupGuard.withLock { made in
            if made == nil { made = ChildGuard() }
            return made
        }
    }
}
