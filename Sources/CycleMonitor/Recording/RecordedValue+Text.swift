extension RecordedValue: CustomStringConvertible {
    /// The value for people, on one line: without quotes and braces, an enum's case as `key(+)`.
    public var description: String { text(upTo: 2_000) }

    /// - Parameter limit: How many bytes are looked at, so that a huge frame costs its beginning only.
    func text(upTo limit: Int) -> String {
        var writer = PlainText(json.utf8.prefix(limit))
        return writer.text + (json.utf8.count > limit ? "…" : "")
    }
}

/// Takes the punctuation out of JSON. Of text that is not JSON it makes something, and never fails.
private struct PlainText {
    private enum Opening {
        /// Of the whole value, or of one without fields: nothing is written.
        case bare
        case parenthesis, bracket
    }

    private var rest: Substring.UTF8View
    private var openings: [Opening] = []
    private var written = ""
    /// A key that waits to see whether its value has fields of its own.
    private var key: String?

    init(_ bytes: String.UTF8View.SubSequence) {
        rest = bytes
    }

    var text: String {
        mutating get {
            while let byte = rest.popFirst() { take(byte) }
            flushKey(before: ": ")
            return written
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"): openObject()
        case UInt8(ascii: "["):
            flushKey(before: ": ")
            openings.append(.bracket)
            written += "["
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            switch openings.popLast() {
            case .parenthesis: written += ")"
            case .bracket: written += "]"
            case .bare, nil: break
            }
        case UInt8(ascii: ","): written += ", "
        case UInt8(ascii: "\""): takeString()
        case UInt8(ascii: ":"), 0x20, 0x09...0x0D: break
        default:
            flushKey(before: ": ")
            written.unicodeScalars.append(Unicode.Scalar(byte))
        }
    }

    private mutating func openObject() {
        let isWhole = openings.isEmpty && key == nil
        let isEmpty = rest.first == UInt8(ascii: "}")
        flushKey(before: "")
        openings.append(isWhole || isEmpty ? .bare : .parenthesis)
        if !isWhole, !isEmpty { written += "(" }
    }

    private mutating func takeString() {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            bytes.append(byte)
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { bytes.append(escaped) }
        }
        let string = String(decoding: bytes, as: UTF8.self).unescapedJSON
        flushKey(before: ": ")
        if rest.first == UInt8(ascii: ":") { key = string } else { written += string }
    }

    /// The compiler calls what an enum's case carries without a label `_0`, `_1`: that says nothing.
    private mutating func flushKey(before separator: String) {
        guard let key else { return }
        self.key = nil
        let isUnnamed = key.first == "_" && key.dropFirst().allSatisfy(\.isNumber)
        if !isUnnamed { written += key + separator }
    }
}
