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
        guard pointer.isEmpty || pointer.first == "/" else { return nil }
        steps = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            .key(String($0).replacing("~1", with: "/").replacing("~0", with: "~"))
        }
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
        var rest = keyPath[...]
        while let first = rest.first {
            switch first {
            case ".": rest.removeFirst()
            case "[":
                guard let (step, end) = JSONPath.bracketed(rest.dropFirst()) else { return nil }
                steps.append(step)
                rest = end
                continue
            default: guard steps.isEmpty else { return nil }
            }
            let key = rest.prefix { $0 != "." && $0 != "[" }
            guard !key.isEmpty, !key.contains("]") else { return nil }
            steps.append(.key(String(key)))
            rest = rest[key.endIndex...]
        }
    }

    private static func bracketed(_ text: Substring) -> (Step, rest: Substring)? {
        if let element = element(text) { return element }
        if text.first != "\"" {
            guard let end = text.firstIndex(of: "]"), let index = Int(text[..<end]), index >= 0 else { return nil }
            return (.index(index), text[end...].dropFirst())
        }
        var end = text.dropFirst()
        while let character = end.first, character != "\"" { end = end.dropFirst(character == "\\" ? 2 : 1) }
        guard end.hasPrefix("\"]") else { return nil }
        do {
            let key = try JSONParser.parse(Array((text[..<end.startIndex] + "\"").utf8))
            return key.string.map { (.key($0), end.dropFirst(2)) }
        } catch {
            return nil
        }
    }

    /// `id: 5]`, `name: "a text"]`; a word needs no quotes.
    private static func element(_ text: Substring) -> (Step, rest: Substring)? {
        let field = text.prefix { $0 != ":" && $0 != "]" && $0 != "\"" }
        guard String(field).isIdentifier, text[field.endIndex...].first == ":" else { return nil }
        let rest = text[field.endIndex...].dropFirst().drop { $0 == " " }
        var end = rest
        if rest.first == "\"" {
            end = rest.dropFirst()
            while let character = end.first, character != "\"" { end = end.dropFirst(character == "\\" ? 2 : 1) }
        }
        guard let end = end.firstIndex(of: "]"), rest.startIndex < end else { return nil }
        let written = String(rest[..<end])
        let value: JSON
        do { value = try JSONParser.parse(Array(written.utf8)) } catch { value = .string(written) }
        switch value {
        case .number, .string, .bool: return (.element(field: String(field), value: value), text[end...].dropFirst())
        case .null, .array, .object: return nil
        }
    }
}

extension String {
    fileprivate var escapedForPointer: String {
        // Most keys need none, and a replacement costs more than the rest of a line.
        guard utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return self }
        return replacing("~", with: "~0").replacing("/", with: "~1")
    }

    fileprivate var isIdentifier: Bool {
        first.map { $0.isLetter || $0 == "_" } == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
