/// Changes samples as a bad line, a torn disk and a hostile writer change them: the one mutator of all fuzzers.
///
/// Bits are flipped, ranges are cut, doubled and repeated, numbers become huge, brackets are nested deep, and bytes that are no
/// text are put in between. The same seed makes the same bytes.
package struct Mutator: Sendable {
    private let samples: [[UInt8]]
    /// Words of the reader, put anywhere.
    private let words: [[UInt8]]
    /// How long an input becomes, at most.
    private let limit: Int

    package init(_ samples: [[UInt8]], words: [String] = [], limit: Int = 64 << 10) {
        self.samples = samples
        self.words = words.map { Array($0.utf8) }
        self.limit = limit
    }

    package init(_ samples: [String], words: [String] = [], limit: Int = 64 << 10) {
        self.init(samples.map { Array($0.utf8) }, words: words, limit: limit)
    }

    private static let numbers = [
        "0", "-0", "-1", "00", "1.", ".5", "+1", "1e9", "1e999", "-1e-999", "255", "256", "65536", "2147483648",
        "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", "NaN", "0x10", "٣",
    ].map { Array($0.utf8) }

    private static let noText: [[UInt8]] = [
        [0], [0, 0, 0, 0], [0xFF], [0xFE, 0xFF], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80],
        [0xF4, 0x90, 0x80, 0x80], [0x80], [0xEF, 0xBB, 0xBF], [0xCC, 0x81], [0x1B], [0x7F], [0x0D], [0x0A],
        [0x0D, 0x0A],
        [0x0B], [0x0C], [0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xAE],
    ]

    private static let nests = ["[", "{", "(", "<", "[[", "{\"a\":", "[{\"\":", "> ", "- ", "* ", "\u{1b}["].map {
        Array($0.utf8)
    }

    /// Seldom a sample as it is, seldom bytes from nowhere, mostly a sample with some changes.
    package func bytes(_ chance: inout SeededChance) -> [UInt8] {
        if chance.once(in: 40) { return chance.many(0...60) { UInt8($0.below(256)) } }
        var bytes = samples.isEmpty ? [] : chance.one(of: samples)
        if chance.once(in: 20) { return bytes }
        for _ in 0...chance.below(4) { change(&bytes, &chance) }
        return bytes.count > limit ? Array(bytes[..<limit]) : bytes
    }

    /// Bytes that are no text are replaced.
    package func text(_ chance: inout SeededChance) -> String { String(decoding: bytes(&chance), as: UTF8.self) }

    private func change(_ bytes: inout [UInt8], _ chance: inout SeededChance) {
        let place = chance.below(bytes.count + 1)
        let range = place..<min(bytes.count, place + 1 + chance.below(chance.one(of: [1, 4, 16, 256])))
        switch chance.below(12) {
        case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(chance.below(8)) }
        case 1: if place < bytes.count { bytes[place] = UInt8(chance.below(256)) }
        case 2: bytes.removeSubrange(place...)
        case 3: bytes.removeSubrange(range)
        case 4: bytes.insert(contentsOf: bytes[range], at: place)
        case 5: bytes.insert(contentsOf: repeated(Array(bytes[range]), &chance), at: place)
        case 6: replaceNumber(in: &bytes, at: place, &chance)
        case 7: bytes.insert(contentsOf: repeated(chance.one(of: Self.nests), &chance), at: place)
        case 8: bytes.insert(contentsOf: chance.one(of: Self.noText), at: place)
        case 9: bytes.insert(contentsOf: chance.one(of: Self.numbers), at: place)
        case 10: if !words.isEmpty { bytes.insert(contentsOf: chance.one(of: words), at: place) }
        default:
            guard !samples.isEmpty else { return }
            let other = chance.one(of: samples)
            bytes = Array(bytes[..<place] + other[chance.below(other.count + 1)...])
        }
    }

    private func repeated(_ bytes: [UInt8], _ chance: inout SeededChance) -> [UInt8] {
        let count = 1 + chance.below(chance.one(of: [4, 40, 700, 3_000]))
        // A debug build joins sequences byte by byte.
        var all: [UInt8] = []
        for _ in 0..<min(count, limit / max(1, bytes.count)) { all += bytes }
        return all
    }

    /// The first digits behind a place become another number.
    private func replaceNumber(in bytes: inout [UInt8], at place: Int, _ chance: inout SeededChance) {
        let isDigit = { (byte: UInt8) in byte &- UInt8(ascii: "0") < 10 }
        guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: chance.one(of: Self.numbers))
    }
}

extension SeededChance {
    /// The bytes in pieces, cut anywhere: in the middle of a line, of a number and of a character.
    package mutating func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + 1 + below(one(of: [1, 3, 9, 4_096])))
            pieces.append(bytes[start..<end])
            start = end
        }
        return pieces
    }
}
