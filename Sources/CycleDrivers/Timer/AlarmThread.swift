import Cycle

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One thread that rings any number of alarms by one clock. It starts with the first alarm that is armed, sleeps until
/// the earliest deadline, and does not wake at all while none is armed.
///
/// Unchecked: `mutex` guards all that changes. It is not held while an alarm rings.
final class AlarmThread: @unchecked Sendable {
    private let clock: SystemClock
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let isChanged = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var armed = DeadlineHeap<ThreadAlarm>()
    /// What the thread sleeps for, while it does.
    private var sleepsUntil: Duration?
    private var thread: SystemThread?
    private var isStopping = false

    init(_ clock: SystemClock) {
        self.clock = clock
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
            pthread_condattr_setclock(&attributes, clock.id)
        #endif
        pthread_cond_init(isChanged, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(isChanged)
        pthread_mutex_destroy(mutex)
        isChanged.deallocate()
        mutex.deallocate()
    }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> ThreadAlarm {
        ThreadAlarm(self, ring)
    }

    /// Disarms everything and waits for the end of the thread. The next alarm that is armed starts another.
    func stop() {
        pthread_mutex_lock(mutex)
        armed.removeAll()
        guard let thread, !isStopping else {
            pthread_mutex_unlock(mutex)
            return
        }
        isStopping = true
        pthread_cond_signal(isChanged)
        pthread_mutex_unlock(mutex)
        // An alarm that stops its own thread does not wait for it.
        thread.join()
    }

    fileprivate func arm(_ alarm: ThreadAlarm, at deadline: Duration) {
        pthread_mutex_lock(mutex)
        armed.set(alarm, to: deadline)
        if thread == nil {
            start()
        } else if let sleepsUntil, deadline < sleepsUntil {
            pthread_cond_signal(isChanged)
        }
        pthread_mutex_unlock(mutex)
    }

    /// The thread is left to sleep: it finds nothing to do when it wakes, once, instead of being woken for nothing now.
    fileprivate func disarm(_ alarm: ThreadAlarm) {
        pthread_mutex_lock(mutex)
        armed.remove(alarm)
        pthread_mutex_unlock(mutex)
    }
}

extension AlarmThread {
    private static let forever = Duration.seconds(Int64.max)

    /// Called with the mutex held.
    private func start() {
        do {
            thread = try SystemThread("Cycle timers") { [self] in run() }
        } catch {
            preconditionFailure("no thread for timers: error \(error.code), too many threads in this process")
        }
    }

    private func run() {
        pthread_mutex_lock(mutex)
        while !isStopping {
            if let alarm = armed.first {
                if alarm.deadline <= clock.now { ring(alarm) } else { sleep(until: alarm.deadline) }
            } else {
                sleep(until: AlarmThread.forever)
            }
        }
        isStopping = false
        thread = nil
        // Somebody armed an alarm while the thread was being stopped.
        if armed.first != nil { start() }
        pthread_mutex_unlock(mutex)
    }

    private func ring(_ alarm: ThreadAlarm) {
        armed.remove(alarm)
        pthread_mutex_unlock(mutex)
        alarm.ring()
        pthread_mutex_lock(mutex)
    }

    private func sleep(until deadline: Duration) {
        sleepsUntil = deadline
        defer { sleepsUntil = nil }
        guard deadline < AlarmThread.forever else {
            pthread_cond_wait(isChanged, mutex)
            return
        }
        #if canImport(Darwin)
            var interval = timespec(deadline - clock.now)
            pthread_cond_timedwait_relative_np(isChanged, mutex, &interval)
        #else
            var time = timespec(deadline)
            pthread_cond_timedwait(isChanged, mutex, &time)
        #endif
    }
}

/// Rings on its thread; or, when it is disarmed at the very moment it is due, does not or does.
///
/// Unchecked: its place in the heap belongs to the thread's mutex.
final class ThreadAlarm: DeadlineNode, Alarm, @unchecked Sendable {
    private let thread: AlarmThread
    fileprivate let ring: @Sendable () -> Void

    fileprivate init(_ thread: AlarmThread, _ ring: @escaping @Sendable () -> Void) {
        self.thread = thread
        self.ring = ring
    }

    func arm(at deadline: Duration) {
        thread.arm(self, at: deadline)
    }

    func disarm() {
        thread.disarm(self)
    }
}
