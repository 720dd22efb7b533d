import Foundation

/// JSON that is being written by the values that it is of: the text that `JSONEncoder` gives with sorted keys, but no tree
/// is built, and no memory is asked for once there was a text of that length.
///
/// A value may do what cannot be written in one go: fill two containers by turns, encode for its superclass, use a key
/// twice. Then ``isBeyond`` is set, all that follows is dropped, and the caller has to ask `JSONEncoder`.
///
/// Lives at an address of its own: containers that hold an address count no references, and nothing is checked for
/// exclusive access at every byte.
struct JSONText: ~Copyable {
    /// An object or an array that is being written, known by where it starts.
    private struct Opening: BitwiseCopyable {
        let start: Int
        let isObject: Bool
        /// Where its fields begin in `fields`.
        let firstField: Int
        var count = 0
        var isSorted = true
    }

    private struct Field: BitwiseCopyable {
        let start: Int
        /// Of the key between its quotes.
        let byteCount: Int
        /// The first eight bytes of the key as a number, by which most fields are put into order.
        let prefix: UInt64
        /// Known when the fields are put into order.
        var end = 0
    }

    var text = ByteBuffer(capacity: 256)
    private(set) var isBeyond = false
    var containers = JSONObjectContainers()
    private var openings = Buffer<Opening>()
    private var fields = Buffer<Field>()
    /// The bytes of an object whose fields are put into order.
    private var scratch = ByteBuffer()
    /// Few: the frame, and the event of each driver.
    private var types: [(type: ObjectIdentifier, encodable: (any Encodable.Type)?)] = []

    /// How many containers are open.
    var depth: Int { openings.count }

    mutating func begin() {
        guard isBeyond else { return }
        // Else all that was opened has been closed.
        isBeyond = false
        openings.truncate(to: 0)
        fields.truncate(to: 0)
    }

    /// What comes cannot be written here.
    mutating func giveUp() {
        isBeyond = true
    }

    /// The type if it is `Encodable`. Remembered: to ask the runtime costs as much as to encode a small frame.
    mutating func encodable(_ type: Any.Type) -> (any Encodable.Type)? {
        let identifier = ObjectIdentifier(type)
        for index in types.indices where types[index].type == identifier { return types[index].encodable }
        let encodable = type as? any Encodable.Type
        types.append((identifier, encodable))
        return encodable
    }

    // MARK: Objects and arrays

    /// Begins a container, or goes on with it: a value may ask for its container twice.
    mutating func open(isObject: Bool, depth: Int, start: Int) {
        guard !isBeyond else { return }
        if depth < openings.count, openings.elements[depth].start == start,
            openings.elements[depth].isObject == isObject
        {
            return close(to: depth + 1)
        }
        guard openings.count == depth, text.count == start, depth < JSONScanner.depthLimit - 1 else { return giveUp() }
        openings.append(Opening(start: start, isObject: isObject, firstField: fields.count))
        text.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    }

    /// - Returns: Whether the only value of a slot can be written.
    mutating func beginSingle(depth: Int, start: Int) -> Bool {
        if openings.count != depth || text.count != start { giveUp() }
        return !isBeyond
    }

    mutating func beginElement(depth: Int, start: Int) -> Bool {
        guard !isBeyond, depth < openings.count, openings.elements[depth].start == start else {
            giveUp()
            return false
        }
        // Ends what was opened inside of it, which cannot be written to any more.
        close(to: depth + 1)
        let count = openings.elements[depth].count
        if count > 0 { text.append(UInt8(ascii: ",")) }
        // Not `+= 1`, for which the compiler breaks with the thread sanitizer (6.3.1).
        openings.elements[depth].count = count + 1
        return !isBeyond
    }

    mutating func beginField(_ key: String, depth: Int, start: Int) -> Bool {
        guard beginElement(depth: depth, start: start) else { return false }
        let keyStart = text.count
        // Escapes would be compared in place of what they stand for.
        if !text.append(quoted: key) { giveUp() }
        let prefix = text.prefix(from: keyStart + 1)
        append(Field(start: keyStart, byteCount: text.count - keyStart, prefix: prefix), depth: depth)
        return !isBeyond
    }

    mutating func beginField(_ name: JSONName, depth: Int, start: Int) -> Bool {
        guard beginElement(depth: depth, start: start) else { return false }
        let keyStart = text.count
        text.append(UnsafeBufferPointer(start: name.text, count: name.byteCount))
        append(Field(start: keyStart, byteCount: name.byteCount, prefix: name.prefix), depth: depth)
        return true
    }

    /// Of the field that was begun last. Its text is valid until the next change.
    var newestName: JSONName {
        let field = fields.elements[fields.count - 1]
        return JSONName(text: text.address(of: field.start), byteCount: field.byteCount, prefix: field.prefix)
    }

    private mutating func append(_ field: Field, depth: Int) {
        if fields.count > openings.elements[depth].firstField, !isBefore(fields.elements[fields.count - 1], field) {
            openings.elements[depth].isSorted = false
        }
        fields.append(field)
        text.append(UInt8(ascii: ":"))
    }

    /// The elements so far of an array that is open.
    func count(depth: Int, start: Int) -> Int {
        depth < openings.count && openings.elements[depth].start == start ? openings.elements[depth].count : 0
    }

    mutating func close(to depth: Int) {
        while !isBeyond, openings.count > depth {
            let opening = openings.elements[openings.count - 1]
            openings.truncate(to: openings.count - 1)
            if !opening.isSorted { sortFields(of: opening) }
            fields.truncate(to: opening.firstField)
            text.append(opening.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    private mutating func sortFields(of opening: Opening) {
        var fields = UnsafeMutableBufferPointer(rebasing: fields.elements[opening.firstField...])
        // Each ends where the comma before the next one stands.
        for next in 1..<fields.count { fields[next - 1].end = fields[next].start - 1 }
        fields[fields.count - 1].end = text.count
        fields.sort { isBefore($0, $1) }
        scratch.truncate(to: 0)
        for index in 0..<fields.count {
            if index > 0 {
                if !isBefore(fields[index - 1], fields[index]) { giveUp() }
                scratch.append(UInt8(ascii: ","))
            }
            scratch.append(text.elements(from: fields[index].start, to: fields[index].end))
        }
        text.truncate(to: opening.start + 1)
        text.append(UnsafeBufferPointer(scratch.elements))
    }

    /// By the bytes of their keys.
    private func isBefore(_ first: Field, _ second: Field) -> Bool {
        if first.prefix != second.prefix { return first.prefix < second.prefix }
        return keyBytes(of: first).lexicographicallyPrecedes(keyBytes(of: second))
    }

    private func keyBytes(of field: Field) -> UnsafeBufferPointer<UInt8> {
        text.elements(from: field.start + 1, to: field.start + field.byteCount - 1)
    }
}

/// A key between its quotes, in which nothing is escaped.
struct JSONName: BitwiseCopyable {
    let text: UnsafePointer<UInt8>
    let byteCount: Int
    /// The first eight bytes of the key as a number.
    let prefix: UInt64
}
