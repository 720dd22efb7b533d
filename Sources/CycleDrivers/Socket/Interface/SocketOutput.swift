import CycleBase

/// Pieces of bytes for a stream.
///
/// The application numbers its pieces. The driver writes each once, as fast as the other side takes them, and reports how far it has come:
/// ``SocketDriver/Event/written(_:end:)``. A frame may drop those pieces, and raises ``first``.
/// The numbers go on as long as the socket is in the model: where ``first`` is 0 again, pieces are written from the first new number on.
///
///     .connect("chat", to: .host("chat.example", port: 7000), output: .init(frame.lines, from: frame.lineCount))
public struct SocketOutput: Hashable, Sendable {
    /// In their order. The other side sees one stream of bytes, and not where a piece ends.
    public var pieces: [[UInt8]]
    /// The number of the first piece.
    public var first: Int
    /// Whether the output ends behind the last piece. The input stays open until the other side ends it.
    public var isComplete: Bool

    /// Some pieces.
    public init(_ pieces: [[UInt8]] = [], from first: Int = 0, isComplete: Bool = false) {
        self.pieces = pieces
        self.first = first
        self.isComplete = isComplete
    }

    /// Some texts, as UTF-8.
    public init(_ texts: some Collection<String>, from first: Int = 0, isComplete: Bool = false) {
        // Not an array of texts: `[]` would be one of either kind.
        self.init(texts.map { Array($0.utf8) }, from: first, isComplete: isComplete)
    }

    /// The pieces from a number on that are written together.
    ///
    /// - Returns: Their bytes, and the number behind the last of them.
    package func batch(from next: Int) -> (bytes: [UInt8], end: Int) {
        // A piece that is alone is not copied.
        pieces.batch(from: first, startingAt: next, size: \.count) { if $1.isEmpty { $1 = $0 } else { $1 += $0 } }
    }
}

/// Datagrams to send. The application numbers them, as pieces of a ``SocketOutput``. The driver sends each once, in their order, in which
/// they need not arrive; nor need they arrive at all. The numbers go on as long as the socket is in the model: where ``first`` is 0 again,
/// datagrams are sent from the first new number on.
public struct DatagramOutput: Hashable, Sendable, Codable {
    /// In their order.
    public var datagrams: [Datagram]
    /// The number of the first datagram.
    public var first: Int

    /// Some datagrams.
    public init(_ datagrams: [Datagram] = [], from first: Int = 0) {
        self.datagrams = datagrams
        self.first = first
    }

    /// The datagrams from a number on that are sent together, and the number of the first of them.
    func batch(from next: Int) -> (datagrams: [Datagram], start: Int) {
        let (batch, start) = datagrams.numbered(from: first, startingAt: next)
        return (Array(batch.prefix(min(Self.batchCount, Int.max - start))), start)
    }

    private static let batchCount = 64
}

/// Bytes that are sent as a whole.
public struct Datagram: Hashable, Sendable {
    /// At most 65,507 by IPv4; more than some 1,400 are often lost on their way. To a path as many as the system takes, some 200,000 where
    /// the administrator has set nothing else.
    public var bytes: [UInt8]
    /// Where it goes.
    public var address: SocketAddress

    /// Some bytes.
    public init(_ bytes: [UInt8], to address: SocketAddress) {
        self.bytes = bytes
        self.address = address
    }

    /// A text, as UTF-8.
    public init(_ text: String, to address: SocketAddress) {
        self.init(Array(text.utf8), to: address)
    }

    /// The longest that is received.
    static let byteLimit = 1 << 20
}

extension SocketOutput: Codable {
    private enum CodingKeys: CodingKey {
        case pieces, first, isComplete
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try fields.decode([BytesInJSON].self, forKey: .pieces).map(\.bytes),
            from: try fields.decode(Int.self, forKey: .first),
            isComplete: try fields.decode(Bool.self, forKey: .isComplete))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(pieces.map { BytesInJSON($0) }, forKey: .pieces)
        try fields.encode(first, forKey: .first)
        try fields.encode(isComplete, forKey: .isComplete)
    }
}

extension Datagram: Codable {
    private enum CodingKeys: CodingKey {
        case bytes, address
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try fields.decode(BytesInJSON.self, forKey: .bytes).bytes,
            to: try fields.decode(SocketAddress.self, forKey: .address))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(BytesInJSON(bytes), forKey: .bytes)
        try fields.encode(address, forKey: .address)
    }
}
