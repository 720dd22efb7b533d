import CycleBase

/// Lets Ctrl-C twice end a program whose loop hangs: the reader sees the second one before the loop has taken the first.
///
///     read:   h   ^C   ^C            the loop takes h, and hangs in its turn
///     taken:  h                      two Ctrl-C in a row that it has not taken
final class InterruptWatch: Sendable {
    private static let interrupt: UInt8 = 3

    private struct State {
        var readCount = 0
        var takenCount = 0
        /// The numbers of the pieces of the interrupts that have come in a row, one each, and that the loop has not taken.
        var interrupts: [Int] = []
    }

    private let state = Guarded(State())
    private let end: @Sendable () -> Void

    /// - Parameter end: Another than the signal in tests only.
    init(_ end: @escaping @Sendable () -> Void = { kill(getpid(), SIGINT) }) {
        self.end = end
    }

    /// The same bytes, with the interrupts at their end apart: a loop that hangs in a turn of what is before them has not taken them.
    static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        let last = endCount(of: bytes)
        guard last > 0, last < bytes.count else { return [bytes] }
        return [Array(bytes.dropLast(last)), Array(bytes.suffix(last))]
    }

    /// The interrupts at the end of some bytes.
    private static func endCount(of bytes: [UInt8]) -> Int { bytes.reversed().prefix { $0 == interrupt }.count }

    /// The reader's thread, with each piece that is read.
    func see(_ bytes: [UInt8]) {
        let last = InterruptWatch.endCount(of: bytes)
        let isSecond = state.withLock { state in
            state.readCount += 1
            if last < bytes.count { state.interrupts = [] }
            state.interrupts += repeatElement(state.readCount, count: min(last, 2))
            return last > 0 && state.interrupts.count > 1
        }
        // The handler of the signal gives the terminal back first.
        if isSecond { end() }
    }

    /// The loop, when it has taken one more piece.
    func taken() {
        state.withLock { state in
            state.takenCount += 1
            state.interrupts.removeAll { $0 <= state.takenCount }
        }
    }
}
