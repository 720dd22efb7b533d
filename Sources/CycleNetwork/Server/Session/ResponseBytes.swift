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
        if isLast { append(.init("Connection", "close"), &bytes) }
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
        let type: HTTP.Headers = ["Content-Type": "text/plain; charset=utf-8"]
        return head(refusal.status, type, length: length, isLast: isLast) + (isHead ? [] : body)
    }

    /// The next pieces of a stream.
    ///
    /// - Returns: Their bytes, the number behind the last of them, and whether that is the end of the body.
    static func pieces(
        of output: SocketOutput, from next: Int, isChunked: Bool
    ) -> (bytes: [UInt8], end: Int, isComplete: Bool) {
        let (content, end) = output.batch(from: next)
        let isComplete = output.isComplete && end >= output.first.addingSaturated(output.pieces.count)
        guard isChunked else { return (content, end, isComplete) }
        var bytes: [UInt8] = []
        if !content.isEmpty {
            bytes += "\(String(content.count, radix: 16))\r\n".utf8
            bytes += content
            bytes += "\r\n".utf8
        }
        if isComplete { bytes += "0\r\n\r\n".utf8 }
        return (bytes, end, isComplete)
    }
}

extension ServerResponse {
    /// The part that must not be sent as the answer to a request; `nil` for nothing.
    func invalidPart(for reply: ServerConnection.Reply) -> String? {
        if case .webSocket = body, reply.asking == nil { return "webSocket" }
        return (200...599).contains(status) ? headers.firstInvalidName : "status"
    }

    var isLast: Bool { headers.words(of: "Connection").contains("close") }

    /// Whether a client waits for a body.
    func hasBody(isHead: Bool) -> Bool { !isHead && ![204, 205, 304].contains(status) }

    /// The field that says where the body ends.
    func length(for reply: ServerConnection.Reply) -> HTTP.Headers.Field? {
        // The length of a body that is not sent is that which a `GET` has, which the application knows; a client would keep another one.
        let isUnsent = reply.isHead || status == 304
        if status == 204 { return nil }
        if isUnsent, let count = headers.contentLength { return .init("Content-Length", "\(count)") }
        switch body {
        case .bytes where status == 205: return .init("Content-Length", "0")
        case .bytes(let bytes): return isUnsent && bytes.isEmpty ? nil : .init("Content-Length", "\(bytes.count)")
        case .webSocket: return nil
        case .stream: return reply.isOld || status == 205 || isUnsent ? nil : .init("Transfer-Encoding", "chunked")
        }
    }
}
