import CycleBase

/// The numbers that a server must not guess: the key of the handshake, and the masks of a client's frames.
package struct WebSocketSecrets: Hashable, Sendable {
    /// `nil` for those of tests and simulations: the key of the example in RFC 6455, and masks that change nothing.
    private let seed: [UInt8]?
    private var count: UInt64 = 0

    package static let fixed = WebSocketSecrets(nil)

    /// - Parameter seed: As many bytes as are hard to guess, of which each mask is a hash: a server that sees all masks so far
    ///   does not know the next one.
    package init(seed: [UInt8]) { self.init(seed) }

    private init(_ seed: [UInt8]?) { self.seed = seed }

    /// Those of the system.
    package static func random() -> WebSocketSecrets {
        WebSocketSecrets(seed: (0..<24).map { _ in UInt8.random(in: .min ... .max) })
    }

    /// Those of one connection.
    mutating func forConnection() -> WebSocketSecrets {
        seed == nil ? self : WebSocketSecrets(next())
    }

    /// The key of a handshake, in base 64.
    package mutating func key() -> String {
        Base64.encode(seed == nil ? Array("the sample nonce".utf8) : Array(next().prefix(16)))
    }

    /// The mask of a frame.
    package mutating func mask() -> [UInt8] { seed == nil ? [0, 0, 0, 0] : Array(next().prefix(4)) }

    private mutating func next() -> [UInt8] {
        count &+= 1
        return SHA1.hash((seed ?? []) + (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) })
    }
}
