/// The clocks of the system that a thread can wait for.
package enum SystemClock {
    /// Runs evenly and never goes back; stands still while the machine is suspended.
    case monotonic
    /// The time of day, since 1970: may be set, forwards and backwards, at any time.
    case wall

    package var now: Duration {
        var time = timespec()
        clock_gettime(id, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    package var id: clockid_t {
        switch self {
        case .monotonic: monotonicClock
        case .wall: CLOCK_REALTIME
        }
    }
}

extension SystemClock {
    /// Rounded up to the next nanosecond, so that no alarm rings early. No thread waits beyond the year 2242: the
    /// system counts nanoseconds.
    ///
    /// The initializer of glibc's overlay traps at what it cannot count.
    package static func time(waiting duration: Duration) -> timespec {
        let (seconds, attoseconds) = min(max(duration, .zero), .longest).components
        let nanoseconds = (attoseconds + 999_999_999) / 1_000_000_000
        let carry = nanoseconds / 1_000_000_000
        return timespec(
            tv_sec: Int(clamping: min(max(seconds, 0) + carry, 1 << 33)),
            tv_nsec: Int(max(nanoseconds - carry * 1_000_000_000, 0)))
    }
}
