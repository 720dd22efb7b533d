import CycleBase

/// The newest lines, in a file that has its whole length from the beginning: the system keeps them, however the program ends.
///
/// A line is one call of the system. Nothing is mapped: a file that another program cuts, or a disk that is full, would end this
/// one where it touches the memory. When the file is full it becomes the older one, and a new one is begun: both together hold
/// the newest moments.
final class NewestLines: LineStore {
    private let path: String
    /// The length of each file.
    private let byteCount: Int
    private let momentLimit: Int
    private let onFailure: (RecordingError) -> Void
    private let write: PositionedWrite
    private var file: Int32 = -1
    private var usedCount = 0
    /// The moments in the file.
    private var momentCount = 0
    private var header: RecordingHeader?
    private var loopCount = 0
    /// The loop that wrote the last line; `nil` at the beginning of a file.
    private var latestLoop: Int?
    private(set) var failure: RecordingError?
    let firstNumber = 0

    /// As `pwrite(2)`.
    typealias PositionedWrite = (_ file: Int32, _ bytes: UnsafeRawPointer?, _ byteCount: Int, _ offset: off_t) -> Int

    /// - Parameters:
    ///   - path: Of the newest moments. The older ones are beside it, with `.older` behind the name.
    ///   - momentLimit: So many moments are in both files together, at least, if there were as many and they fit.
    ///   - byteCount: The length of each file; another one in tests only.
    ///   - onFailure: As of a recorder.
    ///   - write: Another than the system's in tests only.
    init(
        path: String, keeping momentLimit: Int, byteCount: Int = 2 << 20, onFailure: @escaping (RecordingError) -> Void,
        write: @escaping PositionedWrite = System.writeBytes
    ) throws(RecordingError) {
        (self.path, self.momentLimit, self.byteCount) = (path, momentLimit, byteCount)
        (self.onFailure, self.write) = (onFailure, write)
        try openFile()
    }

    deinit { closeFile() }

    private func openFile() throws(RecordingError) {
        do throws(SystemFailure) {
            file = try Descriptors.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        } catch {
            throw RecordingError(path: path, problem: .system(operation: "open", code: error.code))
        }
        do throws(RecordingError) {
            var status = stat()
            guard fstat(file, &status) == 0, FileKind(status) == .regular else {
                throw RecordingError(path: path, problem: .notAFile)
            }
            // Nothing of the file is touched before it is known that no other program records into it.
            guard FileLock.take(file) else { throw RecordingError(path: path, problem: .inUse) }
            do throws(SystemFailure) {
                try FileMode.set(0o600, of: file)
            } catch {
                throw self.error("keep others from reading", error.code)
            }
            try makeRoom()
        } catch {
            Descriptors.close(file)
            file = -1
            throw error
        }
    }

    /// Fills the whole file with zeros: the disk has the room then, and a reader sees in the rest that the program has not ended
    /// by itself.
    private func makeRoom() throws(RecordingError) {
        (usedCount, momentCount, latestLoop) = (0, 0, nil)
        guard ftruncate(file, 0) == 0 else { throw error("empty", errno) }
        guard UInt64(byteCount) <= fileSizeLimit() else { throw error("make room for", EFBIG) }
        let zeros = JSONText(repeating: 0, count: byteCount)
        if let code = put(zeros, at: 0) {
            _ = ftruncate(file, 0)
            throw error("make room for", code)
        }
    }

    /// - Returns: The `errno` of what could not be written.
    private func put(_ bytes: JSONText, at offset: Int) -> Int32? {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = write(
                    file, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset + written))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                written += count
            }
            return nil
        }
    }

    private func error(_ operation: String, _ code: Int32) -> RecordingError {
        RecordingError(path: path, problem: .system(operation: operation, code: code))
    }

    /// Cuts off what was not used: a program that ends suddenly leaves it there, and the reader says so.
    private func closeFile() {
        guard file >= 0 else { return }
        _ = ftruncate(file, off_t(usedCount))
        FileLock.release(file)
        Descriptors.close(file)
        file = -1
    }

    func begin(_ header: RecordingHeader) {
        guard header != self.header else { return }
        self.header = header
        store(Array((header.line + "\n").utf8))
    }

    func addLoop() -> Int {
        loopCount += 1
        return loopCount
    }

    func isContinued(by loop: Int) -> Bool {
        if isOver { return false }
        // A file begins with both frames, and ends before it would hold twice as many as wanted.
        if momentCount >= momentLimit {
            turnOver()
        } else if isCut {
            beginAnew { () throws(RecordingError) in try makeRoom() }
        }
        defer { latestLoop = loop }
        return latestLoop == loop
    }

    func appendLine(_ append: (inout JSONText) -> Void) -> Bool {
        guard !isOver else { return true }
        var text = JSONText()
        append(&text)
        text.append(UInt8(ascii: "\n"))
        guard usedCount + text.count <= byteCount else {
            guard momentCount > 0 else {
                // No file has room for it. It is passed over, and the next line says its frames whole.
                latestLoop = nil
                return true
            }
            turnOver()
            return isOver
        }
        store(text)
        momentCount += 1
        // Another long line might not fit: the next one begins a file, where its frames are whole.
        if usedCount + 4 * text.count > byteCount { turnOver() }
        return true
    }

    /// Nothing waits.
    func flush() {}

    /// Whether another program has cut the file: the lines that the next one would continue are lost.
    private var isCut: Bool {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_size < off_t(byteCount)
    }

    private func store(_ text: JSONText) {
        guard !isOver, usedCount + text.count <= byteCount else { return }
        if let code = put(text, at: usedCount) { return fail(error("write", code)) }
        usedCount += text.count
    }

    private func turnOver() {
        closeFile()
        beginAnew { () throws(RecordingError) in
            let older = path + ".older"
            var status = stat()
            guard lstat(older, &status) != 0 || FileKind(status) == .regular else {
                throw RecordingError(path: older, problem: .notAFile)
            }
            guard rename(path, older) == 0 else { throw error("rename", errno) }
            try openFile()
        }
    }

    private func beginAnew(_ begin: () throws(RecordingError) -> Void) {
        do throws(RecordingError) {
            try begin()
            if let header { store(Array((header.line + "\n").utf8)) }
        } catch {
            fail(error)
        }
    }

    /// Recording ends here; the program goes on.
    private func fail(_ error: RecordingError) {
        guard !isOver else { return }
        failure = error
        onFailure(error)
    }
}
