import Cycle

/// Time that moves when told. Everything that asks a loop for the time then happens in one call, in order, at once.
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
    private var hosts: [(id: ObjectIdentifier, drain: () -> Void)] = []

    public init(step: Duration = .seconds(1)) {
        self.step = step
    }

    public func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        VirtualAlarm(self, ring)
    }

    /// Lets so much time pass: every alarm rings at its deadline, and what it causes happens before the next one.
    public func advance(by duration: Duration) {
        let end = now + duration
        drainHosts()
        while let next = armed.first, next.deadline <= end {
            armed.removeFirst()
            now = max(now, next.deadline)
            next.ring()
            drainHosts()
        }
        now = end
    }

    /// Lets so many steps pass.
    public func advance(steps: Int = 1) {
        advance(by: step * steps)
    }

    /// How many alarms are armed: 0 is a program that sleeps.
    public var armedCount: Int { armed.count }

    /// Runs `drain` whenever something may have happened at `now`, until ``leave(_:)``.
    package func join(_ host: AnyObject, drain: @escaping () -> Void) {
        hosts.append((ObjectIdentifier(host), drain))
    }

    package func leave(_ host: AnyObject) {
        hosts.removeAll { $0.id == ObjectIdentifier(host) }
    }

    private func drainHosts() {
        for host in hosts { host.drain() }
    }

    fileprivate func arm(_ alarm: VirtualAlarm) {
        disarm(alarm)
        newestNumber += 1
        alarm.number = newestNumber
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
    let ring: @Sendable () -> Void
    var deadline: Duration = .zero
    /// More than zero while armed.
    var number = 0

    init(_ time: VirtualTime, _ ring: @escaping @Sendable () -> Void) {
        self.time = time
        self.ring = ring
    }

    func arm(at deadline: Duration) {
        time.disarm(self)
        self.deadline = deadline
        time.arm(self)
    }

    func disarm() {
        time.disarm(self)
    }
}
