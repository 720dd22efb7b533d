import CycleDrivers
import CycleBase

/// Messages between two processes, each of four words before its bytes: a mark, the count of bytes, a check sum of them, and 0. So
/// nothing else that is printed on such a pipe passes for a message.
struct MessagePipe: Sendable {
    /// A reason why there is no message.
    enum Failure: Error {
        case ended
        case malformed
        /// Nothing came, or nothing was taken, for as long as the patience lasts.
        case silent
    }

    private static var mark: UInt64 { 0x4379_636C_654D_7367 }

    /// The descriptor that messages are read from.
    let input: Int32
    let output: Int32
    /// How many milliseconds the other process may do nothing while this one waits for it; -1 for any time.
    var patience: Int32 = -1

    func send(_ bytes: [UInt8]) throws(Failure) {
        let header = WordWriter()
        for word in [Self.mark, UInt64(bytes.count), Self.checkSum(bytes), 0] { header.put(word) }
        try write(header.bytes)
        try write(bytes)
    }

    /// Waits for the next message.
    func receive() throws(Failure) -> [UInt8] {
        let header = WordReader(try readMark() + read(24))
        _ = header.word()
        let (count, sum) = (header.number(), header.word())
        guard header.word() == 0, count >= 0 else { throw .malformed }
        let bytes = try read(count)
        guard Self.checkSum(bytes) == sum else { throw .malformed }
        return bytes
    }

    /// Whether there is anything to read, or nothing any more.
    func isReadable(within milliseconds: Int32) -> Bool {
        wait(for: POLLIN, on: input, milliseconds: milliseconds)
    }

    /// A signal begins the time anew.
    private func wait(for events: Int32, on descriptor: Int32, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let count = poll(&request, 1, milliseconds)
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }

    func close() {
        Descriptors.close(input)
        Descriptors.close(output)
    }

    /// Nonsense that is shorter than a header is nonsense, too, and not waited for.
    private func readMark() throws(Failure) -> [UInt8] {
        let mark = withUnsafeBytes(of: Self.mark.littleEndian) { Array($0) }
        for byte in mark {
            guard try read(1) == [byte] else { throw .malformed }
        }
        return mark
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        var isSilent = false
        let isWritten = Descriptors.writeAll(bytes, to: output) {
            isSilent = !wait(for: POLLOUT, on: output, milliseconds: patience)
            return !isSilent
        }
        if !isWritten { throw isSilent ? .silent : .ended }
    }

    /// Room is made as bytes come: the count may be wrong.
    private func read(_ count: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard isReadable(within: patience) else { throw .silent }
            switch Descriptors.read(input, upTo: min(count - bytes.count, 1 << 20)) {
            case .bytes(let more): bytes += more
            case .nothingYet: continue
            case .end, .lost, .failed: throw .ended
            }
        }
        return bytes
    }

    private static func checkSum(_ bytes: [UInt8]) -> UInt64 {
        var sum = WordSum()
        sum.add(bytes)
        return sum.value
    }
}
