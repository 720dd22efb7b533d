/// An alarm of a loop's scheduler that rings on the loop, which alone uses it.
///
/// The scheduler's thread knows only its port: an alarm that is released rings no more.
final class LoopAlarm: Alarm {
    private let scheduler: any Scheduler
    private let mailbox: Mailbox
    /// Not read when it has gone: its mailbox is closed by then. Unsafe, as to count it costs as much as the rest of a tick.
    private unowned(unsafe) let loop: Loop
    private let act: (any Alarm, _ now: Duration) -> Void
    private var source: (any Alarm)?
    private var port: Port?
    /// How many frames led to a ring for which no time has to pass, or turns to such rings: it is an answer, and nothing from outside.
    private var depth = 0
    /// While there is one it is armed, and keeps its loop alive.
    private var deadline: Duration? {
        didSet {
            if (oldValue == nil) != (deadline == nil) { mailbox.openSourceCount += deadline == nil ? -1 : 1 }
        }
    }

    /// - Parameter act: Given the alarm, so that it need not hold it, and the scheduler's time.
    init(_ scheduler: any Scheduler, _ loop: Loop, _ act: @escaping (any Alarm, _ now: Duration) -> Void) {
        self.scheduler = scheduler
        self.loop = loop
        mailbox = loop.mailbox
        self.act = act
        let port = Port(in: mailbox, of: self)
        self.port = port
        source = scheduler.alarm(port.postRing)
    }

    deinit {
        disarm()
        port?.close()
    }

    func arm(at deadline: Duration) {
        self.deadline = deadline
        depth = mailbox.isOpen && loop.depth > 0 && deadline <= scheduler.now ? loop.alarmDepth() : 0
        source?.arm(at: deadline)
    }

    func disarm() {
        guard deadline != nil else { return }
        deadline = nil
        source?.disarm()
    }

    /// An alarm that was disarmed, or armed anew for later, meanwhile does not ring.
    func ring() {
        let now = scheduler.now
        guard let deadline, deadline <= now else { return }
        self.deadline = nil
        loop.depth = depth
        act(self, now)
    }
}
