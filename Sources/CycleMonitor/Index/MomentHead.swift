import CycleBase

/// The beginning of a line of a recording, read without decoding the values in it.
///
/// Reads what ``LineWriter`` writes, byte by byte. A line in another order or with spaces is read as JSON instead.
struct MomentHead {
    /// The number of the moment.
    let number: Int
    /// The loop's time in nanoseconds.
    let time: Int64
    /// The bytes of the lens's name.
    let lens: Range<Int>
    let flags: RecordingIndex.Flags
    /// Where the event ends, and the frames of the line begin.
    let end: Int

    /// - Returns: `nil` for a line that has to be read as JSON.
    init?(_ line: UnsafeRawBufferPointer) {
        var scanner = ByteScanner(line)
        guard scanner.take("{\"seq\":"), let number = scanner.integer(), scanner.take(",\"time\":"),
            let time = scanner.nanoseconds()
        else { return nil }
        if scanner.take(",\"wallTime\":"), scanner.nanoseconds() == nil { return nil }
        guard scanner.take(",\"lens\":"), let lens = scanner.plainString(), scanner.take(",\"event\":"),
            scanner.skipValue(), let content = scanner.content
        else { return nil }
        (self.number, self.time, self.lens, end) = (number, time, lens, scanner.index)
        var flags = content
        if ByteScanner(line, from: lens.lowerBound).isNext("start\"") { flags.insert(.isStart) }
        let approval: StaticString = ",\"approved\":true}"
        let approved = line.count - approval.utf8CodeUnitCount
        if approved > 0, ByteScanner(line, from: approved).isNext(approval) { flags.insert(.isApproved) }
        self.flags = flags
    }
}

extension ByteScanner {
    /// The part behind the event: the frames of the line.
    fileprivate var content: RecordingIndex.Flags? {
        guard bytes.last == UInt8(ascii: "}") else { return nil }
        var rest = self
        if rest.take(",\"effect\":") { return [.changesFrame, .hasEffect] }
        if rest.take(",\"change\":[") { return rest.isNext("]") ? [] : .changesFrame }
        guard rest.take(",\"context\":"), rest.skipValue() else { return nil }
        if rest.take(",\"change\":[") { return rest.isNext("]") ? .hasContext : [.changesFrame, .hasContext] }
        let context = index + 11..<rest.index
        guard rest.take(",\"effect\":"), case let start = rest.index, rest.skipValue() else { return nil }
        // Both frames are whole: one writer writes equal values as equal bytes.
        let isEqual = bytes[context].elementsEqual(bytes[start..<rest.index])
        return isEqual ? [.hasEffect, .hasContext] : [.changesFrame, .hasEffect, .hasContext]
    }
}

/// Steps over the text of a line of JSON.
struct ByteScanner {
    let bytes: UnsafeRawBufferPointer
    private(set) var index: Int

    init(_ bytes: UnsafeRawBufferPointer, from index: Int = 0) {
        self.bytes = bytes
        self.index = index
    }

    func isNext(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index >= 0, index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    mutating func take(_ text: StaticString) -> Bool {
        guard isNext(text) else { return false }
        index += text.utf8CodeUnitCount
        return true
    }

    /// A number without sign, point and exponent.
    mutating func integer() -> Int? {
        let start = index
        var value = 0
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            guard index - start < 16 else { return nil }
            value = value * 10 + Int(digit)
            index += 1
        }
        return index > start ? value : nil
    }

    /// A number of seconds, of which all digits behind the ninth are left out.
    mutating func nanoseconds() -> Int64? {
        guard let seconds = integer(), seconds <= 9_000_000_000 else { return nil }
        var nanoseconds = 0
        if take(".") {
            var unit = 100_000_000
            let start = index
            while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
                nanoseconds += Int(digit) * unit
                unit /= 10
                index += 1
            }
            guard index > start else { return nil }
        }
        guard isNext(",") else { return nil }
        return Int64(seconds * 1_000_000_000 + nanoseconds)
    }

    /// - Returns: The bytes between quotes; `nil` where one of them is escaped.
    mutating func plainString() -> Range<Int>? {
        guard take("\"") else { return nil }
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index] != UInt8(ascii: "\\"), bytes[index] >= 0x20 else { return nil }
            index += 1
        }
        guard index < bytes.count else { return nil }
        defer { index += 1 }
        return start..<index
    }

    /// Steps over a value of any kind, without looking at what is in it.
    mutating func skipValue() -> Bool {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): guard skipString() else { return false }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
                continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return false }
                depth -= 1
                index += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { return false }
                index += 1
                continue
            default:
                while index < bytes.count, !bytes[index].endsScalar { index += 1 }
            }
            if depth == 0 { return true }
        }
        return false
    }

    private mutating func skipString() -> Bool {
        index += 1
        // The system finds a byte more quickly than a loop.
        while index < bytes.count, let base = bytes.baseAddress,
            let quote = memchr(base + index, Int32(UInt8(ascii: "\"")), bytes.count - index)
        {
            let start = index
            index = UnsafeRawPointer(quote) - base + 1
            var slash = index - 2
            while slash >= start, bytes[slash] == UInt8(ascii: "\\") { slash -= 1 }
            if (index - 2 - slash).isMultiple(of: 2) { return true }
        }
        return false
    }
}

extension UInt8 {
    fileprivate var endsScalar: Bool {
        switch self {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "\""),
            UInt8(ascii: "{"), UInt8(ascii: "["):
            true
        default: false
        }
    }
}
