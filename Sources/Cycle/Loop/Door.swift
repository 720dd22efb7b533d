import Synchronization

/// What letters are addressed to: the loop's end of an inlet, of an alarm, of a task.
///
/// Unchecked: other threads know a door by its identity, and post through `address`; the rest is the loop's.
@usableFromInline
class Door: @unchecked Sendable {
    private static let mailboxTag: UInt = 1

    /// A mailbox, tagged and retained; or, until there is one, the newest of the letters that wait for it.
    private let address = Atomic<UInt>(0)
    /// What the values are.
    private let type: any Any.Type

    init(for type: any Any.Type) {
        self.type = type
    }

    deinit {
        let word = address.load(ordering: .acquiring)
        if let mailbox = Door.mailbox(word) { return mailbox.release() }
        var letter = Letter(address: word)
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
    ///
    /// - Parameter task: The caller, if it may do the loop's work.
    func post(_ letter: Letter, from task: TaskDoor? = nil) {
        var seen = address.load(ordering: .acquiring)
        while seen & Door.mailboxTag == 0 {
            letter.next = seen
            let (exchanged, original) = address.weakCompareExchange(
                expected: seen, desired: letter.address, ordering: .acquiringAndReleasing)
            if exchanged { return }
            seen = original
        }
        // Borrowed, as all threads count its references.
        Door.mailbox(seen)?._withUnsafeGuaranteedRef { $0.post(letter, from: task) }
    }

    private static func mailbox(_ word: UInt) -> Unmanaged<Mailbox>? {
        guard word & mailboxTag != 0 else { return nil }
        return UnsafeRawPointer(bitPattern: word & ~mailboxTag).map { .fromOpaque($0) }
    }

    private var destination: Unmanaged<Mailbox>? { Door.mailbox(address.load(ordering: .acquiring)) }

    /// The loop only. Joins the door to a mailbox, for good; the letters that waited for it come back, oldest first.
    ///
    /// They are the caller's to deliver before any other, so that no thread's values change their order.
    func move(to mailbox: Mailbox) -> Letter? {
        if let destination {
            precondition(
                destination.toOpaque() == Unmanaged.passUnretained(mailbox).toOpaque(),
                "a pipe feeds one loop: make one with pipe() for each loop that listens")
            return nil
        }
        // Balanced by the letter `last`, which the inlet posts when nobody can send any more.
        _ = Unmanaged.passRetained(self)
        let word = UInt(bitPattern: Unmanaged.passRetained(mailbox).toOpaque()) | Door.mailboxTag
        return Letter(address: address.exchange(word, ordering: .acquiringAndReleasing))?.reversed()
    }

    // MARK: The loop only

    /// Takes the value at `payload`, which is not used afterwards.
    func receive(_ payload: UnsafeMutableRawPointer) {
        destroy(payload)
    }

    /// Nothing comes from here any more that could cause a turn.
    final func noteClosed() {
        destination?._withUnsafeGuaranteedRef { $0.openSourceCount -= 1 }
    }

    /// The source has ended.
    func end() {}

    /// What comes from now on is dropped.
    func close() {}
}
