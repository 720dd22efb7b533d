import CycleBase

/// The use of the shared thread by the child processes of all drivers of this process, with the guard that ends them when this process has
/// vanished. It begins with the first program, and ends with the last driver that has started one.
final class ChildThread: Sendable {
    private struct Shared {
        var current: ChildThread?
        /// The drivers that have started a program, and have not ended.
        var userCount = 0
    }

    private static let shared = Guarded(Shared())

    private let thread: SharedPoller
    /// Made with the first program.
    private let groupGuard = Guarded<ChildGuard?>(nil)
    /// The poller's thread only.
    let sweep = ChildSweep()

    private init() throws(SystemFailure) {
        thread = try SharedPoller.join().get()
    }

    var poller: Poller { thread.poller }

    /// Joins it for one driver, until ``leave()``.
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
        thread.leave()
    }

    /// The poller's thread only: the guard, made with the first program; `nil` where the system has nothing for it.
    func childGuard() -> ChildGuard? {
        groupGuard.withLock { made in
            if made == nil { made = ChildGuard() }
            return made
        }
    }
}
