/// Why a response was not sent, or not all of it.
///
/// In JSON an object with its name, as `{"left": {}}`, `{"invalid": {"what": "Location"}}`, `{"violation": {"rule": "mask"}}`.
public enum ServerFailure: Error, Hashable, Sendable, Codable {
    /// The client has cut the connection, or has ended it while a stream was under way.
    case left
    /// No response was in the model within ``ServerLimits/responseTime``. The client has got a 503.
    case noResponse
    /// The client has read nothing for ``ServerLimits/readingTime``, the patience of an end is over, or the client of a WebSocket was silent
    /// for ``ServerWebSocket/keepAlive``, and again after a ping.
    case timeLimit
    /// The status is none from 200 to 599 (`"status"`), or a header field of this name must not be sent: the client has got a 500. Or the
    /// request asks for no WebSocket (`"webSocket"`): the client has got a 426. Or a stream has another length than its `Content-Length` says:
    /// the client has got a 500, or is cut where the head is sent. Or a WebSocket closes by a code that may not be sent (`"closing"`).
    case invalid(what: String)
    /// A response in front of it on the connection was cut.
    case cut
    /// The client has broken a rule of WebSockets, and has got the close code of the violation.
    case violation(WebSocketViolation)

    private enum ViolationCodingKeys: String, CodingKey {
        case _0 = "rule"
    }

    /// For people: why the client has no response.
    public var reason: String {
        switch self {
        case .left: "the client has left"
        case .noResponse: "there was no response in time"
        case .timeLimit: "the client was silent, or read nothing, for too long"
        case .invalid("webSocket"): "the request asks for no WebSocket"
        case .invalid(let what): "the response has a \(what) that must not be sent"
        case .cut: "the response before it was cut"
        case .violation(let rule): "the client broke the protocol of WebSockets: \(rule)"
        }
    }
}
