/// Where an object is written. It can be lent for one object after another.
class JSONObjectPlace {
    final let json: UnsafeMutablePointer<JSONText>
    final let depth: Int
    final var start: Int

    init(_ slot: JSONSlot) {
        json = slot.json
        depth = slot.depth
        start = slot.start
    }
}

final class JSONObject<Key: CodingKey>: JSONObjectPlace, KeyedEncodingContainerProtocol {
    /// Behind an address, because every use of a class's property is checked for exclusive access.
    private let names = UnsafeMutablePointer<JSONNames>.allocate(capacity: 1)

    override init(_ slot: JSONSlot) {
        names.initialize(to: JSONNames())
        super.init(slot)
    }

    deinit {
        names.deinitialize(count: 1)
        names.deallocate()
    }

    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: Key) -> Bool {
        // Most keys are an enumeration's, which is a byte or nothing: then its text is asked for, and looked at, once.
        guard MemoryLayout<Key>.size <= 1 else { return beginNew(key) }
        let byte = MemoryLayout<Key>.size == 0 ? 0 : unsafeBitCast(key, to: UInt8.self)
        if let name = names.pointee[byte] { return json.pointee.beginField(name, depth: depth, start: start) }
        guard beginNew(key) else { return false }
        names.pointee.insert(json.pointee.newestName, at: byte)
        return true
    }

    private func beginNew(_ key: Key) -> Bool {
        json.pointee.beginField(key.stringValue, depth: depth, start: start)
    }

    /// Where the value of a key goes.
    private func slot(_ key: Key) -> JSONSlot {
        _ = begin(key)
        return JSONSlot(json, depth: depth + 1, start: json.pointee.text.count)
    }

    func encodeNil(forKey key: Key) { if begin(key) { json.pointee.text.append(literal: "null") } }
    func encode(_ value: some Encodable, forKey key: Key) throws { if begin(key) { try json.encode(value) } }
    func encode(_ value: Int128, forKey key: Key) throws { if begin(key) { try json.encode(value) } }
    func encode(_ value: UInt128, forKey key: Key) throws { if begin(key) { try json.encode(value) } }

    // What fields are most of the time: the compiler makes no copies of the generic function in a generic class.
    func encode(_ value: Int, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: Bool, forKey key: Key) { if begin(key) { json.pointee.text.append(value) } }
    func encode(_ value: Double, forKey key: Key) { if begin(key) { json.pointee.text.append(number: value) } }
    func encode(_ value: String, forKey key: Key) { if begin(key) { json.pointee.text.append(quoted: value) } }

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

/// How the keys of a type are written, each by the only byte that it has.
private struct JSONNames: ~Copyable {
    private var names = Buffer<JSONName?>(capacity: 0)

    deinit { for name in names.elements { name?.text.deallocate() } }

    subscript(byte: UInt8) -> JSONName? { byte < names.count ? names.elements[Int(byte)] : nil }

    mutating func insert(_ name: JSONName, at byte: UInt8) {
        while names.count <= byte { names.append(nil) }
        let text = UnsafeMutablePointer<UInt8>.allocate(capacity: name.byteCount)
        text.initialize(from: name.text, count: name.byteCount)
        names.elements[Int(byte)] = JSONName(text: text, byteCount: name.byteCount, prefix: name.prefix)
    }
}
