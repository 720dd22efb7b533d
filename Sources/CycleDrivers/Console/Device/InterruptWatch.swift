import CycleBase
import Synchronization

/// Lets Ctrl-C twice end a program whose loop hangs: the reader sees the second one before the loop has taken the first.
final class InterruptWatch: Sendable {
    private static let interrupt: UInt8 = 3

    /// How many have come in a row that the loop has not taken.
    private let count = Atomic(0)

    /// The reader's thread, with each piece that is read.
    func see(_ bytes: [UInt8]) {
        let last = bytes.reversed().prefix { $0 == InterruptWatch.interrupt }.count
        if last < bytes.count { count.store(0, ordering: .releasing) }
        if count.add(last, ordering: .acquiringAndReleasing).newValue > 1 {
            // Its handler gives the terminal back first.
            kill(getpid(), SIGINT)
        }
    }

    /// The loop, when it has taken what was read.
    func taken() {
        count.store(0, ordering: .releasing)
    }
}
