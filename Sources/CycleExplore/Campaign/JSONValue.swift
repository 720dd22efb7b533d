import CycleBase

/// A value of JSON: the lines of results.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// In the order in which they are written.
    case object([Member])

    struct Member: Hashable, Sendable {
        let name: String
        let value: JSONValue

        init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    static func integer(_ value: some BinaryInteger) -> JSONValue { .number(Double(value)) }

    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// A whole number that is not negative.
    var natural: Int? {
        guard case .number(let number) = self, number >= 0, number < 9e15, number == number.rounded() else {
            return nil
        }
        return Int(number)
    }

    var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    var isTrue: Bool { self == .bool(true) }
}

extension JSONValue: CustomStringConvertible {
    /// On one line.
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): value == value.rounded() && abs(value) < 9e15 ? "\(Int64(value))" : "\(value)"
        case .string(let text): text.quotedJSON
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\($0.name.quotedJSON):\($0.value)" }.joined(separator: ","))}"
        }
    }
}

extension JSONValue {
    /// - Returns: `nil` where the text is not one whole value.
    init?(parsing text: some StringProtocol) {
        var parser = JSONReader(text)
        guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
        self = value
    }
}

private struct JSONReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return place == bytes.count
        }
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[place...].starts(with: text.utf8) else { return false }
        place += text.utf8.count
        return true
    }

    mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        guard depth < 64, let byte = next else { return nil }
        switch byte {
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "["): return array(depth)
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func number() -> JSONValue? {
        let start = place
        while let byte = next, "+-.eE0123456789".utf8.contains(byte) { place += 1 }
        return Double(String(decoding: bytes[start..<place], as: UTF8.self)).map { .number($0) }
    }

    private mutating func array(_ depth: Int) -> JSONValue? {
        place += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        while let element = value(depth: depth + 1) {
            elements.append(element)
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { return nil }
        }
        return nil
    }

    private mutating func object(_ depth: Int) -> JSONValue? {
        place += 1
        var members: [JSONValue.Member] = []
        skipSpace()
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\""), let name = string() else { return nil }
            skipSpace()
            guard take(":"), let value = value(depth: depth + 1) else { return nil }
            members.append(.init(name, value))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { return nil }
        }
    }

    private mutating func string() -> String? {
        place += 1
        var text: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escaped() else { return nil }
                text += Array(String(Character(scalar)).utf8)
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escaped() -> Unicode.Scalar? {
        guard let byte = next else { return nil }
        place += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"):
            guard let high = unit() else { return nil }
            guard 0xD800..<0xDC00 ~= high else { return Unicode.Scalar(high) }
            guard take("\\u"), let low = unit(), 0xDC00..<0xE000 ~= low else { return nil }
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        default: return Unicode.Scalar(byte)
        }
    }

    private mutating func unit() -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        place += 4
        return UInt32(String(decoding: bytes[place - 4..<place], as: UTF8.self), radix: 16)
    }
}
