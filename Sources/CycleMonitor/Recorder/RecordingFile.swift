import Foundation

/// The end of a recording that is being written.
///
/// Lines are collected and written out at `flush`, or when many have come: always whole lines, so that a program that is
/// killed leaves at most its last line torn.
final class RecordingFile {
    /// As `write(2)`: how many bytes were written, or -1 and an `errno`.
    typealias Write = (_ file: Int32, _ bytes: UnsafeRawPointer?, _ byteCount: Int) -> Int
    /// As `close(2)`.
    typealias Close = (_ file: Int32) -> Int32

    private static let bufferByteCount = 64 << 10

    private let path: String
    private let limits: RecordingLimits
    private let file: Int32
    /// Behind an address, because every use of a class's property is checked for exclusive access.
    private let pending = UnsafeMutablePointer<PendingLines>.allocate(capacity: 1)
    /// Of the first moment to come: a recording that is there already is continued.
    private(set) var firstNumber = 0
    private let onFailure: (RecordingError) -> Void
    private let write: Write
    private let close: Close
    private(set) var failure: RecordingError?

    var isNew: Bool { pending.pointee.lineCount == 0 }
    /// Whether there was a failure.
    var isOver: Bool { pending.pointee.isOver }

    init(
        appendingTo path: String, limits: RecordingLimits, onFailure: @escaping (RecordingError) -> Void,
        write: @escaping Write = { Foundation.write($0, $1, $2) }, close: @escaping Close = { Foundation.close($0) }
    ) throws(RecordingError) {
        self.path = path
        self.limits = limits
        self.onFailure = onFailure
        self.write = write
        self.close = close
        pending.initialize(to: PendingLines())
        // What an application shows is private: other users of the machine cannot read it.
        file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else {
            throw RecordingError(path: path, problem: .system(operation: "open", code: errno))
        }
        try continueRecording()
    }

    // Also of one that `init` did not finish.
    deinit {
        flush()
        if file >= 0 { _ = close(file) }
        pending.deinitialize(count: 1)
        pending.deallocate()
    }

    private func continueRecording() throws(RecordingError) {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RecordingError(path: path, problem: .notAFile)
        }
        guard status.st_size > 0 else { return }
        // Also keeps a mistyped path from having moments appended to somebody's source code.
        let earlier = try Recording(path: path, limits: limits)
        firstNumber = (earlier.moments.last?.number ?? -1) + 1
        pending.pointee.byteCount = Int(status.st_size)
        pending.pointee.lineCount = 1 + earlier.moments.count + earlier.faults.count
        var last: UInt8 = 0
        if pread(file, &last, 1, status.st_size - 1) == 1, last != UInt8(ascii: "\n") {
            pending.pointee.text.append(UInt8(ascii: "\n"))
            pending.pointee.byteCount += 1
        }
    }

    /// - Parameter line: Without its end.
    func append(_ line: UnsafeBufferPointer<UInt8>) {
        guard !isOver else { return }
        if let problem = pending.pointee.append(line, limits) { return fail(problem) }
        if pending.pointee.text.count >= RecordingFile.bufferByteCount { flush() }
    }

    func flush() {
        let bytes = UnsafeRawBufferPointer(pending.pointee.text.elements)
        guard !isOver, !bytes.isEmpty else { return }
        // The system would not refuse what is beyond this limit, it would kill the program.
        guard pending.pointee.byteCount <= fileSizeLimit() else {
            return fail(.system(operation: "write", code: EFBIG))
        }
        var written = 0
        while written < bytes.count {
            let count = write(file, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return fail(.system(operation: "write", code: count < 0 ? errno : EIO)) }
            written += count
        }
        pending.pointee.text.truncate(to: 0)
    }

    /// Recording ends here; the program goes on.
    private func fail(_ problem: RecordingError.Problem) {
        // Full by its own limit, not broken: what was accepted before belongs in it.
        if case .system = problem {} else { flush() }
        // Told already, if not even that could be written.
        guard !isOver else { return }
        pending.pointee.isOver = true
        let error = RecordingError(path: path, problem: problem)
        failure = error
        onFailure(error)
    }
}

/// What waits to be written.
private struct PendingLines: ~Copyable {
    var text = ByteBuffer()
    /// Written and waiting.
    var byteCount = 0
    var lineCount = 0
    var isOver = false

    /// - Returns: Why the line does not belong in the file any more.
    mutating func append(_ line: UnsafeBufferPointer<UInt8>, _ limits: RecordingLimits) -> RecordingError.Problem? {
        byteCount += line.count + 1
        lineCount += 1
        guard byteCount <= limits.byteCount else { return .tooManyBytes(limit: limits.byteCount) }
        guard lineCount <= limits.lineCount else { return .tooManyLines(limit: limits.lineCount) }
        text.append(line)
        text.append(UInt8(ascii: "\n"))
        return nil
    }
}

private func fileSizeLimit() -> UInt64 {
    var limit = rlimit()
    #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        let resource = RLIMIT_FSIZE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return .max }
    return UInt64(limit.rlim_cur)
}
