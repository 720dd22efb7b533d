#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system calls on descriptors, repeated when a signal interrupts them.
enum Descriptors {
    enum ReadOutcome {
        case bytes([UInt8])
        case end
        case nothingYet
        /// The terminal has gone, or another job has it.
        case lost
        case failed(code: Int32)
    }

    enum WriteOutcome {
        case written(Int)
        case notYet
        case failed(ConsoleDriver.Failure)
    }

    static func isOpen(_ descriptor: Int32) -> Bool {
        fcntl(descriptor, F_GETFD) != -1
    }

    static func read(_ descriptor: Int32, upTo limit: Int) -> ReadOutcome {
        var count = 0
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
            count = platformRead(descriptor, buffer.baseAddress, limit)
            code = errno
            initialized = max(count, 0)
        }
        if count > 0 { return .bytes(bytes) }
        if count == 0 { return .end }
        switch code {
        case EINTR, EAGAIN: return .nothingYet
        case EIO: return .lost
        default: return .failed(code: code)
        }
    }

    /// Writes the beginning of `bytes` if that can be done without waiting: no more than fits where there is room at all.
    static func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, upTo limit: Int = 512) -> WriteOutcome {
        guard waitForRoom(descriptor, milliseconds: 0) else { return .notYet }
        let piece = bytes.prefix(limit)
        let count = piece.withUnsafeBytes { platformWrite(descriptor, $0.baseAddress, $0.count) }
        guard count < 0 else { return .written(count) }
        switch errno {
        case EINTR: return .written(0)
        case EAGAIN: return .notYet
        case EPIPE: return .failed(.outputClosed)
        case let code: return .failed(.output(code: code))
        }
    }

    /// - Returns: Whether something can be written, or it is clear that nothing ever can.
    @discardableResult
    static func waitForRoom(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }

    /// Whether nobody is at the other end any more.
    static func isGone(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&request, 1, 0) > 0
    }

    /// Not by `ttyname`, whose answer all threads share.
    static func terminalPath(of descriptor: Int32) -> String? {
        var path = [CChar](repeating: 0, count: 1_024)
        guard ttyname_r(descriptor, &path, path.count) == 0 else { return nil }
        return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The terminal that `descriptor` is, opened once more so that writing never waits. That is a property of what was
    /// opened, which others share: who would set it on `descriptor` would set it on the shell's as well.
    static func openAnew(_ descriptor: Int32) -> Int32? {
        guard let path = terminalPath(of: descriptor) else { return nil }
        let opened = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        defer { close(opened) }
        let moved = fcntl(opened, F_DUPFD_CLOEXEC, 3)
        return moved < 0 ? nil : moved
    }

    static func areSameTerminal(_ one: Int32, _ other: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        guard isatty(one) == 1, fstat(one, &first) == 0, fstat(other, &second) == 0 else { return false }
        return first.st_rdev == second.st_rdev
    }

    /// Two ends of a pipe that block nobody and that no child process inherits; never 0, 1 or 2, which may be free.
    static func makePipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        let result = ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress) }
        precondition(result == 0, "a console driver needs two descriptors: raise the limit of open files")
        return (moved(ends[0]), moved(ends[1]))
    }

    private static func moved(_ descriptor: Int32) -> Int32 {
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        precondition(moved >= 3, "a console driver needs two descriptors: raise the limit of open files")
        _ = platformClose(descriptor)
        _ = fcntl(moved, F_SETFL, fcntl(moved, F_GETFL) | O_NONBLOCK)
        return moved
    }

    static func close(_ descriptor: Int32) {
        _ = platformClose(descriptor)
    }
}

private func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func platformWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}

private func platformClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}

/// A variable of the process's environment.
func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
