/// Encodes a value as JSON without a text in between, with the same result as the text of a `JSONEncoder` once it is parsed.
struct JSONValueEncoder: Encoder {
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private let slot: JSONSlot

    fileprivate init(_ slot: JSONSlot, _ codingPath: [any CodingKey]) {
        self.slot = slot
        self.codingPath = codingPath
    }

    /// - Throws: The error of the value, or one for a value that encodes nothing or is nested deeper than a reader allows.
    static func encode<Value: Encodable>(_ value: Value) throws -> JSON {
        if let leaf = JSON(leaf: value) { return leaf }
        let slot = JSONSlot()
        try value.encode(to: JSONValueEncoder(slot, []))
        guard let json = try slot.json(depth: 0) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "it encodes nothing"))
        }
        return json
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed(fields: slot.becomeObject(), codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        Unkeyed(elements: slot.becomeArray(), codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(slot: slot, codingPath: codingPath) }
}

extension JSONValueEncoder {
    fileprivate struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let fields: JSONSlot.Fields
        let codingPath: [any CodingKey]

        mutating func encodeNil(forKey key: Key) throws {
            fields.entries.append((key.stringValue, .value(.null)))
        }

        mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            if let leaf = JSON(leaf: value) { return fields.entries.append((key.stringValue, .value(leaf))) }
            let slot = JSONSlot()
            fields.entries.append((key.stringValue, .slot(slot)))
            try value.encode(to: JSONValueEncoder(slot, codingPath + [key]))
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            superEncoder(forKey: key).container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            superEncoder(forKey: key).unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder { JSONValueEncoder(fields.slot("super"), codingPath) }

        mutating func superEncoder(forKey key: Key) -> any Encoder {
            JSONValueEncoder(fields.slot(key.stringValue), codingPath + [key])
        }
    }

    fileprivate struct Unkeyed: UnkeyedEncodingContainer {
        let elements: JSONSlot.Elements
        let codingPath: [any CodingKey]
        var count: Int { elements.entries.count }

        mutating func encodeNil() throws { elements.entries.append(.value(.null)) }

        mutating func encode<T: Encodable>(_ value: T) throws {
            if let leaf = JSON(leaf: value) { return elements.entries.append(.value(leaf)) }
            try value.encode(to: superEncoder())
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type
        ) -> KeyedEncodingContainer<Nested> {
            superEncoder().container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

        mutating func superEncoder() -> any Encoder {
            let slot = JSONSlot()
            elements.entries.append(.slot(slot))
            return JSONValueEncoder(slot, codingPath)
        }
    }

    fileprivate struct Single: SingleValueEncodingContainer {
        let slot: JSONSlot
        let codingPath: [any CodingKey]

        mutating func encodeNil() throws { slot.content = .value(.null) }

        mutating func encode<T: Encodable>(_ value: T) throws {
            if let leaf = JSON(leaf: value) {
                slot.content = .value(leaf)
            } else {
                try value.encode(to: JSONValueEncoder(slot, codingPath))
            }
        }
    }
}

/// The place of one value while it is encoded: its containers may be filled in any order.
private final class JSONSlot {
    enum Entry {
        case value(JSON)
        case slot(JSONSlot)

        /// A value that encodes nothing is an empty object.
        func json(depth: Int) throws(JSONParser.Flaw) -> JSON {
            switch self {
            case .value(let json): json
            case .slot(let slot): try slot.json(depth: depth) ?? .object([])
            }
        }
    }

    final class Fields {
        /// The later of two with one key counts.
        var entries: [(key: String, entry: Entry)] = []

        /// The slot of a field, which several containers may fill.
        func slot(_ key: String) -> JSONSlot {
            for case (key, .slot(let slot)) in entries { return slot }
            let slot = JSONSlot()
            entries.append((key, .slot(slot)))
            return slot
        }
    }

    final class Elements {
        var entries: [Entry] = []
    }

    enum Content {
        case nothing
        case value(JSON)
        case object(Fields)
        case array(Elements)
    }

    var content = Content.nothing

    func becomeObject() -> Fields {
        if case .object(let fields) = content { return fields }
        let fields = Fields()
        content = .object(fields)
        return fields
    }

    func becomeArray() -> Elements {
        if case .array(let elements) = content { return elements }
        let elements = Elements()
        content = .array(elements)
        return elements
    }

    /// `nil` where nothing was encoded.
    func json(depth: Int) throws(JSONParser.Flaw) -> JSON? {
        switch content {
        case .nothing: return nil
        case .value(let json): return json
        case .object(let fields):
            let depth = try JSONParser.depth(below: depth)
            var result: [JSON.Field] = []
            result.reserveCapacity(fields.entries.count)
            for (key, entry) in fields.entries.sorted(by: { $0.key < $1.key }) {
                if result.last?.key == key { result.removeLast() }
                result.append(JSON.Field(key: key, value: try entry.json(depth: depth)))
            }
            return .object(result)
        case .array(let elements):
            let depth = try JSONParser.depth(below: depth)
            var result: [JSON] = []
            result.reserveCapacity(elements.entries.count)
            for entry in elements.entries { result.append(try entry.json(depth: depth)) }
            return .array(result)
        }
    }
}
