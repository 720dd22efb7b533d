import Synchronization

/// The threads on which tasks run: libdispatch's, on Linux.
enum TaskThreads {
    private static let isStarted = Atomic(false)

    /// Has libdispatch open its own descriptors before a driver opens one: it does so with its first thread, and ends the process by an
    /// illegal instruction where none is left.
    static func start() async {
        guard !isStarted.exchange(true, ordering: .relaxed) else { return }
        await Task.detached {}.value
    }
}
