import Foundation

/// Reads a recording line by line.
struct RecordingReader {
    private static let chunkByteCount = 64 << 10

    private let path: String
    private let limits: RecordingLimits
    private var header: RecordingHeader?
    private var moments: [RecordedMoment] = []
    private var faults: [Recording.Fault] = []
    private var lineNumber = 0

    init(path: String, limits: RecordingLimits) {
        self.path = path
        self.limits = limits
    }

    mutating func read() throws(RecordingError) -> Recording {
        // Non-blocking, so that a pipe without a writer is refused and not waited for.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw system("open", errno) }
        defer { close(file) }
        let size = try regularFileSize(file)
        guard size <= limits.byteCount else { throw error(.tooManyBytes(limit: limits.byteCount)) }
        try readLines(of: file)
        guard let header else { throw error(.notARecording) }
        return Recording(header: header, moments: moments, faults: faults)
    }

    private func regularFileSize(_ file: Int32) throws(RecordingError) -> Int {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw system("read", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw error(.notAFile) }
        return Int(status.st_size)
    }

    private mutating func readLines(of file: Int32) throws(RecordingError) {
        var chunk = [UInt8](repeating: 0, count: RecordingReader.chunkByteCount)
        var line: [UInt8] = []
        var byteCount = 0
        while true {
            let count = chunk.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw system("read", errno) }
            guard count > 0 else { break }
            // Counted again: the file may grow while it is read.
            byteCount += count
            guard byteCount <= limits.byteCount else { throw error(.tooManyBytes(limit: limits.byteCount)) }
            var rest = chunk[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                try append(rest[..<end], to: &line)
                try take(line, isTorn: false)
                line.removeAll(keepingCapacity: true)
                rest = rest[(end + 1)...]
            }
            try append(rest, to: &line)
        }
        if !line.isEmpty { try take(line, isTorn: true) }
    }

    private func append(_ part: ArraySlice<UInt8>, to line: inout [UInt8]) throws(RecordingError) {
        guard line.count + part.count <= limits.lineByteCount else {
            throw error(.tooLongALine(number: lineNumber + 1, limit: limits.lineByteCount))
        }
        line += part
    }

    private mutating func take(_ line: [UInt8], isTorn: Bool) throws(RecordingError) {
        lineNumber += 1
        guard lineNumber <= limits.lineCount else { throw error(.tooManyLines(limit: limits.lineCount)) }
        guard header != nil else {
            header = try RecordingHeader.read(line, path: path)
            return
        }
        do {
            let moment = try moment(line)
            if let last = moments.last, moment.number != last.number + 1 {
                note("moment \(moment.number) stands where \(last.number + 1) should be")
            }
            moments.append(moment)
        } catch {
            note(isTorn ? "the file stops in the middle of it" : error.reason, isTorn: isTorn)
        }
    }

    private func moment(_ line: [UInt8]) throws(JSONScanner.Flaw) -> RecordedMoment {
        guard String(validating: line, as: UTF8.self) != nil else {
            throw JSONScanner.Flaw(offset: 0, reason: "it is not UTF-8")
        }
        return try RecordedMoment(line: line)
    }

    private mutating func note(_ reason: String, isTorn: Bool = false) {
        faults.append(Recording.Fault(line: lineNumber, reason: reason, isTorn: isTorn))
    }

    private func error(_ problem: RecordingError.Problem) -> RecordingError {
        RecordingError(path: path, problem: problem)
    }

    private func system(_ operation: String, _ code: Int32) -> RecordingError {
        error(.system(operation: operation, code: code))
    }
}
