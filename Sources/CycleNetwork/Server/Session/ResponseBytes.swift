import CycleBase
import CycleDrivers

/// The bytes of responses on their way to a client.
enum ResponseBytes {
    /// Names of fields that say where a body ends: the driver writes its own.
    private static let ownNames = ["Content-Length", "Transfer-Encoding", "Connection"]

    static var word: [UInt8] { Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) }

    /// The line and the header of a response.
    ///
    /// - Parameters:
    ///   - length: The field that says where the body ends.
    ///   - isLast: Whether the connection ends behind it.
    static func head(_ status: Int, _ headers: HTTP.Headers, length: HTTP.Headers.Field?, isLast: Bool) -> [UInt8] {
        var bytes = Array("HTTP/1.1 \(status) \(HTTP.phrase(of: status))\r\n".utf8)
        for field in headers.fields where !ownNames.contains(where: field.name.isSameName) { append(field, &bytes) }
        if let length { append(length, &bytes) }
        // An `Upgrade` that is not for this connection alone would be passed on by a hop (RFC 9110, 7.8).
        let options = (headers["Upgrade"] == nil ? [] : ["Upgrade"]) + (isLast ? ["close"] : [])
        if !options.isEmpty { append(.init("Connection", options.joined(separator: ", ")), &bytes) }
        bytes += "\r\n".utf8
        return bytes
    }

    private static func append(_ field: HTTP.Headers.Field, _ bytes: inout [UInt8]) {
        bytes += field.name.utf8
        bytes += ": ".utf8
        bytes += field.value.utf8
        bytes += "\r\n".utf8
    }

    /// A response that the driver makes by itself.
    static func refusal(_ refusal: RequestRefusal, isHead: Bool, isLast: Bool) -> [UInt8] {
        let body = Array((refusal.words + "\n").utf8)
        let length = HTTP.Headers.Field("Content-Length", "\(body.count)")
        return head(refusal.status, refusal.headers, length: length, isLast: isLast) + (isHead ? [] : body)
    }

    /// The next pieces of a stream.
    static func pieces(
        of output: SocketOutput, from next: Int, _ streamEnd: ServerConnection.StreamEnd
    ) -> (bytes: [UInt8], written: ServerConnection.Written) {
        let (content, end) = output.batch(from: next)
        let isComplete = output.isComplete && end >= output.first.addingSaturated(output.pieces.count)
        if case .length(let left) = streamEnd {
            return (content, .pieces(end: end, .length(left: left - content.count), isComplete: isComplete))
        }
        let written = ServerConnection.Written.pieces(end: end, streamEnd, isComplete: isComplete)
        guard streamEnd == .chunk else { return (content, written) }
        var bytes: [UInt8] = []
        if !content.isEmpty {
            bytes += "\(String(content.count, radix: 16))\r\n".utf8
            bytes += content
            bytes += "\r\n".utf8
        }
        if isComplete { bytes += "0\r\n\r\n".utf8 }
        return (bytes, written)
    }
}

extension SocketOutput {
    /// Whether the pieces from a number on may be the rest of a body of a length.
    func fits(_ streamEnd: ServerConnection.StreamEnd, from next: Int) -> Bool {
        guard case .length(let left) = streamEnd else { return true }
        let count = pieces.numbered(from: first, startingAt: next).elements.reduce(0) { $0 + $1.count }
        return isComplete ? count == left : count <= left
    }
}

extension ServerResponse {
    /// The part that must not be sent as the answer to a request, and what the client gets instead; `nil` for nothing.
    func invalidPart(for reply: ServerConnection.Reply) -> (name: String, refusal: RequestRefusal)? {
        switch body {
        case .webSocket where reply.asking == nil: return ("webSocket", .noWebSocket)
        case .stream(let output) where hasBody(isHead: reply.isHead):
            let isLength = headers.hasOneLength() || headers["Content-Length"] == nil
            guard isLength, output.fits(streamEnd(for: reply), from: output.first) else {
                return ("Content-Length", .badResponse)
            }
        case .bytes, .stream, .webSocket: break
        }
        let name = (200...599).contains(status) ? headers.firstInvalidName : "status"
        return name.map { ($0, .badResponse) }
    }

    var isLast: Bool { headers.words(of: "Connection").contains("close") }

    /// Whether a client waits for a body.
    func hasBody(isHead: Bool) -> Bool { !isHead && ![204, 205, 304].contains(status) }

    /// The field that says where the body ends.
    func length(for reply: ServerConnection.Reply) -> HTTP.Headers.Field? {
        // The length of a body that is not sent is that which a `GET` has, which the application knows; a client would keep another one.
        let isUnsent = reply.isHead || status == 304
        func field(_ count: Int) -> HTTP.Headers.Field { .init("Content-Length", "\(count)") }
        if status == 204 { return nil }
        if status == 205 { return field(0) }
        switch body {
        case .webSocket: return nil
        case .bytes(let bytes) where !isUnsent: return field(bytes.count)
        case .bytes(let bytes): return (headers.contentLength ?? (bytes.isEmpty ? nil : bytes.count)).map(field)
        case .stream:
            return switch streamEnd(for: reply) {
            case .length(let count): field(count)
            case .chunk: isUnsent ? nil : .init("Transfer-Encoding", "chunked")
            case .connection: nil
            }
        }
    }

    /// How the client finds the end of a stream.
    func streamEnd(for reply: ServerConnection.Reply) -> ServerConnection.StreamEnd {
        if let count = headers.contentLength { return .length(left: count) }
        return reply.isOld ? .connection : .chunk
    }
}
