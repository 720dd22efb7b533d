/// JSON that is being written, as UTF-8.
typealias JSONText = [UInt8]

extension JSON {
    /// On one line, as `JSONEncoder` writes it with sorted keys.
    var text: String {
        String(decoding: JSONText(self), as: UTF8.self)
    }
}

extension String {
    /// This text between quotes, as JSON writes it.
    var quotedJSON: String { JSON.string(self).text }
}

extension JSONText {
    init(_ value: JSON) {
        self.init()
        append(value)
    }

    mutating func append(_ value: JSON) {
        switch value {
        case .null: append(text: "null")
        case .bool(let isTrue): append(text: isTrue ? "true" : "false")
        case .number(let digits): append(text: digits)
        case .string(let text): append(quoted: text)
        case .array(let elements):
            append(text: "[")
            appendSeparated(elements) { $0.append($1) }
            append(text: "]")
        case .object(let fields):
            append(text: "{")
            appendSeparated(fields) { text, field in
                text.append(quoted: field.key)
                text.append(text: ":")
                text.append(field.value)
            }
            append(text: "}")
        }
    }

    mutating func appendSeparated<Part>(_ parts: [Part], _ append: (inout JSONText, Part) -> Void) {
        for (index, part) in parts.enumerated() {
            if index > 0 { self.append(text: ",") }
            append(&self, part)
        }
    }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    mutating func append(quoted text: String) {
        append(UInt8(ascii: "\""))
        if text.utf8.contains(where: \.needsEscape) {
            for byte in text.utf8 { append(escaped: byte) }
        } else {
            append(text: text)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        guard byte.needsEscape else { return append(byte) }
        switch byte {
        case UInt8(ascii: "\""): append(text: #"\""#)
        case UInt8(ascii: "\\"): append(text: #"\\"#)
        case 0x08: append(text: #"\b"#)
        case 0x0C: append(text: #"\f"#)
        case 0x0A: append(text: #"\n"#)
        case 0x0D: append(text: #"\r"#)
        case 0x09: append(text: #"\t"#)
        default: append(text: (byte < 0x10 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16))
        }
    }
}

extension UInt8 {
    fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}
