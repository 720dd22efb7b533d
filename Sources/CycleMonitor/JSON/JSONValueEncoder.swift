import CycleBase

/// Encodes a value as JSON without a text in between, with the same result as the text of a `JSONEncoder` once it is parsed.
struct JSONValueEncoder: Encoder {
    var codingPath: [any CodingKey] { slot.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private let slot: JSONSlot

    fileprivate init(_ slot: JSONSlot) {
        self.slot = slot
    }

    /// - Parameter arrays: Those of an earlier value, which are not encoded again.
    /// - Throws: The error of the value, or one for a value that encodes nothing or is nested deeper than a reader allows.
    static func encode<Value: Encodable>(_ value: Value, reusing arrays: EncodedArrays = EncodedArrays()) throws -> JSON
    {
        guard let json = try JSONSlot(arrays).json(encoding: value) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "it encodes nothing"))
        }
        return json
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.content = .object
        return KeyedEncodingContainer(Keyed(slot: slot))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.content = .array
        return Unkeyed(slot: slot)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(slot: slot) }
}

extension JSONValueEncoder {
    fileprivate struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let slot: JSONSlot
        var codingPath: [any CodingKey] { slot.codingPath }

        mutating func encodeNil(forKey key: Key) throws { slot.set(.null, for: key.stringValue) }

        mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            slot.set(try slot.json(of: value, at: key), for: key.stringValue)
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            superEncoder(forKey: key).container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            superEncoder(forKey: key).unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder { JSONValueEncoder(slot.part("super", at: nil)) }

        mutating func superEncoder(forKey key: Key) -> any Encoder {
            JSONValueEncoder(slot.part(key.stringValue, at: key))
        }
    }

    fileprivate struct Unkeyed: UnkeyedEncodingContainer {
        let slot: JSONSlot
        var codingPath: [any CodingKey] { slot.codingPath }
        var count: Int { slot.elements.count }

        mutating func encodeNil() throws { slot.elements.append(.null) }

        mutating func encode<T: Encodable>(_ value: T) throws {
            slot.elements.append(try slot.json(of: value, at: nil))
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type
        ) -> KeyedEncodingContainer<Nested> {
            superEncoder().container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

        mutating func superEncoder() -> any Encoder { JSONValueEncoder(slot.element()) }
    }

    fileprivate struct Single: SingleValueEncodingContainer {
        let slot: JSONSlot
        var codingPath: [any CodingKey] { slot.codingPath }

        mutating func encodeNil() throws { slot.content = .value(.null) }

        mutating func encode<T: Encodable>(_ value: T) throws {
            if let json = try slot.json(encoding: value) { slot.content = .value(json) }
        }
    }
}

/// The place of one value while it is encoded.
private final class JSONSlot {
    enum Content {
        case nothing
        case value(JSON)
        case object
        case array
    }

    private enum Place {
        case field(String)
        case element(Int)
    }

    private let parent: JSONSlot?
    private let key: (any CodingKey)?
    private let depth: Int
    private let arrays: EncodedArrays
    var content = Content.nothing
    /// Sorted by key.
    private var fields: [JSON.Field] = []
    var elements: [JSON] = []
    /// The parts that were handed out: they may be filled in any order, until the end.
    private var openParts: [(place: Place, slot: JSONSlot)] = []

    init(_ arrays: EncodedArrays) {
        (parent, key, depth, self.arrays) = (nil, nil, 0, arrays)
    }

    /// - Parameter key: The step to it, of a coding path.
    private init(in parent: JSONSlot, at key: (any CodingKey)?) {
        (self.parent, self.key, depth, arrays) = (parent, key, parent.depth + 1, parent.arrays)
    }

    var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + (key.map { [$0] } ?? []) }

    /// - Returns: `nil` where nothing was encoded.
    func json<Value: Encodable>(encoding value: Value) throws -> JSON? { try leaf(value) ?? json(ofParts: value) }

    private func leaf<Value: Encodable>(_ value: Value) -> JSON? {
        guard let leaf = JSON(leaf: value) else { return nil }
        arrays.count(leaf)
        return leaf
    }

    private func json<Value: Encodable>(ofParts value: Value) throws -> JSON? {
        try arrays.json(of: value, depth: depth) {
            try value.encode(to: JSONValueEncoder(self))
            return try json()
        }
    }

    private func json() throws(JSONParser.Flaw) -> JSON? {
        switch content {
        case .nothing: return nil
        case .value(let json): return json
        case .object, .array: _ = try JSONParser.depth(below: depth, limit: JSONPatch.Bounds.depthLimit)
        }
        for (place, slot) in openParts {
            let json = try slot.json() ?? .object([])
            switch place {
            case .field(let key): set(json, for: key)
            case .element(let index): elements[index] = json
            }
        }
        if case .object = content { return .object(fields) }
        return .array(elements)
    }

    // MARK: Parts

    /// A part that encodes nothing is an empty object.
    func json<Value: Encodable>(of part: Value, at key: (any CodingKey)?) throws -> JSON {
        try leaf(part) ?? JSONSlot(in: self, at: key).json(ofParts: part) ?? .object([])
    }

    /// The later of two with one key counts.
    func set(_ value: JSON, for key: String) {
        arrays.count(key: key)
        guard let last = fields.last, key <= last.key else { return fields.append(JSON.Field(key: key, value: value)) }
        let index = fields.insertionIndex(of: key)
        if fields[index].key == key {
            fields[index].value = value
        } else {
            fields.insert(JSON.Field(key: key, value: value), at: index)
        }
    }

    /// The place of a field, which several containers may fill.
    func part(_ key: String, at codingKey: (any CodingKey)?) -> JSONSlot {
        for case (.field(key), let slot) in openParts { return slot }
        let slot = JSONSlot(in: self, at: codingKey)
        openParts.append((.field(key), slot))
        return slot
    }

    func element() -> JSONSlot {
        let slot = JSONSlot(in: self, at: nil)
        openParts.append((.element(elements.count), slot))
        elements.append(.null)
        return slot
    }
}
