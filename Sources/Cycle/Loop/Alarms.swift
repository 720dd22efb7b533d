import Synchronization

/// An alarm of a loop's scheduler that rings on the loop.
///
/// Unchecked: `deadline`, `ring` and `onChange` are the loop's; the scheduler's thread only posts the letter.
final class LoopAlarm: Door, Alarm, @unchecked Sendable {
    private let mailbox: Mailbox
    private let scheduler: any Scheduler
    private let ring: () -> Void
    private let onChange: (_ difference: Int) -> Void
    private var deadline: Duration?
    private var source: (any Alarm)?
    private let isPosted = Atomic(false)

    /// - Parameter onChange: Told when the alarm is armed, +1, and when it is not any more, -1: an armed alarm keeps a loop alive.
    init(
        _ scheduler: any Scheduler, _ mailbox: Mailbox, ring: @escaping () -> Void,
        onChange: @escaping (_ difference: Int) -> Void
    ) {
        self.mailbox = mailbox
        self.scheduler = scheduler
        self.ring = ring
        self.onChange = onChange
        super.init()
    }

    deinit {
        source?.disarm()
        letter.memory.deallocate()
    }

    /// One letter for all rings, so that a tick allocates nothing.
    private lazy var letter = Letter(.ring, to: self)

    func arm(at deadline: Duration) {
        if self.deadline == nil { onChange(1) }
        self.deadline = deadline
        let source = self.source ?? makeSource()
        self.source = source
        source.arm(at: deadline)
    }

    func disarm() {
        guard deadline != nil else { return }
        deadline = nil
        source?.disarm()
        onChange(-1)
    }

    private func makeSource() -> any Alarm {
        let letter = letter.memory
        return scheduler.alarm { [weak self, address = UInt(bitPattern: letter)] in
            guard let self, !self.isPosted.exchange(true, ordering: .acquiringAndReleasing),
                let letter = Letter(address: address)
            else { return }
            // Balanced when the letter is delivered or discarded.
            _ = Unmanaged<Door>.passRetained(self)
            self.mailbox.post(letter)
        }
    }

    /// The letter has come. An alarm that was disarmed, or armed anew for later, meanwhile does not ring.
    override func receive(_ payload: UnsafeMutableRawPointer) {
        // Not a store: the clock could be read before it is seen, and a ring in between would be lost on both sides.
        _ = isPosted.exchange(false, ordering: .acquiringAndReleasing)
        guard let deadline, deadline <= scheduler.now else { return }
        self.deadline = nil
        onChange(-1)
        ring()
    }
}
