/// JSON that is being written, as UTF-8.
package typealias JSONText = [UInt8]

extension JSON {
    /// On one line, as `JSONEncoder` writes it with sorted keys.
    package var text: String {
        String(decoding: JSONText(self), as: UTF8.self)
    }
}

extension JSONText {
    package init(_ value: JSON) {
        self.init()
        append(value)
    }

    package mutating func append(_ value: JSON) {
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

    package mutating func appendSeparated<Part>(_ parts: [Part], _ append: (inout JSONText, Part) -> Void) {
        for (index, part) in parts.enumerated() {
            if index > 0 { self.append(text: ",") }
            append(&self, part)
        }
    }

    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }
}
