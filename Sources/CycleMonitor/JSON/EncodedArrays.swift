import CycleBase

/// The arrays of the value that was encoded last, with their JSON: an array that was not written to since is not encoded again.
///
/// Frames share the arrays that did not change. An array is known by the place of its storage, which stays its own as long as it is
/// kept here. An array in which an object was met is encoded each time: the object may have changed meanwhile.
final class EncodedArrays {
    private struct Place: Hashable {
        let storage: UnsafeRawPointer
        let count: Int
        let type: ObjectIdentifier
        let depth: Int

        /// `nil` for what is no array, and for an empty one.
        init?<Value>(of value: Value, depth: Int) {
            // A cast costs more than it saves for all that cannot be an array.
            guard MemoryLayout<Value>.size == MemoryLayout<[Int]>.size, let array = value as? any StoredArray,
                let storage = array.storage
            else { return nil }
            (self.storage, count, type, self.depth) = (storage, array.count, ObjectIdentifier(Value.self), depth)
        }
    }

    private struct Entry {
        /// Keeps the storage.
        let array: Any
        let json: JSON
        let byteCount: Int
    }

    private var entries: [Place: Entry] = [:]
    private var entriesBefore: [Place: Entry] = [:]
    private var objectCount = 0
    /// About how long the text of the value is.
    private(set) var byteCount = 0

    /// Another value is encoded: what only the value before the last one had is forgotten.
    func begin() {
        swap(&entries, &entriesBefore)
        entries.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    func count(_ leaf: JSON) { byteCount += leaf.byteCount() + 1 }

    func count(key: String) { byteCount += key.utf8.count + 3 }

    /// - Parameters:
    ///   - depth: How many containers the value stands in: one that is nested too deep is not encoded.
    ///   - encode: Is called unless the value is an array that is known.
    func json<Value>(of value: Value, depth: Int, encode: () throws -> JSON?) rethrows -> JSON? {
        if Value.self is AnyClass { objectCount += 1 }
        guard let place = Place(of: value, depth: depth) else { return try encode() }
        if let entry = entries[place] ?? entriesBefore[place] {
            entries[place] = entry
            byteCount += entry.byteCount
            return entry.json
        }
        let before = (objectCount, byteCount)
        let json = try encode()
        if let json, objectCount == before.0 {
            entries[place] = Entry(array: value, json: json, byteCount: byteCount - before.1)
        }
        return json
    }
}

private protocol StoredArray {
    var count: Int { get }
    var storage: UnsafeRawPointer? { get }
}

extension Array: StoredArray {
    fileprivate var storage: UnsafeRawPointer? {
        isEmpty ? nil : withUnsafeBytes { $0.baseAddress }
    }
}
