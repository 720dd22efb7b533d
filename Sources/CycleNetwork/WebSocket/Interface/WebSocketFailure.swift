public import CycleDrivers

/// Why a WebSocket is not open, or is open no more.
///
///     case .failed(_, .socket(.refused)): frame.problem = "no program listens there"
///     case .failed(_, let failure): frame.problem = failure.reason
///
/// In JSON an object with its name, as `{"timeLimit": {}}`, `{"notUpgraded": {"status": 404}}`, `{"violation": {"rule": "mask"}}`,
/// `{"malformed": {"part": {"header": {"name": "Host"}}}}`.
public enum WebSocketFailure: Error, Hashable, Sendable, Codable {
    /// The model asks for something that cannot be sent.
    case malformed(Part)
    /// The connection could not be made, or was cut.
    case socket(SocketFailure)
    /// The other side has ended the connection, without a close.
    case disconnected
    /// It took longer than ``WebSocketDriver/WebSocket/limit`` until it was open.
    case timeLimit
    /// The other side was silent for ``WebSocketDriver/WebSocket/keepAlive``, and again after a ping.
    case unanswered
    /// The server has answered with another status than 101.
    case notUpgraded(status: Int)
    /// The other side has broken the protocol. It gets the close code of the violation.
    case violation(WebSocketViolation)

    /// A part of a model.
    public enum Part: Hashable, Sendable, Codable {
        /// No absolute URL that begins with `ws:` or `wss:`, or one with a user name or a fragment.
        case url
        /// The name or the value of a header breaks the request, or the handshake has its own.
        case header(String)
        /// No token, or twice in the list.
        case subprotocol(String)
        /// A close code that no program may send, or a reason that is too long.
        case close

        private enum HeaderCodingKeys: String, CodingKey {
            case _0 = "name"
        }

        private enum SubprotocolCodingKeys: String, CodingKey {
            case _0 = "name"
        }
    }

    private enum MalformedCodingKeys: String, CodingKey {
        case _0 = "part"
    }

    private enum SocketCodingKeys: String, CodingKey {
        case _0 = "reason"
    }

    private enum ViolationCodingKeys: String, CodingKey {
        case _0 = "rule"
    }
}

/// A rule of the protocol that the other side has broken.
public enum WebSocketViolation: String, Error, Hashable, Sendable, Codable, CaseIterable {
    /// The answer to the handshake is not HTTP/1.1, or longer than 16 KiB.
    case head
    /// The answer upgrades to another protocol.
    case upgrade
    /// The answer was not made for this request.
    case accept
    /// The answer chooses a subprotocol that was not offered.
    case subprotocol
    /// The answer chooses an extension. None is offered.
    case extensions
    /// A reserved bit of a frame is set, without an extension.
    case reservedBit
    /// A kind of frame that is not known.
    case opcode
    /// A client sends a frame without a mask, or a server one with a mask.
    case mask
    /// A control frame in fragments, or one longer than 125 bytes.
    case control
    /// A length that is written longer than it has to be, or has its highest bit set.
    case length
    /// A fragment that continues nothing, or a new message before the last fragment of another one.
    case fragment
    /// A text, or the reason of a close, that is no UTF-8.
    case encoding
    /// A close code that no program may send, or half a code.
    case closeCode
    /// A message that is longer than ``WebSocketDriver/WebSocket/byteLimit``.
    case tooLarge

    /// The code with which the connection is closed.
    package var code: Int {
        switch self {
        case .head, .upgrade, .accept, .subprotocol, .extensions, .reservedBit, .opcode, .mask, .control, .length,
            .fragment, .closeCode:
            1002
        case .encoding: 1007
        case .tooLarge: 1009
        }
    }
}

extension WebSocketFailure {
    /// For people: why there is no connection, and what to do about it.
    public var reason: String {
        switch self {
        case .malformed(.url): "the URL is malformed; it is one as ws://example.org/chat"
        case .malformed(.header(let name)): "the header \(name) is malformed, or belongs to the handshake"
        case .malformed(.subprotocol(let name)):
            "the subprotocol \(name.debugDescription) is no word, or is there twice"
        case .malformed(.close): "the close code or its reason may not be sent; use 1000, or 3000 to 4999"
        case .socket(let failure): failure.reason
        case .disconnected: "the server broke off"
        case .timeLimit: "no connection to the server came in time"
        case .unanswered: "the server was silent for too long"
        case .notUpgraded(let status): "the server answered with status \(status) instead of a WebSocket; check the URL"
        case .violation(.tooLarge): "the server sent a message that is too large; raise byteLimit"
        case .violation(let violation): "the server broke the protocol of WebSockets: \(violation)"
        }
    }
}
