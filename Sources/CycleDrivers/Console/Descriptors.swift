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
        case failed(code: Int32)
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
        // The terminal is gone.
        case EIO: return .end
        default: return .failed(code: code)
        }
    }

    /// Writes all of `bytes`; waits while there is no room, also on a descriptor that does not block.
    static func write(_ descriptor: Int32, _ bytes: [UInt8]) throws(ConsoleDriver.Failure) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                platformWrite(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: wait(for: descriptor, POLLOUT)
            case EPIPE: throw .outputClosed
            case let code: throw .output(code: code)
            }
        }
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

    private static func wait(for descriptor: Int32, _ events: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = poll(&request, 1, -1)
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
