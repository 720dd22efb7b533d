/// Where a value stands in another one.
struct JSONPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    var steps: [Step] = []

    static func + (path: JSONPath, step: Step) -> JSONPath {
        JSONPath(steps: path.steps + [step])
    }
}

// As a JSON pointer (RFC 6901), `/items/3/title`: it does not say whether `3` is a key or an index, the value does.
extension JSONPath {
    var pointer: String {
        steps.map { step in
            switch step {
            case .key(let key): "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
            case .index(let index): "/\(index)"
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

// As Swift writes it: `items[3].title`, `texts["a key"]`.
extension JSONPath {
    /// - Parameter root: Stands before the first step.
    func keyPath(root: String) -> String {
        steps.reduce(into: root) { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
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
}

extension String {
    fileprivate var isIdentifier: Bool {
        first.map { $0.isLetter || $0 == "_" } == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
