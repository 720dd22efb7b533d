#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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
    private var chunk = [UInt8](repeating: 0, count: LineFile.chunkByteCount)
    /// Bytes that were read from the file and not yet returned.
    private var waiting = 0..<0
    private var offset = 0
    private(set) var lineNumber = 0

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
        if file >= 0 { _ = System.closeFile(file) }
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
        return bytes.isEmpty ? nil : try line(bytes, start, isTorn: true)
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
