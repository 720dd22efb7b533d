public import CycleDrivers

/// Answers requests of HTTP/1.1: its model says where it listens, and the response to each request that has come.
///
///     frames.lens(
///         driver: ServerDriver<String>(),
///         frameFilter: { .init([.init("web", at: .host("", port: 8080))], $0.responses) },
///         eventFilter: { frame, event in
///             switch event {
///             case .request(_, let request): frame.responses.append(.text(request.id, "hello\n"))
///             case .sent(let id), .gone(let id, _): frame.responses.removeAll { $0.request == id }
///             default: break
///             }
///         })
///
/// A request comes whole, with its body, and waits until its response is in the model; after ``ServerLimits/responseTime`` the client gets
/// a 503. Responses leave each connection in the order of its requests, also where a client sends many at once. A response whose sending
/// has begun and that leaves the model cuts its connection. A request that is none, or that two programs could read in two ways, is
/// answered by the driver, and no event.
///
/// It speaks HTTP/1.1 and HTTP/1.0 over the sockets of a `SocketDriver`, **without TLS**: for tools, tests and machines behind a proxy that
/// encrypts. It sends no `Date`, and upgrades a connection to nothing but a WebSocket.
///
/// A client that has ended its output gets the responses to what it has sent; a stream that is not complete is cut then.
public struct ServerDriver<ID: Hashable & Sendable>: Sendable {
    package let limits: ServerLimits
    let makeDevice: @Sendable () -> any SocketDevice

    package init(limits: ServerLimits, _ makeDevice: @escaping @Sendable () -> any SocketDevice) {
        self.limits = limits
        self.makeDevice = makeDevice
    }
}

extension ServerDriver {
    /// Where to listen, and what to answer.
    public struct Model: Hashable, Sendable {
        /// The first of two with one identity counts.
        public var listeners: [Listener]
        /// The first of two for one request counts. One for a request that has its response, or that this run does not know, does nothing.
        public var responses: [ServerResponse]

        /// Some listeners, and the responses to their requests.
        public init(_ listeners: [Listener] = [], _ responses: [ServerResponse] = []) {
            self.listeners = listeners
            self.responses = responses
        }

        /// No listener: all connections are closed.
        public static var none: Model { Model() }
    }

    /// A place where clients can connect.
    public struct Listener: Hashable, Identifiable, Sendable {
        /// The name of the listener in events.
        public let id: ID
        /// Another address is another listener.
        public var address: SocketAddress
        /// The mode of its path, as of `chmod`: only this user may connect by default.
        public var mode = 0o600
        /// Whether it ends: it accepts no connection more, and closes those without a request. Requests that have come, or are on their way,
        /// have ``ServerLimits/patience``. An end cannot be taken back.
        public var isEnding = false

        /// A place where clients can connect.
        public init(_ id: ID, at address: SocketAddress) {
            self.id = id
            self.address = address
        }

        /// Whether it is the same listener, perhaps ending.
        func isSame(as other: Listener) -> Bool { address == other.address && mode == other.mode }
    }

    /// Something that happened to a listener or a request.
    ///
    /// In JSON: `{"ready": {"id": 1, "at": "127.0.0.1:8080"}}`, `{"request": {"id": 1, "request": {…}}}`,
    /// `{"written": {"request": 4, "end": 2}}`, `{"sent": {"request": 4}}`, `{"gone": {"request": 4, "reason": {"left": {}}}}`,
    /// `{"message": {"request": 4, "message": {"text": "hello"}}}`, `{"hungUp": {"request": 4, "close": {"code": 1000, "reason": ""}, "isClean": true}}`,
    /// `{"closed": {"id": 1}}`, `{"failed": {"id": 1, "failure": {"inUse": {}}}}`.
    public enum Event: Hashable, Sendable {
        /// It listens at this address: with the port that it has got, where any was wanted.
        case ready(ID, at: SocketAddress)
        /// A request has come. It waits for its response.
        case request(ID, ServerRequest)
        /// All pieces of a stream, or messages of a WebSocket, below this number were handed to the system. A client that does not read holds
        /// this up.
        case written(ServerRequest.ID, end: Int)
        /// The client has sent a message along the WebSocket for which this request has asked, whole.
        case message(ServerRequest.ID, WebSocketMessage)
        /// A WebSocket was closed by one side or both; a clean one holds the client's code. Its last event.
        case hungUp(ServerRequest.ID, WebSocketClose?, isClean: Bool)
        /// All of a response was handed to the system. Its last event.
        case sent(ServerRequest.ID)
        /// No response can be sent, or not all of it. Its last event.
        case gone(ServerRequest.ID, ServerFailure)
        /// A listener that was ending has no connection any more. Its last event.
        case closed(ID)
        /// It cannot listen. Its last event.
        case failed(ID, SocketFailure)
    }
}

extension ServerDriver.Model: Codable where ID: Codable {}
extension ServerDriver.Listener: Codable where ID: Codable {}
