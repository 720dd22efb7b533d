import CycleBase
public import CycleDrivers

/// The response that should be sent to a request.
///
///     .text(request.id, "hello\n")
///     ServerResponse(request.id, 201, headers: ["Location": "/notes/7"])
///     .stream(request.id, SocketOutput(frame.lines, from: frame.lineCount))
///
/// In JSON `{"request":4,"status":200,"headers":[],"body":{"bytes":"text"}}`, or with
/// `{"stream":{"pieces":["text"],"first":0,"isComplete":true}}` as its body.
public struct ServerResponse: Hashable, Sendable {
    /// The body of a response.
    public enum Body: Hashable, Sendable {
        /// These bytes, with their length.
        case bytes([UInt8])
        /// Numbered pieces, as fast as the client takes them, up to the end that `SocketOutput.isComplete` says. A client of HTTP/1.1
        /// gets chunks; to an older one the end of the connection is the end of the body. With a `Content-Length` among the headers both get
        /// so many bytes, and pieces of another length are a ``ServerFailure/invalid(what:)``.
        case stream(SocketOutput)
        /// The connection becomes a WebSocket, and the response lasts as long as it is open. The status is 101, whatever the response says.
        case webSocket(ServerWebSocket)
    }

    /// The request that it answers.
    public let request: ServerRequest.ID
    /// 200 to 599.
    public var status: Int
    /// Beside those of the length, of which the driver writes its own; but the `Content-Length` of a stream is sent, and that of a response to
    /// a `HEAD`, and of a 304, is that of the body that is not sent. `Connection: close` ends the connection behind the response;
    /// beside an `Upgrade`, as in a 426, the driver writes `Connection: Upgrade`.
    public var headers: HTTP.Headers
    /// Not sent to a `HEAD`, nor with the statuses 204 and 304.
    public var body: Body

    /// A response with this status. A response whose sending has begun changes no more, but for more pieces of a stream.
    public init(
        _ request: ServerRequest.ID, _ status: Int = 200, headers: HTTP.Headers = [:], body: Body = .bytes([])
    ) {
        self.request = request
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A text, as UTF-8.
    public static func text(_ request: ServerRequest.ID, _ text: String, status: Int = 200) -> ServerResponse {
        ServerResponse(
            request, status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: .bytes(Array(text.utf8)))
    }

    /// A streamed body.
    public static func stream(
        _ request: ServerRequest.ID, _ output: SocketOutput, headers: HTTP.Headers = [:]
    ) -> ServerResponse {
        ServerResponse(request, headers: headers, body: .stream(output))
    }

    /// A WebSocket with numbered messages.
    ///
    /// - Parameters:
    ///   - request: A request that ``ServerRequest/asksForWebSocket``.
    ///   - output: The messages to send.
    ///   - closing: Whether it ends, and why.
    public static func webSocket(
        _ request: ServerRequest.ID, _ output: WebSocketOutput = .init(), closing: WebSocketClose? = nil
    ) -> ServerResponse {
        ServerResponse(request, body: .webSocket(.init(output, closing: closing)))
    }
}

extension ServerResponse: Codable {}

extension ServerResponse.Body: Codable {
    private enum Key: CodingKey {
        case bytes, stream, webSocket
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        switch try values.onlyField(of: decoder) {
        case .bytes: self = .bytes(try values.decode(BytesInJSON.self, forKey: .bytes).bytes)
        case .webSocket: self = .webSocket(try values.decode(ServerWebSocket.self, forKey: .webSocket))
        case .stream: self = .stream(try values.decode(SocketOutput.self, forKey: .stream))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .bytes(let bytes): try values.encode(BytesInJSON(bytes), forKey: .bytes)
        case .stream(let output): try values.encode(output, forKey: .stream)
        case .webSocket(let webSocket): try values.encode(webSocket, forKey: .webSocket)
        }
    }
}
