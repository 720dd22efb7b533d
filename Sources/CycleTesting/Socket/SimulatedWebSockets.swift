import Cycle
public import CycleDrivers
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
        WebSocketDriver(patience: patience, isGuessable: true) { SimulatedSocketDevice(self) }
    }

    /// The WebSocket along the oldest open stream to or from an address: all that the program has sent there.
    public func webSocket(at address: SocketAddress) -> SimulatedWebSocket? {
        SimulatedWebSocket(received(at: address))
    }
}

/// A WebSocket as a server or a client of the test sees it: all that the program has sent along it.
public struct SimulatedWebSocket: Hashable, Sendable {
    /// The target that a program asks for, as `/chat?room=1`; `nil` for one that answers.
    public let target: String?
    /// The headers of the request, or of the answer.
    public let headers: HTTP.Headers
    /// The messages so far, whole.
    public private(set) var messages: [WebSocketMessage] = []
    /// The program has closed; `nil` before, and where it gave no code.
    public private(set) var close: WebSocketClose?
    /// How many pings it has sent.
    public private(set) var pingCount = 0
    /// How many pings it has answered.
    public private(set) var pongCount = 0

    /// - Returns: `nil` where the bytes begin neither with a request nor with an answer that agrees.
    init?(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\r") }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        let isAnswer = line.starts(with: Array("HTTP/1.1 101".utf8))
        guard isAnswer || line.suffix(8).elementsEqual(Array("HTTP/1.1".utf8)) else { return nil }
        var rest = Array("HTTP/1.1 101 X".utf8)[...] + bytes.dropFirst(line.count)
        var reader = WebSocketHandshake.reader
        // A request differs from an answer by its first line.
        guard words.count == 3, case .success(let head?) = Result(catching: { try reader.read(&rest) }) else {
            return nil
        }
        target = isAnswer ? nil : String(decoding: words[1], as: UTF8.self)
        headers = head.headers
        var items: [WebSocketMessageReader.Item] = []
        var messageReader = WebSocketMessageReader(isAnswer ? .client : .server, byteLimit: .max)
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
    /// A client asks for a WebSocket.
    ///
    /// - Parameters:
    ///   - target: As `/chat?room=1`.
    ///   - subprotocols: The server may choose one of them.
    ///   - headers: Sent beside those of the handshake.
    public static func asksForWebSocket(
        _ target: String, subprotocols: [String] = [], headers: HTTP.Headers = [:]
    ) -> Self {
        var secrets = WebSocketSecrets.fixed
        var all = headers
        all.fields += [
            .init("Upgrade", "websocket"), .init("Connection", "Upgrade"), .init("Sec-WebSocket-Version", "13"),
            .init("Sec-WebSocket-Key", secrets.key()),
        ]
        if !subprotocols.isEmpty { all.append("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")) }
        return .requests("GET", target, headers: all)
    }

    /// A client sends a message along its WebSocket.
    public static func saysMessage(_ message: WebSocketMessage) -> Self {
        sends(WebSocketFrame(message), as: .client)
    }

    /// A client closes its WebSocket, or answers a close.
    public static func leavesWebSocket(_ close: WebSocketClose? = WebSocketClose()) -> Self {
        sends(WebSocketFrame(closing: close), as: .client)
    }

    /// A server agrees to the WebSocket that a program asks for.
    ///
    /// - Parameter subprotocol: The one that it chooses.
    public static func opensWebSocket(_ subprotocol: String? = nil) -> Self {
        var secrets = WebSocketSecrets.fixed
        let request: HTTP.Headers = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": secrets.key(), "Sec-WebSocket-Protocol": subprotocol ?? "",
        ]
        return .sends(WebSocketHandshake.answer(to: request, subprotocols: subprotocol.map { [$0] } ?? []))
    }

    /// A server sends a message.
    public static func sendsMessage(_ message: WebSocketMessage) -> Self {
        sends(WebSocketFrame(message))
    }

    /// A server asks whether the program is there.
    public static var pings: Self { sends(WebSocketFrame(.ping)) }

    /// A server closes, or answers a close.
    public static func closesWebSocket(_ close: WebSocketClose? = WebSocketClose()) -> Self {
        sends(WebSocketFrame(closing: close))
    }

    private static func sends(_ frame: WebSocketFrame, as role: WebSocketRole = .server) -> Self {
        var bytes: [UInt8] = []
        frame.append(to: &bytes, mask: role == .client ? [0, 0, 0, 0] : nil)
        return .sends(bytes)
    }
}

extension WebSocketDriver: PlayableSockets {
    func played(by sockets: SimulatedSockets) -> any Driver { sockets.webSockets(ID.self, patience: patience) }
}
