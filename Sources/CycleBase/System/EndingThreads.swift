/// Threads that are about to end, until they are gone.
///
/// A thread that was not joined keeps its stack. Each `add` releases the threads that have ended since, so an owner that
/// starts and ends threads all the time keeps the stack of the last one only.
package final class EndingThreads: Sendable {
    private let threads = Guarded<[SystemThread]>([])

    package init() {}

    /// The threads that may still run.
    package var count: Int { threads.withLock { $0.count } }

    /// Call it before the owner wakes the threads for their last time.
    package func add(_ ending: [SystemThread]) {
        // Destroyed after the lock is open: the last reference gives the stack of a thread back.
        let gone = threads.withLock { threads in
            let gone = threads.filter(\.hasEnded)
            threads.removeAll(where: \.hasEnded)
            threads += ending
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    /// Returns when the threads are gone that were added before.
    package func wait() async {
        let ending = threads.withLock { $0 }
        for thread in ending { await thread.wait() }
        threads.withLock { threads in threads.removeAll { thread in ending.contains { $0 === thread } } }
    }
}
