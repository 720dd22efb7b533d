import Cycle
import CycleBase

/// The one thread of the process that rings all alarms of one clock, for all loops. It starts with the first alarm that
/// is armed, sleeps until the earliest deadline, does not wake at all while none is armed, and is gone when the last of
/// its users is.
///
/// Where the system refuses the thread, tasks sleep in its place, and every alarm that is armed tries again: alarms are
/// later then, and none is lost.
///
/// Unchecked: `mutex` guards all that changes. It is not held while an alarm rings.
final class AlarmThread: @unchecked Sendable {
    static let monotonic = AlarmThread(.monotonic)
    static let wall = AlarmThread(.wall)

    /// The thread that waits for the earliest alarm.
    private enum Waiting {
        case nothing
        /// The system has refused a thread.
        case task(until: Duration)
        /// - Parameter until: The deadline that the thread sleeps for; `nil` while it is awake.
        case thread(SystemThread, until: Duration?)
        /// The last user has gone, and the thread is about to end.
        case endingThread(SystemThread)

        /// The deadline that is slept for.
        var deadline: Duration? {
            switch self {
            case .task(let deadline): deadline
            case .thread(_, let deadline): deadline
            case .nothing, .endingThread: nil
            }
        }

        var thread: SystemThread? {
            switch self {
            case .thread(let thread, _), .endingThread(let thread): thread
            case .nothing, .task: nil
            }
        }
    }

    private let clock: SystemClock
    private let clockWait: ClockWait
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let isChanged = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var armed = DeadlineHeap<ThreadAlarm>()
    /// Those whose alarms have been armed since they were last stopped.
    private var users: Set<ObjectIdentifier> = []
    private var waiting = Waiting.nothing

    /// - Parameter clockWait: Another than the system's in tests only.
    init(_ clock: SystemClock, waiting clockWait: ClockWait = .ofSystem) {
        self.clock = clock
        self.clockWait = clockWait
        pthread_mutex_init(mutex, nil)
        clockWait.initialize(isChanged, by: clock)
    }

    deinit {
        pthread_cond_destroy(isChanged)
        pthread_mutex_destroy(mutex)
        isChanged.deallocate()
        mutex.deallocate()
    }

    /// Disarms all alarms of a user. For the last one it returns when the thread is gone.
    func stop(_ user: AnyObject) {
        var disarmed: [ThreadAlarm] = []
        let ending = locked { () -> SystemThread? in
            guard users.remove(ObjectIdentifier(user)) != nil else { return nil }
            disarmed = armed.removeAll { $0.user === user }
            guard users.isEmpty, let thread = waiting.thread else { return nil }
            waiting = .endingThread(thread)
            pthread_cond_signal(isChanged)
            return thread
        }
        // An alarm that stops its own thread does not wait for it.
        ending?.join()
        // Not under the mutex: what an alarm retains may stop another user when it is released.
        withExtendedLifetime(disarmed) {}
    }

    fileprivate func arm(_ alarm: ThreadAlarm, at deadline: Duration) {
        locked {
            users.insert(ObjectIdentifier(alarm.user))
            armed.set(alarm, to: deadline)
            if waiting.thread == nil {
                start()
            } else if let sleepsUntil = waiting.deadline, deadline < sleepsUntil {
                pthread_cond_signal(isChanged)
            }
        }
    }

    /// The thread is left to sleep: it finds nothing to do when it wakes, once, instead of being woken for nothing now.
    fileprivate func disarm(_ alarm: ThreadAlarm) {
        locked { armed.remove(alarm) }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}

extension AlarmThread {
    private static let forever = Duration.seconds(Int64.max)

    /// Called with the mutex held.
    private func start() {
        do {
            waiting = .thread(try SystemThread("Cycle timers") { [self] in run() }, until: nil)
        } catch {
            startTask()
        }
    }

    private func run() {
        sleepPrecisely()
        pthread_mutex_lock(mutex)
        while case .thread = waiting {
            ringDue()
            // The ring may have been the end of the last user.
            if case .thread(let thread, _) = waiting {
                sleep(thread, until: armed.first?.deadline ?? AlarmThread.forever)
            }
        }
        waiting = .nothing
        // An alarm was armed while the thread was being stopped.
        if armed.first != nil { start() }
        pthread_mutex_unlock(mutex)
    }

    /// Called with the mutex held, which is open while an alarm rings.
    private func ringDue() {
        while armed.first.map({ $0.deadline <= clock.now }) ?? false {
            let alarm = armed.removeFirst()
            pthread_mutex_unlock(mutex)
            // Released here: what an alarm retains may stop a user of this thread when it is released.
            alarm?.ring()
            _ = consume alarm
            pthread_mutex_lock(mutex)
        }
    }

    private func sleep(_ thread: SystemThread, until deadline: Duration) {
        waiting = .thread(thread, until: deadline)
        defer { if case .thread = waiting { waiting = .thread(thread, until: nil) } }
        guard deadline < AlarmThread.forever else {
            pthread_cond_wait(isChanged, mutex)
            return
        }
        clockWait.wait(isChanged, mutex, until: deadline, by: clock)
    }

    // MARK: Without a thread

    /// Called with the mutex held: sleeps for the earliest alarm, unless a task does already.
    private func startTask() {
        guard let deadline = armed.first?.deadline, deadline < waiting.deadline ?? AlarmThread.forever else { return }
        waiting = .task(until: deadline)
        Task.detached { [self] in
            do { try await Task.sleep(for: max(deadline - clock.now, .zero)) } catch { return }
            wake(for: deadline)
        }
    }

    private func wake(for deadline: Duration) {
        locked {
            guard waiting.thread == nil else { return }
            // Else a task sleeps for another deadline.
            if waiting.deadline == deadline { waiting = .nothing }
            ringDue()
            if waiting.thread == nil, armed.first != nil { start() }
        }
    }
}

/// Rings on its thread; or, when it is disarmed at the very moment it is due, does not or does.
///
/// Unchecked: its place in the heap belongs to the thread's mutex.
final class ThreadAlarm: DeadlineNode, Alarm, @unchecked Sendable {
    private let thread: AlarmThread
    /// Kept, so that the thread lives as long as an alarm of it.
    fileprivate let user: AnyObject
    fileprivate let ring: @Sendable () -> Void

    init(_ thread: AlarmThread, of user: AnyObject & Sendable, _ ring: @escaping @Sendable () -> Void) {
        self.thread = thread
        self.user = user
        self.ring = ring
    }

    func arm(at deadline: Duration) {
        thread.arm(self, at: deadline)
    }

    func disarm() {
        thread.disarm(self)
    }
}
