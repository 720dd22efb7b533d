import Cycle
public import CycleDrivers
public import CycleHTTP
public import CycleNetwork

// WebSockets over simulated sockets. The key of the handshake and the masks are fixed, so that each run writes the same bytes.
extension SimulatedSockets {
    /// A driver of WebSockets over these sockets.
    ///
    /// - Parameters:
    ///   - type: The type of the WebSockets' identities.
    ///   - patience: How long a WebSocket has to close.
    public func webSockets<ID>(
        _ type: ID.Type = ID.self, patience: Duration = .seconds(2)
    ) -> WebSocketDriver<ID> {
        WebSocketDriver(patience: patience, secrets: .fixed) { SimulatedSocketDevice(self) }
    }

    /// What a program has sent along the oldest open stream to an address: its request, its messages, and its close.
    public func webSocket(at address: SocketAddress) -> SimulatedWebSocket? {
        SimulatedWebSocket(received(at: address))
    }
}

/// What a program has sent to a server of the test.
public struct SimulatedWebSocket: Hashable, Sendable {
    /// As `/chat?room=1`.
    public let target: String
    /// The headers of the request.
    public let headers: HTTP.Headers
    /// The messages so far, whole.
    public private(set) var messages: [WebSocketMessage] = []
    /// The program has closed; `nil` before, and where it gave no code.
    public private(set) var close: WebSocketClose?
    /// How many pings it has sent.
    public private(set) var pingCount = 0
    /// How many pings it has answered.
    public private(set) var pongCount = 0

    /// - Returns: `nil` where the bytes do not begin with a request.
    init?(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\r") }
        let words = line.split(separator: UInt8(ascii: " "))
        var rest = Array("HTTP/1.1 101 X".utf8)[...] + bytes.dropFirst(line.count)
        var reader = WebSocketAnswerReader()
        // A request differs from an answer by its first line.
        guard words.count == 3, case .success(let head?) = Result(catching: { try reader.read(&rest) }) else {
            return nil
        }
        target = String(decoding: words[1], as: UTF8.self)
        headers = head.headers
        var items: [WebSocketMessageReader.Item] = []
        var messageReader = WebSocketMessageReader(.server, byteLimit: .max)
        // The driver under test writes no frame that breaks a rule.
        _ = Result { try messageReader.read(Array(rest), into: &items) }
        for item in items {
            switch item {
            case .message(let message): messages.append(message)
            case .close(let close): self.close = close
            case .ping: pingCount += 1
            case .pong: pongCount += 1
            }
        }
    }
}

extension SimulatedSockets.Deed {
    /// A server agrees to the WebSocket that a program asks for.
    ///
    /// - Parameter subprotocol: The one that it chooses.
    public static func opensWebSocket(_ subprotocol: String? = nil) -> Self {
        var secrets = WebSocketSecrets.fixed
        let request: HTTP.Headers = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": secrets.key(), "Sec-WebSocket-Protocol": subprotocol ?? "",
        ]
        let answer = WebSocketHandshake.answer(
            to: request, method: "GET", subprotocols: subprotocol.map { [$0] } ?? [])
        return .sends(answer?.bytes ?? [])
    }

    /// A server sends a message.
    public static func sendsMessage(_ message: WebSocketMessage) -> Self {
        let opcode: WebSocketOpcode = if case .text = message { .text } else { .bytes }
        return sends(WebSocketFrame(opcode, message.payload))
    }

    /// A server asks whether the program is there.
    public static var pings: Self { sends(WebSocketFrame(.ping)) }

    /// A server closes, or answers a close.
    public static func closesWebSocket(_ close: WebSocketClose? = WebSocketClose()) -> Self {
        sends(WebSocketFrame(closing: close))
    }

    private static func sends(_ frame: WebSocketFrame) -> Self {
        var bytes: [UInt8] = []
        frame.append(to: &bytes, mask: nil)
        return .sends(bytes)
    }
}

extension WebSocketDriver: PlayableSockets {
    func played(by sockets: SimulatedSockets) -> any Driver { sockets.webSockets(ID.self, patience: patience) }
}
