import CycleDrivers
import Foundation
import TestSupport
import Testing

@testable import CycleHTTP
@testable import CycleNetwork

/// Headers that no server would send, and some that one would: lines are made from pieces, then bytes are changed.
///
///     CYCLE_FUZZ_HEADS=5000000 swift test --filter HeadFuzzTests
@Suite("Random headers of responses")
struct HeadFuzzTests {
    private static let pieces = [
        "HTTP/1.1 ", "HTTP/1.0 ", "HTTP/2 ", "200", "204", "302", "100", "101", "999", "1000", " OK", ":", ": ", " ",
        "\t", ",", ";",
        "=", "\"", "Content-Length", "content-length", "Transfer-Encoding", "chunked", "identity", "Content-Encoding",
        "gzip",
        "Content-Range", "bytes ", "0-1/2", "bytes */9", "-", "/", "*", "Location", "//", "http://a", "../", "?", "#",
        "%", "@",
        "Set-Cookie", "a=b", "Max-Age=", "Expires=", "Path=", "Secure", "Date", "Retry-After",
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "0", "1", "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616", "-9223372036854775808", "1e9", "+1", "0x10", "00000000000000000000001", "\u{301}", "é",
        "\u{FEFF}",
        "\0", "\r", "\u{7F}", "\u{1B}[2J", "ETag", "\"x\"", "W/", "Connection", "close",
    ].map { Array($0.utf8) }

    private static func line(_ chance: inout SeededChance) -> [UInt8] {
        if chance.once(in: 6) { return [] }
        var line = chance.many(1...7) { $0.one(of: pieces) }.flatMap { $0 }
        // Mostly a field or a status line, so that something follows.
        if chance.once(in: 2) {
            line = chance.one(of: pieces.filter { $0.first.map { $0 > 64 } ?? false }) + [58, 32] + line
        }
        if chance.once(in: 8), !line.isEmpty { line[chance.below(line.count)] = UInt8(chance.below(256)) }
        return line
    }

    private static func head(_ chance: inout SeededChance) -> [[UInt8]] {
        let status = Array(
            chance.one(of: ["HTTP/1.1 200 OK", "HTTP/1.0 302 X", "HTTP/1.1 416 X", "HTTP/1.1 100 X"]).utf8)
        return (chance.once(in: 10) ? [] : [status]) + chance.many(0...8, line) + (chance.once(in: 10) ? [] : [[]])
    }

    private func parse(_ lines: [[UInt8]], limit: Int = 4_096) throws(HTTP.Failure) -> (
        status: Int, headers: HTTP.Headers
    )? {
        var parser = HeadParser(limit: limit)
        var head: (Int, HTTP.Headers)?
        for line in lines {
            let bytes = line + [13, 10]
            let outcome = bytes.withUnsafeBytes { bytes in Result { () throws(HTTP.Failure) in try parser.take(bytes) }
            }
            if case .head(let status, let headers) = try outcome.get() { head = (status, headers) }
        }
        return head
    }

    /// All that reads a header, and whatever it makes of one that no reader has written.
    private func readEverything(_ status: Int, _ headers: HTTP.Headers, _ seed: UInt64) throws {
        let address = try #require(HTTP.Address("http://a:1/b/c?d"))
        var jar = CookieJar()
        jar.store(headers, from: address, now: .seconds(9))
        if let value = jar.value(for: address, now: .seconds(10)) { #expect(value.isFieldValue, "seed \(seed)") }
        if let length = headers.contentLength { #expect(length >= 0, "seed \(seed)") }
        if let range = headers.contentRange {
            #expect(range.start >= 0 && range.start <= range.end && range.end < range.total ?? .max, "seed \(seed)")
        }
        if let wait = headers.retryAfter { #expect(wait >= .zero, "seed \(seed)") }
        _ = headers.contentEncodings
        _ = httpDate(headers["Date"] ?? "")
        guard let location = headers["Location"] else { return }
        do throws(HTTP.Failure) {
            let next = try HTTP.Message(address: address).redirected(status, to: location)
            // A sent value is one line of visible characters.
            let target = next.address.target
            #expect(
                target.utf8.first == 47 && target.utf8.allSatisfy { $0 > 32 && $0 < 127 }, "seed \(seed): \(target)")
        } catch {
            #expect(error != .disconnected, "seed \(seed)")
        }
    }

    @Test("are read, or refused; what was read is one message to every reader, and reads the same once more")
    func random() throws {
        let count = ProcessInfo.processInfo.environment["CYCLE_FUZZ_HEADS"].flatMap { UInt64($0) } ?? 5_000
        let first = UInt64.random(in: 0...1_000_000)
        var (readCount, refusedCount) = (0, 0)
        for seed in first..<first + count {
            var chance = SeededChance(seed: seed)
            let lines = Self.head(&chance)
            let head: (status: Int, headers: HTTP.Headers)
            do {
                guard let read = try parse(lines) else { continue }
                head = read
            } catch {
                refusedCount += 1
                continue
            }
            readCount += 1
            let lengths = Set(head.headers.values(of: "Content-Length"))
            #expect((200...999).contains(head.status) && lengths.count <= 1, "seed \(seed)")
            #expect(lengths.isEmpty || head.headers["Transfer-Encoding"] == nil, "seed \(seed)")
            for field in head.headers.fields {
                let bytes = field.value.utf8
                #expect(field.name.isToken && !bytes.contains { [0, 10, 13].contains($0) }, "seed \(seed): \(field)")
                #expect(
                    bytes.first != 32 && bytes.last != 32 && bytes.first != 9 && bytes.last != 9,
                    "seed \(seed): \(field)")
            }
            let again = ["HTTP/1.1 \(head.status) X"] + head.headers.fields.map { "\($0.name): \($0.value)" } + [""]
            let second = try #require(try parse(again.map { Array($0.utf8) }, limit: 65_536), "seed \(seed)")
            #expect(second == head, "seed \(seed)")
            try readEverything(head.status, head.headers, seed)
        }
        print("\(count) headers from seed \(first): \(readCount) read, \(refusedCount) refused")
        #expect(readCount > 0 && refusedCount > 0)
    }
}
