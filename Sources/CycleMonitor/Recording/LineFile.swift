import CycleBase

/// The lines of a file, of which no more is believed than the limits allow.
final class LineFile {
    struct Line {
        let mark: Mark
        let bytes: [UInt8]
        /// Whether the file stops without ending it.
        let isTorn: Bool

        var number: Int { mark.number }
    }

    /// Where a line begins.
    struct Mark {
        /// Counts from 1 on.
        let number: Int
        let offset: Int
    }

    private static let chunkByteCount = 64 << 10

    let path: String
    private let limits: RecordingLimits
    private let file: Int32
    var byteCount: Int { max(0, Int(lseek(file, 0, SEEK_END))) }
    private var chunk = [UInt8](repeating: 0, count: LineFile.chunkByteCount)
    /// Bytes that were read from the file and not yet returned.
    private var waiting = 0..<0
    private var offset = 0
    private(set) var lineNumber = 0
    /// Whether the rest is the unused room of a file that a program had in its memory: it has not ended by itself.
    private(set) var endsSuddenly = false

    init(path: String, limits: RecordingLimits) throws(RecordingError) {
        self.path = path
        self.limits = limits
        // Non-blocking, so that a pipe without a writer is refused and not waited for.
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw system("open", errno) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw system("read", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw error(.notAFile) }
        guard Int(status.st_size) <= limits.byteCount else { throw error(.tooManyBytes(limit: limits.byteCount)) }
    }

    // Also of one that `init` did not finish.
    deinit {
        if file >= 0 { Descriptors.close(file) }
    }

    /// The next line; `nil` at the end.
    func next() throws(RecordingError) -> Line? {
        var bytes: [UInt8] = []
        let start = offset
        while try fill() {
            let rest = chunk[waiting]
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let part = rest[..<(end ?? rest.endIndex)]
            guard bytes.count + part.count <= limits.lineByteCount else {
                throw error(.tooLongALine(number: lineNumber + 1, limit: limits.lineByteCount))
            }
            bytes += part
            let taken = part.count + (end == nil ? 0 : 1)
            waiting = (waiting.lowerBound + taken)..<waiting.upperBound
            offset += taken
            if end != nil { return try line(bytes, start, isTorn: false) }
        }
        if !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) {
            endsSuddenly = true
            return nil
        }
        return bytes.isEmpty ? nil : try line(bytes, start, isTorn: true)
    }

    /// Calls `body` with every line of the file where it lies in a buffer: nothing is copied, and one piece of the file is in
    /// memory at a time.
    ///
    /// - Parameter range: Of the file; begins and ends with a line.
    func scan(
        _ range: Range<Int> = 0..<Int.max,
        _ body: (_ mark: Mark, _ line: UnsafeRawBufferPointer, _ isTorn: Bool) -> Void
    ) throws(RecordingError) {
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        // Of the file, where the buffer begins; and how much of a line waits in it for its end.
        var (start, waiting, number) = (range.lowerBound, 0, 1)
        while case let free = waiting..<min(buffer.count, range.upperBound - start),
            case let count = try read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[free]), start + waiting),
            count > 0
        {
            let end = waiting + count
            var first = 0
            var searched = waiting
            while let length = buffer.newLine(in: searched..<end) {
                let line = UnsafeRawBufferPointer(rebasing: buffer[first..<searched + length])
                try check(line.count, number)
                body(Mark(number: number, offset: start + first), line, false)
                first = searched + length + 1
                searched = first
                number += 1
            }
            start += first
            waiting = end - first
            try check(waiting, number)
            if first > 0 {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[first..<end]))
            } else if waiting == buffer.count {
                let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * buffer.count, alignment: 16)
                larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
                buffer.deallocate()
                buffer = larger
            }
        }
        guard waiting > 0 else { return }
        endsSuddenly = buffer[..<waiting].allSatisfy { $0 == 0 }
        guard !endsSuddenly else { return }
        body(Mark(number: number, offset: start), UnsafeRawBufferPointer(rebasing: buffer[..<waiting]), true)
    }

    private func check(_ byteCount: Int, _ number: Int) throws(RecordingError) {
        guard byteCount <= limits.lineByteCount else {
            throw error(.tooLongALine(number: number, limit: limits.lineByteCount))
        }
        guard number <= limits.lineCount + 1 else { throw error(.tooManyLines(limit: limits.lineCount)) }
    }

    /// - Returns: How many bytes were read; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws(RecordingError) -> Int {
        while true {
            let count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw system("read", errno) }
            guard offset + count <= limits.byteCount else { throw error(.tooManyBytes(limit: limits.byteCount)) }
            return count
        }
    }

    private func line(_ bytes: [UInt8], _ offset: Int, isTorn: Bool) throws(RecordingError) -> Line {
        lineNumber += 1
        guard lineNumber <= limits.lineCount else { throw error(.tooManyLines(limit: limits.lineCount)) }
        return Line(mark: Mark(number: lineNumber, offset: offset), bytes: bytes, isTorn: isTorn)
    }

    /// Goes on with a line that was read before.
    func goBack(to mark: Mark) {
        offset = mark.offset
        lineNumber = mark.number - 1
        waiting = 0..<0
    }

    /// - Returns: Whether there is more.
    private func fill() throws(RecordingError) -> Bool {
        guard waiting.isEmpty else { return true }
        while true {
            let count = chunk.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(offset)) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw system("read", errno) }
            // Counted again: the file may grow while it is read.
            guard offset + count <= limits.byteCount else { throw error(.tooManyBytes(limit: limits.byteCount)) }
            waiting = 0..<count
            return count > 0
        }
    }

    func error(_ problem: RecordingError.Problem) -> RecordingError {
        RecordingError(path: path, problem: problem)
    }

    private func system(_ operation: String, _ code: Int32) -> RecordingError {
        error(.system(operation: operation, code: code))
    }
}

extension UnsafeMutableRawBufferPointer {
    /// How many bytes stand before the next line end.
    fileprivate func newLine(in range: Range<Int>) -> Int? {
        guard let base = baseAddress, !range.isEmpty,
            let found = memchr(base + range.lowerBound, 0x0A, range.count)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base + range.lowerBound)
    }
}
