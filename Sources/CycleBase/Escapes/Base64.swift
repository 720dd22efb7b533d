/// The encoding of RFC 4648, with padding and without line breaks.
package enum Base64 {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var word = 0
            for index in 0..<3 { word = word << 8 | (index < group.count ? Int(group[start + index]) : 0) }
            for index in 0..<4 {
                text.append(index <= group.count ? alphabet[word >> (18 - 6 * index) & 63] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Returns: `nil` for what ``encode(_:)`` cannot have made.
    package static func decode(_ text: String) -> [UInt8]? {
        let letters = Array(text.utf8)
        guard letters.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3)
        for start in stride(from: 0, to: letters.count, by: 4) {
            let group = letters[start..<start + 4]
            let digits = group.prefix { $0 != padding }.compactMap(value)
            let isLast = start + 4 == letters.count
            guard digits.count == 4 || isLast && digits.count >= 2,
                group.dropFirst(digits.count).allSatisfy({ $0 == padding })
            else { return nil }
            var word = 0
            for index in 0..<4 { word = word << 6 | (index < digits.count ? digits[index] : 0) }
            for index in 0..<digits.count - 1 { bytes.append(UInt8(truncatingIfNeeded: word >> (16 - 8 * index))) }
        }
        return bytes
    }

    private static func value(of letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
