import CycleBase

/// Where a value stands in another one.
struct JSONPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
        /// The first element of a list that has a value in a field, wherever it stands: `[id: 5]`.
        case element(field: String, value: JSON)
    }

    var steps: [Step] = []

    static func + (path: JSONPath, step: Step) -> JSONPath {
        JSONPath(steps: path.steps + [step])
    }
}

// As a JSON pointer (RFC 6901), `/items/3/title`: it does not say whether `3` is a key or an index, the value does. An element
// that is found by a field has no pointer: `resolved` of a value gives its index.
extension JSONPath {
    var pointer: String {
        steps.map { step in
            switch step {
            case .key(let key): "/" + key.escapedForPointer
            case .index(let index): "/\(index)"
            case .element(let field, let value): "/\(field): \(value.text)"
            }
        }.joined()
    }

    /// `nil` for what is no pointer.
    init?(pointer: String) {
        // By bytes: a mark at the beginning of a key makes one character of the `/` and itself.
        guard pointer.isEmpty || pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        let keys = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        steps = keys.map { .key($0.unescapedFromPointer) }
    }
}

// As Swift writes it: `items[3].title`, `texts["a key"]`; and `items[id: 5].title`.
extension JSONPath {
    /// - Parameter root: Stands before the first step.
    func keyPath(root: String) -> String {
        steps.reduce(into: root) { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .element(let field, let value): text += "[\(field): \(value.text)]"
            case .key(let key) where key.isIdentifier: text += (text.isEmpty ? "" : ".") + key
            case .key(let key): text += "[\(key.quotedJSON)]"
            }
        }
    }

    /// `nil` for what is no key path.
    init?(keyPath: String) {
        var rest = keyPath.utf8[...]
        while let first = rest.first {
            switch first {
            case UInt8(ascii: "."): rest.removeFirst()
            case UInt8(ascii: "["):
                guard let (step, end) = JSONPath.bracketed(rest.dropFirst()) else { return nil }
                steps.append(step)
                rest = end
                continue
            default: guard steps.isEmpty else { return nil }
            }
            let key = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
            guard !key.isEmpty, !key.contains(UInt8(ascii: "]")) else { return nil }
            steps.append(.key(key.text))
            rest = rest[key.endIndex...]
        }
    }

    private static func bracketed(_ text: Substring.UTF8View) -> (Step, rest: Substring.UTF8View)? {
        if let element = element(text) { return element }
        if text.first != UInt8(ascii: "\"") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")), let index = Int(digits: text[..<end].text) else {
                return nil
            }
            return (.index(index), text[end...].dropFirst())
        }
        guard let end = text.endOfQuoted, text[end...].first == UInt8(ascii: "]") else { return nil }
        do {
            let key = try JSONParser.parse(Array(text[..<end]))
            return key.string.map { (.key($0), text[end...].dropFirst()) }
        } catch {
            return nil
        }
    }

    /// `id: 5]`, `name: "a"]`, `name: a]`.
    private static func element(_ text: Substring.UTF8View) -> (Step, rest: Substring.UTF8View)? {
        let field = text.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "\"") }
        guard field.text.isIdentifier, text[field.endIndex...].first == UInt8(ascii: ":") else { return nil }
        let rest = text[field.endIndex...].dropFirst().drop { $0 == 0x20 }
        var end = rest.startIndex
        if rest.first == UInt8(ascii: "\"") { end = rest.endOfQuoted ?? rest.endIndex }
        guard let close = rest[end...].firstIndex(of: UInt8(ascii: "]")), rest.startIndex < close else { return nil }
        let value: JSON
        do { value = try JSONParser.parse(Array(rest[..<close])) } catch { value = .string(rest[..<close].text) }
        switch value {
        case .number, .string, .bool:
            return (.element(field: field.text, value: value), rest[close...].dropFirst())
        case .null, .array, .object: return nil
        }
    }
}

extension Substring.UTF8View {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }

    /// Behind the second quote of a text that begins with one.
    fileprivate var endOfQuoted: Index? {
        var rest = dropFirst()
        while let byte = rest.first, byte != UInt8(ascii: "\"") {
            rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
        return rest.isEmpty ? nil : rest.index(after: rest.startIndex)
    }

    /// `~1` is `/`, and `~0` is `~`; every other `~` stays.
    fileprivate var unescapedFromPointer: String {
        guard contains(UInt8(ascii: "~")) else { return text }
        var bytes: [UInt8] = []
        var rest = self
        while let byte = rest.popFirst() {
            let isEscape =
                byte == UInt8(ascii: "~") && (rest.first == UInt8(ascii: "0") || rest.first == UInt8(ascii: "1"))
            bytes.append(isEscape && rest.removeFirst() == UInt8(ascii: "1") ? UInt8(ascii: "/") : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate var escapedForPointer: String {
        // Most keys need none, and a replacement costs more than the rest of a line.
        guard utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// By scalars: the first one may be a mark, which is no name by itself.
    fileprivate var isIdentifier: Bool {
        let first = unicodeScalars.first.map { $0 == "_" || $0.properties.isAlphabetic } ?? false
        return first && unicodeScalars.dropFirst().allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }
}
