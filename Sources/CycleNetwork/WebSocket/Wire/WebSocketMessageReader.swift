/// Reads messages, pings and closes from bytes that are cut anywhere.
package struct WebSocketMessageReader: Hashable, Sendable {
    /// Something whole.
    package enum Item: Hashable, Sendable {
        case message(WebSocketMessage)
        case ping([UInt8])
        case pong
        case close(WebSocketClose?)
    }

    /// A message whose last fragment has not come.
    private struct Message: Hashable, Sendable {
        let isText: Bool
        var bytes: [UInt8] = []
        var check = UTF8Check()
    }

    private let byteLimit: Int
    private var frames: WebSocketFrameReader
    private var message: Message?
    /// The frame whose payload comes now.
    private var head: WebSocketFrameReader.Head?
    /// The payload of a control frame.
    private var control: [UInt8] = []

    /// - Parameters:
    ///   - role: The side that reads.
    ///   - byteLimit: The length of the longest message.
    package init(_ role: WebSocketRole, byteLimit: Int) {
        self.byteLimit = byteLimit
        frames = WebSocketFrameReader(isMasked: role == .server)
    }

    /// Takes bytes, and appends what is whole. Bytes behind a close are not read.
    package mutating func read(_ bytes: [UInt8], into items: inout [Item]) throws(WebSocketViolation) {
        var rest = bytes[...]
        while let part = try frames.next(&rest) {
            switch part {
            case .head(let head): try begin(head)
            case .payload(let bytes): try take(bytes)
            case .end:
                guard let item = try end() else { continue }
                items.append(item)
                if case .close = item { return }
            }
        }
    }

    private mutating func begin(_ head: WebSocketFrameReader.Head) throws(WebSocketViolation) {
        self.head = head
        switch head.opcode {
        case .continuation: guard message != nil else { throw .fragment }
        case .text, .bytes:
            guard message == nil else { throw .fragment }
            message = Message(isText: head.opcode == .text)
        case .close, .ping, .pong: return
        }
        // Before any of it is kept.
        guard head.count <= byteLimit - (message?.bytes.count ?? 0) else { throw .tooLarge }
    }

    private mutating func take(_ bytes: [UInt8]) throws(WebSocketViolation) {
        guard head?.opcode.isControl == false else { return control += bytes }
        message?.bytes += bytes
        guard message?.isText == true, message?.check.take(bytes) == false else { return }
        throw .encoding
    }

    private mutating func end() throws(WebSocketViolation) -> Item? {
        guard let head else { return nil }
        defer { (self.head, control) = (nil, []) }
        switch head.opcode {
        case .ping: return .ping(control)
        case .pong: return .pong
        case .close: return .close(try Self.close(control))
        case .continuation, .text, .bytes:
            guard head.isFinal, let message else { return nil }
            self.message = nil
            guard message.isText else { return .message(.bytes(message.bytes)) }
            guard message.check.isWhole else { throw .encoding }
            return .message(.text(String(decoding: message.bytes, as: UTF8.self)))
        }
    }

    private static func close(_ payload: [UInt8]) throws(WebSocketViolation) -> WebSocketClose? {
        if payload.isEmpty { return nil }
        guard payload.count > 1 else { throw .closeCode }
        var check = UTF8Check()
        let reason = payload[2...]
        guard check.take(reason), check.isWhole else { throw .encoding }
        let close = WebSocketClose(Int(payload[0]) << 8 | Int(payload[1]), String(decoding: reason, as: UTF8.self))
        guard close.isValid else { throw .closeCode }
        return close
    }
}

/// The two sides of a WebSocket.
package enum WebSocketRole: Hashable, Sendable {
    case client, server
}
