/// Reads frames from bytes that are cut anywhere, and refuses them at the first byte that breaks a rule. It keeps no payload.
package struct WebSocketFrameReader: Hashable, Sendable {
    /// The head in front of a payload.
    package struct Head: Hashable, Sendable {
        package let opcode: WebSocketOpcode
        let isFinal: Bool
        package let count: Int
    }

    /// A part of a frame.
    package enum Part: Hashable, Sendable {
        case head(Head)
        /// Some of its payload, without a mask.
        case payload([UInt8])
        case end
    }

    private enum State: Hashable, Sendable {
        /// The beginning of a head.
        case head([UInt8])
        case payload(mask: [UInt8], taken: Int, count: Int)
    }

    private let isMasked: Bool
    private var state = State.head([])

    /// - Parameter isMasked: Whether frames must have a mask: those of a client.
    package init(isMasked: Bool) {
        self.isMasked = isMasked
    }

    /// Takes bytes, up to the next part.
    ///
    /// - Returns: `nil` when all bytes are taken.
    package mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(WebSocketViolation) -> Part? {
        switch state {
        case .head(var begun):
            // A head is short: it is written back once.
            while let byte = bytes.popFirst() {
                begun.append(byte)
                if let (head, mask) = try read(begun) {
                    state = .payload(mask: mask, taken: 0, count: head.count)
                    return .head(head)
                }
            }
            state = .head(begun)
            return nil
        case .payload(_, let taken, let count) where taken == count:
            state = .head([])
            return .end
        case .payload(let mask, let taken, let count):
            guard !bytes.isEmpty else { return nil }
            var part = Array(bytes.prefix(count - taken))
            bytes = bytes.dropFirst(part.count)
            if !mask.isEmpty { part.mask(from: 0, by: mask, phase: taken) }
            state = .payload(mask: mask, taken: taken + part.count, count: count)
            return .payload(part)
        }
    }

    /// - Returns: The head with its mask, once it is whole.
    private func read(_ bytes: [UInt8]) throws(WebSocketViolation) -> (Head, mask: [UInt8])? {
        guard bytes[0] & 0x70 == 0 else { throw .reservedBit }
        guard let opcode = WebSocketOpcode(rawValue: bytes[0] & 0x0f) else { throw .opcode }
        let isFinal = bytes[0] & 0x80 != 0
        guard isFinal || !opcode.isControl else { throw .control }
        guard bytes.count > 1 else { return nil }
        guard (bytes[1] & 0x80 != 0) == isMasked else { throw .mask }
        let short = Int(bytes[1] & 0x7f)
        guard short < 126 || !opcode.isControl else { throw .control }
        let lengthCount = short == 127 ? 8 : short == 126 ? 2 : 0
        if lengthCount == 8, bytes.count > 2, bytes[2] & 0x80 != 0 { throw .length }
        guard bytes.count >= 2 + lengthCount else { return nil }
        let length = bytes[2..<2 + lengthCount].reduce(0) { $0 << 8 | Int($1) }
        // The shortest way is the only one.
        guard lengthCount == 0 || length > (lengthCount == 2 ? 125 : 65_535) else { throw .length }
        guard bytes.count == 2 + lengthCount + (isMasked ? 4 : 0) else { return nil }
        let head = Head(opcode: opcode, isFinal: isFinal, count: lengthCount == 0 ? short : length)
        return (head, mask: Array(bytes.suffix(isMasked ? 4 : 0)))
    }
}
