#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The thread that does the work of one running driver. It is started by the first job, and sleeps between jobs.
///
/// Unchecked: what the loop and the thread share is in `shared`; the clerk is used by the thread alone.
final class FileWorker: FileDesk, @unchecked Sendable {
    private struct Shared {
        var queue = JobQueue()
        var thread: SystemThread?
        var isStopping = false
    }

    private let shared = Guarded(Shared())
    /// `nil`: the process is out of descriptors.
    private let wake: WakePipe?
    private let clerk: FileClerk

    init(_ store: FileStore) {
        clerk = FileClerk(store, SystemFolderEvents())
        do { wake = try WakePipe() } catch { wake = nil }
    }

    func submit(_ job: FileJob) {
        let (isAccepted, replaced) = shared.withLock { shared -> (Bool, FileJob?) in
            guard !shared.isStopping else { return (false, nil) }
            if shared.thread == nil { shared.thread = startThread() }
            guard shared.thread != nil else { return (false, nil) }
            return (true, shared.queue.append(job))
        }
        replaced?.end()
        if isAccepted { wake?.send() } else { job.end(.failed(path: job.request.path, .system(EAGAIN))) }
    }

    func stop() {
        shared.withLock { $0.isStopping = true }
        wake?.send()
    }

    var finished: @Sendable () async -> Void {
        { [self] in await shared.withLock({ $0.thread })?.wait() }
    }

    // MARK: The thread

    private func startThread() -> SystemThread? {
        guard let wake else { return nil }
        do {
            return try SystemThread("Cycle files") { [self] in run(wake) }
        } catch {
            return nil
        }
    }

    private func run(_ wake: WakePipe) {
        while true {
            if wake.wait(orFor: clerk.descriptor) { clerk.lookAround() }
            while let job = shared.withLock({ $0.queue.popFirst() }) { clerk.perform(job) }
            let isOver = shared.withLock { $0.isStopping && $0.queue.isEmpty }
            if isOver { break }
        }
        clerk.close()
    }
}
