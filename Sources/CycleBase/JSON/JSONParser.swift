/// Reads JSON (RFC 8259) from an unknown source: nothing in it can crash the program, and a value takes some ten times the memory
/// of its text at most, of which a line of a recording is limited.
///
/// It accepts what the RFC calls JSON, nested up to ``depthLimit``, and nothing else. Two fields of one name are a flaw. Half a
/// surrogate pair in an escape becomes U+FFFD. It calls itself for no value, so the depth of a text costs no stack.
///
/// Not `JSONDecoder`, which has no type for a value of any shape: it would try each type in turn, for every value.
package struct JSONParser {
    /// Where the text stops being JSON.
    package struct Flaw: Error, Equatable {
        package let reason: String

        package init(reason: String) { self.reason = reason }
    }

    /// As deep as `JSONDecoder` goes.
    package static let depthLimit = 512

    /// An array or an object whose end has not come yet.
    private struct Container {
        let isObject: Bool
        /// Where its elements begin in ``values``, and its keys in ``keys``.
        let start: (value: Int, key: Int)
    }

    private let bytes: [UInt8]
    private var index = 0
    private var valueCount = 0
    /// From the outermost on.
    private var containers: [Container] = []
    /// The elements of all containers, those of the innermost at the end.
    private var values: [JSON] = []
    private var keys: [String] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static func parse(_ bytes: [UInt8]) throws(Flaw) -> JSON {
        var valueCount = 0
        return try parse(bytes, valueCount: &valueCount)
    }

    /// - Parameter valueCount: Has added to it how many values there are in it.
    package static func parse(_ bytes: [UInt8], valueCount: inout Int) throws(Flaw) -> JSON {
        var parser = JSONParser(bytes)
        defer { valueCount += parser.valueCount }
        let value = try parser.value()
        guard parser.next == nil else { throw Flaw(reason: "there is more behind its end") }
        return value
    }

    private mutating func value() throws(Flaw) -> JSON {
        while true {
            var finished = try begin()
            while let value = finished {
                guard let container = containers.last else { return value }
                values.append(value)
                if take(",") {
                    if container.isObject { try key() }
                    finished = nil
                } else {
                    finished = try end(of: container)
                }
            }
        }
    }

    /// - Returns: `nil` where a container has begun whose first element comes next.
    private mutating func begin() throws(Flaw) -> JSON? {
        valueCount += 1
        return switch next {
        case UInt8(ascii: "{"): try enter(isObject: true)
        case UInt8(ascii: "["): try enter(isObject: false)
        case UInt8(ascii: "\""): .string(try string())
        case UInt8(ascii: "t"): try word("true", .bool(true))
        case UInt8(ascii: "f"): try word("false", .bool(false))
        case UInt8(ascii: "n"): try word("null", .null)
        case nil: throw Flaw(reason: "it stops in the middle")
        default: .number(try number())
        }
    }

    /// - Throws: A flaw where a value may not have parts any more.
    package static func depth(below depth: Int, limit: Int = depthLimit) throws(Flaw) -> Int {
        guard depth < limit else { throw Flaw(reason: "it is nested too deep") }
        return depth + 1
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(Flaw) -> JSON {
        for offset in 0..<word.utf8CodeUnitCount where !take(byte: word.utf8Start[offset]) {
            throw Flaw(reason: "a value is not JSON")
        }
        return value
    }

    // MARK: Containers

    private mutating func enter(isObject: Bool) throws(Flaw) -> JSON? {
        _ = try JSONParser.depth(below: containers.count)
        index += 1
        if take(isObject ? "}" : "]") { return isObject ? .object([]) : .array([]) }
        containers.append(Container(isObject: isObject, start: (values.count, keys.count)))
        if isObject { try key() }
        return nil
    }

    private mutating func key() throws(Flaw) {
        try expect("\"", isTaken: false)
        keys.append(try string())
        try expect(":")
    }

    private mutating func end(of container: Container) throws(Flaw) -> JSON {
        try expect(container.isObject ? "}" : "]")
        containers.removeLast()
        let elements = values.takeAll(from: container.start.value)
        guard container.isObject else { return .array(elements) }
        let names = keys.takeAll(from: container.start.key)
        return .object(try sorted(zip(names, elements).map { JSON.Field(key: $0, value: $1) }))
    }

    private func sorted(_ fields: [JSON.Field]) throws(Flaw) -> [JSON.Field] {
        // Most writers have sorted them.
        if zip(fields, fields.dropFirst()).allSatisfy({ $0.key < $1.key }) { return fields }
        let sorted = fields.sorted { $0.key < $1.key }
        for (field, next) in zip(sorted, sorted.dropFirst()) where field.key == next.key {
            throw Flaw(reason: "it says \"\(field.key.prefix(40))\" twice")
        }
        return sorted
    }

    // MARK: Numbers and strings

    private mutating func number() throws(Flaw) -> String {
        let start = index
        _ = take(byte: UInt8(ascii: "-"))
        if !take(byte: UInt8(ascii: "0")) { try digits() }
        if take(byte: UInt8(ascii: ".")) { try digits() }
        if take(byte: UInt8(ascii: "e")) || take(byte: UInt8(ascii: "E")) {
            if !take(byte: UInt8(ascii: "+")) { _ = take(byte: UInt8(ascii: "-")) }
            try digits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(Flaw) {
        let start = index
        while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        guard index > start else { throw Flaw(reason: "a value is missing or not JSON") }
    }

    /// The string whose first quote comes next.
    private mutating func string() throws(Flaw) -> String {
        index += 1
        let start = index
        var isPlain = true
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index] >= 0x20 else { throw Flaw(reason: "a string holds a control character") }
            if bytes[index] == UInt8(ascii: "\\") {
                isPlain = false
                index += 1
            }
            index += 1
        }
        guard index < bytes.count else { throw Flaw(reason: "it stops in the middle") }
        defer { index += 1 }
        let text = try isPlain ? bytes[start..<index] : bytes[start..<index].unescapedJSON()[...]
        guard let text = String(validating: text, as: UTF8.self) else { throw Flaw(reason: "it is not UTF-8") }
        return text
    }

    // MARK: Bytes

    /// The byte that comes, behind white space.
    private var next: UInt8? {
        mutating get {
            while index < bytes.count, bytes[index].isSpaceOfJSON { index += 1 }
            return index < bytes.count ? bytes[index] : nil
        }
    }

    private mutating func take(byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar, isTaken: Bool = true) throws(Flaw) {
        guard next == UInt8(ascii: character) else {
            throw Flaw(reason: next == nil ? "it stops in the middle" : "\"\(character)\" is missing")
        }
        if isTaken { index += 1 }
    }
}

extension UInt8 {
    /// No vertical tab and no form feed: these are no space of JSON.
    fileprivate var isSpaceOfJSON: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

extension Array {
    /// No slice is left of the array when elements go, so that these are not copied for each container that ends.
    fileprivate mutating func takeAll(from start: Int) -> [Element] {
        let taken = Array(self[start...])
        removeSubrange(start...)
        return taken
    }
}
