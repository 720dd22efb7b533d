// How values write themselves into a JSONText. A container is a place in it: how deep it is, and where it starts. The
// coding paths are empty: to know them costs more than the text.
//
// One generic function is the witness of the sixteen that a container needs. For 128 bits the standard library has one of
// its own, which would be taken: it writes nothing.

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
        return json.pointee.containers.container(at: self)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        json.pointee.open(isObject: false, depth: depth, start: start)
        return JSONArray(self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private var canBegin: Bool { json.pointee.beginSingle(depth: depth, start: start) }

    func encodeNil() { if canBegin { json.pointee.text.append(literal: "null") } }
    func encode(_ value: some Encodable) throws { if canBegin { try json.encode(value) } }
    func encode(_ value: Int128) throws { if canBegin { try json.encode(value) } }
    func encode(_ value: UInt128) throws { if canBegin { try json.encode(value) } }
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
    func encode(_ value: some Encodable) throws { if canBegin { try json.encode(value) } }
    func encode(_ value: Int128) throws { if canBegin { try json.encode(value) } }
    func encode(_ value: UInt128) throws { if canBegin { try json.encode(value) } }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        slot.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { slot.unkeyedContainer() }
    func superEncoder() -> any Encoder { json.slotBeyond() }
}

extension UnsafeMutablePointer<JSONText> {
    /// For a value that is encoded in pieces, for its superclass.
    func slotBeyond() -> JSONSlot {
        pointee.giveUp()
        return JSONSlot(self, depth: 0, start: 0)
    }
}
