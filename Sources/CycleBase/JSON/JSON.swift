/// A JSON value as it is written: numbers keep their digits, and fields are in the order of their keys.
package enum JSON: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package let key: String
        package var value: JSON

        package init(key: String, value: JSON) { (self.key, self.value) = (key, value) }
    }

    case null
    case bool(Bool)
    /// The digits, so that none is lost, however many there are.
    case number(String)
    case string(String)
    case array([JSON])
    /// Sorted by key, each key once.
    case object([Field])
}

extension JSON {
    /// The value of a field; `nil` where this is not an object or has no such field.
    package subscript(_ key: String) -> JSON? {
        guard case .object(let fields) = self else { return nil }
        let index = fields.insertionIndex(of: key)
        return index < fields.count && fields[index].key == key ? fields[index].value : nil
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// `nil` where this is not a whole number that fits.
    package var integer: Int? {
        if case .number(let digits) = self { Int(digits) } else { nil }
    }

    package var elements: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// Whether more containers than this stand in each other. Looks no deeper than that.
    package func isDeeper(than limit: Int) -> Bool {
        switch self {
        case .null, .bool, .number, .string: limit < 0
        case .array(let elements): limit < 1 || elements.contains { $0.isDeeper(than: limit - 1) }
        case .object(let fields): limit < 1 || fields.contains { $0.value.isDeeper(than: limit - 1) }
        }
    }

    /// About how long its text is. Stops counting a little beyond `limit`.
    package func byteCount(upTo limit: Int = .max) -> Int {
        var byteCount = 0
        addByteCount(to: &byteCount, limit)
        return byteCount
    }

    private func addByteCount(to byteCount: inout Int, _ limit: Int) {
        guard byteCount <= limit else { return }
        switch self {
        case .null, .bool: byteCount += 4
        case .number(let digits): byteCount += digits.utf8.count
        case .string(let text): byteCount += text.utf8.count + 2
        case .array(let elements):
            byteCount += 2 + elements.count
            for element in elements where byteCount <= limit { element.addByteCount(to: &byteCount, limit) }
        case .object(let fields):
            byteCount += 2
            for field in fields where byteCount <= limit {
                byteCount += field.key.utf8.count + 4
                field.value.addByteCount(to: &byteCount, limit)
            }
        }
    }
}

extension [JSON.Field] {
    /// Where a field of this key stands, or belongs.
    package func insertionIndex(of key: String) -> Int {
        indices.partitioningIndex { self[$0].key >= key }
    }
}
