// How values write themselves into a JSONText. A container is a place in it: how deep it is, and where it starts. The
// coding paths are empty: to know them costs more than the text.

/// Where one value goes.
struct JSONSlot: Encoder, SingleValueEncodingContainer {
    let json: UnsafeMutablePointer<JSONText>
    let depth: Int
    let start: Int

    init(_ json: UnsafeMutablePointer<JSONText>, depth: Int, start: Int) {
        self.json = json
        self.depth = depth
        self.start = start
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        json.pointee.open(isObject: true, depth: depth, start: start)
        return KeyedEncodingContainer(JSONObject<Key>(self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        json.pointee.open(isObject: false, depth: depth, start: start)
        return JSONArray(self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private var canBegin: Bool { json.pointee.beginSingle(depth: depth, start: start) }

    func encodeNil() { if canBegin { json.pointee.text.append(literal: "null") } }
    func encode(_ value: Bool) { if canBegin { json.pointee.text.append(literal: value ? "true" : "false") } }
    func encode(_ value: String) { if canBegin { json.pointee.text.append(quoted: value) } }
    func encode(_ value: Double) { if canBegin { json.pointee.append(number: value) } }
    func encode(_ value: Float) { if canBegin { json.pointee.append(number: value) } }
    func encode(_ value: Int) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int8) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int16) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int32) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int64) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int128) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt8) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt16) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt32) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt64) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt128) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: some Encodable) throws { if canBegin { try json.encode(value) } }
}

private struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let json: UnsafeMutablePointer<JSONText>
    private let depth: Int
    private let start: Int

    init(_ slot: JSONSlot) {
        json = slot.json
        depth = slot.depth
        start = slot.start
    }

    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: Key) -> Bool { json.pointee.beginField(key.stringValue, depth: depth, start: start) }

    /// Where the value of a key goes.
    private func slot(_ key: Key) -> JSONSlot {
        _ = begin(key)
        return JSONSlot(json, depth: depth + 1, start: json.pointee.text.count)
    }

    func encodeNil(forKey key: Key) { if begin(key) { json.pointee.text.append(literal: "null") } }
    func encode(_ value: Bool, forKey key: Key) {
        if begin(key) { json.pointee.text.append(literal: value ? "true" : "false") }
    }
    func encode(_ value: String, forKey key: Key) { if begin(key) { json.pointee.text.append(quoted: value) } }
    func encode(_ value: Double, forKey key: Key) { if begin(key) { json.pointee.append(number: value) } }
    func encode(_ value: Float, forKey key: Key) { if begin(key) { json.pointee.append(number: value) } }
    func encode(_ value: Int, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: Int8, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: Int16, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: Int32, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: Int64, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: Int128, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt8, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt16, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt32, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt64, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt128, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: some Encodable, forKey key: Key) throws { if begin(key) { try json.encode(value) } }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        slot(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        slot(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { json.slotBeyond() }
    func superEncoder(forKey key: Key) -> any Encoder { json.slotBeyond() }
}

private struct JSONArray: UnkeyedEncodingContainer {
    private let json: UnsafeMutablePointer<JSONText>
    private let depth: Int
    private let start: Int

    init(_ slot: JSONSlot) {
        json = slot.json
        depth = slot.depth
        start = slot.start
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int { json.pointee.count(depth: depth, start: start) }

    private var canBegin: Bool { json.pointee.beginElement(depth: depth, start: start) }

    /// Where the next element goes.
    private var slot: JSONSlot {
        _ = canBegin
        return JSONSlot(json, depth: depth + 1, start: json.pointee.text.count)
    }

    func encodeNil() { if canBegin { json.pointee.text.append(literal: "null") } }
    func encode(_ value: Bool) { if canBegin { json.pointee.text.append(literal: value ? "true" : "false") } }
    func encode(_ value: String) { if canBegin { json.pointee.text.append(quoted: value) } }
    func encode(_ value: Double) { if canBegin { json.pointee.append(number: value) } }
    func encode(_ value: Float) { if canBegin { json.pointee.append(number: value) } }
    func encode(_ value: Int) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int8) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int16) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int32) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int64) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: Int128) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt8) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt16) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt32) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt64) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: UInt128) { if canBegin { json.pointee.text.append(number: value) } }
    func encode(_ value: some Encodable) throws { if canBegin { try json.encode(value) } }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        slot.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { slot.unkeyedContainer() }
    func superEncoder() -> any Encoder { json.slotBeyond() }
}

extension UnsafeMutablePointer<JSONText> {
    /// For a value that is encoded in pieces, for its superclass.
    fileprivate func slotBeyond() -> JSONSlot {
        pointee.giveUp()
        return JSONSlot(self, depth: 0, start: 0)
    }
}
