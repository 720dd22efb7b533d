/// Cuts a text of an application into what can be shown and what changes its style. Every other control character, and
/// every other sequence as a whole, is left out: no text can move the cursor or reprogram the terminal.
struct TextReader {
    enum Piece {
        /// Bytes without a control character of ASCII; those of C1 may be among them only as introducers were not found.
        case run(Range<Int>)
        case newLine
        case tab
        /// The parameters of `ESC [ … m`.
        case style(Range<Int>)
        /// The content of an `ESC ]` sequence, without its end.
        case command(Range<Int>)
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func next() -> Piece? {
        while offset < bytes.count {
            let start = offset
            while offset < bytes.count, isRun() { offset += 1 }
            if offset > start { return .run(start..<offset) }
            if let piece = takeSpecial() { return piece }
        }
        return nil
    }

    func slice(_ range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> { bytes[range] }

    /// Whether the byte is not the first of anything special.
    private func isRun() -> Bool {
        let byte = bytes[offset]
        if byte >= 0x20, byte < 0x7f { return true }
        guard byte >= 0x80 else { return false }
        if byte == 0xc2 { return byteAfter(1) >= 0xa0 }
        if byte == 0xe2 { return !(byteAfter(1) == 0x80 && (byteAfter(2) == 0xa8 || byteAfter(2) == 0xa9)) }
        return true
    }

    private func byteAfter(_ count: Int) -> UInt8 { offset + count < bytes.count ? bytes[offset + count] : 0 }

    /// Takes a control character, or what it introduces.
    private mutating func takeSpecial() -> Piece? {
        let byte = bytes[offset]
        let isC1 = byte == 0xc2
        let code = isC1 ? byteAfter(1) : byte
        offset += isC1 ? 2 : byte == 0xe2 ? 3 : 1
        switch code {
        case 0xe2, 0x85, 0x0a, 0x0b, 0x0c: return .newLine
        case 0x0d:
            if offset < bytes.count, bytes[offset] == 0x0a { offset += 1 }
            return .newLine
        case 0x09: return .tab
        case 0x1b: return takeEscape()
        case 0x9b: return takeSequence()
        case 0x9d: return takeString(isCommand: true)
        case 0x90, 0x98, 0x9e, 0x9f: return takeString(isCommand: false)
        default: return nil
        }
    }

    private mutating func takeEscape() -> Piece? {
        guard offset < bytes.count else { return nil }
        let byte = bytes[offset]
        switch byte {
        case UInt8(ascii: "["):
            offset += 1
            return takeSequence()
        case UInt8(ascii: "]"):
            offset += 1
            return takeString(isCommand: true)
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            offset += 1
            return takeString(isCommand: false)
        default:
            // Intermediate bytes, and a final one.
            while offset < bytes.count, (0x20...0x2f).contains(bytes[offset]) { offset += 1 }
            if offset < bytes.count, (0x30...0x7e).contains(bytes[offset]) { offset += 1 }
            return nil
        }
    }

    /// After `ESC [`. A byte that cannot be part of a sequence ends it.
    private mutating func takeSequence() -> Piece? {
        let start = offset
        while offset < bytes.count, (0x30...0x3f).contains(bytes[offset]) { offset += 1 }
        let end = offset
        while offset < bytes.count, (0x20...0x2f).contains(bytes[offset]) { offset += 1 }
        guard offset < bytes.count, (0x40...0x7e).contains(bytes[offset]) else { return nil }
        offset += 1
        let isStyle = bytes[offset - 1] == UInt8(ascii: "m") && offset - 1 == end
        let isPrivate = start < end && bytes[start] >= 0x3c
        return isStyle && !isPrivate ? .style(start..<end) : nil
    }

    /// After `ESC ]` and the like: up to `ESC \`, BEL, or the end of the line, which one without an end cannot swallow.
    private mutating func takeString(isCommand: Bool) -> Piece? {
        let start = offset
        while offset < bytes.count {
            let byte = bytes[offset]
            let end = offset
            if byte == 0x0a || byte == 0x0d { return nil }
            offset += 1
            if byte == 0x07 { return isCommand ? .command(start..<end) : nil }
            if byte == 0xc2, offset < bytes.count, bytes[offset] == 0x9c {
                offset += 1
                return isCommand ? .command(start..<end) : nil
            }
            if byte == 0x18 || byte == 0x1a { return nil }
            guard byte == 0x1b else { continue }
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\\") else {
                // Another sequence begins.
                offset = end
                return nil
            }
            offset += 1
            return isCommand ? .command(start..<end) : nil
        }
        return nil
    }
}
