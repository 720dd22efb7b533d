import Synchronization

/// What letters are addressed to: the loop's end of an inlet or an alarm.
///
/// Unchecked: `onValue`, `onEnd` and `owner` are used by the loop only; other threads know a door by its identity, and
/// post through `address`.
class Door: @unchecked Sendable {
    private static let mailboxTag: UInt = 1

    /// A mailbox, tagged; or, until there is one, the newest of the letters that wait for it.
    private let address = Atomic<UInt>(0)
    /// Values posted whose turns are not over; counted only where there is a bound.
    private let pendingCount = Atomic(0)
    /// Whether somebody was told that there is no room, and not yet that there is again.
    private let isFull = Atomic(false)
    let isOver = Atomic(false)
    private let bound: Int?
    private let onRoom: (@Sendable () -> Void)?
    private var mailbox: Mailbox?
    /// Values taken in this round of the loop, which says when their turns are over. The loop's.
    private var takenCount = 0

    /// Called with the first of them.
    var onTaken: ((Door) -> Void)?
    var onValue: ((UnsafeMutableRawPointer) -> Void)?
    var onEnd: (() -> Void)?

    init(bound: Int? = nil, onRoom: (@Sendable () -> Void)? = nil) {
        self.bound = bound
        self.onRoom = onRoom
    }

    deinit {
        guard mailbox == nil else { return }
        var letter = Letter(address: address.load(ordering: .acquiring))
        while let current = letter {
            letter = current.following
            discardEarly(current)
        }
    }

    /// Destroys a payload that nobody takes.
    func destroy(_ payload: UnsafeMutableRawPointer) {}

    private func discardEarly(_ letter: Letter) {
        if letter.kind == .value { destroy(letter.payload) }
        letter.memory.deallocate()
    }

    /// Any thread.
    func post(_ letter: Letter) {
        var seen = address.load(ordering: .acquiring)
        while seen & Door.mailboxTag == 0 {
            letter.next = seen
            let (exchanged, original) = address.weakCompareExchange(
                expected: seen, desired: letter.address, ordering: .acquiringAndReleasing)
            if exchanged { return }
            seen = original
        }
        addressee(seen)?.post(letter)
    }

    private func addressee(_ word: UInt) -> Mailbox? {
        UnsafeRawPointer(bitPattern: word & ~Door.mailboxTag).map {
            Unmanaged<Mailbox>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// The loop only. Joins the door to a mailbox, for good; the letters that waited for it come back, oldest first.
    ///
    /// They are the caller's to deliver before any other, so that no thread's values change their order.
    func move(to mailbox: Mailbox) -> Letter? {
        guard self.mailbox == nil else {
            precondition(
                self.mailbox === mailbox, "a pipe feeds one loop: make one with pipe() for each loop that listens")
            return nil
        }
        self.mailbox = mailbox
        // Balanced by the letter `last`, which the inlet posts when nobody can send any more.
        _ = Unmanaged.passRetained(self)
        let word = UInt(bitPattern: Unmanaged.passUnretained(mailbox).toOpaque()) | Door.mailboxTag
        return Letter(address: address.exchange(word, ordering: .acquiringAndReleasing))?.reversed()
    }

    /// Any thread. Counts a value about to be posted; `false` when as many as the bound wait then, and `onRoom` will come.
    func hasRoomAfterPosting() -> Bool {
        guard let bound, pendingCount.add(1, ordering: .sequentiallyConsistent).newValue >= bound else { return true }
        isFull.store(true, ordering: .sequentiallyConsistent)
        // The loop may have made room, and looked, between the two lines above: then it will not look again.
        guard pendingCount.load(ordering: .sequentiallyConsistent) <= bound / 2 else { return false }
        return isFull.exchange(false, ordering: .sequentiallyConsistent)
    }

    func receive(_ payload: UnsafeMutableRawPointer) {
        if let onValue { onValue(payload) } else { destroy(payload) }
        guard bound != nil else { return }
        takenCount += 1
        if takenCount == 1 { onTaken?(self) }
    }

    /// The turns of what was taken are over.
    func makeRoom() {
        guard let bound else { return }
        let count = pendingCount.subtract(takenCount, ordering: .sequentiallyConsistent).newValue
        takenCount = 0
        // A source whose signal was cancelled is freed by its subscription.
        guard onValue != nil, count <= bound / 2, isFull.load(ordering: .sequentiallyConsistent) else { return }
        if isFull.exchange(false, ordering: .sequentiallyConsistent) { onRoom?() }
    }

    func end() {
        let action = onEnd
        onEnd = nil
        onValue = nil
        action?()
    }
}
