/// The system calls on descriptors, repeated when a signal interrupts them. A descriptor that is opened here is never
/// 0, 1 or 2, and no child process inherits it.
package enum Descriptors {
    package enum ReadOutcome {
        case bytes([UInt8])
        case end
        case nothingYet
        /// The terminal has gone, or another job has it.
        case lost
        case failed(code: Int32)
    }

    /// Whether it is open, for reading or for writing: one that ``StandardDescriptors`` has occupied is not.
    package static func isOpen(_ descriptor: Int32, for access: Access) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags != -1 && flags & O_ACCMODE != (access == .reading ? O_WRONLY : O_RDONLY)
    }

    package enum Access: Sendable {
        case reading, writing
    }

    package static func read(_ descriptor: Int32, upTo limit: Int) -> ReadOutcome {
        let (count, bytes) = filled(upTo: limit) { CycleBase.read(descriptor, $0, limit) }
        let code = errno
        if count > 0 { return .bytes(bytes) }
        if count == 0 { return .end }
        switch code {
        case EINTR, EAGAIN: return .nothingYet
        case EIO: return .lost
        default: return .failed(code: code)
        }
    }

    /// How many bytes can be read at once; `nil` where the system does not say so.
    package static func waitingCount(of descriptor: Int32) -> Int? {
        var count: Int32 = 0
        return ioctl(descriptor, countRequest, &count) == 0 ? Int(count) : nil
    }

    /// `FIONREAD`, which Swift does not import from Darwin's header: `_IOR('f', 127, int)`.
    private static var countRequest: UInt {
        #if canImport(Darwin)
            0x4004_667f
        #else
            UInt(FIONREAD)
        #endif
    }

    /// The bytes that a call fills in. Few of them do not keep the memory of many.
    ///
    /// - Parameter fill: Returns how many there are; below zero where it has failed, and `errno` says why.
    package static func filled(
        upTo limit: Int, _ fill: (UnsafeMutablePointer<UInt8>?) -> Int
    ) -> (count: Int, bytes: [UInt8]) {
        var (count, code) = (0, Int32(0))
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
            count = fill(buffer.baseAddress)
            code = errno
            initialized = max(count, 0)
        }
        let short = count < limit / 2 ? bytes.withUnsafeBufferPointer { [UInt8]($0) } : bytes
        // Memory that is freed may have set it.
        errno = code
        return (count, short)
    }

    /// - Returns: Whether something can be written, or it is clear that nothing ever can.
    @discardableResult
    package static func waitForRoom(
        _ descriptor: Int32, milliseconds: Int32, _ readiness: Readiness = .ofSystem
    ) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return readiness.poll(&request, 1, milliseconds: milliseconds) > 0
    }

    /// - Parameter flags: As for `open(2)`; `O_CLOEXEC` is added.
    package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o666) throws(SystemFailure) -> Int32 {
        // The system ignores everything after a NUL.
        guard !path.utf8.contains(0) else { throw SystemFailure(code: ENOENT) }
        StandardDescriptors.reserve()
        return try aboveStandard(CycleBase.open(path, flags | O_CLOEXEC, mode))
    }

    /// The two ends of a pipe, neither of which blocks.
    package static func makePipe() throws(SystemFailure) -> (reading: Int32, writing: Int32) {
        StandardDescriptors.reserve()
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
        let reading: Int32
        do {
            reading = try prepared(ends[0])
        } catch {
            close(ends[1])
            throw error
        }
        do {
            return (reading, try prepared(ends[1]))
        } catch {
            close(reading)
            throw error
        }
    }

    private static func prepared(_ end: Int32) throws(SystemFailure) -> Int32 {
        let end = try aboveStandard(end)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        return end
    }

    /// Moves a new descriptor out of the way of the standard descriptors: the program may have closed one of them after
    /// `reserve`.
    package static func aboveStandard(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
        guard descriptor >= 0 else { throw SystemFailure(code: errno) }
        guard descriptor < 3 else { return descriptor }
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        let code = errno
        close(descriptor)
        guard moved >= 0 else { throw SystemFailure(code: code) }
        return moved
    }

    /// Writes to a descriptor until all is written.
    ///
    /// - Parameters:
    ///   - bytes: Are written in their order.
    ///   - descriptor: A blocking one, unless `wait` is given.
    ///   - wait: Waits until a descriptor that does not block takes more; `false` gives up.
    /// - Returns: Whether all was written; where not, `errno` says why.
    package static func writeAll(
        _ bytes: [UInt8], to descriptor: Int32, whenFull wait: () -> Bool = { false }
    ) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                CycleBase.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR && !(errno == EAGAIN && wait()) {
                return false
            }
        }
        return true
    }

    package static func close(_ descriptor: Int32) {
        _ = CycleBase.close(descriptor)
    }
}

/// A variable of the process's environment.
package func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
