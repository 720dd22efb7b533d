import CycleBase
import CycleDrivers

extension ServerDriver.Event: Codable where ID: Codable {
    private enum Kind: String, CodingKey {
        case ready, request, written, message, hungUp, sent, gone, closed, failed
    }

    private enum Key: String, CodingKey {
        case id, at, request, end, message, close, isClean, reason, failure
    }

    public init(from decoder: any Decoder) throws {
        let (kind, values) = try decoder.onlyCase(Kind.self, with: Key.self)
        func id() throws -> ID { try values.decode(ID.self, forKey: .id) }
        func request() throws -> ServerRequest.ID { try values.decode(ServerRequest.ID.self, forKey: .request) }
        switch kind {
        case .ready: self = .ready(try id(), at: try values.decode(SocketAddress.self, forKey: .at))
        case .request: self = .request(try id(), try values.decode(ServerRequest.self, forKey: .request))
        case .written: self = .written(try request(), end: try values.decode(Int.self, forKey: .end))
        case .message:
            self = .message(try request(), try values.decode(WebSocketMessage.self, forKey: .message))
        case .hungUp:
            let close = try values.decodeIfPresent(WebSocketClose.self, forKey: .close)
            self = .hungUp(try request(), close, isClean: try values.decode(Bool.self, forKey: .isClean))
        case .sent: self = .sent(try request())
        case .gone: self = .gone(try request(), try values.decode(ServerFailure.self, forKey: .reason))
        case .closed: self = .closed(try id())
        case .failed: self = .failed(try id(), try values.decode(SocketFailure.self, forKey: .failure))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var all = encoder.container(keyedBy: Kind.self)
        var values = all.nestedContainer(keyedBy: Key.self, forKey: kind)
        switch self {
        case .ready(let id, let at):
            try values.encode(id, forKey: .id)
            try values.encode(at, forKey: .at)
        case .request(let id, let request):
            try values.encode(id, forKey: .id)
            try values.encode(request, forKey: .request)
        case .written(let request, let end):
            try values.encode(request, forKey: .request)
            try values.encode(end, forKey: .end)
        case .message(let request, let message):
            try values.encode(request, forKey: .request)
            try values.encode(message, forKey: .message)
        case .hungUp(let request, let close, let isClean):
            try values.encode(request, forKey: .request)
            try values.encodeIfPresent(close, forKey: .close)
            try values.encode(isClean, forKey: .isClean)
        case .sent(let request): try values.encode(request, forKey: .request)
        case .gone(let request, let reason):
            try values.encode(request, forKey: .request)
            try values.encode(reason, forKey: .reason)
        case .closed(let id): try values.encode(id, forKey: .id)
        case .failed(let id, let failure):
            try values.encode(id, forKey: .id)
            try values.encode(failure, forKey: .failure)
        }
    }

    private var kind: Kind {
        switch self {
        case .ready: .ready
        case .request: .request
        case .written: .written
        case .message: .message
        case .hungUp: .hungUp
        case .sent: .sent
        case .gone: .gone
        case .closed: .closed
        case .failed: .failed
        }
    }
}
