/// One side of a WebSocket, in the response of a ``ServerDriver`` to a request that ``ServerRequest/asksForWebSocket``.
///
/// No extension is agreed to: messages go and come without compression.
///
/// In JSON `{"isPaused":false,"output":{"messages":[{"text":"hello"}],"first":0},"subprotocols":["chat"]}`.
public struct ServerWebSocket: Hashable, Sendable, Codable {
    /// The messages to send. A message is sent once, and reported by ``ServerDriver/Event/written(_:end:)``.
    public var output: WebSocketOutput
    /// Whether nothing is read of it, as of a ``WebSocketDriver/WebSocket/isPaused``.
    public var isPaused = false
    /// Whether it ends, and why: a close is sent behind what stands in the model, and its answer has ``ServerLimits/patience``. An end cannot
    /// be taken back.
    public var closing: WebSocketClose?
    /// The subprotocols that it knows, the best one first. The first that the client offers is chosen, or none.
    public var subprotocols: [String]
    /// After so much silence of the client a ping is sent, and after as much again it is gone; `nil` for never.
    public var keepAlive: Duration?

    /// One side of a WebSocket.
    public init(
        _ output: WebSocketOutput = .init(), closing: WebSocketClose? = nil, subprotocols: [String] = [],
        keepAlive: Duration? = nil
    ) {
        self.output = output
        self.closing = closing
        self.subprotocols = subprotocols
        self.keepAlive = keepAlive
    }
}

extension ServerRequest {
    /// Whether the client asks for a WebSocket, by RFC 6455.
    ///
    /// A response with another body answers it all the same, and there is no WebSocket then.
    public var asksForWebSocket: Bool { WebSocketHandshake.isAsked(by: headers, method: method) }
}
