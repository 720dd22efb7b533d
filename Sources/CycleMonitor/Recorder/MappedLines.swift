import CycleBase

/// The newest lines, in a file that is part of the program's memory: the system keeps them, however the program ends.
///
/// A line is a copy of its bytes, and no call of the system. When the file is full it becomes the older one, and a new one
/// is begun: both together hold the newest moments.
final class MappedLines: LineStore {
    private static let byteCount = 2 << 20

    private let path: String
    private let momentLimit: Int
    private let onFailure: (RecordingError) -> Void
    private var file: Int32 = -1
    private var memory: UnsafeMutableRawBufferPointer?
    private var usedCount = 0
    /// The moments in the file.
    private var momentCount = 0
    private var header: RecordingHeader?
    private var loopCount = 0
    /// The loop that wrote the last line; `nil` at the beginning of a file.
    private var latestLoop: Int?
    private(set) var failure: RecordingError?
    let firstNumber = 0

    /// - Parameters:
    ///   - path: Of the newest moments. The older ones are beside it, with `.older` behind the name.
    ///   - momentLimit: So many moments are in both files together, at least, if there were as many and they fit.
    ///   - onFailure: As of a recorder.
    init(
        path: String, keeping momentLimit: Int, onFailure: @escaping (RecordingError) -> Void
    ) throws(RecordingError) {
        (self.path, self.momentLimit, self.onFailure) = (path, momentLimit, onFailure)
        try openFile()
    }

    deinit { closeFile() }

    private func openFile() throws(RecordingError) {
        file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw error("open") }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RecordingError(path: path, problem: .notAFile)
        }
        guard ftruncate(file, off_t(Self.byteCount)) == 0 else { throw error("make room for") }
        let start = mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let start, start != MAP_FAILED else { throw error("map") }
        memory = UnsafeMutableRawBufferPointer(start: start, count: Self.byteCount)
        (usedCount, momentCount, latestLoop) = (0, 0, nil)
    }

    private func error(_ operation: String) -> RecordingError {
        RecordingError(path: path, problem: .system(operation: operation, code: errno))
    }

    /// Cuts off what was not used: a program that ends suddenly leaves it there, and the reader says so.
    private func closeFile() {
        if let memory { munmap(memory.baseAddress, memory.count) }
        memory = nil
        guard file >= 0 else { return }
        _ = ftruncate(file, off_t(usedCount))
        _ = System.closeFile(file)
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
        // A file begins with both frames, and ends before it would hold twice as many as wanted.
        if momentCount >= momentLimit { turnOver() }
        defer { latestLoop = loop }
        return latestLoop == loop
    }

    func appendLine(_ append: (inout JSONText) -> Void) {
        var text = JSONText()
        append(&text)
        text.append(UInt8(ascii: "\n"))
        store(text)
        momentCount += 1
        // Another long line might not fit: the next one begins a file, where its frames are whole.
        if usedCount + 4 * text.count > Self.byteCount { turnOver() }
    }

    /// Nothing waits.
    func flush() {}

    private func store(_ text: JSONText) {
        guard let memory, usedCount + text.count <= memory.count else { return }
        memory[usedCount..<usedCount + text.count].copyBytes(from: text)
        usedCount += text.count
    }

    private func turnOver() {
        closeFile()
        do throws(RecordingError) {
            guard rename(path, path + ".older") == 0 else { throw error("rename") }
            try openFile()
            if let header { store(Array((header.line + "\n").utf8)) }
        } catch {
            failure = error
            onFailure(error)
        }
    }
}

extension Slice<UnsafeMutableRawBufferPointer> {
    fileprivate func copyBytes(from bytes: [UInt8]) {
        UnsafeMutableRawBufferPointer(rebasing: self).copyBytes(from: bytes)
    }
}
