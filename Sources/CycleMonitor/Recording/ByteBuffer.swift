/// Text that is being written, as UTF-8.
typealias ByteBuffer = Buffer<UInt8>

extension Buffer<UInt8> {
    mutating func append(literal text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    mutating func append(_ isTrue: Bool) {
        append(literal: isTrue ? "true" : "false")
    }

    mutating func append(number: some FixedWidthInteger) {
        guard let magnitude = UInt64(exactly: number.magnitude) else { return append(number.description) }
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digits: magnitude)
    }

    private mutating func append(digits number: UInt64) {
        append(upTo: 20) { start in
            var digitCount = 1
            var limit: UInt64 = 10
            // The greatest has 20 digits, and its limit is none.
            while number >= limit, digitCount < 20 {
                digitCount &+= 1
                limit &*= 10
            }
            var rest = number
            var digit = start + digitCount
            repeat {
                digit -= 1
                digit.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while digit > start
            return (digitCount, ())
        }
    }

    /// As JSON writes it, which leaves out the fraction of a whole number and has no words for what is not one.
    mutating func append(number: some BinaryFloatingPoint & CustomStringConvertible) {
        if number.isNaN { return append(literal: "\"NaN\"") }
        if number.isInfinite { return append(literal: number < 0 ? "\"-Infinity\"" : "\"Infinity\"") }
        append(number.description)
        if count >= 2, elements[count - 1] == UInt8(ascii: "0"), elements[count - 2] == UInt8(ascii: ".") {
            truncate(to: count - 2)
        }
    }

    /// Between quotes, escaped where JSON wants it.
    ///
    /// - Returns: Whether it stands there as it is.
    @discardableResult
    mutating func append(quoted text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let isPlain = append(plain: bytes)
            if !isPlain { append(escaped: bytes) }
            return isPlain
        }
    }

    /// Between quotes, if no escape is wanted: looks at eight bytes at a time, the last of which are behind the text.
    ///
    /// - Returns: Whether it has been appended.
    private mutating func append(plain bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        append(upTo: bytes.count + 10) { quote in
            let start = UnsafeMutableRawPointer(quote + 1)
            if let source = bytes.baseAddress { start.copyMemory(from: source, byteCount: bytes.count) }
            start.storeBytes(of: .eightSpaces, toByteOffset: bytes.count, as: UInt64.self)
            for offset in stride(from: 0, to: bytes.count, by: 8)
            where start.loadUnaligned(fromByteOffset: offset, as: UInt64.self).needsEscape {
                return (0, false)
            }
            quote.pointee = UInt8(ascii: "\"")
            quote[bytes.count + 1] = UInt8(ascii: "\"")
            return (bytes.count + 2, true)
        }
    }

    /// The eight bytes of the key that begins there and is followed by a quote at the end of all, as a number that is in the
    /// same order as they; zeros for those that there are not.
    mutating func prefix(from index: Int) -> UInt64 {
        let byteCount = count - 1 - index
        return append(upTo: 8) { end in
            let bytes = UnsafeRawPointer(end - byteCount - 1).loadUnaligned(as: UInt64.self)
            let rest = byteCount < 8 ? UInt64.max >> (8 * UInt64(byteCount)) : 0
            return (0, UInt64(bigEndian: bytes) & ~rest)
        }
    }

    private mutating func append(escaped bytes: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        for byte in bytes {
            guard byte.needsEscape else {
                append(byte)
                continue
            }
            append(UInt8(ascii: "\\"))
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
            case 0x08: append(UInt8(ascii: "b"))
            case 0x0C: append(UInt8(ascii: "f"))
            case 0x0A: append(UInt8(ascii: "n"))
            case 0x0D: append(UInt8(ascii: "r"))
            case 0x09: append(UInt8(ascii: "t"))
            default:
                append(literal: "u00")
                append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
                append((byte & 0xF).hexDigit)
            }
        }
        append(UInt8(ascii: "\""))
    }
}

extension UInt64 {
    private static let each: UInt64 = 0x0101_0101_0101_0101
    fileprivate static let eightSpaces = each &* UInt64(UInt8(ascii: " "))

    /// Whether one of its eight bytes does: a byte that is less than what is taken from it gets its highest bit set.
    fileprivate var needsEscape: Bool {
        let control = self &- .each &* 0x20
        let quote = (self ^ .each &* UInt64(UInt8(ascii: "\""))) &- .each
        let backslash = (self ^ .each &* UInt64(UInt8(ascii: "\\"))) &- .each
        return (control | quote | backslash) & ~self & .each << 7 != 0
    }
}

extension UInt8 {
    fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
    fileprivate var hexDigit: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10 }
}
