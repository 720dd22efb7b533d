import CycleBase

/// By what a program is known with all that it has started, wherever that has gone: processes inherit both from their parents.
struct ProcessMark: Hashable {
    /// A variable of the environment and its value. A process may drop it.
    let line: [UInt8]
    /// On Linux its limit of real time, which a process keeps whatever it executes.
    let limit: UInt64

    /// Lets a process have the limit. `posix_spawn` cannot set it before the process runs, so what that starts in its first moment does
    /// without, and is known by the variable alone.
    func limit(_ process: pid_t) { InheritedLimit.set(limit, of: process) }
}
