/// How a thread waits until descriptors are ready. A signal handler may call this: it allocates nothing.
///
/// Darwin's `poll` does not support devices: it answers at once that a terminal is `POLLNVAL`. `select` supports them, for
/// descriptors that its sets have a bit for, 1,024 by default.
package enum Readiness: Sendable {
    case byPoll
    case bySelect

    package static var ofSystem: Readiness {
        #if canImport(Darwin)
            .bySelect
        #else
            .byPoll
        #endif
    }

    /// As `poll(2)`. By `select` a hang-up looks like something to read, and an error like room.
    package func poll(_ requests: UnsafeMutablePointer<pollfd>, _ count: Int, milliseconds: Int32) -> Int32 {
        switch self {
        case .byPoll: CycleBase.poll(requests, nfds_t(count), milliseconds)
        case .bySelect where highest(requests, count) < Readiness.bitCount: select(requests, count, milliseconds)
        case .bySelect: pollWithPauses(requests, count, milliseconds)
        }
    }

    /// Whether the other end is closed.
    package func isGone(_ descriptor: Int32) -> Bool {
        var status = stat()
        // Darwin takes a terminal away from a session that has ended: its descriptors have no status then.
        guard fstat(descriptor, &status) == 0 else { return true }
        if self == .bySelect, status.st_mode & S_IFMT == S_IFCHR { return isHungUp(descriptor) }
        // Asked for nothing, Darwin tells nothing, not even this.
        var request = pollfd(fd: descriptor, events: Int16(POLLHUP), revents: 0)
        return CycleBase.poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }

    /// `select` does not tell. On Linux a terminal that has gone has no settings. On Darwin it has, and is ready to be read
    /// though there is nothing to read.
    private func isHungUp(_ terminal: Int32) -> Bool {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return errno != ENOTTY }
        var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds: 0) > 0 && Descriptors.waitingCount(of: terminal) == 0
    }

    // MARK: By select

    private static var bitCount: Int32 { Int32(MemoryLayout<fd_set>.size) * 8 }

    private func select(_ requests: UnsafeMutablePointer<pollfd>, _ count: Int, _ milliseconds: Int32) -> Int32 {
        var (reading, writing) = (fd_set(), fd_set())
        var index = 0
        while index < count {
            insert(requests[index], Int16(POLLIN), &reading)
            insert(requests[index], Int16(POLLOUT), &writing)
            index += 1
        }
        var limit = timeval(tv_sec: Int(milliseconds / 1_000), tv_usec: .init(milliseconds % 1_000 * 1_000))
        let bits = highest(requests, count) + 1
        let outcome =
            milliseconds < 0
            ? CycleBase.select(bits, &reading, &writing, nil, nil)
            : CycleBase.select(bits, &reading, &writing, nil, &limit)
        let isClosed = outcome < 0 && errno == EBADF
        guard outcome >= 0 || isClosed else { return outcome }
        var readyCount: Int32 = 0
        index = 0
        while index < count {
            let events =
                isClosed
                ? Int16(POLLNVAL)
                : answer(requests[index], Int16(POLLIN), &reading)
                    | answer(requests[index], Int16(POLLOUT), &writing)
            requests[index].revents = events
            if events != 0 { readyCount += 1 }
            index += 1
        }
        return readyCount
    }

    private func highest(_ requests: UnsafeMutablePointer<pollfd>, _ count: Int) -> Int32 {
        var (highest, index) = (Int32(-1), 0)
        while index < count {
            if requests[index].fd > highest { highest = requests[index].fd }
            index += 1
        }
        return highest
    }

    /// The macros of C, byte by byte: all processors of this package's systems store the lowest byte of a word first.
    private func insert(_ request: pollfd, _ event: Int16, _ set: inout fd_set) {
        guard request.fd >= 0, request.events & event != 0 else { return }
        withUnsafeMutableBytes(of: &set) { $0[Int(request.fd) / 8] |= 1 << UInt8(request.fd % 8) }
    }

    private func answer(_ request: pollfd, _ event: Int16, _ set: inout fd_set) -> Int16 {
        guard request.fd >= 0, request.events & event != 0 else { return 0 }
        let isSet = withUnsafeMutableBytes(of: &set) { $0[Int(request.fd) / 8] & 1 << UInt8(request.fd % 8) != 0 }
        return isSet ? event : 0
    }

    /// Without a bit for it a terminal is reported as ready every 20 ms. Its reader and its writer do not block.
    private func pollWithPauses(
        _ requests: UnsafeMutablePointer<pollfd>, _ count: Int, _ milliseconds: Int32
    ) -> Int32 {
        let outcome = CycleBase.poll(requests, nfds_t(count), milliseconds)
        var index = 0
        while index < count {
            if requests[index].revents & Int16(POLLNVAL) != 0 { _ = CycleBase.poll(nil, 0, 20) }
            index += 1
        }
        return outcome
    }
}
