/// A thread of the system, for calls that block: those have no place among the tasks of the program. The one kind of
/// thread that the drivers use.
///
///     let thread = try SystemThread("Cycle files") { store.save(bytes) }
///     await thread.wait()
///
/// All signals are blocked in it before it starts, so that no handler of the program runs there and no call of it is
/// interrupted; `SIGXFSZ`, too, so that a write beyond the limit is an error. Only faults are left, which must reach
/// Swift's backtrace, and `SIGPROF`, by which Swift halts the other threads while it writes one.
///
/// It is gone from the process when ``wait()`` or ``join()`` has returned; without them it goes some time after its work
/// has ended.
///
/// Unchecked: the number of the thread is written once, before another thread has this object.
package final class SystemThread: @unchecked Sendable {
    private var number: pthread_t?
    private let ending = Latch()
    private let isJoined = Guarded(false)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: For `top -H` and debuggers: no longer than 15 bytes.
    ///   - work: Runs on the thread, which ends when this returns.
    /// - Throws: When the process may have no more threads, or there is no memory for one. `work` is then released.
    package init(_ name: String, _ work: @escaping @Sendable () -> Void) throws(SystemFailure) {
        StandardDescriptors.reserve()
        let task = Unmanaged.passRetained(ThreadWork(name, ending, work))
        var before = sigset_t()
        var blocked = SystemThread.blockedSignals
        // A thread starts with the mask of the one that makes it: nothing can arrive before it has set its own.
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        let outcome = startThread(task.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        switch outcome {
        case .success(let number): self.number = number
        case .failure(let failure):
            task.release()
            throw failure
        }
    }

    deinit {
        // A thread that is neither joined nor detached keeps its stack until the process ends.
        if let number, !isJoined.withLock({ $0 }) { pthread_detach(number) }
    }

    /// Whether its work has ended.
    package var hasEnded: Bool { ending.isOpen }

    /// Whether it is the thread that asks.
    package var isCurrent: Bool { number.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

    /// Blocks until the thread is gone; a thread does not wait for itself.
    package func join() {
        guard let number, !isCurrent else { return }
        isJoined.withLock { isJoined in
            if !isJoined { pthread_join(number, nil) }
            isJoined = true
        }
    }

    /// Returns when the thread is gone. No task is blocked while its work lasts.
    package func wait() async {
        await ending.wait()
        // It has nothing left to do but to return.
        join()
    }

    private static var blockedSignals: sigset_t {
        var signals = sigset_t()
        sigfillset(&signals)
        for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGPROF] {
            sigdelset(&signals, signal)
        }
        return signals
    }
}

/// The name and the work of a thread, handed to it as one pointer.
final class ThreadWork: Sendable {
    private let name: String
    private let ending: Latch
    private let work: @Sendable () -> Void

    init(_ name: String, _ ending: Latch, _ work: @escaping @Sendable () -> Void) {
        self.name = name
        self.ending = ending
        self.work = work
    }

    /// Releases the closure before the end is announced: a waiting thread may rely on the release of everything that
    /// the closure holds.
    static func run(_ context: UnsafeMutableRawPointer) {
        let ending = runWork(context)
        ending.open()
    }

    private static func runWork(_ context: UnsafeMutableRawPointer) -> Latch {
        let me = Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue()
        nameThisThread(me.name)
        me.work()
        return me.ending
    }
}
