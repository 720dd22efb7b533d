import CycleBase
import CycleDrivers
import TestSupport
import Testing

@testable import CycleHTTP
@testable import CycleNetwork

@Suite("Responses that were changed on their way")
struct ResponseFuzzTests {
    private static let heads = Mutator(
        [
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 12\r\nETag: \"a\"\r\nSet-Cookie: a=b; Path=/; Max-Age=3\r\n\r\n",
            "HTTP/1.1 206 X\r\nContent-Range: bytes 5-9/10\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 302 Found\r\nLocation: ../b?c=d#e\r\nRetry-After: 120\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n",
        ],
        words: [
            "\r\n", "\n", "\r", ": ", "Content-Length: 12\r\n", "Transfer-Encoding: chunked\r\n", " folded\r\n",
            "HTTP/1.1 204 X\r\n", "\r\n\r\n",
        ], limit: 16 << 10)

    private func head(_ lines: [[UInt8]]) throws(HTTP.Failure) -> (status: Int, headers: HTTP.Headers)? {
        var parser = HeadParser(limit: 8_192)
        var head: (Int, HTTP.Headers)?
        for line in lines {
            let outcome = line.withUnsafeBytes { bytes in Result { () throws(HTTP.Failure) in try parser.take(bytes) } }
            if case .head(let status, let headers) = try outcome.get(), head == nil { head = (status, headers) }
        }
        return head
    }

    @Test("a header is refused, or read; what was read is a header that is read again as the same")
    func headers() throws {
        var (readCount, refusedCount) = (0, 0)
        for seed in FuzzSeeds(4_000) {
            var chance = SeededChance(seed: seed)
            let bytes = Self.heads.bytes(&chance)
            let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast().map { $0 + [10] }
            do throws(HTTP.Failure) {
                guard let (status, headers) = try head(lines.map { Array($0) }) else { continue }
                readCount += 1
                let again = ["HTTP/1.1 \(status) X"] + headers.fields.map { "\($0.name): \($0.value)" } + [""]
                let second = try head(again.map { Array("\($0)\r\n".utf8) })
                #expect(second?.status == status && second?.headers == headers, "seed \(seed)")
                #expect((headers.contentLength ?? 0) >= 0 && (headers.retryAfter ?? .zero) >= .zero, "seed \(seed)")
                if let range = headers.contentRange {
                    #expect(range.start >= 0 && range.start <= range.end, "seed \(seed)")
                }
            } catch {
                refusedCount += 1
                #expect(error == .malformed(.response) || error == .tooLarge, "seed \(seed): \(error)")
            }
        }
        #expect(readCount > 20 && refusedCount > 20)
    }

    private func body(_ pieces: [ArraySlice<UInt8>]) -> (bytes: [UInt8], isAtEnd: Bool, failure: HTTP.Failure?) {
        var decoder = ChunkDecoder(limit: 1_000)
        var body: [UInt8] = []
        var failure: HTTP.Failure?
        for piece in pieces where failure == nil {
            piece.withUnsafeBytes { bytes in
                do throws(HTTP.Failure) { try decoder.decode(bytes) { body.append(contentsOf: $0) } } catch {
                    failure = error
                }
            }
        }
        return (body, decoder.isAtEnd, failure)
    }

    @Test("a body in chunks is the same body, or the same failure, wherever it is cut")
    func chunks() {
        let mutator = Mutator(
            [
                "4\r\nWiki\r\n00E ;a=\"b;c\"\r\npedia\r\nin 0\r\n\r\r\n1\r\n\n\r\n0;x\r\nA: b\r\n\r\nHTTP/1.1 200 X",
                "1f40\r\n" + String(repeating: "x", count: 8_000) + "\r\n0\r\n\r\n",
            ], words: ["\r\n", "0\r\n\r\n", "1\r\na\r\n", ";", "fffffffffffffff\r\n", "10000000000000000\r\n"],
            limit: 16 << 10)
        for seed in FuzzSeeds(2_000) {
            var chance = SeededChance(seed: seed)
            let bytes = mutator.bytes(&chance)
            let whole = body([bytes[...]])
            let cut = body(chance.pieces(of: bytes))
            #expect(whole.failure == cut.failure && whole.isAtEnd == cut.isAtEnd, "seed \(seed)")
            // The bytes before a failure may be handed on in one case only: it was in one piece with the failure.
            #expect(whole.failure != nil || whole.bytes == cut.bytes, "seed \(seed)")
        }
    }

    @Test("the notes of an unfinished download are whole or none, and trust no byte that is not there")
    func partInfo() {
        let mutator = Mutator(
            [
                PartInfo(
                    url: "http://127.0.0.1/a.zip", validator: "\"33a6\"", total: 1_048_576, boot: "0f2c", synced: 77
                ).text,
                PartInfo(url: "http://a/é", validator: "", total: nil, boot: "").text,
            ], words: ["\n", "total ", "synced ", "-", "\r\n", "\u{301}"], limit: 4 << 10)
        for seed in FuzzSeeds(4_000) {
            var chance = SeededChance(seed: seed)
            guard let info = PartInfo(mutator.text(&chance)) else { continue }
            #expect(PartInfo(info.text) == info, "seed \(seed)")
            #expect(info.total ?? 0 >= 0, "seed \(seed)")
            for count in [0, 1, 76, 1 << 20, .max] {
                for boot in ["", "0f2c", info.boot] {
                    #expect((0...count).contains(info.usableCount(of: count, boot: boot)), "seed \(seed): \(info)")
                }
            }
        }
    }
}
