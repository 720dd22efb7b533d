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
        var thread: pthread_t?
        var isStopping = false
        var hasEnded = false
        var onEnd: (@Sendable () -> Void)?
    }

    private let shared = Guarded(Shared())
    private let bell: Bell
    private let clerk: FileClerk

    init(_ store: FileStore) {
        clerk = FileClerk(store, SystemFolderEvents())
        bell = Bell()
    }

    func submit(_ job: FileJob) {
        let (isAccepted, replaced) = shared.withLock { shared -> (Bool, FileJob?) in
            guard !shared.isStopping else { return (false, nil) }
            if shared.thread == nil, bell.isThere { shared.thread = startThread() }
            guard shared.thread != nil else { return (false, nil) }
            return (true, shared.queue.append(job))
        }
        replaced?.end()
        if isAccepted { bell.ring() } else { job.end(.failed(path: job.file.path, .system(EAGAIN))) }
    }

    func stop() {
        shared.withLock { $0.isStopping = true }
        bell.ring()
    }

    var finished: @Sendable () async -> Void {
        { [self] in
            await withUnsafeContinuation { continuation in
                whenEnded { continuation.resume() }
            }
            // It has nothing left to do but to return.
            if let thread = shared.withLock({ $0.thread }) { pthread_join(thread, nil) }
        }
    }

    private func whenEnded(_ action: @escaping @Sendable () -> Void) {
        let isOver = shared.withLock { shared in
            if shared.thread == nil || shared.hasEnded { return true }
            shared.onEnd = action
            return false
        }
        if isOver { action() }
    }

    // MARK: The thread

    private func startThread() -> pthread_t? {
        // Taken by the thread.
        let worker = Unmanaged.passRetained(self)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let outcome = pthread_create(&thread, nil, runFileWorker, worker.toOpaque())
        guard outcome == 0 else {
            worker.release()
            return nil
        }
        return thread
    }

    fileprivate func run() {
        blockSignals()
        while true {
            if bell.wait(for: clerk.descriptor) { clerk.lookAround() }
            while let job = shared.withLock({ $0.queue.popFirst() }) { clerk.perform(job) }
            let isOver = shared.withLock { $0.isStopping && $0.queue.isEmpty }
            if isOver { break }
        }
        clerk.close()
        let onEnd = shared.withLock { shared in
            shared.hasEnded = true
            return shared.onEnd
        }
        onEnd?()
    }

    /// No handler of the program runs here, no write is interrupted, and `SIGXFSZ` does not end the process: a write
    /// beyond the limit fails. Signals that tell of a fault stay, with their backtrace.
    private func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

private func runFileWorker(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    nameThisThread("Cycle files")
    Unmanaged<FileWorker>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
