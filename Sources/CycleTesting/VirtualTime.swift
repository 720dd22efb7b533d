import Cycle
public import CycleDrivers

/// Time that a test moves. Everything that asks a loop for the time then happens in one call, in order, at once.
///
///     let time = VirtualTime()
///     let keys = time.signal("-+-+-|")
///     #expect(time.timeline(of: keys.scan(0) { count, _ in count + 1 }, steps: 6) == "-1-2-|")
///
/// Unchecked: a scheduler is `Sendable`, this one belongs to the isolation of its test, which alone moves it.
public final class VirtualTime: Scheduler, @unchecked Sendable {
    /// How long one character of a timeline is.
    public let step: Duration
    public private(set) var now: Duration = .zero
    private var armed: [VirtualAlarm] = []
    private var newestNumber = 0
    private var alarmCount = 0
    private var hosts: [(id: ObjectIdentifier, drain: () -> Void)] = []
    private var dice: TimeDice?
    /// The wall clock that goes with this time. It begins at the first second of 2026, until a test sets it.
    public private(set) lazy var wallClock = VirtualWallClock(self, startingAt: .seconds(1_767_225_600))
    /// Where the tasks of effects run while this time drives their loops: in it, whenever it moves, in a fixed order.
    private let executor = VirtualExecutor()
    /// Called at each wake-up, before anything rings.
    var onWake: [() -> Void] = []
    /// Makes an executor for each effect, where a test or a search decides when its parts run.
    package var makeExecutor: (() -> any TaskExecutor)?
    /// Receives each such executor whose effect is no longer wanted.
    package var noteEnd: ((any TaskExecutor) -> Void)?
    /// Receives each effect that waits for its place in a queue.
    package var noteWaiting: (() -> ((_ start: () -> Void) -> Void))?
    /// Names the alarms that are made now.
    package var nameAlarm: (() -> String)?

    /// - Parameters:
    ///   - step: How long one character of a timeline is; not negative.
    ///   - faults: `nil` for a machine on which every alarm rings at its deadline.
    public init(step: Duration = .seconds(1), faults: TimeFaults? = nil) {
        if step < .zero { stop("VirtualTime(step:): \(step): time does not go backwards") }
        self.step = step
        dice = faults.map { TimeDice($0) }
    }

    public func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        alarmCount += 1
        return VirtualAlarm(self, nameAlarm?() ?? "", born: alarmCount, ring)
    }

    public var wallTime: Duration? { wallClock.now }

    public func wallAlarm(_ ring: @escaping @Sendable () -> Void) -> (any Alarm)? {
        wallClock.alarm(ring)
    }

    /// Where the tasks of effects run: while this time drives a loop, inside of its calls, one after the other. A loop that
    /// `run` runs has the pool.
    public var taskExecutor: (any TaskExecutor)? { makeExecutor?() ?? (hosts.isEmpty ? nil : executor) }

    public func effectEnded(on executor: any TaskExecutor) {
        noteEnd?(executor)
    }

    public func effectWaits() -> ((_ start: () -> Void) -> Void)? { noteWaiting?() }

    /// Lets so much time pass: every alarm rings at its deadline, and what it causes happens before the next one. With
    /// faults it rings later, perhaps in a later call; and where time jumps, more of it passes. A negative duration is none, and time ends
    /// after a hundred billion years.
    public func advance(by duration: Duration) {
        let end = now + min(max(.zero, duration), max(.zero, Self.lastTime - now))
        drainHosts()
        while let next = armed.first, next.deadline + next.lateness <= end {
            now = max(now, next.deadline + next.lateness) + (dice?.jump() ?? .zero)
            for wake in onWake { wake() }
            // A machine that is awake rings all due alarms before it sleeps again.
            repeat {
                ring()
                drainHosts()
            } while armed.first.map { $0.deadline <= now } ?? false
        }
        now = max(now, end)
    }

    /// Rings the earliest alarm that is due; with faults, perhaps more before the program has reacted to it.
    private func ring() {
        if dice != nil {
            let moved = armed.filter(\.isMoved)
            if let index = dice?.stray(of: moved.count) { moved[index].ring() }
        }
        while let next = armed.first, next.deadline <= now {
            armed.removeFirst()
            next.ring()
            guard dice?.isMerged() == true else { return }
        }
    }

    private static let lastTime = Duration.seconds(Int64.max / 2)

    /// Lets so many steps pass; no fewer than none.
    public func advance(steps: Int = 1) {
        guard steps > 0, step > .zero else { return advance(by: .zero) }
        let isTooFar = Int128(steps) > Self.lastTime.attoseconds / step.attoseconds
        advance(by: isTooFar ? Self.lastTime : step * steps)
    }

    /// A `TimerDriver` that goes by this time and its wall clock whatever loop it is in. In a loop that runs on this time
    /// every timer driver does.
    public func timers<ID>(of identities: ID.Type = ID.self) -> TimerDriver<ID> {
        TimerDriver(wallClock: wallClock)
    }

    /// How many alarms are armed: 0 is a program that sleeps.
    public var armedCount: Int { armed.count }

    // MARK: Alarm by alarm

    /// An alarm that is armed, as an exploration sees it.
    package struct ArmedAlarm {
        package let name: String
        package let deadline: Duration
        /// Counts how often anything was armed before.
        package let number: Int
        /// Counts how many alarms were made before.
        package let birth: Int
    }

    /// In the order in which they ring.
    package var armedAlarms: [ArmedAlarm] { armed.map(\.seen) }

    /// The alarms that ring next: several where they have one deadline.
    package var nextAlarms: [ArmedAlarm] { armed.prefix { $0.deadline == armed.first?.deadline }.map(\.seen) }

    /// Goes to the deadline of an alarm, one of the next, and rings that alone. No loop reacts to it yet.
    package func ringAlarm(_ number: Int) {
        guard let index = armed.firstIndex(where: { $0.number == number }) else { return }
        let next = armed.remove(at: index)
        next.number = 0
        now = max(now, next.deadline)
        next.ring()
    }

    /// Goes to shortly before the deadline of the next alarm.
    package func pauseBeforeNextAlarm(by distance: Duration) {
        guard let next = armed.first else { return }
        now = max(now, next.deadline - distance)
    }

    /// Runs `drain` whenever something may have happened at `now`, until ``leave(_:)``.
    package func join(_ host: AnyObject, drain: @escaping () -> Void) {
        hosts.append((ObjectIdentifier(host), drain))
    }

    package func leave(_ host: AnyObject) {
        hosts.removeAll { $0.id == ObjectIdentifier(host) }
    }

    private func drainHosts() {
        repeat {
            for host in hosts { host.drain() }
        } while executor.runAll()
    }

    /// Waits until a task that waits for something else than this time comes back to it, and lets all happen that follows.
    func waitForTasks() async {
        await executor.waitForWork()
        advance(by: .zero)
    }

    fileprivate func arm(_ alarm: VirtualAlarm, at deadline: Duration) {
        alarm.isMoved = dice != nil && armed.contains { $0 === alarm }
        disarm(alarm)
        newestNumber += 1
        alarm.deadline = deadline
        alarm.number = newestNumber
        alarm.lateness = dice?.lateness() ?? .zero
        let index = armed.firstIndex { $0.deadline > alarm.deadline } ?? armed.count
        armed.insert(alarm, at: index)
    }

    fileprivate func disarm(_ alarm: VirtualAlarm) {
        guard alarm.number > 0 else { return }
        alarm.number = 0
        armed.removeAll { $0 === alarm }
    }
}

/// Unchecked: as ``VirtualTime``.
private final class VirtualAlarm: Alarm, @unchecked Sendable {
    private let time: VirtualTime
    let name: String
    let birth: Int
    let ring: @Sendable () -> Void
    var deadline: Duration = .zero
    /// How long after its deadline it rings if no other alarm has rung before.
    var lateness: Duration = .zero
    /// Whether it was armed for another time before, and has not rung.
    var isMoved = false
    /// More than zero while armed.
    var number = 0

    init(_ time: VirtualTime, _ name: String, born birth: Int, _ ring: @escaping @Sendable () -> Void) {
        self.time = time
        self.name = name
        self.birth = birth
        self.ring = ring
    }

    var seen: VirtualTime.ArmedAlarm { .init(name: name, deadline: deadline, number: number, birth: birth) }

    func arm(at deadline: Duration) {
        time.arm(self, at: deadline)
    }

    func disarm() {
        time.disarm(self)
    }
}
