import CLinux
import CycleBase

/// A limit of a process, by a number, that all processes inherit which it starts: on Linux the most microseconds for which a process of real
/// time computes without a pause. A number of nineteen digits is tens of thousands of years, and limits nothing.
enum InheritedLimit {
    /// Sets it, as far as the system allows that.
    static func set(_ limit: UInt64, of process: pid_t) {
        #if os(Linux)
            _ = CLinuxSetRealtimeLimit(process, limit)
        #endif
    }

    /// `nil` where there is none, or the process is another user's.
    static func value(of process: pid_t) -> UInt64? {
        #if os(Linux)
            let limit = CLinuxRealtimeLimit(process)
            return limit == .max ? nil : limit
        #else
            return nil
        #endif
    }
}
