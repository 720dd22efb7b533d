import CycleBase
import TestSupport
import Testing

@Suite("Cutting bytes into lines")
struct LineCutterTests {
    private func lines(_ pieces: [[UInt8]], limit: Int = 1_000) -> [[UInt8]] {
        var cutter = LineCutter(limit: limit)
        var lines: [[UInt8]] = []
        for piece in pieces { cutter.take(piece) { lines.append($0) } }
        cutter.finish { lines.append($0) }
        return lines
    }

    private func texts(_ text: String, limit: Int = 1_000) -> [String] {
        lines([Array(text.utf8)], limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a line ends with LF or CRLF, a lone CR stays, and the last one needs no end")
    func ends() {
        #expect(texts("a\r\n\nb\rc\nd") == ["a", "", "b\rc", "d"])
        #expect(texts("") == [] && texts("\n") == [""])
        // CRLF is one Character of Swift, and two bytes.
        #expect(texts("a\r\n\r\nb") == ["a", "", "b"])
    }

    @Test("a line as long as the limit is one line, whatever its end")
    func limit() {
        #expect(texts("abcd\nx", limit: 4) == ["abcd", "x"])
        #expect(texts("abcd\r\nx", limit: 4) == ["abcd", "x"])
        #expect(texts("abcd", limit: 4) == ["abcd"])
        #expect(texts("abcde\r\n", limit: 4) == ["abcd", "e"])
        #expect(texts("abcd\r\r\n", limit: 4) == ["abcd\r", ""])
    }

    @Test("a long line is not cut inside of a character", arguments: 4..<9)
    func characters(limit: Int) {
        let text = "aé€😀é€😀"
        let pieces = lines([Array(text.utf8)], limit: limit)
        #expect(pieces.allSatisfy { String(validating: $0, as: UTF8.self) != nil && $0.count <= limit + 3 })
        #expect(pieces.flatMap(\.self) == Array(text.utf8))
    }

    @Test("bytes without an end do not gather, also those that are no UTF-8")
    func bound() {
        for byte: UInt8 in [0x80, 0xbf, 0x0d, 0x41] {
            let pieces = lines([[UInt8](repeating: byte, count: 1_000)], limit: 10)
            #expect(pieces.allSatisfy { $0.count <= 13 } && pieces.flatMap(\.self).count == 1_000)
        }
    }

    @Test("random bytes give the same lines however they are cut", arguments: Seeds(60).map(\.self))
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet: [UInt8] = [0x0a, 0x0d, 0x41, 0x80, 0xc3, 0xe2, 0xf0]
        let bytes = (0..<300).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
        let limit = Int.random(in: 1...9, using: &random)
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...9, using: &random)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(lines(pieces, limit: limit) == lines([bytes], limit: limit), "seed \(seed)")
    }
}
