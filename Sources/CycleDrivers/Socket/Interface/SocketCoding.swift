extension SocketDriver.Socket: Codable where ID: Codable {
    private enum CodingKeys: CodingKey {
        case place, output, datagrams, limit, mode, isPaused, isEnding, id
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try fields.decode(ID.self, forKey: .id), try fields.decode(SocketPlace.self, forKey: .place))
        output = try fields.decode(SocketOutput.self, forKey: .output)
        datagrams = try fields.decode(DatagramOutput.self, forKey: .datagrams)
        limit = try fields.decodeIfPresent(Duration.self, forKey: .limit)
        mode = try fields.decode(Int.self, forKey: .mode)
        isPaused = try fields.decode(Bool.self, forKey: .isPaused)
        isEnding = try fields.decode(Bool.self, forKey: .isEnding)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(place, forKey: .place)
        try fields.encode(output, forKey: .output)
        try fields.encode(datagrams, forKey: .datagrams)
        try fields.encodeIfPresent(limit, forKey: .limit)
        try fields.encode(mode, forKey: .mode)
        try fields.encode(isPaused, forKey: .isPaused)
        try fields.encode(isEnding, forKey: .isEnding)
        try fields.encode(id, forKey: .id)
    }
}

extension SocketDriver.Event: Codable where ID: Codable {
    private enum Kind: String, CodingKey {
        case ready, accepted, opened, received, datagram, written, notSent, inputEnded, closed, failed
    }

    private enum Key: String, CodingKey {
        case id, at, to, from, connection, bytes, end, number, failure
    }

    public init(from decoder: any Decoder) throws {
        let (kind, values) = try decoder.onlyCase(Kind.self, with: Key.self)
        func address(_ key: Key) throws -> SocketAddress { try values.decode(SocketAddress.self, forKey: key) }
        func number(_ key: Key) throws -> Int { try values.decode(Int.self, forKey: key) }
        func bytes() throws -> [UInt8] { try values.decode(BytesInJSON.self, forKey: .bytes).bytes }
        func failure() throws -> SocketFailure { try values.decode(SocketFailure.self, forKey: .failure) }
        let id = try values.decode(ID.self, forKey: .id)
        switch kind {
        case .ready: self = .ready(id, at: try address(.at))
        case .accepted:
            let connection = try values.decode(SocketConnection.self, forKey: .connection)
            self = .accepted(id, connection, from: try address(.from))
        case .opened: self = .opened(id, at: try address(.at), to: try address(.to))
        case .received: self = .received(id, try bytes())
        case .datagram: self = .datagram(id, try bytes(), from: try address(.from))
        case .written: self = .written(id, end: try number(.end))
        case .notSent: self = .notSent(id, number: try number(.number), try failure())
        case .inputEnded: self = .inputEnded(id)
        case .closed: self = .closed(id)
        case .failed: self = .failed(id, try failure())
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var all = encoder.container(keyedBy: Kind.self)
        var values = all.nestedContainer(keyedBy: Key.self, forKey: kind)
        try values.encode(id, forKey: .id)
        switch self {
        case .ready(_, let at): try values.encode(at, forKey: .at)
        case .accepted(_, let connection, let from):
            try values.encode(connection, forKey: .connection)
            try values.encode(from, forKey: .from)
        case .opened(_, let at, let to):
            try values.encode(at, forKey: .at)
            try values.encode(to, forKey: .to)
        case .received(_, let bytes): try values.encode(BytesInJSON(bytes), forKey: .bytes)
        case .datagram(_, let bytes, let from):
            try values.encode(BytesInJSON(bytes), forKey: .bytes)
            try values.encode(from, forKey: .from)
        case .written(_, let end): try values.encode(end, forKey: .end)
        case .notSent(_, let number, let failure):
            try values.encode(number, forKey: .number)
            try values.encode(failure, forKey: .failure)
        case .inputEnded, .closed: break
        case .failed(_, let failure): try values.encode(failure, forKey: .failure)
        }
    }

    private var kind: Kind {
        switch self {
        case .ready: .ready
        case .accepted: .accepted
        case .opened: .opened
        case .received: .received
        case .datagram: .datagram
        case .written: .written
        case .notSent: .notSent
        case .inputEnded: .inputEnded
        case .closed: .closed
        case .failed: .failed
        }
    }
}
