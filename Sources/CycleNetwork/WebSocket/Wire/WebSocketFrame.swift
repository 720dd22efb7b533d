/// The kinds of frames, by their numbers.
package enum WebSocketOpcode: UInt8, Hashable, Sendable {
    case continuation = 0
    case text = 1
    case bytes = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether it may stand between the fragments of a message.
    package var isControl: Bool { rawValue >= 8 }
}

/// A frame as it is sent.
package struct WebSocketFrame: Hashable, Sendable {
    package var opcode: WebSocketOpcode
    package var payload: [UInt8]
    /// Whether it is the last one of its message.
    var isFinal: Bool

    package init(_ opcode: WebSocketOpcode, _ payload: [UInt8] = [], isFinal: Bool = true) {
        self.opcode = opcode
        self.payload = payload
        self.isFinal = isFinal
    }

    /// A message in one frame.
    package init(_ message: WebSocketMessage) {
        self.init(message.opcode, message.payload)
    }

    /// A frame that closes.
    package init(closing close: WebSocketClose?) {
        let code = close.map { [UInt8(truncatingIfNeeded: $0.code >> 8), UInt8(truncatingIfNeeded: $0.code)] } ?? []
        self.init(.close, code + Array((close?.reason ?? "").utf8))
    }

    /// Appends its bytes.
    ///
    /// - Parameter mask: Four bytes for a frame of a client; `nil` for one of a server.
    package func append(to bytes: inout [UInt8], mask: [UInt8]?) {
        bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
        let count = payload.count
        let flag: UInt8 = mask == nil ? 0 : 0x80
        switch count {
        case ..<126: bytes.append(flag | UInt8(count))
        case ..<65_536: bytes += [flag | 126, UInt8(count >> 8), UInt8(count & 0xff)]
        default:
            bytes.append(flag | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
        }
        guard let mask else { return bytes += payload }
        bytes += mask
        let start = bytes.count
        bytes += payload
        bytes.mask(from: start, by: mask, phase: 0)
    }
}

extension WebSocketMessage {
    /// The kind of its first frame.
    var opcode: WebSocketOpcode {
        switch self {
        case .text: .text
        case .bytes: .bytes
        }
    }
}

extension [UInt8] {
    /// Masks bytes, or takes the mask away: both are the same.
    ///
    /// - Parameter phase: How many bytes of the payload came before.
    mutating func mask(from start: Int, by mask: [UInt8], phase: Int) {
        guard mask != [0, 0, 0, 0] else { return }
        for index in start..<count { self[index] ^= mask[(index - start + phase) & 3] }
    }
}
