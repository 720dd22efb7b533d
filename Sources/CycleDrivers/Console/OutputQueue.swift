#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a descriptor has been given to write and has not taken yet.
///
/// A terminal that was told to stop, or the reader of a pipe, may take nothing for as long as it likes: only who asks for
/// ``finish()`` waits for it.
final class OutputQueue: Sendable {
    private let descriptor: Int32
    private let own: Int32?
    private let restorer: TerminalRestorer?
    private let isStandard: Bool
    private let rest = Guarded<ArraySlice<UInt8>>([])

    /// - Parameters:
    ///   - descriptor: Negative if the process was given none: then nothing can be written.
    ///   - own: The same terminal, opened so that writing to it never waits. It is closed in the end.
    ///   - isStandard: Whether the process ends with an error if not all can be written.
    init(_ descriptor: Int32, own: Int32?, isStandard: Bool = false, _ restorer: TerminalRestorer?) {
        self.descriptor = own ?? descriptor
        self.own = own
        self.isStandard = isStandard
        self.restorer = restorer
        if isStandard { ExitReport.watch() }
    }

    deinit {
        if let own { Descriptors.close(own) }
    }

    /// Where there is room in a pipe, there is for this; a terminal has less.
    private static let pieceLimit = 4_096

    var isEmpty: Bool { rest.withLock(\.isEmpty) }

    /// Adds to what waits, and writes what can be written at once.
    ///
    /// - Returns: Whether nothing waits any more.
    func write(_ bytes: [UInt8]) throws(ConsoleDriver.Failure) -> Bool {
        try rest.withLock { rest -> Result<Bool, ConsoleDriver.Failure> in
            let wasEmpty = rest.isEmpty
            defer { if rest.isEmpty != wasEmpty { UnfinishedOutput.note(self, isUnfinished: wasEmpty) } }
            if wasEmpty { rest = bytes[...] } else { rest += bytes }
            while !rest.isEmpty {
                switch writeSome(rest) {
                case .written(let count): rest = rest.dropFirst(count)
                case .notYet: return .success(false)
                case .failed(let failure):
                    rest = []
                    // A reader may leave when it has read enough.
                    if isStandard, failure != .outputClosed { ExitReport.add(failure.reason) }
                    return .failure(failure)
                }
            }
            return .success(true)
        }.get()
    }

    /// Blocks until nothing waits any more. Several threads may do so.
    ///
    /// - Parameter milliseconds: No longer than this; what then waits still does.
    /// - Returns: Why it cannot be written.
    @discardableResult
    func finish(within milliseconds: Int32 = -1) -> ConsoleDriver.Failure? {
        do throws(ConsoleDriver.Failure) {
            while try !write([]) {
                if milliseconds >= 0 {
                    guard Descriptors.waitForRoom(descriptor, milliseconds: milliseconds) else { return nil }
                    continue
                }
                // While the terminal is left there is room, but not for this: nothing tells when that ends.
                let isLeft = isLeft
                Descriptors.waitForRoom(isLeft ? -1 : descriptor, milliseconds: isLeft ? 100 : -1)
                if isLeft { restorer?.takeAgainIfInFront() }
            }
            return nil
        } catch {
            return error
        }
    }

    var isLeft: Bool { restorer?.isLeft ?? false }

    private func writeSome(_ bytes: ArraySlice<UInt8>) -> Descriptors.WriteOutcome {
        guard descriptor >= 0 else { return .failed(.output(code: EBADF)) }
        guard let restorer else { return Descriptors.writeSome(descriptor, bytes, upTo: OutputQueue.pieceLimit) }
        let neverBlocks = own != nil
        let outcome = restorer.whileNotLeft { Descriptors.writeSome(descriptor, bytes, neverBlocks: neverBlocks) }
        if let outcome { return outcome }
        // One that has gone will never be taken again.
        return Descriptors.isGone(descriptor) ? .failed(.output(code: EIO)) : .notYet
    }
}

/// The queues in which something waits. When the process exits that is written first, as it is with what is printed by
/// other means.
private enum UnfinishedOutput {
    private static let queues = Guarded<[OutputQueue]>([])
    private static let exitWatch: Void = { atexit { UnfinishedOutput.finish() } }()

    static func note(_ queue: OutputQueue, isUnfinished: Bool) {
        exitWatch
        queues.withLock { queues in
            if isUnfinished { queues.append(queue) } else { queues.removeAll { $0 === queue } }
        }
    }

    private static func finish() {
        for queue in queues.withLock(\.self) where !queue.isLeft { queue.finish() }
    }
}
