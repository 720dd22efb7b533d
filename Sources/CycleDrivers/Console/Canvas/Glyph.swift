import CycleBase

/// The next thing in a text that takes cells: one scalar, or several that make one character.
///
/// A character of more than two cells, as conjuncts of Indian scripts are in most terminals, comes in several glyphs, one after the
/// other: each is put where it belongs, so that none is written over, whatever a terminal makes of them.
package struct Glyph {
    /// The scalar, or the first of several.
    var scalar: UInt32
    /// The bytes that it was read from.
    var byteCount: Int
    /// 0, 1 or 2.
    package var width: Int
    /// Terminals disagree about its width.
    package var isDisputed = false
    /// `nil` for a single scalar.
    var cluster: String?
    /// Whether the character goes on in the next glyph.
    var isContinued = false

    /// Longer characters are cut, between two scalars: the longest emoji in use has 41.
    package static let longestCluster = 64
    /// So far a character is looked at.
    private static let window = 128

    /// Whether a byte of ASCII is a character by itself: a control character, or one that ASCII or nothing follows.
    static func isAlone(_ byte: UInt8, at index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        byte < 0x80 && (index + 1 >= bytes.count || bytes[index + 1] < 0x80 || byte < 0x20 || byte == 0x7f)
    }

    /// Reads the character at `index` of well-formed UTF-8.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Glyph {
        let (scalar, count) = decode(bytes, at: index)
        let next = index + count
        if isSimple(scalar) {
            guard next < bytes.count else { return single(scalar, count) }
            if bytes[next] < 0x80 || isSimple(decode(bytes, at: next).scalar) { return single(scalar, count) }
        }
        return readCluster(bytes, at: index)
    }

    /// One scalar by itself.
    package static func single(_ scalar: UInt32, _ byteCount: Int) -> Glyph {
        Glyph(
            scalar: scalar, byteCount: byteCount, width: CellWidth.of(scalar),
            isDisputed: scalar >= 0x1f000 || scalar >= 0x600 && (joinsNext(scalar) || isSpacingMark(scalar)))
    }

    /// Whether what is written next may become one character with it: that is kept apart by placing it anew.
    package static func joinsNext(_ last: UInt32) -> Bool {
        switch last {
        // Signs before a number, and first parts of a Hangul syllable.
        case 0x600...0x605, 0x6dd, 0x70f, 0x890...0x891, 0x8e2, 0xd4e, 0x1100...0x115f, 0xa960...0xa97c: true
        case 0x110bd, 0x110cd, 0x111c2...0x111c3, 0x113d1, 0x1193f, 0x11941, 0x11a84...0x11a89, 0x11d46, 0x11f02: true
        // A virama joins two consonants of an Indian script, perhaps followed by a mark.
        case 0x900..<0xdff, 0x1000..<0x1100, 0x1780..<0x1800, 0x1a20..<0x1ab0, 0x1b00..<0x1c00, 0xa800..<0xac00:
            Unicode.Scalar(last)?.properties.canonicalCombiningClass == .virama
        default: false
        }
    }

    /// Whether some terminals draw it over the character before, without a cell of its own.
    private static func isSpacingMark(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x900..<0x1d00, 0x302e...0x302f, 0xa800..<0xac00, 0x11000..<0x12000, 0x16f51...0x16f87, 0x16ff0...0x16ff1,
            0x1d165..<0x1d173:
            Unicode.Scalar(scalar)?.properties.generalCategory == .spacingMark
        default: false
        }
    }

    private static func readCluster(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Glyph {
        var end = min(index + window, bytes.count)
        while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[index..<end]), as: UTF8.self)
        guard let character = text.first else { return single(0, max(end - index, 1)) }
        let scalars = character.unicodeScalars
        guard scalars.count > 1, let first = scalars.first else {
            return single(scalars.first?.value ?? 0, character.utf8.count)
        }
        // A mark on a blank: some terminals join them, others give the mark a cell of its own.
        let isBlank = first.value == 0x20
        var (cluster, byteCount, sum) = ("", 0, CellSum())
        for scalar in scalars {
            let isFull = cluster.utf8.count + scalar.utf8.count > longestCluster
            var next = sum
            next.add(scalar.value)
            if byteCount > 0, next.width > (isBlank ? 1 : 2) || isFull && next.width > sum.width { break }
            if !isFull { cluster.unicodeScalars.append(scalar) }
            byteCount += scalar.utf8.count
            sum = next
        }
        var glyph = Glyph(scalar: first.value, byteCount: byteCount, width: 1)
        if !isBlank { glyph = shown(&cluster, first.value, byteCount) }
        glyph.isContinued = byteCount < character.utf8.count
        return glyph
    }

    /// - Parameter cluster: A character, or a piece of one.
    private static func shown(_ cluster: inout String, _ first: UInt32, _ byteCount: Int) -> Glyph {
        // The next scalar would join it.
        while cluster.unicodeScalars.last == "\u{200d}" { cluster.unicodeScalars.removeLast() }
        guard let shown = cluster.first, shown.unicodeScalars.count > 1 else { return single(first, byteCount) }
        let sum = CellWidth.of(shown)
        return Glyph(
            scalar: first, byteCount: byteCount, width: sum.width,
            isDisputed: sum.isDisputed || cluster.unicodeScalars.contains { joinsNext($0.value) }, cluster: cluster)
    }

    /// Whether a character that begins with it ends before any ASCII and any other of these.
    package static func isSimple(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x20..<0x7f, 0xa1..<0xa9, 0xaa..<0xad, 0xaf..<0x300: true
        case 0x370..<0x483, 0x48a..<0x590: true
        case 0x2010..<0x2028, 0x2030..<0x2060, 0x2070..<0x20d0, 0x2100..<0x2c00: true
        case 0x2e80..<0x302a, 0x3041..<0x3099, 0x309b..<0x3164, 0x3165..<0xa48d: true
        case 0xe000..<0xfb00, 0xff01..<0xff9e: true
        case 0x1f300..<0x1f3fb, 0x1f400..<0x1fb00: true
        default: false
        }
    }

    /// - Returns: A scalar and how many bytes it takes.
    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: UInt32, byteCount: Int) {
        let lead = bytes[index]
        let count = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
        guard index + count <= bytes.count, count > 1 else { return (UInt32(lead), 1) }
        var scalar = UInt32(lead) & (0x7f >> UInt32(count))
        for offset in 1..<count { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3f) }
        return (scalar, count)
    }
}
