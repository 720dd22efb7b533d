import CycleBase

/// The bytes that were handed over for a descriptor and that it has not taken yet.
///
/// A terminal after Ctrl-S, or the reader of a pipe, may take nothing for as long as it likes. Only the callers of
/// ``finish(within:)`` and ``end()`` wait for it.
final class OutputQueue: Sendable {
    private let descriptor: Int32
    private let own: Int32?
    private let restorer: TerminalRestorer?
    private let readiness: Readiness
    private let isStandard: Bool
    private let rest = Guarded<ArraySlice<UInt8>>([])
    /// How long a terminal may take nothing at the end of a program, in milliseconds: as long as after `SIGTERM`.
    private static let patience = Termination.patience

    /// - Parameters:
    ///   - descriptor: Negative if the process was given none: then nothing can be written.
    ///   - own: The same terminal, opened so that writing to it never waits. It is closed in the end.
    ///   - isStandard: Whether the process ends with an error if not all can be written.
    init(
        _ descriptor: Int32, own: Int32?, isStandard: Bool = false, _ restorer: TerminalRestorer?,
        _ readiness: Readiness = .ofSystem
    ) {
        self.descriptor = own ?? descriptor
        self.own = own
        self.isStandard = isStandard
        self.restorer = restorer
        self.readiness = readiness
        if isStandard || isTerminal { ExitReport.watch() }
    }

    private var isTerminal: Bool { own != nil || restorer != nil }

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
                    guard Descriptors.waitForRoom(descriptor, milliseconds: milliseconds, readiness) else {
                        return nil
                    }
                    continue
                }
                // While the terminal is left it has room, but not for this output, and no call waits for its return.
                let isLeft = isLeft
                // An end may drop what waits: this thread looks again, as nothing wakes it then.
                let pause: Int32 = isTerminal ? 500 : -1
                Descriptors.waitForRoom(isLeft ? -1 : descriptor, milliseconds: isLeft ? 100 : pause, readiness)
                if isLeft { restorer?.takeAgainIfInFront() }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Blocks until nothing waits any more, at the end of a program.
    ///
    /// A terminal that takes nothing for two seconds does not keep the program from ending: the rest is dropped, and the exit
    /// report says so. The reader of a pipe, such as a pager, may read as late as it likes.
    ///
    /// - Returns: Whether the rest was not dropped.
    func end() -> Bool {
        guard isTerminal else {
            finish()
            return true
        }
        var (known, waited) = (waitingCount, Int32(0))
        do throws(ConsoleDriver.Failure) {
            while try !write([]) {
                let count = waitingCount
                if count < known { (known, waited) = (count, 0) }
                guard waited < OutputQueue.patience else {
                    drop()
                    return false
                }
                if isLeft {
                    Descriptors.waitForRoom(-1, milliseconds: 100)
                    restorer?.takeAgainIfInFront()
                } else {
                    waited += wait()
                }
            }
        } catch {
            // The failure stands in the exit report.
        }
        return true
    }

    /// - Returns: How long it has waited for room, in milliseconds.
    private func wait() -> Int32 {
        guard Descriptors.waitForRoom(descriptor, milliseconds: 100, readiness) else { return 100 }
        // A terminal that says that it has room may still take nothing.
        Descriptors.waitForRoom(-1, milliseconds: 1)
        return 1
    }

    private var waitingCount: Int { rest.withLock(\.count) }

    private func drop() {
        let count = rest.withLock { rest in
            defer { rest = [] }
            return rest.count
        }
        guard count > 0 else { return }
        UnfinishedOutput.note(self, isUnfinished: false)
        ExitReport.add("the terminal took nothing for 2 seconds: \(count) bytes were not written")
    }

    var isLeft: Bool { restorer?.isLeft ?? false }

    private func writeSome(_ bytes: ArraySlice<UInt8>) -> Descriptors.WriteOutcome {
        guard descriptor >= 0 else { return .failed(.output(code: EBADF)) }
        guard let restorer else {
            return Descriptors.writeSome(descriptor, bytes, upTo: OutputQueue.pieceLimit, readiness)
        }
        let neverBlocks = own != nil
        let outcome = restorer.whileNotLeft {
            Descriptors.writeSome(descriptor, bytes, neverBlocks: neverBlocks, readiness)
        }
        if let outcome { return outcome }
        // A terminal that has gone is never taken again.
        return readiness.isGone(descriptor) ? .failed(.output(code: EIO)) : .notYet
    }
}

/// The queues in which something waits. When the process exits that is written first, as it is with what is printed by
/// other means.
private enum UnfinishedOutput {
    private static let queues = Guarded<[OutputQueue]>([])
    private static let exitWatch: Void = { atexit { UnfinishedOutput.finish() } }()
    private static let process = OwningProcess()

    static func note(_ queue: OutputQueue, isUnfinished: Bool) {
        exitWatch
        process.claim()
        queues.withLock { queues in
            if isUnfinished { queues.append(queue) } else { queues.removeAll { $0 === queue } }
        }
    }

    private static func finish() {
        guard process.isThisOne else { return }
        for queue in queues.withLock(\.self) where !queue.isLeft { _ = queue.end() }
    }
}
