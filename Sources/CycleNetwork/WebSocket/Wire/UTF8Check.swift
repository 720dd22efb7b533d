/// Checks a text that comes in pieces, by the table of Unicode for well-formed UTF-8: the first wrong byte is found when it comes.
package struct UTF8Check: Hashable, Sendable {
    /// How many bytes of a scalar are missing.
    private var missing = 0
    /// The range of the next one of them.
    private var (low, high): (UInt8, UInt8) = (0x80, 0xbf)

    package init() {}

    /// Whether no scalar is cut.
    package var isWhole: Bool { missing == 0 }

    /// - Returns: Whether the text may go on like this.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> Bool {
        for byte in bytes {
            if missing > 0 {
                guard low <= byte, byte <= high else { return false }
                (missing, low, high) = (missing - 1, 0x80, 0xbf)
            } else if byte >= 0x80 {
                guard begin(byte) else { return false }
            }
        }
        return true
    }

    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xc2...0xdf: missing = 1
        case 0xe0: (missing, low) = (2, 0xa0)
        case 0xed: (missing, high) = (2, 0x9f)
        case 0xe1...0xef: missing = 2
        case 0xf0: (missing, low) = (3, 0x90)
        case 0xf1...0xf3: missing = 3
        case 0xf4: (missing, high) = (3, 0x8f)
        default: return false
        }
        return true
    }
}
