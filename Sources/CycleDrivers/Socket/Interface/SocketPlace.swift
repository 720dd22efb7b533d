/// The kind of a socket, with its address.
public enum SocketPlace: Hashable, Sendable, Codable {
    /// A stream to another program.
    case connect(to: SocketAddress)
    /// A stream from another program, which a listener has accepted.
    case accepted(SocketConnection)
    /// A place where other programs can connect.
    case listen(at: SocketAddress)
    /// A place where datagrams arrive, and from which they are sent.
    case datagrams(at: SocketAddress)
}

/// A connection that a listener has accepted, as its event names it.
///
/// A number of one running driver: in a run that goes on from a stored frame it is ``SocketFailure/gone``.
public struct SocketConnection: Hashable, Sendable, CustomStringConvertible {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }

    public var description: String { "connection \(number)" }
}

extension SocketConnection: Codable {
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}
