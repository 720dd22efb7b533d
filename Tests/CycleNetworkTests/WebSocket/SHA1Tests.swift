import CycleBase
import Testing

@testable import CycleNetwork

@Suite("The hash of the handshake")
struct SHA1Tests {
    private func hash(_ text: String) -> String {
        SHA1.hash(Array(text.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    @Test("agrees with the vectors of RFC 3174")
    func vectors() {
        #expect(hash("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
        #expect(hash(String(repeating: "a", count: 1_000_000)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
        let digits = String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10)
        #expect(hash(digits) == "dea356a2cddd90c7a7ecedc5ebb563934f460452")
        #expect(hash("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    }

    @Test("pads each length around a block to whole blocks")
    func lengths() {
        // All are different, and none traps.
        #expect(Set((0...200).map { SHA1.hash([UInt8](repeating: 7, count: $0)) }).count == 201)
    }

    @Test("gives the answer of the example in RFC 6455")
    func example() {
        #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        var fixed = WebSocketSecrets.fixed
        #expect(fixed.key() == "dGhlIHNhbXBsZSBub25jZQ==" && fixed.mask() == [0, 0, 0, 0])
    }

    @Test("secrets of a seed are the same ones, and no two of them alike")
    func secrets() {
        var one = WebSocketSecrets(seed: [1, 2, 3])
        var other = WebSocketSecrets(seed: [1, 2, 3])
        let masks = (0..<1_000).map { _ in one.mask() }
        #expect(masks == (0..<1_000).map { _ in other.mask() } && Set(masks).count == 1_000)
        var (connection, next) = (one.forConnection(), one.forConnection())
        #expect(connection.key() != next.key() && Base64.decode(connection.key())?.count == 16)
    }
}
