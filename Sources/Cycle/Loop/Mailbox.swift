import Synchronization

/// The one place where threads meet: many post letters, one loop takes them.
///
/// A letter is pushed with a single compare-and-swap and nothing is held while calling out; the loop takes all letters
/// with one exchange and puts them back into the order in which they came. `Synchronization.Mutex` is not used because
/// it collapses under contention on Linux (swiftlang/swift#88440).
///
/// Unchecked: `openSourceCount` is the loop's; `waker` and `takeTurns` are written by the loop before it stores `asleep`, and
/// read by the one thread that replaces it.
final class Mailbox: @unchecked Sendable {
    private static let empty: UInt = 0
    private static let asleep: UInt = 1
    private static let closed: UInt = 2

    /// The newest letter's address, or one of the words above.
    private let newest = Atomic<UInt>(empty)
    private let isInterrupted = Atomic(false)
    /// Inlets that are open, alarms that are armed, effects that run: what can still cause a turn. The loop's.
    var openSourceCount = 0
    private var waker: (@Sendable () -> Void)?
    /// Takes the turns of the loop, as it would itself, until nothing waits. Returns whether it may sleep on.
    ///
    /// Only of a loop that belongs to no actor: to wake it is to wake a thread, 3 µs, for what the thread that has found it
    /// asleep can do as well. Set by the loop while it is awake.
    var takeTurns: ((TaskDoor) -> Bool)?

    /// Any thread. Letters of one thread keep their order.
    ///
    /// - Parameter task: The caller, if it may do the loop's work while that sleeps.
    func post(_ letter: Letter, from task: TaskDoor? = nil) {
        var seen = newest.load(ordering: .relaxed)
        while true {
            if seen == Mailbox.closed { return letter.discard() }
            letter.next = seen == Mailbox.asleep ? Mailbox.empty : seen
            let (exchanged, original) = newest.weakCompareExchange(
                expected: seen, desired: letter.address, ordering: .acquiringAndReleasing)
            if exchanged { break }
            seen = original
        }
        guard seen == Mailbox.asleep else { return }
        // Whoever replaced that word alone may wake the loop; until then the loop is theirs.
        if let task, let takeTurns, takeTurns(task) { sleepOn() } else { wake() }
    }

    /// Any thread. Makes a sleeping loop look up although there is no letter.
    func interrupt() {
        isInterrupted.store(true, ordering: .sequentiallyConsistent)
        if newest.compareExchange(
            expected: Mailbox.asleep, desired: Mailbox.empty, ordering: .sequentiallyConsistent
        ).exchanged {
            wake()
        }
    }

    var hasLetters: Bool { newest.load(ordering: .relaxed) > Mailbox.closed }

    /// The loop only. All letters, oldest first.
    func takeAll() -> Letter? {
        guard hasLetters else { return nil }
        return Letter(address: newest.exchange(Mailbox.empty, ordering: .acquiring))?.reversed()
    }

    /// The loop only. Has `waker` called once, from any thread, when there is something to look at; at once if there is already.
    func sleep(_ waker: @escaping @Sendable () -> Void) {
        self.waker = waker
        sleepOn()
    }

    private func sleepOn() {
        let isEmpty = newest.compareExchange(
            expected: Mailbox.empty, desired: Mailbox.asleep, ordering: .sequentiallyConsistent
        ).exchanged
        guard isEmpty else { return wake() }
        if isInterrupted.load(ordering: .sequentiallyConsistent) { interrupt() }
    }

    /// The loop only. Whether ``interrupt()`` was called; asks once.
    func takeInterruption() -> Bool {
        isInterrupted.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// The loop only. What is posted from now on is dropped.
    func close() {
        var letter = Letter(address: newest.exchange(Mailbox.closed, ordering: .acquiringAndReleasing))?.reversed()
        while let current = letter {
            letter = current.following
            current.discard()
        }
    }

    private func wake() {
        let wake = waker
        waker = nil
        wake?()
    }
}
