import CycleDrivers
import CycleBase

/// The body of a request while it is sent. Belongs to the thread of its transport.
package final class Upload {
    private let body: HTTP.Body
    private var file: Int32 = -1
    private var piece: ArraySlice<UInt8> = []
    package private(set) var sentCount = 0
    /// How much will be sent; `nil` as long as the end is not known.
    package let byteCount: Int?

    /// - Returns: `nil` for no body.
    package init?(_ body: HTTP.Body) throws(HTTP.Failure) {
        self.body = body
        switch body {
        case .none: return nil
        case .bytes(let bytes):
            byteCount = bytes.count
            piece = bytes[...]
        case .stream(let stream):
            byteCount = stream.byteCount
            guard stream.next != nil else { throw .unreadable(path: stream.name) }
        case .file(let path): (file, byteCount) = try Upload.opened(path)
        }
    }

    deinit {
        if file >= 0 { Descriptors.close(file) }
    }

    private static func opened(_ path: String) throws(HTTP.Failure) -> (file: Int32, byteCount: Int) {
        let file: Int32
        do {
            file = try Descriptors.open(path, O_RDONLY | O_NONBLOCK)
        } catch {
            throw HTTP.Resource(code: error.code).map { .exhausted($0) } ?? .unreadable(path: path)
        }
        var status = stat()
        // Anything but a plain file could make the thread wait.
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            Descriptors.close(file)
            throw .unreadable(path: path)
        }
        return (file, Int(status.st_size))
    }

    /// Whether all that was announced has been handed out.
    package var isAll: Bool { sentCount == byteCount }

    /// Puts the next bytes into `buffer`; 0 at the end. Never more than announced, and not less: either would be read as a
    /// part of another message.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTP.Failure) -> Int {
        let count: Int
        switch body {
        case .file(let path):
            let left = (byteCount ?? 0) - sentCount
            count = readFile(buffer.baseAddress, min(buffer.count, left))
            guard count > 0 || left == 0 else { throw .unreadable(path: path) }
        case .stream(let stream):
            try fill(from: stream, at: sentCount)
            count = takePiece(into: buffer)
            // The sender asks for no byte beyond the announced count, so a longer stream must be noticed now.
            if piece.isEmpty, let byteCount, sentCount + count == byteCount {
                guard stream.next?(byteCount)?.isEmpty ?? true else { throw .malformed(.body) }
            }
        case .none, .bytes: count = takePiece(into: buffer)
        }
        sentCount += count
        return count
    }

    private func fill(from stream: HTTP.BodyStream, at offset: Int) throws(HTTP.Failure) {
        if piece.isEmpty, offset != byteCount { piece = stream.next?(offset)?[...] ?? [] }
        guard let byteCount else { return }
        let left = byteCount - offset
        guard piece.isEmpty ? left == 0 : piece.count <= left else { throw .malformed(.body) }
    }

    private func readFile(_ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        while true {
            let result = CycleBase.read(file, buffer, count)
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Starts again at the beginning, for a connection that broke before anything was answered.
    package func rewind() -> Bool {
        sentCount = 0
        switch body {
        case .none: break
        case .bytes(let bytes): piece = bytes[...]
        case .stream: piece = []
        case .file: return lseek(file, 0, SEEK_SET) == 0
        }
        return true
    }

    private func takePiece(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let taken = piece.prefix(buffer.count)
        buffer.copyBytes(from: taken)
        piece = piece.dropFirst(taken.count)
        return taken.count
    }
}
