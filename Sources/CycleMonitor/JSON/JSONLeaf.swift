import CycleBase

extension JSON {
    /// The value of what has no parts: texts, numbers, and what `JSONEncoder` writes as one of them; `nil` for all else.
    ///
    /// Types are compared before a cast, which costs much more.
    init?<Value: Encodable>(leaf value: Value) {
        if Value.self == String.self, let text = value as? String {
            self = .string(text)
        } else if Value.self == Bool.self, let isTrue = value as? Bool {
            self = .bool(isTrue)
        } else if Value.self == Int.self, let number = value as? Int {
            self = .number(number.description)
        } else if Value.self == Double.self, let number = value as? Double {
            self.init(digitsOf: number)
        } else if Value.self == Float.self, let number = value as? Float {
            self.init(digitsOf: number)
        } else if let integer = JSON.integer(value) {
            self = .number(integer)
        } else if Value.self == Data.self, let data = value as? Data {
            self = .string(data.base64EncodedString())
        } else if Value.self == URL.self, let url = value as? URL {
            self = .string(url.absoluteString)
        } else if Value.self == Decimal.self, let number = value as? Decimal {
            self = .number(number.description)
        } else {
            return nil
        }
    }

    private static let integers: Set<ObjectIdentifier> = [
        ObjectIdentifier(Int8.self), ObjectIdentifier(Int16.self), ObjectIdentifier(Int32.self),
        ObjectIdentifier(Int64.self), ObjectIdentifier(UInt.self), ObjectIdentifier(UInt8.self),
        ObjectIdentifier(UInt16.self), ObjectIdentifier(UInt32.self), ObjectIdentifier(UInt64.self),
        ObjectIdentifier(Int128.self), ObjectIdentifier(UInt128.self),
    ]

    private static func integer<Value>(_ value: Value) -> String? {
        guard integers.contains(ObjectIdentifier(Value.self)) else { return nil }
        return (value as? any BinaryInteger)?.description
    }

    /// Numbers that JSON does not have are texts.
    private init<Number: BinaryFloatingPoint & CustomStringConvertible>(digitsOf number: Number) {
        if number.isNaN {
            self = .string("NaN")
        } else if number.isInfinite {
            self = .string(number < 0 ? "-Infinity" : "Infinity")
        } else {
            let digits = number.description
            self = .number(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
        }
    }
}
