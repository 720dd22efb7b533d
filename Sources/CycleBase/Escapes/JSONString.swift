extension [UInt8] {
    /// Appends a text between quotes, as JSON writes it: the one escape of JSON in this house.
    package mutating func append(quoted text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            if bytes.contains(where: { $0.needsEscape }) {
                for byte in bytes { append(escaped: byte) }
            } else {
                append(contentsOf: bytes)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        guard byte.needsEscape else { return append(byte) }
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        default: append(contentsOf: UInt16(byte).jsonEscape.utf8.dropFirst())
        }
    }
}

extension String {
    /// This text between quotes, as JSON writes it.
    package var quotedJSON: String {
        var text: [UInt8] = []
        text.append(quoted: self)
        return String(decoding: text, as: UTF8.self)
    }

    /// This JSON with escapes in place of some scalars, all of which stand in its strings: it stays the same JSON.
    ///
    /// - Parameter isEscaped: Must be false for the punctuation of JSON.
    package func escapingJSON(where isEscaped: (Unicode.Scalar) -> Bool) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if isEscaped(scalar) {
                for unit in UTF16.encode(scalar) ?? Unicode.UTF16.EncodedScalar() { text += unit.jsonEscape }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension UInt16 {
    /// As in a string of JSON: `\u001b`.
    fileprivate var jsonEscape: String {
        let digits = String(self, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

extension UInt8 {
    fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}
