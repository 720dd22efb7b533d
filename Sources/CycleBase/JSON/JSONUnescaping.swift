extension ArraySlice<UInt8> {
    /// The bytes of a string of JSON, without its quotes and escapes.
    func unescapedJSON() throws(JSONParser.Flaw) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var rest = self
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(escape)
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "u"): bytes.append(contentsOf: Character(try rest.popScalar()).utf8)
            default: throw .badEscape
            }
        }
        return bytes
    }

    /// The scalar of the digits behind `\u`; U+FFFD for half of a pair.
    private mutating func popScalar() throws(JSONParser.Flaw) -> Unicode.Scalar {
        let unit = try popUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        var rest = self
        guard UTF16.isLeadSurrogate(unit), rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let second = try rest.popUnit()
        guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
        self = rest
        return Unicode.Scalar(0x1_0000 + UInt32(unit & 0x3FF) << 10 + UInt32(second & 0x3FF)) ?? "\u{FFFD}"
    }

    /// Four digits, and no sign.
    private mutating func popUnit() throws(JSONParser.Flaw) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = popFirst(), let digit = byte.hexadecimalDigit else { throw .badEscape }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

extension JSONParser.Flaw {
    fileprivate static var badEscape: JSONParser.Flaw { JSONParser.Flaw(reason: "a string holds a bad escape") }
}
