import CycleBase

/// How a thread waits on a condition until a time of a clock.
///
/// Linux lets a condition wait by any clock: setting the clock of the day wakes a thread that waits for a time of it.
/// Darwin's conditions know no clock, so a thread waits there for a length of time. That length counts neither what the
/// machine sleeps nor a step by which the clock is set, so a wait for a time of day is cut into pieces.
enum ClockWait: Sendable {
    /// By a clock that the condition was made for: `pthread_cond_timedwait`.
    case untilTime
    /// For a length of time: `pthread_cond_timedwait_relative_np`. A wait for a time of day is no longer than `dayPiece`.
    case forLength(dayPiece: Duration)

    static var ofSystem: ClockWait {
        #if canImport(Darwin)
            .forLength(dayPiece: .seconds(60))
        #else
            .untilTime
        #endif
    }

    /// Call it once, before the first ``wait(_:_:until:by:)``.
    func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>, by clock: SystemClock) {
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
            switch self {
            case .untilTime: pthread_condattr_setclock(&attributes, clock.id)
            case .forLength: pthread_condattr_setclock(&attributes, SystemClock.monotonic.id)
            }
        #endif
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    /// Returns at the deadline, when the condition is signalled, or before both.
    func wait(
        _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
        until deadline: Duration, by clock: SystemClock
    ) {
        switch self {
        case .untilTime:
            var time = SystemClock.time(waiting: deadline)
            pthread_cond_timedwait(condition, mutex, &time)
        case .forLength(let dayPiece):
            waitFor(length(until: deadline, by: clock, dayPiece), condition, mutex)
        }
    }

    /// Never below zero: Darwin takes a length below zero for an error, and the thread would not sleep at all.
    private func length(until deadline: Duration, by clock: SystemClock, _ dayPiece: Duration) -> Duration {
        let left = max(.zero, deadline.adding(.zero - clock.now))
        switch clock {
        case .monotonic: return left
        case .wall: return min(left, dayPiece)
        }
    }

    private func waitFor(
        _ length: Duration, _ condition: UnsafeMutablePointer<pthread_cond_t>,
        _ mutex: UnsafeMutablePointer<pthread_mutex_t>
    ) {
        #if canImport(Darwin)
            var time = SystemClock.time(waiting: length)
            pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            // The tests run Darwin's way here as well. The C library has no such call: its clock is read once more.
            var time = SystemClock.time(waiting: SystemClock.monotonic.now.adding(length))
            pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }
}
