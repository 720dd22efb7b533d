#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Synchronization

/// A thread of the system, for calls that block: those have no place among the tasks of the program.
enum SystemThread {
    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// - Returns: A gate that opens as the last thing that the thread does.
    static func start(_ work: @escaping @Sendable () -> Void) -> Gate {
        let gate = Gate()
        let context = Unmanaged.passRetained(
            Work {
                work()
                gate.open()
            })
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, &attributes, SystemThread.main, context.toOpaque())
        precondition(code == 0, "a driver needs a thread: raise the limit of threads (error \(code))")
        pthread_attr_destroy(&attributes)
        return gate
    }

    #if canImport(Darwin)
        private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
            leaveSignalsToOthers()
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }
    #else
        private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            leaveSignalsToOthers()
            if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }
    #endif

    private static func leaveSignalsToOthers() {
        nameThisThread("Cycle console")
        var all = sigset_t()
        sigfillset(&all)
        // A fault of this thread must still reach its handler. By `SIGPROF` Swift halts a thread while it writes a
        // backtrace: Dispatch's threads leave no other open.
        for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGPROF] { sigdelset(&all, signal) }
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }
}

/// Something to wait for, that happens once.
final class Gate: Sendable {
    private final class Waiter: Sendable {
        let continuation: UnsafeContinuation<Void, Never>

        init(_ continuation: UnsafeContinuation<Void, Never>) {
            self.continuation = continuation
        }
    }

    /// 0: closed, nobody waits; 1: open; else the address of the one who waits.
    private let word = Atomic<UInt>(0)

    func open() {
        let before = word.exchange(1, ordering: .acquiringAndReleasing)
        guard before > 1, let address = UnsafeRawPointer(bitPattern: before) else { return }
        Unmanaged<Waiter>.fromOpaque(address).takeRetainedValue().continuation.resume()
    }

    var isOpen: Bool { word.load(ordering: .acquiring) == 1 }

    func wait() async {
        await withUnsafeContinuation { continuation in
            let waiter = Unmanaged.passRetained(Waiter(continuation))
            let (isWaiting, _) = word.compareExchange(
                expected: 0, desired: UInt(bitPattern: waiter.toOpaque()), ordering: .acquiringAndReleasing)
            if !isWaiting { waiter.takeRetainedValue().continuation.resume() }
        }
    }
}
