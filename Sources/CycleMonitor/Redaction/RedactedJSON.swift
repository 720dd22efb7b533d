import CycleBase

/// Replaces the secrets of a JSON value that are known by their names.
///
/// The shapes are those that this house writes: a field; a pair of a name and a value, as of a header; an object with a name and a
/// value; the flat list of a dictionary whose keys are no texts; arguments, of which an option stands in front of its value; bytes as
/// text, as base64 and as a list of numbers. Every other text is read by ``SecretText``.
struct RedactedJSON {
    /// Fields that name what another field of the same object holds.
    private static let namingKeys: Set<String> = [
        "field", "header", "id", "key", "label", "name", "option", "parameter", "placeholder", "title", "variable",
    ]
    private static let valueKeys: Set<String> = [
        "argument", "content", "contents", "data", "default", "text", "value", "values", "_0", "_1",
    ]
    /// Bytes that are fewer are no text with a secret.
    private static let byteCount = 6

    private static let passLimit = 16
    /// How many texts may be a JSON inside of each other: a deeper one is read as a text.
    private static let depthLimit = 4

    private let names: SecretNames
    private let depth: Int

    init(_ names: SecretNames, depth: Int = 0) { (self.names, self.depth) = (names, depth) }

    func redacted(_ value: JSON) -> JSON {
        switch value {
        case .null, .bool, .number: value
        case .string(let text): .string(redacted(text))
        case .array(let elements): elements.isEmpty ? value : redacted(elements)
        case .object(let fields): redacted(value, fields)
        }
    }

    // MARK: Texts

    func redacted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        if let first = bytes.first(where: { !$0.isWhitespace }), "{[".utf8.contains(first), depth < Self.depthLimit {
            do {
                let value = try JSONParser.parse(bytes)
                let redacted = RedactedJSON(names, depth: depth + 1).redacted(value)
                return redacted == value ? text : redacted.text
            } catch {
                // A part of a JSON, or none: the text is looked at.
            }
        }
        return redacted(bytes).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// - Returns: `nil` where there is no secret.
    private func redacted(_ bytes: [UInt8]) -> [UInt8]? {
        var result = bytes
        // Without a secret, what stood beside it may be read in another way.
        for _ in 0..<Self.passLimit {
            let places = SecretText.places(in: result, names)
            let next = Self.replacing(places, in: result)
            if next == result { break }
            result = next
        }
        return result == bytes ? nil : result
    }

    private static func replacing(_ places: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
        var (result, end): ([UInt8], Int) = ([], 0)
        for place in places {
            result += bytes[end..<place.lowerBound]
            result += JSON.redacted.utf8
            end = place.upperBound
        }
        return result + bytes[end...]
    }

    /// Bytes that may be a JSON, which is a text.
    private func redacted(content bytes: [UInt8]) -> [UInt8]? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return redacted(bytes) }
        let redacted = redacted(text)
        return redacted == text ? nil : Array(redacted.utf8)
    }

    // MARK: Objects

    private func redacted(_ value: JSON, _ fields: [JSON.Field]) -> JSON {
        if fields.count == 1, fields[0].key == "base64", let text = fields[0].value.string,
            let bytes = Base64.decode(text)
        {
            return redacted(content: bytes).map { .object([.init(key: "base64", value: .string(Base64.encode($0)))]) }
                ?? value
        }
        let hasSecretName = fields.contains { field in
            Self.namingKeys.contains(field.key) && field.value.string.map(isName) == true
        }
        var isSorted = true
        let redacted = fields.map { field in
            let isSecret = names.contains(field.key) && !names.isHarmless(field.value, named: field.key)
            let isNamed = hasSecretName && Self.valueKeys.contains(field.key)
            let key = self.redacted(field.key)
            if key != field.key { isSorted = false }
            return JSON.Field(key: key, value: isSecret || isNamed ? field.value.blank : self.redacted(field.value))
        }
        return .object(isSorted ? redacted : sorted(redacted))
    }

    /// Fields whose keys have changed, each key once.
    private func sorted(_ fields: [JSON.Field]) -> [JSON.Field] {
        var taken: Set<String> = []
        let fields = fields.map { field in
            var (key, number) = (field.key, 1)
            while !taken.insert(key).inserted {
                number += 1
                key = "\(field.key) \(number)"
            }
            return JSON.Field(key: key, value: field.value)
        }
        return fields.sorted { $0.key < $1.key }
    }

    /// Whether a text is the name of a secret, and no sentence.
    private func isName(_ text: String) -> Bool {
        text.utf8.count <= 64 && text.utf8.allSatisfy { $0.isWord || $0 == 0x20 } && names.contains(text)
    }

    // MARK: Lists

    private func redacted(_ elements: [JSON]) -> JSON {
        if let bytes = bytes(elements) {
            return redacted(content: bytes).map { .array($0.map { .number("\($0)") }) } ?? .array(elements)
        }
        let isFlat =
            elements.count % 2 == 0
            && stride(from: 0, to: elements.count, by: 2).allSatisfy {
                elements[$0].string != nil
            }
        var result: [JSON] = []
        var isSecret = false
        for (index, element) in elements.enumerated() {
            let mayBe = isSecret && !names.isHarmless(element, named: elements[index - 1].string ?? "")
            result.append(mayBe && !element.isLongOption ? element.blank : redacted(element))
            isSecret = false
            guard let text = element.string, !mayBe else { continue }
            isSecret =
                isFlat && index % 2 == 0 && isName(text)
                || text.isSecretOption(names, before: elements.dropFirst(index + 1).first)
        }
        return .array(result)
    }

    /// The bytes that a list of numbers is.
    private func bytes(_ elements: [JSON]) -> [UInt8]? {
        guard elements.count >= Self.byteCount, case .number = elements[0] else { return nil }
        var bytes: [UInt8] = []
        for element in elements {
            guard let number = element.integer, let byte = UInt8(exactly: number) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

extension JSON {
    /// The text in the place of a secret.
    static let redacted = "redacted"

    /// The value in the place of a secret.
    var blank: JSON {
        switch self {
        case .string: .string(JSON.redacted)
        case .number: .number("0")
        case .array: .array([])
        case .bool(let isTrue): .bool(isTrue)
        // Bytes, which may be read from a text.
        case .object(let fields) where fields.count == 1 && fields[0].key == "base64": .string(JSON.redacted)
        case .null, .object: .null
        }
    }

    /// Whether it is an option of its own, and no value of the option before.
    fileprivate var isLongOption: Bool { string.map { $0.utf8.starts(with: "--".utf8) } ?? false }
}

extension String {
    /// Whether it is an argument whose value is the next one.
    fileprivate func isSecretOption(_ names: SecretNames, before next: JSON?) -> Bool {
        guard utf8.first == UInt8(ascii: "-"), utf8.allSatisfy(\.isWord), !utf8.starts(with: "--no-".utf8) else {
            return false
        }
        if SecretForm.loginOptions.contains(self) { return next?.string?.utf8.contains(UInt8(ascii: ":")) ?? false }
        return names.contains(self)
    }
}
