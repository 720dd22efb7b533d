import CycleBase
import CycleDrivers
import Testing

@testable import CycleNetwork

@Suite("The decoder of chunks")
struct ChunkDecoderTests {
    /// The decoded body of `text`, handed over in pieces of these sizes.
    private func decoded(
        _ text: String, limit: Int = 100, cut sizes: () -> Int = { .max }
    ) throws(HTTP.Failure) -> (body: String, isAtEnd: Bool) {
        var decoder = ChunkDecoder(limit: limit)
        var rest = ArraySlice(text.utf8)
        var body: [UInt8] = []
        while !rest.isEmpty {
            let piece = [UInt8](rest.prefix(sizes()))
            rest = rest.dropFirst(piece.count)
            var failure: HTTP.Failure?
            piece.withUnsafeBytes { bytes in
                do throws(HTTP.Failure) {
                    try decoder.decode(bytes) { body.append(contentsOf: $0) }
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
        return (String(decoding: body, as: UTF8.self), decoder.isAtEnd)
    }

    @Test("hands on the bytes of the body and nothing else, wherever they are cut")
    func cuts() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        let text = "4\r\nWiki\r\n00E ;a=\"b;c\"\r\npedia\r\nin 0\r\n\r\r\n1\r\n\n\r\n0;x\r\nA: b\r\n\r\nHTTP/1.1 200 X"
        for _ in 0..<200 {
            let result = try decoded(text) { Int.random(in: 1...9, using: &random) }
            #expect(result == ("Wikipedia\r\nin 0\r\n\r\n", true), "seed \(seed)")
        }
    }

    @Test(
        "is not at the end before the empty line behind the trailer",
        arguments: ["1\r\na\r\n", "0\r\n", "0\r\nA: b\r\n"])
    func open(_ text: String) throws {
        #expect(try decoded(text).isAtEnd == false)
        #expect(try decoded(text + (text == "1\r\na\r\n" ? "0\r\n\r\n" : "\r\n")).isAtEnd)
    }

    @Test(
        "takes no size that is none, or that no memory holds",
        arguments: ["\r\n", ";a\r\n", "g\r\n", "-1\r\n", "7fffffffffffffff\r\n", "10000000000000000\r\n", "1\r\nab"])
    func malformed(_ text: String) {
        #expect(throws: HTTP.Failure.malformed(.response)) { try decoded(text) }
    }

    @Test("counts extensions and the trailer, of all chunks together, and no sizes")
    func limit() throws {
        let extensions = String(repeating: "1;234\r\na\r\n", count: 3)
        #expect(try decoded(extensions, limit: 12).body == "aaa")
        #expect(throws: HTTP.Failure.tooLarge) { try decoded(extensions, limit: 11) }
        #expect(throws: HTTP.Failure.tooLarge) { try decoded("0\r\nA: bcdefgh\r\n", limit: 10) }
        #expect(try decoded(String(repeating: "1\r\na\r\n", count: 99), limit: 0).body.utf8.count == 99)
    }
}
