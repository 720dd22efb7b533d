public import CycleDrivers
public import CycleHTTP

/// Keeps WebSockets open, by identity, by RFC 6455, as their client.
///
///     frames.lens(
///         driver: WebSocketDriver<String>(),
///         frameFilter: { frame in
///             [.init("chat", "ws://chat.example/room", output: .init(frame.lines, from: frame.lineCount))]
///         },
///         eventFilter: { frame, event in
///             switch event {
///             case .received(_, .text(let text)): frame.said.append(text)
///             case .sent(_, let end): frame.drop(linesBelow: end)
///             case .failed(_, let failure): frame.problem = failure.reason
///             default: break
///             }
///         })
///
/// A WebSocket that enters the model is opened, once: one that is closed or has failed stays as it is until it leaves the model. To connect
/// anew is the application's decision: another identity, or another ``WebSocket/attempt``. A WebSocket that leaves the model gets a
/// close of code 1001 and is silent at once. One with a ``WebSocket/closing`` sends what stands in the model, closes, and is heard until the
/// other side has closed, too.
///
/// An application that is slow holds up the servers: no more is read than has had its turns, but for 16 pieces of at most 64 KiB. Pings are
/// answered, the newest 64 where a server does not read the answers. Messages longer than 64 KiB leave in fragments. No extension is offered: a message
/// is sent as it is, without compression. A URL that begins with `wss:` is encrypted by the
/// libcurl of the system; where it has none, that is `SocketFailure.noTLS`, and ``WebSocket/through`` leads to a program of this machine that
/// encrypts. The thread that connects such a WebSocket waits for the server; no more than eight do at a time.
public struct WebSocketDriver<ID: Hashable & Sendable>: Sendable {
    package let patience: Duration
    let isGuessable: Bool
    let makeDevice: @Sendable () -> any SocketDevice

    /// - Parameter isGuessable: Whether keys and masks are always the same, for tests and simulations.
    package init(
        patience: Duration, isGuessable: Bool, _ makeDevice: @escaping @Sendable () -> any SocketDevice
    ) {
        self.patience = patience
        self.isGuessable = isGuessable
        self.makeDevice = makeDevice
    }
}

extension WebSocketDriver {
    /// The WebSockets that should be open.
    public struct Model: Hashable, Sendable, ExpressibleByArrayLiteral {
        /// The first of two with one identity counts.
        public var webSockets: [WebSocket]

        /// Some WebSockets.
        public init(_ webSockets: [WebSocket] = []) {
            self.webSockets = webSockets
        }

        public init(arrayLiteral webSockets: WebSocket...) {
            self.webSockets = webSockets
        }

        /// No WebSocket: all are closed.
        public static var none: Model { Model() }
    }

    /// A WebSocket that should be open.
    public struct WebSocket: Hashable, Identifiable, Sendable {
        /// The name of the WebSocket in events.
        public let id: ID
        /// As `ws://example.org:8080/chat?room=1`, or encrypted, as `wss://example.org/chat`.
        public var url: String
        /// The address to connect to, where it is not that of the URL: a path, or a program of this machine that adds TLS. It is reached in
        /// plain text, also where the URL begins with `wss:`.
        public var through: SocketAddress?
        /// Sent beside those of the handshake, as `Authorization`, `Cookie` or `Origin`.
        public var headers: HTTP.Headers = [:]
        /// The subprotocols that the server may choose from, the best one first.
        public var subprotocols: [String] = []
        /// Another number is another connection: counted up, it connects anew.
        public var attempt = 0
        /// How long it may take until it is open; `nil` for as long as it takes.
        public var limit: Duration? = .seconds(30)
        /// After so much silence a ping is sent, and after as much again it fails; `nil` for never: then nothing wakes an idle program.
        public var keepAlive: Duration?
        /// The length of the longest message that is received, in bytes.
        public var byteLimit = 16 << 20
        /// The messages to send.
        public var output: WebSocketOutput
        /// Whether nothing is read of it: once the buffers of the system are full, the server waits. Messages within the
        /// 64 KiB that were read before still arrive; pings, a close and a cut are seen when it is read again, and ``keepAlive`` rests. A
        /// WebSocket that is ``closing`` is read.
        public var isPaused = false
        /// Whether it ends, and why: a close is sent behind what stands in the model. Its last event is
        /// ``Event/closed(_:_:isClean:)``, after the patience of the driver at the latest. An end cannot be taken back.
        public var closing: WebSocketClose?

        /// A WebSocket at a URL.
        public init(_ id: ID, _ url: String, output: WebSocketOutput = .init(), closing: WebSocketClose? = nil) {
            self.id = id
            self.url = url
            self.output = output
            self.closing = closing
        }

        /// Whether it is the same connection, perhaps with more output.
        func isSame(as other: WebSocket) -> Bool {
            var other = other
            (other.output, other.isPaused, other.closing) = (output, isPaused, closing)
            return self == other
        }
    }

    /// Something that happened to a WebSocket.
    ///
    /// In JSON: `{"opened": {"id": 1, "subprotocol": "chat"}}`, `{"received": {"id": 1, "message": {"text": "hello"}}}`,
    /// `{"sent": {"id": 1, "end": 2}}`, `{"closed": {"id": 1, "close": {"code": 1000, "reason": ""}, "isClean": true}}`,
    /// `{"failed": {"id": 1, "failure": {"disconnected": {}}}}`.
    public enum Event: Hashable, Sendable {
        /// The server has agreed, and has chosen one of the subprotocols, or none.
        case opened(ID, subprotocol: String?)
        /// A message, whole.
        case received(ID, WebSocketMessage)
        /// All messages below this number were handed to the system. A server that does not read holds this up.
        case sent(ID, end: Int)
        /// Its last event: a close was sent by one side or both. A clean one holds the server's code, `nil` where it gave none; where
        /// the server did not close in time, it holds that of the model.
        case closed(ID, WebSocketClose?, isClean: Bool)
        /// It could not be opened, or was cut. Its last event.
        case failed(ID, WebSocketFailure)

        /// The WebSocket that it happened to.
        public var id: ID {
            switch self {
            case .opened(let id, _), .received(let id, _), .sent(let id, _), .closed(let id, _, _), .failed(let id, _):
                id
            }
        }

        /// Whether nothing follows for its WebSocket.
        public var isLast: Bool {
            switch self {
            case .closed, .failed: true
            case .opened, .received, .sent: false
            }
        }
    }
}

extension WebSocketDriver.Model: Codable where ID: Codable {}
extension WebSocketDriver.WebSocket: Codable where ID: Codable {}
