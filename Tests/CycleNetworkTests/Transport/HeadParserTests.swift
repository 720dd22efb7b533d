import Testing

@testable import CycleNetwork

@Suite("HeadParser")
struct HeadParserTests {
    private func parse(_ lines: [String], limit: Int = 1_000) throws -> (status: Int, headers: HTTP.Headers)? {
        var parser = HeadParser(limit: limit)
        var result: (Int, HTTP.Headers)?
        for line in lines {
            let outcome = try [UInt8]((line + "\r\n").utf8).withUnsafeBytes { bytes in try parser.take(bytes) }
            if case .head(let status, let headers) = outcome { result = (status, headers) }
        }
        return result
    }

    @Test("reads status and fields")
    func reads() throws {
        let head = try #require(try parse(["HTTP/1.1 200 OK", "A:  b \t", "C:", ""]))
        #expect(head.status == 200)
        #expect(head.headers == ["A": "b", "C": ""])
    }

    @Test("passes over interim answers and trailers")
    func interim() throws {
        let head = try #require(
            try parse(["HTTP/1.1 100 Continue", "A: b", "", "HTTP/2 204", "C: d", "", "Trailer: e", ""]))
        #expect(head.status == 204)
        #expect(head.headers == ["C": "d"])
    }

    @Test("is not done before the blank line")
    func unfinished() throws {
        #expect(try parse(["HTTP/1.1 200 OK", "A: b"]) == nil)
    }

    @Test(
        "refuses what two readers could understand differently",
        arguments: [
            ["HTTP/1.1 abc"], ["HTTP/1.1"], ["HTTP/1.1 1000 X"], ["A: b"], ["HTTP/1.1 200 X", "A b"],
            ["HTTP/1.1 200 X", "A : b"], ["HTTP/1.1 200 X", ": b"], ["HTTP/1.1 200 X", "A: b\0"],
            ["HTTP/1.1 200 X", " continued"], ["HTTP/1.1 200 X", "Content-Length: 1", "Content-Length: 2", ""],
            ["HTTP/1.1 200 X", "Content-Length: +1", ""], ["HTTP/1.1 200 X", "Transfer-Encoding: x", ""],
            ["HTTP/1.1 200 X", "A: b\rc"], ["HTTP/1.1 200 X", "A b: c"],
            ["HTTP/1.1 200 X", "Content-Length: 1", "Transfer-Encoding: chunked", ""],
            ["HTTP/1.0 200 X", "Transfer-Encoding: chunked", ""],
            ["HTTP/1.1 200 X", "Content-Length: 1", "HTTP/1.1 404: X", ""],
            ["HTTP/1.1 101 X", "Upgrade: websocket", ""], ["HTTP/1.1 100 X", "", "A: b"],
        ])
    func refuses(_ lines: [String]) {
        #expect(throws: HTTP.Failure.malformed(.response)) { try parse(lines) }
    }

    @Test("counts everything against the limit")
    func limit() {
        #expect(throws: HTTP.Failure.tooLarge) {
            try parse(["HTTP/1.1 200 X", "A: \(String(repeating: "b", count: 1_000))", ""])
        }
    }
}
