import CycleBase

/// The end of a child process as a descriptor, which can be read from then on.
///
/// On Linux it is a pidfd: it tells the end whatever is done at `SIGCHLD`, and a signal by it reaches no other process, even where
/// another one has the number by now. Elsewhere a thread waits for the process.
final class ChildEnd {
    enum Way {
        case byDescriptor, byThread
    }

    let descriptor: Int32
    private let process: pid_t
    private let isOfProcess: Bool

    /// - Parameter way: Another than the system's in tests only.
    init(of process: pid_t, by way: Way = .byDescriptor) throws(SystemFailure) {
        self.process = process
        let descriptor = way == .byDescriptor ? ChildEnd.descriptor(of: process) : nil
        isOfProcess = descriptor != nil
        self.descriptor = if let descriptor { descriptor } else { try ChildEnd.pipe(until: process) }
    }

    deinit {
        Descriptors.close(descriptor)
    }

    /// Sends a signal to the process, not to its group.
    ///
    /// - Returns: 0, or an `errno`.
    @discardableResult
    func send(_ signal: Int32) -> Int32 {
        #if canImport(Glibc)
            if isOfProcess, let function = ChildEnd.sendFunction {
                return function(descriptor, signal, nil, 0) == 0 ? 0 : errno
            }
        #endif
        return kill(process, signal) == 0 ? 0 : errno
    }

    /// A pipe that ends with the process. Its thread goes then.
    private static func pipe(until process: pid_t) throws(SystemFailure) -> Int32 {
        let ends = try Descriptors.makePipe()
        do throws(SystemFailure) {
            _ = try SystemThread("Cycle child") {
                var information = siginfo_t()
                while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
                Descriptors.close(ends.writing)
            }
        } catch {
            Descriptors.close(ends.reading)
            Descriptors.close(ends.writing)
            throw error
        }
        return ends.reading
    }

    #if canImport(Glibc)
        // Swift's module of the C library does not have `sys/pidfd.h`.
        private typealias Open = @convention(c) (pid_t, UInt32) -> Int32
        private typealias Send = @convention(c) (Int32, Int32, UnsafeMutableRawPointer?, UInt32) -> Int32

        private static let openFunction = dlsym(nil, "pidfd_open").map { unsafeBitCast($0, to: Open.self) }
        private static let sendFunction = dlsym(nil, "pidfd_send_signal").map { unsafeBitCast($0, to: Send.self) }

        /// - Returns: `nil` where the system is older, or has no descriptor for it.
        private static func descriptor(of process: pid_t) -> Int32? {
            guard sendFunction != nil, let function = openFunction else { return nil }
            let descriptor = function(process, 0)
            return descriptor < 0 ? nil : descriptor
        }
    #else
        private static func descriptor(of process: pid_t) -> Int32? { nil }
    #endif
}
