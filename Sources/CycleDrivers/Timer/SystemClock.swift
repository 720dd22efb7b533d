#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The clocks of the system that a thread can wait for.
enum SystemClock {
    /// Runs evenly and never goes back; stands still while the machine is suspended.
    case monotonic
    /// The time of day, since 1970: may be set, forwards and backwards, at any time.
    case wall

    var now: Duration {
        var time = timespec()
        clock_gettime(id, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    var id: clockid_t {
        switch self {
        #if canImport(Darwin)
            // Darwin's CLOCK_MONOTONIC goes on while the machine sleeps.
            case .monotonic: CLOCK_UPTIME_RAW
        #else
            case .monotonic: CLOCK_MONOTONIC
        #endif
        case .wall: CLOCK_REALTIME
        }
    }
}

extension timespec {
    /// Rounded up to the next nanosecond, so that nobody is woken before it is time. Nobody waits for longer than 68 years.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = (attoseconds + 999_999_999) / 1_000_000_000
        let carry = nanoseconds / 1_000_000_000
        self.init(
            tv_sec: Int(min(max(seconds, 0) + carry, Int64(Int32.max))),
            tv_nsec: Int(max(nanoseconds - carry * 1_000_000_000, 0)))
    }
}
