import CycleBase

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
    /// Waits to be written.
    private var text = JSONText()
    /// Written and waiting.
    private var byteCount = 0
    private var lineCount = 0
    private var loopCount = 0
    /// The loop that wrote the last line.
    private var latestLoop: Int?
    /// The number of the first moment to come: a recording that is there already is continued.
    private(set) var firstNumber = 0
    private let onFailure: (RecordingError) -> Void
    private let write: Write
    private let close: Close
    private(set) var failure: RecordingError?

    /// The one that was written last; `nil` in a new file.
    private(set) var header: RecordingHeader?

    init(
        appendingTo path: String, limits: RecordingLimits, onFailure: @escaping (RecordingError) -> Void,
        write: @escaping Write = System.writeBytes, close: @escaping Close = System.closeFile
    ) throws(RecordingError) {
        self.path = path
        self.limits = limits
        self.onFailure = onFailure
        self.write = write
        self.close = close
        // The contents of an application are private: other users of the machine cannot read it.
        do throws(SystemFailure) {
            file = try Descriptors.open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, mode: 0o600)
        } catch {
            throw RecordingError(path: path, problem: .system(operation: "open", code: error.code))
        }
        try continueRecording()
    }

    // Also of one that `init` did not finish.
    deinit {
        flush()
        guard file >= 0 else { return }
        FileLock.release(file)
        _ = close(file)
    }

    private func continueRecording() throws(RecordingError) {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RecordingError(path: path, problem: .notAFile)
        }
        // Lines of two programs would stand between each other, and each is a change of the frame in the line above.
        guard FileLock.take(file) else { throw RecordingError(path: path, problem: .inUse) }
        guard fstat(file, &status) == 0, status.st_size > 0 else { return }
        // Also prevents a mistyped path from appending moments to a source file.
        var reader = try RecordingReader(path: path, limits: limits)
        while let moment = try reader.next() { firstNumber = moment.number + 1 }
        header = reader.header
        header?.session = nil
        byteCount = Int(status.st_size)
        lineCount = reader.lineCount
        var last: UInt8 = 0
        if pread(file, &last, 1, status.st_size - 1) == 1, last != UInt8(ascii: "\n") {
            text.append(UInt8(ascii: "\n"))
            byteCount += 1
        }
    }

    /// - Parameter append: Appends the line, without its end.
    /// - Returns: `true`: all lines are in one file.
    @discardableResult
    func appendLine(_ append: (inout JSONText) -> Void) -> Bool {
        guard !isOver else { return true }
        let start = text.count
        append(&text)
        text.append(UInt8(ascii: "\n"))
        byteCount += text.count - start
        lineCount += 1
        if let problem = excess {
            text.removeSubrange(start...)
            fail(problem)
        } else if text.count >= RecordingFile.bufferByteCount {
            flush()
        }
        return true
    }

    private var excess: RecordingError.Problem? {
        if byteCount > limits.byteCount { return .tooManyBytes(limit: limits.byteCount) }
        return lineCount > limits.lineCount ? .tooManyLines(limit: limits.lineCount) : nil
    }

    /// Earlier lines of another program or version stay readable: each header applies from there on.
    func begin(_ header: RecordingHeader) {
        guard header != self.header else { return }
        self.header = header
        appendLine { $0.append(text: header.line) }
    }

    /// - Returns: The number of one more loop that writes to this file.
    func addLoop() -> Int {
        loopCount += 1
        return loopCount
    }

    /// Whether the line above is of the same loop, whose next one this is to be.
    func isContinued(by loop: Int) -> Bool {
        defer { latestLoop = loop }
        return latestLoop == loop
    }

    func flush() {
        guard !isOver, !text.isEmpty else { return }
        // The system would not refuse what is beyond this limit, it would kill the program.
        guard byteCount <= fileSizeLimit() else { return fail(.system(operation: "write", code: EFBIG)) }
        if let code = written() { return fail(.system(operation: "write", code: code)) }
        text.removeAll(keepingCapacity: true)
    }

    /// - Returns: The `errno` of what could not be written.
    private func written() -> Int32? {
        text.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = write(file, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                written += count
            }
            return nil
        }
    }

    /// Recording ends here; the program goes on.
    private func fail(_ problem: RecordingError.Problem) {
        // Full by its own limit, not broken: what was accepted before belongs in it.
        if case .system = problem {} else { flush() }
        // Reported already, if not even that could be written.
        guard !isOver else { return }
        let error = RecordingError(path: path, problem: problem)
        failure = error
        onFailure(error)
    }
}
