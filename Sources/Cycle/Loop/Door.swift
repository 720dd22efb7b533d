import Synchronization

/// What letters are addressed to: the loop's end of an inlet or an alarm.
///
/// Unchecked: `receiver` is used by the loop only; other threads know a door by its identity, and post through `address`.
class Door: @unchecked Sendable {
    private static let mailboxTag: UInt = 1

    /// A mailbox, tagged; or, until there is one, the newest of the letters that wait for it.
    private let address = Atomic<UInt>(0)
    /// Values posted whose turns are not over; counted only where there is a bound.
    private let pendingCount = Atomic(0)
    /// Whether somebody was told that there is no room, and not yet that there is again.
    private let isFull = Atomic(false)
    let isOver = Atomic(false)
    let bound: Int?
    private let onRoom: (@Sendable () -> Void)?
    private var mailbox: Mailbox?
    /// Values taken in this round of the loop, which says when their turns are over. The loop's.
    private var takenCount = 0

    /// What gets the values, while the door is open. A struct that cannot be copied, so that to call it counts no
    /// references.
    private struct Receiver: ~Copyable {
        let onValue: (UnsafeMutableRawPointer) -> Void
        let onEnd: () -> Void
        /// Called with the first value taken in a round, where there is a bound.
        let onTaken: ((Door) -> Void)?
        var isClosed = false
        var isReceiving = false

        borrowing func receive(_ payload: UnsafeMutableRawPointer) { onValue(payload) }
    }

    private let receiver = UnsafeMutablePointer<Receiver?>.holding(nil)
    /// What the values are.
    private let type: any Any.Type

    init(for type: any Any.Type, bound: Int? = nil, onRoom: (@Sendable () -> Void)? = nil) {
        self.type = type
        self.bound = bound
        self.onRoom = onRoom
    }

    deinit {
        receiver.free()
        guard mailbox == nil else { return }
        var letter = Letter(address: address.load(ordering: .acquiring))
        while let current = letter {
            letter = current.following
            if current.kind.hasValue { destroy(current.payload) }
            current.memory.deallocate()
        }
    }

    /// Destroys a value that nobody takes.
    func destroy(_ payload: UnsafeMutableRawPointer) {
        func deinitialize<Value>(_ type: Value.Type) {
            payload.assumingMemoryBound(to: type).deinitialize(count: 1)
        }
        _openExistential(type, do: deinitialize)
    }

    /// Any thread.
    func post(_ letter: Letter, takingTurns: Bool = false) {
        var seen = address.load(ordering: .acquiring)
        while seen & Door.mailboxTag == 0 {
            letter.next = seen
            let (exchanged, original) = address.weakCompareExchange(
                expected: seen, desired: letter.address, ordering: .acquiringAndReleasing)
            if exchanged { return }
            seen = original
        }
        guard let mailbox = UnsafeRawPointer(bitPattern: seen & ~Door.mailboxTag) else { return }
        // Borrowed, as all threads count its references.
        Unmanaged<Mailbox>.fromOpaque(mailbox)._withUnsafeGuaranteedRef { $0.post(letter, takingTurns: takingTurns) }
    }

    /// A task of the loop, once: the only value of a source. What it leads to may happen before this returns.
    func postOnly<Value>(_ value: Value) {
        post(Letter(.only, to: .passUnretained(self), carrying: value), takingTurns: true)
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

    // MARK: The loop only

    func open(
        onValue: @escaping (UnsafeMutableRawPointer) -> Void, onEnd: @escaping () -> Void,
        onTaken: ((Door) -> Void)?
    ) {
        receiver.pointee = Receiver(onValue: onValue, onEnd: onEnd, onTaken: onTaken)
    }

    /// What comes from now on is dropped.
    ///
    /// - Returns: Whether the door was open.
    func close() -> Bool {
        guard isOpen else { return false }
        // What is being called goes after its call.
        if receiver.pointee?.isReceiving == true {
            receiver.pointee?.isClosed = true
        } else {
            receiver.pointee = nil
        }
        return true
    }

    func receive(_ payload: UnsafeMutableRawPointer) {
        if isOpen {
            receiver.pointee?.isReceiving = true
            receiver.pointee?.receive(payload)
            receiver.pointee?.isReceiving = false
            if receiver.pointee?.isClosed == true { receiver.pointee = nil }
        } else {
            destroy(payload)
        }
        if bound != nil { countTaken() }
    }

    private var isOpen: Bool { receiver.pointee?.isClosed == false }

    private func countTaken() {
        takenCount += 1
        if takenCount == 1 { receiver.pointee?.onTaken?(self) }
    }

    /// The turns of what was taken are over.
    func makeRoom() {
        guard let bound else { return }
        let count = pendingCount.subtract(takenCount, ordering: .sequentiallyConsistent).newValue
        takenCount = 0
        // A source whose signal was cancelled is freed by its subscription.
        guard isOpen, count <= bound / 2, isFull.load(ordering: .sequentiallyConsistent) else { return }
        if isFull.exchange(false, ordering: .sequentiallyConsistent) { onRoom?() }
    }

    func end() {
        guard let onEnd = receiver.pointee?.onEnd, close() else { return }
        onEnd()
    }
}
