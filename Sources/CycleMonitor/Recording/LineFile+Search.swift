import CycleBase

extension LineFile {
    private static let pieceByteCount = 4 << 20

    /// Where some bytes stand in a part of the file: the first place, or the last one.
    ///
    /// - Returns: `nil` where they do not, or where the file cannot be read.
    func offset(of wanted: [UInt8], in range: Range<Int>, isBackward: Bool) -> Int? {
        let range = range.clamped(to: 0..<byteCount)
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceByteCount + wanted.count, alignment: 16)
        defer { buffer.deallocate() }
        let starts = stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceByteCount)
        for start in isBackward ? Array(starts.reversed()) : Array(starts) {
            // A place that begins in this piece may end in the next one.
            let end = min(start + Self.pieceByteCount + wanted.count - 1, range.upperBound)
            guard let piece = filled(buffer, start..<end) else { return nil }
            let place = isBackward ? piece.lastOffset(of: wanted) : piece.firstOffset(of: wanted, from: 0)
            if let place { return start + place }
        }
        return nil
    }

    private func filled(_ buffer: UnsafeMutableRawBufferPointer, _ range: Range<Int>) -> UnsafeRawBufferPointer? {
        var count = 0
        while count < range.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<range.count])
            do {
                let more = try read(into: rest, range.lowerBound + count)
                if more == 0 { break }
                count += more
            } catch {
                return nil
            }
        }
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func firstOffset(of wanted: [UInt8], from start: Int) -> Int? {
        guard let base = baseAddress else { return nil }
        // The system finds one byte quickly: the more seldom it is, the better.
        let pivot = wanted.indices.max { wanted[$0].rarity < wanted[$1].rarity } ?? 0
        var next = start
        while next + wanted.count <= count,
            let found = memchr(base + next + pivot, Int32(wanted[pivot]), count - wanted.count - next + 1)
        {
            let place = UnsafeRawPointer(found) - base - pivot
            if memcmp(base + place, wanted, wanted.count) == 0 { return place }
            next = place + 1
        }
        return nil
    }

    fileprivate func lastOffset(of wanted: [UInt8]) -> Int? {
        var last: Int?
        while let next = firstOffset(of: wanted, from: last.map { $0 + 1 } ?? 0) { last = next }
        return last
    }
}

extension UInt8 {
    /// How seldom a byte is in recordings, roughly.
    fileprivate var rarity: Int {
        switch self {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "\""),
            UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "0")...UInt8(ascii: "9"):
            0
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: " "): 1
        default: 2
        }
    }
}
