import CycleDrivers

/// A message of a WebSocket, whole, however it was cut into frames.
///
/// In JSON `{"text":"hello"}` and `{"bytes":"hello"}`, or `{"bytes":{"base64":"…"}}` where the bytes are no text.
public enum WebSocketMessage: Hashable, Sendable {
    /// A text, as UTF-8.
    case text(String)
    /// Bytes.
    case bytes([UInt8])

    /// The bytes that are sent.
    package var payload: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        }
    }
}

/// Messages to send.
///
/// The application numbers its messages. The driver sends each once, as fast as the other side takes them, and reports how far it has come:
/// ``WebSocketDriver/Event/sent(_:end:)``. A frame may drop those messages, and raises ``first``.
/// The numbers go on as long as the WebSocket is in the model: where ``first`` is 0 again, messages are sent from the first new number on.
public struct WebSocketOutput: Hashable, Sendable, Codable {
    /// In their order.
    public var messages: [WebSocketMessage]
    /// The number of the first message.
    public var first: Int

    /// Some messages.
    public init(_ messages: [WebSocketMessage] = [], from first: Int = 0) {
        self.messages = messages
        self.first = first
    }

    /// The first message from a number on, with its own number.
    func message(from next: Int) -> (message: WebSocketMessage, number: Int)? {
        let (messages, start) = messages.numbered(from: first, startingAt: next)
        return messages.first.map { ($0, start) }
    }
}

/// Why one side closes a WebSocket: a code, and a word for logs.
public struct WebSocketClose: Hashable, Sendable, Codable {
    /// 1000 for an end as it was meant, 1001 for a side that goes away, 3000 to 4999 by agreement.
    public var code: Int
    /// At most 123 bytes of UTF-8.
    public var reason: String

    /// A code with a reason.
    public init(_ code: Int = 1000, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// Whether it may be sent: the code is one for programs, and the reason fits into a frame.
    public var isValid: Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: reason.utf8.count <= 123
        default: false
        }
    }
}

extension WebSocketMessage: Codable {
    private enum Kind: String, CodingKey {
        case text, bytes
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Kind.self)
        switch try values.onlyField(of: decoder) {
        case .text: self = .text(try values.decode(String.self, forKey: .text))
        case .bytes: self = .bytes(try values.decode(BytesInJSON.self, forKey: .bytes).bytes)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Kind.self)
        switch self {
        case .text(let text): try values.encode(text, forKey: .text)
        case .bytes(let bytes): try values.encode(BytesInJSON(bytes), forKey: .bytes)
        }
    }
}
