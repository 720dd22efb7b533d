import CycleBase

/// A thread of the system that runs one closure, and takes no signals: those belong to the program.
///
/// Not the drivers' thread: this module has nothing to do with them.
///
/// Unchecked: the number of the thread is written once, before another thread has this object.
final class ServerThread: @unchecked Sendable {
    private let number: pthread_t

    init(_ run: @escaping @Sendable () -> Void) throws(LiveError) {
        let work = Unmanaged.passRetained(ServerWork(run))
        var before = sigset_t()
        var blocked = sigset_t()
        sigfillset(&blocked)
        // Faults must reach Swift's backtrace.
        for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGPROF] {
            sigdelset(&blocked, signal)
        }
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        #if canImport(Glibc)
            var number = pthread_t()
        #else
            // A pointer on Darwin and with musl.
            var number: pthread_t?
        #endif
        let code = pthread_create(&number, nil, serverThreadMain, work.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        let made: pthread_t? = number
        guard code == 0, let made else {
            work.release()
            throw .system(operation: "start a thread for", code: code)
        }
        self.number = made
    }

    /// Returns when the thread is gone. Called once.
    func join() {
        pthread_join(number, nil)
    }
}

private final class ServerWork {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

#if canImport(Glibc) || canImport(Musl)
    private func serverThreadMain(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work { Unmanaged<ServerWork>.fromOpaque(work).takeRetainedValue().run() }
        return nil
    }
#else
    private func serverThreadMain(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<ServerWork>.fromOpaque(work).takeRetainedValue().run()
        return nil
    }
#endif
