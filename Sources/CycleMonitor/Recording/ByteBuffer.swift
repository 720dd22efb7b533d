/// Text that is being written, as UTF-8, in one piece of memory that is used again and again.
struct ByteBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 256) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// What is written. Valid until the next change.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
    }

    /// Forgets all behind `count`.
    mutating func truncate(to count: Int) {
        precondition(count <= self.count, "a text of \(self.count) bytes has no first \(count)")
        self.count = count
    }

    mutating func append(byte: UInt8) {
        reserve(1)
        start[count] = byte
        count &+= 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    mutating func append(literal text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    mutating func append<Number: FixedWidthInteger>(number: Number) {
        // The digits come last first: written towards the front of what they need at most, then moved to where they belong.
        let room = Number.bitWidth / 3 + 2
        reserve(room)
        let end = start + count + room
        var rest = number.magnitude
        var first = end
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            first -= 1
            first.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest > 0
        if number < 0 {
            first -= 1
            first.pointee = UInt8(ascii: "-")
        }
        (start + count).update(from: first, count: end - first)
        count += end - first
    }

    /// Between quotes, escaped where JSON wants it.
    ///
    /// - Returns: Whether it stands there as it is.
    @discardableResult
    mutating func append(quoted text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            append(byte: UInt8(ascii: "\""))
            var plainStart = 0
            var index = 0
            while index < bytes.count {
                if bytes[index].needsEscape {
                    append(UnsafeBufferPointer(rebasing: bytes[plainStart..<index]))
                    append(escape: bytes[index])
                    plainStart = index + 1
                }
                index &+= 1
            }
            append(UnsafeBufferPointer(rebasing: bytes[plainStart...]))
            append(byte: UInt8(ascii: "\""))
            return plainStart == 0
        }
    }

    private mutating func append(escape byte: UInt8) {
        append(byte: UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte: byte)
        case 0x08: append(byte: UInt8(ascii: "b"))
        case 0x0C: append(byte: UInt8(ascii: "f"))
        case 0x0A: append(byte: UInt8(ascii: "n"))
        case 0x0D: append(byte: UInt8(ascii: "r"))
        case 0x09: append(byte: UInt8(ascii: "t"))
        default:
            append(literal: "u00")
            append(byte: byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            append(byte: (byte & 0xF).hexDigit)
        }
    }

    private mutating func reserve(_ more: Int) {
        guard count &+ more > capacity else { return }
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }
}

extension UInt8 {
    fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
    fileprivate var hexDigit: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10 }
}
