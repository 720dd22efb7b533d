import Synchronization

/// An alarm of a loop's scheduler that rings on the loop, which alone uses it.
final class LoopAlarm: Alarm {
    private let setting: UnsafeMutablePointer<Setting>
    private let bell: Bell
    private let source: any Alarm

    /// - Parameters:
    ///   - ring: Given the scheduler's time, which the alarm has asked for anyway.
    ///   - onChange: Told when the alarm is armed, +1, and when it is not any more, -1: an armed alarm keeps a loop alive.
    init(
        _ scheduler: any Scheduler, _ mailbox: Mailbox, ring: @escaping (_ now: Duration) -> Void,
        onChange: @escaping (_ difference: Int) -> Void
    ) {
        setting = .holding(Setting(scheduler, ring, onChange))
        bell = Bell(mailbox, setting)
        source = scheduler.alarm(bell.ring)
    }

    deinit {
        source.disarm()
        bell.abandon()
        setting.abandon()
    }

    func arm(at deadline: Duration) {
        setting.pointee.deadline = deadline
        setting.pointee.count()
        source.arm(at: deadline)
    }

    func disarm() {
        guard setting.pointee.deadline != nil else { return }
        setting.pointee.deadline = nil
        source.disarm()
        setting.pointee.count()
    }
}

/// What an alarm is set to, and whom it rings for.
///
/// A struct that cannot be copied, at an address of its own: a ring counts no references, and may let go of its alarm.
private struct Setting: ~Copyable {
    private let scheduler: any Scheduler
    private let act: (_ now: Duration) -> Void
    private let onChange: (_ difference: Int) -> Void
    var deadline: Duration?
    fileprivate var isRinging = false
    fileprivate var isAbandoned = false
    /// Whether `onChange` knows of it.
    private var isCounted = false

    init(
        _ scheduler: any Scheduler, _ act: @escaping (_ now: Duration) -> Void,
        _ onChange: @escaping (_ difference: Int) -> Void
    ) {
        self.scheduler = scheduler
        self.act = act
        self.onChange = onChange
    }

    fileprivate var now: Duration { scheduler.now }
    fileprivate borrowing func ring(_ now: Duration) { act(now) }

    /// One that rings is counted to the end of that: most are armed again meanwhile.
    mutating func count() {
        let isPending = deadline != nil || isRinging
        guard isPending != isCounted else { return }
        isCounted = isPending
        onChange(isPending ? 1 : -1)
    }
}

// On the address and not on the setting: a ring may arm its alarm.
extension UnsafeMutablePointer<Setting> {
    /// An alarm that was disarmed, or armed anew for later, meanwhile does not ring.
    fileprivate func rang() {
        guard let deadline = pointee.deadline?.attoseconds else { return }
        var now = pointee.now
        if now.attoseconds < deadline {
            // It may come meanwhile, and that ring find the letter still posted: look again when all see that it is not.
            // One that is due needs no such care, as no ring follows before it is armed anew, by a call from here.
            atomicMemoryFence(ordering: .sequentiallyConsistent)
            now = pointee.now
            guard deadline <= now.attoseconds else { return }
        }
        pointee.deadline = nil
        // A ring that steps its own loop may ring again inside of itself.
        let isInside = pointee.isRinging
        pointee.isRinging = true
        pointee.ring(now)
        pointee.isRinging = isInside
        pointee.count()
        if pointee.isAbandoned, !isInside { free() }
    }

    /// Called by the alarm that goes: freed at once, or at the end of its ring.
    fileprivate func abandon() {
        pointee.isAbandoned = true
        if !pointee.isRinging { free() }
    }
}

/// What the scheduler's thread holds of an alarm: nothing of the loop's, so that nothing of the loop's is released there.
///
/// Unchecked: `setting` is the loop's; the scheduler's thread only posts the letter.
private final class Bell: Door, @unchecked Sendable {
    /// Where the one letter for all rings is, so that a tick allocates nothing, and counts no references.
    private enum Whereabouts: UInt8, AtomicRepresentable {
        case here
        /// On its way: the alarm holds the bell meanwhile.
        case posted
        /// The alarm has gone. Whoever finds the letter on its way then lets go of the bell, and none is posted any more.
        case abandoned
    }

    private let mailbox: Mailbox
    private let whereabouts = Atomic(Whereabouts.here)
    private let setting: UnsafeMutablePointer<Setting>
    private var letter: Letter?

    init(_ mailbox: Mailbox, _ setting: UnsafeMutablePointer<Setting>) {
        self.mailbox = mailbox
        self.setting = setting
        super.init(for: Never.self)
        letter = Letter(.ring, to: .passUnretained(self))
    }

    deinit {
        letter?.memory.deallocate()
    }

    @Sendable func ring() {
        let (isPosted, _) = whereabouts.compareExchange(
            expected: .here, desired: .posted, ordering: .acquiringAndReleasing)
        if isPosted, let letter { mailbox.post(letter) }
    }

    override func receive(_ payload: UnsafeMutableRawPointer) {
        guard whereabouts.load(ordering: .relaxed) == .posted else { return letGo() }
        whereabouts.store(.here, ordering: .releasing)
        // The last line: a ring may let go of the bell.
        setting.rang()
    }

    /// The letter is not taken any more: its mailbox is closed. Any thread.
    override func destroy(_ payload: UnsafeMutableRawPointer) {
        if whereabouts.exchange(.abandoned, ordering: .acquiringAndReleasing) == .abandoned { letGo() }
    }

    /// The loop only. The alarm goes; the bell stays until a letter that is on its way has come.
    func abandon() {
        let me = Unmanaged.passRetained(self)
        if whereabouts.exchange(.abandoned, ordering: .acquiringAndReleasing) != .posted { me.release() }
    }

    private func letGo() {
        Unmanaged.passUnretained(self).release()
    }
}
