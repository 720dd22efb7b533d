import CycleDrivers

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The pool that tasks run on. It opens descriptors of its own when it first needs a timer, which is once a second while it has
/// threads, and ends the process by `SIGILL` where there are none left. So it is made to before connections take what there is.
enum TaskPool {
    private static let isOpen = Guarded(false)

    /// Begins it, once.
    static let opening: Void = {
        Task.detached {
            do { try await Task.sleep(for: .nanoseconds(1)) } catch { return }
            isOpen.withLock { $0 = true }
        }
    }()

    /// Blocks the thread, but not for long: a pool whose threads are all taken comes to it later.
    static func waitUntilOpen() {
        for _ in 0..<100 where !isOpen.withLock({ $0 }) { usleep(1_000) }
    }

    /// Whether a file can be opened, and the pool can still open its own meanwhile.
    static var leavesRoom: Bool {
        let opened = (0..<2).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        for descriptor in opened where descriptor >= 0 { close(descriptor) }
        return opened.allSatisfy { $0 >= 0 }
    }
}
