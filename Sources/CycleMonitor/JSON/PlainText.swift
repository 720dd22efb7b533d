import CycleBase

extension JSON {
    /// For people, on one line: without quotes and braces, an enum's case as `key(+)`, a duration as `18.54 s`.
    ///
    /// - Parameter limit: About how many bytes are written, so that a huge value costs its beginning only.
    func plainText(upTo limit: Int) -> String {
        var writer = PlainText(limit: limit)
        writer.write(self, isWhole: true)
        return writer.text
    }
}

/// JSON without its punctuation.
private struct PlainText {
    private(set) var text = ""
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    private var isFull: Bool { text.utf8.count >= limit }

    /// - Parameter isWhole: Whether nothing stands around it, so that it needs no parentheses.
    mutating func write(_ value: JSON, isWhole: Bool = false) {
        switch value {
        case .null: text += "null"
        case .bool(let isTrue): text += isTrue ? "true" : "false"
        case .number(let digits): write(text: digits)
        case .string(let string): write(text: string)
        case .array(let elements):
            if let duration = value.durationText { return write(text: duration) }
            text += "["
            write(elements) { $0.write($1) }
            text += "]"
        case .object(let fields):
            let isBare = isWhole || fields.isEmpty
            if !isBare { text += "(" }
            // A short field says more of a value than the parts of a long one: an identity, a name, a number.
            let (plain, nested) = (fields.filter(\.value.isPlain), fields.filter { !$0.value.isPlain })
            write(plain.filter { $0.key == "id" } + plain.filter { $0.key != "id" } + nested) { $0.write($1) }
            if !isBare { text += ")" }
        }
    }

    private mutating func write(_ field: JSON.Field) {
        // The compiler calls what an enum's case carries without a label `_0`, `_1`: that says nothing.
        let isNamed = field.key.first != "_" || !field.key.dropFirst().allSatisfy(\.isNumber)
        if isNamed { write(text: field.key) }
        if case .object = field.value { return write(field.value) }
        if isNamed { text += ": " }
        write(field.value)
    }

    private mutating func write<Part>(_ parts: [Part], _ write: (inout PlainText, Part) -> Void) {
        for (index, part) in parts.enumerated() {
            if index > 0 { text += ", " }
            guard !isFull else { return text += "…" }
            write(&self, part)
        }
    }

    private mutating func write(text string: String) {
        text += string.shortened(to: max(0, limit - text.utf8.count) + 1)
    }
}

extension JSON {
    /// Whether it has no parts.
    fileprivate var isPlain: Bool {
        switch self {
        case .null, .bool, .number, .string: true
        case .array: durationText != nil
        case .object: false
        }
    }
}
