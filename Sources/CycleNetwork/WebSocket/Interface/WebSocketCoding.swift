import CycleDrivers

extension WebSocketDriver.Event: Codable where ID: Codable {
    private enum Kind: String, CodingKey {
        case opened, received, sent, closed, failed
    }

    private enum Key: String, CodingKey {
        case id, subprotocol, message, end, close, isClean, failure
    }

    public init(from decoder: any Decoder) throws {
        let (kind, values) = try decoder.onlyCase(Kind.self, with: Key.self)
        let id = try values.decode(ID.self, forKey: .id)
        switch kind {
        case .opened: self = .opened(id, subprotocol: try values.decodeIfPresent(String.self, forKey: .subprotocol))
        case .received: self = .received(id, try values.decode(WebSocketMessage.self, forKey: .message))
        case .sent: self = .sent(id, end: try values.decode(Int.self, forKey: .end))
        case .closed:
            let close = try values.decodeIfPresent(WebSocketClose.self, forKey: .close)
            self = .closed(id, close, isClean: try values.decode(Bool.self, forKey: .isClean))
        case .failed: self = .failed(id, try values.decode(WebSocketFailure.self, forKey: .failure))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var all = encoder.container(keyedBy: Kind.self)
        var values = all.nestedContainer(keyedBy: Key.self, forKey: kind)
        try values.encode(id, forKey: .id)
        switch self {
        case .opened(_, let subprotocol): try values.encodeIfPresent(subprotocol, forKey: .subprotocol)
        case .received(_, let message): try values.encode(message, forKey: .message)
        case .sent(_, let end): try values.encode(end, forKey: .end)
        case .closed(_, let close, let isClean):
            try values.encodeIfPresent(close, forKey: .close)
            try values.encode(isClean, forKey: .isClean)
        case .failed(_, let failure): try values.encode(failure, forKey: .failure)
        }
    }

    private var kind: Kind {
        switch self {
        case .opened: .opened
        case .received: .received
        case .sent: .sent
        case .closed: .closed
        case .failed: .failed
        }
    }
}
