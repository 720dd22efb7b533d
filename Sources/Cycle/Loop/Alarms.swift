import Synchronization

/// An alarm of a loop's scheduler that rings on the loop, which alone uses it.
final class LoopAlarm: Alarm {
    private let bell: Bell
    private let scheduler: any Scheduler
    private let ring: () -> Void
    private let onChange: (_ difference: Int) -> Void
    private var deadline: Duration?
    private var source: (any Alarm)?
    private var isRinging = false
    /// Whether `onChange` knows of it.
    private var isCounted = false

    /// - Parameter onChange: Told when the alarm is armed, +1, and when it is not any more, -1: an armed alarm keeps a loop alive.
    init(
        _ scheduler: any Scheduler, _ mailbox: Mailbox, ring: @escaping () -> Void,
        onChange: @escaping (_ difference: Int) -> Void
    ) {
        bell = Bell(mailbox)
        self.scheduler = scheduler
        self.ring = ring
        self.onChange = onChange
        bell.onRing = { [unowned self] in rang() }
    }

    deinit {
        source?.disarm()
        bell.onRing = nil
    }

    func arm(at deadline: Duration) {
        self.deadline = deadline
        count()
        if source == nil { source = scheduler.alarm(bell.ring) }
        source?.arm(at: deadline)
    }

    func disarm() {
        guard deadline != nil else { return }
        deadline = nil
        source?.disarm()
        count()
    }

    /// An alarm that was disarmed, or armed anew for later, meanwhile does not ring.
    private func rang() {
        guard let deadline, deadline <= scheduler.now else { return }
        self.deadline = nil
        isRinging = true
        ring()
        isRinging = false
        count()
    }

    /// One that rings is counted to the end of that: most are armed again meanwhile.
    private func count() {
        let isPending = deadline != nil || isRinging
        guard isPending != isCounted else { return }
        isCounted = isPending
        onChange(isPending ? 1 : -1)
    }
}

/// What the scheduler's thread holds of an alarm: nothing of the loop's, so that nothing of the loop's is released there.
///
/// Unchecked: `onRing` is the loop's; the scheduler's thread only posts the letter.
private final class Bell: Door, @unchecked Sendable {
    private let mailbox: Mailbox
    private let isPosted = Atomic(false)
    var onRing: (() -> Void)?

    init(_ mailbox: Mailbox) {
        self.mailbox = mailbox
        super.init(for: Never.self)
        letter = Letter(.ring, to: .passUnretained(self))
    }

    deinit {
        letter?.memory.deallocate()
    }

    /// One letter for all rings, so that a tick allocates nothing.
    private var letter: Letter?

    @Sendable func ring() {
        guard let letter, !isPosted.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // Balanced when the letter is delivered or discarded.
        _ = Unmanaged<Door>.passRetained(self)
        mailbox.post(letter)
    }

    override func receive(_ payload: UnsafeMutableRawPointer) {
        // Not a store: the clock could be read before it is seen, and a ring in between would be lost on both sides.
        _ = isPosted.exchange(false, ordering: .acquiringAndReleasing)
        onRing?()
    }
}
