/// Reads JSON from an unknown source: nothing in it can crash the program, and a value takes some ten times the memory
/// of its text at most, of which a line of a recording is limited.
///
/// Not `JSONDecoder`, which has no type for a value of any shape: it would try each type in turn, for every value.
struct JSONParser {
    /// Where the text stops being JSON.
    struct Flaw: Error, Equatable {
        let reason: String
    }

    /// As deep as `JSONDecoder` goes.
    static let depthLimit = 512

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0
    private var valueCount = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func parse(_ bytes: [UInt8]) throws(Flaw) -> JSON {
        var valueCount = 0
        return try parse(bytes, valueCount: &valueCount)
    }

    /// - Parameter valueCount: Has added to it how many values there are in it.
    static func parse(_ bytes: [UInt8], valueCount: inout Int) throws(Flaw) -> JSON {
        var parser = JSONParser(bytes)
        defer { valueCount += parser.valueCount }
        let value = try parser.value()
        guard parser.next == nil else { throw Flaw(reason: "there is more behind its end") }
        return value
    }

    private mutating func value() throws(Flaw) -> JSON {
        valueCount += 1
        return switch next {
        case UInt8(ascii: "{"): try nested { (parser) throws(Flaw) in .object(try parser.fields()) }
        case UInt8(ascii: "["): try nested { (parser) throws(Flaw) in .array(try parser.elements()) }
        case UInt8(ascii: "\""): .string(try string())
        case UInt8(ascii: "t"): try word("true", .bool(true))
        case UInt8(ascii: "f"): try word("false", .bool(false))
        case UInt8(ascii: "n"): try word("null", .null)
        case nil: throw Flaw(reason: "it stops in the middle")
        default: .number(try number())
        }
    }

    /// - Throws: A flaw where a value may not have parts any more.
    static func depth(below depth: Int, limit: Int = depthLimit) throws(Flaw) -> Int {
        guard depth < limit else { throw Flaw(reason: "it is nested too deep") }
        return depth + 1
    }

    private mutating func nested(
        _ content: (inout JSONParser) throws(Flaw) -> JSON
    ) throws(Flaw) -> JSON {
        let below = try JSONParser.depth(below: depth)
        depth = below
        index += 1
        defer { depth -= 1 }
        return try content(&self)
    }

    private mutating func elements() throws(Flaw) -> [JSON] {
        var elements: [JSON] = []
        if take("]") { return elements }
        repeat { elements.append(try value()) } while take(",")
        try expect("]")
        return elements
    }

    private mutating func fields() throws(Flaw) -> [JSON.Field] {
        var fields: [JSON.Field] = []
        var isSorted = true
        if take("}") { return fields }
        repeat {
            guard next != nil else { throw Flaw(reason: "it stops in the middle") }
            let key = try string()
            try expect(":")
            if let last = fields.last, last.key >= key { isSorted = false }
            fields.append(JSON.Field(key: key, value: try value()))
        } while take(",")
        try expect("}")
        return isSorted ? fields : try sorted(fields)
    }

    private func sorted(_ fields: [JSON.Field]) throws(Flaw) -> [JSON.Field] {
        let sorted = fields.sorted { $0.key < $1.key }
        for (field, next) in zip(sorted, sorted.dropFirst()) where field.key == next.key {
            throw Flaw(reason: "it says \"\(field.key.prefix(40))\" twice")
        }
        return sorted
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(Flaw) -> JSON {
        for offset in 0..<word.utf8CodeUnitCount where !take(byte: word.utf8Start[offset]) {
            throw Flaw(reason: "a value is not JSON")
        }
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(Flaw) -> String {
        let start = index
        _ = take(byte: UInt8(ascii: "-"))
        if !take(byte: UInt8(ascii: "0")) { try digits() }
        if take(byte: UInt8(ascii: ".")) { try digits() }
        if take(byte: UInt8(ascii: "e")) || take(byte: UInt8(ascii: "E")) {
            if !take(byte: UInt8(ascii: "+")) { _ = take(byte: UInt8(ascii: "-")) }
            try digits()
        }
        return text(start..<index)
    }

    private mutating func digits() throws(Flaw) {
        let start = index
        while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        guard index > start else { throw Flaw(reason: "a value is missing or not JSON") }
    }

    // MARK: Strings

    private mutating func string() throws(Flaw) -> String {
        try expect("\"")
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
        return isPlain ? text(start..<index) : try unescaped(bytes[start..<index])
    }

    /// Half a surrogate pair becomes U+FFFD.
    private func unescaped(_ escaped: ArraySlice<UInt8>) throws(Flaw) -> String {
        var units: [UInt16] = []
        var rest = String(decoding: escaped, as: UTF8.self).utf16[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let escape = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch Unicode.Scalar(escape) {
            case "\"", "\\", "/": units.append(escape)
            case "b": units.append(0x08)
            case "f": units.append(0x0C)
            case "n": units.append(0x0A)
            case "r": units.append(0x0D)
            case "t": units.append(0x09)
            case "u": units.append(try hexadecimal(&rest))
            default: throw Flaw(reason: "a string holds a bad escape")
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private func hexadecimal(_ rest: inout Substring.UTF16View) throws(Flaw) -> UInt16 {
        let digits = String(decoding: rest.prefix(4), as: UTF16.self)
        rest = rest.dropFirst(4)
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
            throw Flaw(reason: "a string holds a bad escape")
        }
        return unit
    }

    // MARK: Bytes

    /// The byte that comes, behind white space.
    private var next: UInt8? {
        mutating get {
            while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) { index += 1 }
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

    private mutating func expect(_ character: Unicode.Scalar) throws(Flaw) {
        guard take(character) else {
            throw Flaw(reason: next == nil ? "it stops in the middle" : "\"\(character)\" is missing")
        }
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
