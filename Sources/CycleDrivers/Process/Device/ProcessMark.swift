import CLinux
import CycleBase

/// By what a program is known with all that it has started, wherever that has gone: processes inherit both from their parents.
struct ProcessMark: Hashable {
    /// A variable of the environment and its value. A process may drop it.
    let line: [UInt8]
    /// On Linux its limit of real time, which a process keeps whatever it executes. Nothing reaches this one: it is thirty thousand years and
    /// more.
    let limit: UInt64

    /// Lets a process have the limit, as far as the system allows that. `posix_spawn` cannot set it before the process runs, so what that
    /// starts in its first moment does without, and is known by the variable alone.
    func limit(_ process: pid_t) {
        #if os(Linux)
            _ = CLinuxSetRealtimeLimit(process, limit)
        #endif
    }

    /// The limit of a process; `nil` where it has none, or it is another user's.
    static func limit(of process: pid_t) -> UInt64? {
        #if os(Linux)
            let limit = CLinuxRealtimeLimit(process)
            return limit == .max ? nil : limit
        #else
            return nil
        #endif
    }
}
