extension String {
    /// This text between quotes, as JSON writes it.
    var quotedJSON: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// The text of what stands between quotes in JSON. Half a surrogate pair becomes U+FFFD.
    var unescapedJSON: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        var units: [UInt16] = []
        var rest = utf16[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let escaped = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch escaped {
            case 0x62: units.append(0x08)
            case 0x66: units.append(0x0C)
            case 0x6E: units.append(0x0A)
            case 0x72: units.append(0x0D)
            case 0x74: units.append(0x09)
            case 0x75:
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF16.self), radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(4)
            default: units.append(escaped)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
