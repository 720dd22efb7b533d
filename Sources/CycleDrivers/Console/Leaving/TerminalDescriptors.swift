import CycleBase

extension Descriptors {
    enum WriteOutcome {
        case written(Int)
        case notYet
        case failed(ConsoleDriver.Failure)
    }

    /// Writes the beginning of `bytes` if that can be done without waiting.
    ///
    /// - Parameters:
    ///   - neverBlocks: Whether the descriptor was opened so; otherwise `poll` says first whether there is room at all.
    ///   - limit: No more than fits where there is any room.
    static func writeSome(
        _ descriptor: Int32, _ bytes: ArraySlice<UInt8>, neverBlocks: Bool = false, upTo limit: Int = 512,
        _ readiness: Readiness = .ofSystem
    ) -> WriteOutcome {
        guard neverBlocks || waitForRoom(descriptor, milliseconds: 0, readiness) else { return .notYet }
        let piece = neverBlocks ? bytes : bytes.prefix(limit)
        let count = piece.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count < 0 else { return .written(count) }
        switch errno {
        case EINTR: return .written(0)
        case EAGAIN: return .notYet
        case EPIPE: return .failed(.outputClosed)
        case let code: return .failed(.output(code: code))
        }
    }

    /// Whether the process was given this descriptor. Another part of the process may have reopened a standard one; unlike the
    /// descriptors that it was given, its own are closed when it runs another program.
    static func isGiven(_ descriptor: Int32, for access: Access) -> Bool {
        StandardDescriptors.reserve()
        let isOwn = descriptor < 3 && fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
        return !isOwn && isOpen(descriptor, for: access)
    }

    /// Not by `ttyname`, whose answer all threads share.
    static func terminalPath(of descriptor: Int32) -> String? {
        var path = [CChar](repeating: 0, count: 1_024)
        guard ttyname_r(descriptor, &path, path.count) == 0 else { return nil }
        return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The terminal that `descriptor` is, opened once more so that nothing that is done with it waits. That is a property of
    /// the open file, which the shell shares: setting it on `descriptor` would set it on the shell's as well.
    static func openAnew(_ descriptor: Int32, for access: Access) -> Int32? {
        guard let path = terminalPath(of: descriptor) else { return nil }
        do {
            return try open(path, (access == .reading ? O_RDONLY : O_WRONLY) | O_NONBLOCK | O_NOCTTY)
        } catch {
            return nil
        }
    }

    static func areSameTerminal(_ one: Int32, _ other: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        guard isatty(one) == 1, fstat(one, &first) == 0, fstat(other, &second) == 0 else { return false }
        return first.st_rdev == second.st_rdev
    }
}
