/// Keyed containers that are lent again and again: for a new one the runtime looks for two generic types, which costs more
/// than to write a small object.
struct JSONObjectContainers {
    private struct Lent {
        let key: ObjectIdentifier
        let place: JSONObjectPlace
        /// What the container is made of. Nobody else holds it when the value that it was lent to has forgotten it.
        /// Optional, as an `AnyObject` would be opened where it is asked for, and be held twice.
        var box: AnyObject?
    }

    private var lent: [Lent] = []

    /// - Returns: A container that nobody else can write to.
    mutating func container<Key: CodingKey>(at slot: JSONSlot) -> KeyedEncodingContainer<Key> {
        let key = ObjectIdentifier(Key.self)
        for index in lent.indices where lent[index].key == key && lent[index].place.depth == slot.depth {
            guard isKnownUniquelyReferenced(&lent[index].box) else { continue }
            lent[index].place.start = slot.start
            return unsafeBitCast(lent[index].box, to: KeyedEncodingContainer<Key>.self)
        }
        let object = JSONObject<Key>(slot)
        let container = KeyedEncodingContainer(object)
        // Each is compared until one fits, which must not take longer than to make one.
        if lent.count < 20, isContainerABox {
            lent.append(Lent(key: key, place: object, box: unsafeBitCast(container, to: AnyObject.self)))
        }
        return container
    }
}

/// Whether a keyed container is nothing but a reference to an object, whose count tells how many copies there are of the
/// container. The standard library does not promise it; here it is looked at.
private let isContainerABox: Bool = {
    enum Key: CodingKey {}
    let json = UnsafeMutablePointer<JSONText>.make()
    defer { json.free() }
    let container = KeyedEncodingContainer(JSONObject<Key>(JSONSlot(json, depth: 0, start: 0)))
    guard MemoryLayout.size(ofValue: container) == MemoryLayout<AnyObject>.size else { return false }
    let address = unsafeBitCast(container, to: UInt.self)
    return Mirror(reflecting: container).children.contains {
        UInt(bitPattern: ObjectIdentifier($0.value as AnyObject)) == address
    }
}()
