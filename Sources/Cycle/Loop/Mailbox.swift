import Synchronization

/// The one place where threads meet: many post letters, one loop takes them.
///
/// A letter is pushed with a single compare-and-swap and nothing is held while calling out; the loop takes all letters
/// with one exchange, in the order in which they came. `Synchronization.Mutex` is not used because it collapses under
/// contention on Linux (swiftlang/swift#88440).
///
/// Invariant: the word is the address of the newest letter, which links to the one before, or one of the words below; a letter
/// belongs to the mailbox until it is taken.
///
/// Unchecked: `openSourceCount` is the loop's; `waker` is written by the loop before it is asleep, and read by the one thread
/// that finds it so.
@usableFromInline final class Mailbox: @unchecked Sendable {
    static let empty: UInt = 0
    /// Empty, and the loop waits to be woken.
    static let asleep: UInt = 1
    /// Takes no letters: its loop does not run, and keeps nothing that is sent to it.
    static let closed: UInt = 2

    private let newest: Atomic<UInt>
    /// Inlets that are open, alarms that are armed: what can still cause a turn. The loop's.
    var openSourceCount = 0
    private var waker: (@Sendable () -> Void)?

    init(isOpen: Bool = false) {
        newest = Atomic(isOpen ? Mailbox.empty : Mailbox.closed)
    }

    deinit {
        takeAllAndClose()?.forEach { $0.discard() }
    }

    /// Any thread. Letters of one thread keep their order.
    ///
    /// - Returns: Whether it is open, and has taken the letter in.
    func push(_ letter: Letter) -> Bool {
        var seen = newest.load(ordering: .acquiring)
        while seen != Mailbox.closed {
            letter.next = seen == Mailbox.asleep ? Mailbox.empty : seen
            let (exchanged, original) = newest.weakCompareExchange(
                expected: seen, desired: letter.address, ordering: .acquiringAndReleasing)
            if exchanged {
                // Only one thread replaces that word: the loop is that one's to wake.
                if seen == Mailbox.asleep { wake() }
                return true
            }
            seen = original
        }
        return false
    }

    /// Any thread. Makes a sleeping loop look up although there is no letter.
    func interrupt() {
        // The state that it is to look at was written before: either it is seen asleep here, or it sees that.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if exchange(Mailbox.asleep, for: Mailbox.empty) { wake() }
    }

    // MARK: The loop only

    var isOpen: Bool { newest.load(ordering: .relaxed) != Mailbox.closed }
    var hasLetters: Bool { newest.load(ordering: .relaxed) > Mailbox.closed }

    /// All letters, oldest first.
    func takeAll() -> Letter? { hasLetters ? takeAll(leaving: Mailbox.empty) : nil }

    /// All letters, oldest first. None are taken in from now on.
    func takeAllAndClose() -> Letter? { takeAll(leaving: Mailbox.closed) }

    /// Has `waker` called once, from any thread, when there is a letter or an interruption; at once if there is a letter.
    func sleep(_ waker: @escaping @Sendable () -> Void) {
        self.waker = waker
        if !exchange(Mailbox.empty, for: Mailbox.asleep) { wake() }
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    func open() {
        _ = exchange(Mailbox.closed, for: Mailbox.empty)
    }

    /// Discards all letters that are posted from now on, and those that were not taken. A loop that sleeps is woken.
    func close() {
        interrupt()
        takeAllAndClose()?.forEach { $0.discard() }
    }

    private func wake() {
        waker.take()?()
    }

    // MARK: The word

    /// Replaces one word by another, if it is there.
    private func exchange(_ expected: UInt, for desired: UInt) -> Bool {
        newest.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent).exchanged
    }

    /// The newest letter links to the one before: turned round, the oldest comes first.
    private func takeAll(leaving word: UInt) -> Letter? {
        var previous: Letter?
        var letter = Letter(address: newest.exchange(word, ordering: .acquiringAndReleasing))
        while let current = letter {
            letter = current.following
            current.next = previous?.address ?? Mailbox.empty
            previous = current
        }
        return previous
    }
}
