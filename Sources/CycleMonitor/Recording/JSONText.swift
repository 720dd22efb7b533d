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
    private struct Opening {
        let start: Int
        let isObject: Bool
        /// Where its fields begin in `fields`.
        let firstField: Int
        var count = 0
        var isSorted = true
    }

    private struct Field {
        let start: Int
        let keyEnd: Int
    }

    var text = ByteBuffer()
    private(set) var isBeyond = false
    private var openings: [Opening] = []
    private var fields: [Field] = []
    /// The bytes of an object whose fields are put into order.
    private var scratch = ByteBuffer(capacity: 0)
    private var sorted: [Int] = []

    /// How many containers are open.
    var depth: Int { openings.count }

    mutating func begin() {
        guard isBeyond else { return }
        // Else all that was opened has been closed.
        isBeyond = false
        openings.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
    }

    /// What comes cannot be written here.
    mutating func giveUp() {
        isBeyond = true
    }

    mutating func append(number: some BinaryFloatingPoint & CustomStringConvertible) {
        if number.isNaN { return text.append(literal: "\"NaN\"") }
        if number.isInfinite {
            return number < 0 ? text.append(literal: "\"-Infinity\"") : text.append(literal: "\"Infinity\"")
        }
        var digits = number.description
        if digits.hasSuffix(".0") { digits.removeLast(2) }
        text.append(digits)
    }

    // MARK: Objects and arrays

    /// Begins a container, or goes on with it: a value may ask for its container twice.
    mutating func open(isObject: Bool, depth: Int, start: Int) {
        guard !isBeyond else { return }
        if depth < openings.count, openings[depth].start == start, openings[depth].isObject == isObject {
            return close(to: depth + 1)
        }
        guard openings.count == depth, text.count == start, depth < JSONScanner.depthLimit - 1 else { return giveUp() }
        openings.append(Opening(start: start, isObject: isObject, firstField: fields.count))
        text.append(byte: isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    }

    /// - Returns: Whether the only value of a slot can be written.
    mutating func beginSingle(depth: Int, start: Int) -> Bool {
        if openings.count != depth || text.count != start { giveUp() }
        return !isBeyond
    }

    mutating func beginElement(depth: Int, start: Int) -> Bool {
        guard enter(depth, start) else { return false }
        if openings[depth].count > 0 { text.append(byte: UInt8(ascii: ",")) }
        openings[depth].count += 1
        return true
    }

    mutating func beginField(_ key: String, depth: Int, start: Int) -> Bool {
        guard beginElement(depth: depth, start: start) else { return false }
        let field = text.count
        // Escapes would be compared in place of what they stand for.
        if !text.append(quoted: key) { giveUp() }
        fields.append(Field(start: field, keyEnd: text.count))
        if openings[depth].count > 1, openings[depth].isSorted {
            openings[depth].isSorted = order(fields[fields.count - 2], fields[fields.count - 1]) < 0
        }
        text.append(byte: UInt8(ascii: ":"))
        return !isBeyond
    }

    /// The elements so far of an array that is open.
    func count(depth: Int, start: Int) -> Int {
        depth < openings.count && openings[depth].start == start ? openings[depth].count : 0
    }

    mutating func close(to depth: Int) {
        while !isBeyond, openings.count > depth, let opening = openings.popLast() {
            if !opening.isSorted { sortFields(of: opening) }
            while fields.count > opening.firstField { fields.removeLast() }
            text.append(byte: opening.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Ends what was opened inside of a container: one that has ended cannot be written to any more.
    private mutating func enter(_ depth: Int, _ start: Int) -> Bool {
        guard !isBeyond, depth < openings.count, openings[depth].start == start else {
            giveUp()
            return false
        }
        close(to: depth + 1)
        return !isBeyond
    }

    private mutating func sortFields(of opening: Opening) {
        // Taken out, so that what compares may read the rest meanwhile.
        var sorted = sorted
        self.sorted = []
        defer { self.sorted = sorted }
        sorted.removeAll(keepingCapacity: true)
        for index in opening.firstField..<fields.count { sorted.append(index) }
        if sorted.count == 2 {
            // Not in order, as was found on the way.
            sorted.swapAt(0, 1)
        } else {
            sorted.sort { order(fields[$0], fields[$1]) < 0 }
        }
        scratch.truncate(to: 0)
        var latest: Int?
        for index in sorted {
            if let latest, order(fields[latest], fields[index]) == 0 { giveUp() }
            latest = index
            // Each ends where the comma before the next one stands.
            let end = index + 1 < fields.count ? fields[index + 1].start - 1 : text.count
            if scratch.count > 0 { scratch.append(byte: UInt8(ascii: ",")) }
            scratch.append(text.bytes(fields[index].start..<end))
        }
        text.truncate(to: opening.start + 1)
        text.append(scratch.bytes)
    }

    /// By the bytes between the quotes: less than 0, 0 or more.
    private func order(_ first: Field, _ second: Field) -> Int {
        let left = text.bytes(first.start + 1..<first.keyEnd - 1)
        let right = text.bytes(second.start + 1..<second.keyEnd - 1)
        for (left, right) in zip(left, right) where left != right { return Int(left) - Int(right) }
        return left.count - right.count
    }
}

// On the address and not on the text: what a value encodes changes the text that it is encoded into.
extension UnsafeMutablePointer<JSONText> {
    static func make() -> UnsafeMutablePointer {
        let address = UnsafeMutablePointer.allocate(capacity: 1)
        address.initialize(to: JSONText())
        return address
    }

    func free() {
        deinitialize(count: 1)
        deallocate()
    }

    /// - Returns: Whether the value has been appended.
    func append(_ value: some Encodable) -> Bool {
        let start = pointee.text.count
        pointee.begin()
        do {
            try encode(value, orEmpty: false)
        } catch {
            pointee.giveUp()
        }
        guard !pointee.isBeyond, pointee.text.count > start else {
            pointee.text.truncate(to: start)
            return false
        }
        return true
    }

    /// - Parameter orEmpty: Whether a value that encodes nothing is an empty object.
    func encode<Value: Encodable>(_ value: Value, orEmpty: Bool = true) throws {
        guard !pointee.isBeyond, !appendKnown(value) else { return }
        let slot = JSONSlot(self, depth: pointee.depth, start: pointee.text.count)
        do {
            try value.encode(to: slot)
        } catch {
            // Whoever catches it goes on without this value, of which there may be some in the text.
            pointee.giveUp()
            throw error
        }
        pointee.close(to: slot.depth)
        if orEmpty, pointee.text.count == slot.start { pointee.text.append(literal: "{}") }
    }

    /// What `JSONEncoder` does not leave to the value.
    private func appendKnown<Value>(_ value: Value) -> Bool {
        if Value.self == Data.self, let data = value as? Data {
            pointee.text.append(quoted: data.base64EncodedString())
        } else if Value.self == URL.self, let url = value as? URL {
            pointee.text.append(quoted: url.absoluteString)
        } else if Value.self == Decimal.self, let number = value as? Decimal {
            pointee.text.append(number.description)
        } else {
            return false
        }
        return true
    }
}
