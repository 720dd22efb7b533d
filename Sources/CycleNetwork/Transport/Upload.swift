import Foundation

/// The body of a request while it is sent. Belongs to the thread of its transport.
package final class Upload {
    private let body: HTTP.Body
    private var file: Int32 = -1
    private var piece: ArraySlice<UInt8> = []
    package private(set) var sentCount = 0
    /// How much will be sent; `nil` when nobody knows yet.
    package let byteCount: Int?

    /// - Returns: `nil` for no body.
    package init?(_ body: HTTP.Body) throws(HTTP.Failure) {
        self.body = body
        switch body {
        case .none: return nil
        case .bytes(let bytes):
            byteCount = bytes.count
            piece = bytes[...]
        case .stream(let stream): byteCount = stream.byteCount
        case .file(let path):
            file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            var status = stat()
            // Anything but a plain file could make the thread wait.
            guard file >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                if file >= 0 { close(file) }
                throw .unreadable(path: path)
            }
            byteCount = Int(status.st_size)
        }
    }

    deinit {
        if file >= 0 { close(file) }
    }

    /// Puts the next bytes into `buffer`; 0 at the end. Never more than announced, and not less: either would be read as a
    /// part of another message.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTP.Failure) -> Int {
        let count: Int
        switch body {
        case .file(let path):
            let left = (byteCount ?? 0) - sentCount
            count = Foundation.read(file, buffer.baseAddress, min(buffer.count, left))
            guard count > 0 || left == 0 else { throw .unreadable(path: path) }
        case .stream(let stream):
            if piece.isEmpty { piece = stream.next(sentCount)?[...] ?? [] }
            if let byteCount {
                let left = byteCount - sentCount
                guard piece.isEmpty ? left == 0 : piece.count <= left else { throw .malformed(.body) }
            }
            count = takePiece(into: buffer)
        case .none, .bytes: count = takePiece(into: buffer)
        }
        sentCount += count
        return count
    }

    /// Starts again at the beginning, for a connection that broke before anything was answered.
    func rewind() -> Bool {
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
