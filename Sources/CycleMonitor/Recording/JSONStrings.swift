extension String {
    /// This text between quotes, as JSON writes it.
    var quotedJSON: String {
        var text = ByteBuffer()
        text.append(quoted: self)
        return String(decoding: text.elements, as: UTF8.self)
    }

    /// The text of what stands between quotes in JSON. Half a surrogate pair becomes U+FFFD.
    var unescapedJSON: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        let escaped = Array(utf16)
        var units: [UInt16] = []
        units.reserveCapacity(escaped.count)
        var index = 0
        while index < escaped.count {
            let unit = escaped[index]
            index += 1
            guard unit == 0x5C, index < escaped.count else {
                units.append(unit)
                continue
            }
            index += 1
            switch escaped[index - 1] {
            case 0x62: units.append(0x08)
            case 0x66: units.append(0x0C)
            case 0x6E: units.append(0x0A)
            case 0x72: units.append(0x0D)
            case 0x74: units.append(0x09)
            case 0x75:
                let end = min(index + 4, escaped.count)
                units.append(escaped[index..<end].reduce(0) { $0 << 4 | $1.hexDigit })
                index = end
            case let other: units.append(other)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}

extension UInt16 {
    fileprivate var hexDigit: UInt16 {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: 0
        }
    }
}
