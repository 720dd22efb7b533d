/// An alarm of a loop's scheduler that rings on the loop, which alone uses it.
///
/// The scheduler's thread knows only its port: an alarm that is released rings no more.
final class LoopAlarm: Alarm {
    private let scheduler: any Scheduler
    private let mailbox: Mailbox
    private let act: (any Alarm, _ now: Duration) -> Void
    private var source: (any Alarm)?
    private var port: Port?
    private var deadline: Duration?
    private var isRinging = false
    /// Whether the loop counts it: an armed alarm keeps a loop alive.
    private var isCounted = false

    /// - Parameter act: Given the alarm, so that it need not hold it, and the scheduler's time.
    init(_ scheduler: any Scheduler, _ mailbox: Mailbox, _ act: @escaping (any Alarm, _ now: Duration) -> Void) {
        self.scheduler = scheduler
        self.mailbox = mailbox
        self.act = act
        let port = Port(in: mailbox, of: self)
        self.port = port
        source = scheduler.alarm(port.postRing)
    }

    deinit {
        source?.disarm()
        port?.close()
        deadline = nil
        isRinging = false
        count()
    }

    func arm(at deadline: Duration) {
        self.deadline = deadline
        count()
        source?.arm(at: deadline)
    }

    func disarm() {
        guard deadline != nil else { return }
        deadline = nil
        source?.disarm()
        count()
    }

    /// One that was disarmed, or armed anew for later, meanwhile does not ring.
    func ring() {
        let now = scheduler.now
        guard let deadline, deadline <= now else { return }
        self.deadline = nil
        isRinging = true
        act(self, now)
        isRinging = false
        count()
    }

    /// One that rings is counted to the end of that: most are armed again meanwhile.
    private func count() {
        let isPending = deadline != nil || isRinging
        guard isPending != isCounted else { return }
        isCounted = isPending
        mailbox.openSourceCount += isPending ? 1 : -1
    }
}
