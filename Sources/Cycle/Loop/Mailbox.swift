import Synchronization

/// The one place where threads meet: many post letters, one loop takes them.
///
/// A letter is pushed with a single compare-and-swap and nothing is held while calling out; the loop takes all letters
/// with one exchange, in the order in which they came. `Synchronization.Mutex` is not used because it collapses under
/// contention on Linux (swiftlang/swift#88440).
///
/// Unchecked: `openSourceCount` is the loop's; `waker` is written by the loop before it is asleep, and read by the one thread
/// that finds it so.
final class Mailbox: @unchecked Sendable {
    /// Closed while the loop does not run: a stopped loop keeps nothing that is sent to it.
    private let letters = LetterStack(isOpen: false)
    private let isInterrupted = Atomic(false)
    /// Inlets that are open, alarms that are armed: what can still cause a turn. The loop's.
    var openSourceCount = 0
    private var waker: (@Sendable () -> Void)?

    /// Any thread. Letters of one thread keep their order.
    ///
    /// - Returns: Whether the loop runs, and so takes it.
    @discardableResult
    func post(_ letter: Letter) -> Bool {
        switch letters.push(letter) {
        case .pushed: return true
        case .pushedOnSleeper:
            wake()
            return true
        case .refused, .tooEarly:
            letter.discard()
            return false
        }
    }

    /// Any thread. Makes a sleeping loop look up although there is no letter.
    func interrupt() {
        isInterrupted.store(true, ordering: .sequentiallyConsistent)
        if letters.exchange(LetterStack.asleep, for: LetterStack.empty) { wake() }
    }

    // MARK: The loop only

    var hasLetters: Bool { letters.hasLetters }

    func takeAll() -> Letter? { letters.hasLetters ? letters.takeAll() : nil }

    /// Has `waker` called once, from any thread, when there is something to look at; at once if there is already.
    func sleep(_ waker: @escaping @Sendable () -> Void) {
        self.waker = waker
        guard letters.exchange(LetterStack.empty, for: LetterStack.asleep) else { return wake() }
        if isInterrupted.load(ordering: .sequentiallyConsistent) { interrupt() }
    }

    /// Whether ``interrupt()`` was called; asks once.
    func takeInterruption() -> Bool {
        isInterrupted.exchange(false, ordering: .sequentiallyConsistent)
    }

    func open() {
        _ = letters.exchange(LetterStack.closed, for: LetterStack.empty)
    }

    /// What is posted from now on is discarded, and what has not been taken. A loop that sleeps is woken.
    func close() {
        interrupt()
        letters.close()
    }

    private func wake() {
        let wake = waker
        waker = nil
        wake?()
    }
}
