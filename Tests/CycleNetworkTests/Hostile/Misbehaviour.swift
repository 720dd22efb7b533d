import CycleNetwork

/// One thing that a server should not do, and what a client has to make of it.
struct Misbehaviour: Sendable {
    enum Expectation: Sendable {
        /// A response with that status and body.
        case response(Int, String)
        case failure(HTTP.Failure)
        /// Some failure: libraries disagree about its name.
        case someFailure
    }

    let name: String
    let expectation: Expectation
    let delivery: HTTP.Delivery
    let readsRequest: Bool
    let serve: @Sendable (Connection) -> Void

    init(
        _ name: String, _ expectation: Expectation, delivery: HTTP.Delivery = .whole, readsRequest: Bool = true,
        _ serve: @escaping @Sendable (Connection) -> Void
    ) {
        self.name = name
        self.expectation = expectation
        self.delivery = delivery
        self.readsRequest = readsRequest
        self.serve = serve
    }

    /// A server that sends one text and closes.
    init(_ name: String, _ expectation: Expectation, sends text: String) {
        self.init(name, expectation) { connection in
            connection.send(text)
            connection.shutdownSending()
            connection.waitForClose()
        }
    }

    static let all = statusLines + headers + lengths + chunks + encodings + closes + slownesses + redirects + sizes
}

extension Misbehaviour {
    static let statusLines: [Misbehaviour] = [
        .init("garbage instead of a status", .failure(.malformed(.response)), sends: "\u{1}\u{2}\u{3} garbage\r\n\r\n"),
        .init("an answer of HTTP/0.9", .failure(.malformed(.response)), sends: "<html>hello</html>"),
        .init("status 000", .someFailure, sends: "HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n"),
        .init("status 999", .response(999, ""), sends: "HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n"),
        .init("status of two digits", .someFailure, sends: "HTTP/1.1 20 X\r\nContent-Length: 0\r\n\r\n"),
        .init("status of ten digits", .someFailure, sends: "HTTP/1.1 2000000000 X\r\nContent-Length: 0\r\n\r\n"),
        .init("negative status", .someFailure, sends: "HTTP/1.1 -200 X\r\nContent-Length: 0\r\n\r\n"),
        .init("status that is a word", .someFailure, sends: "HTTP/1.1 OK X\r\nContent-Length: 0\r\n\r\n"),
        .init("status without a reason", .response(200, "ok"), sends: "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok"),
        .init("a version that does not exist", .someFailure, sends: "HTTP/9.9 200 X\r\nContent-Length: 2\r\n\r\nok"),
        .init(
            "line breaks without carriage return", .response(200, "ok"),
            sends: "HTTP/1.1 200 X\nContent-Length: 2\n\nok"),
        .init(
            "a status line of 200 kB", .failure(.tooLarge),
            sends: "HTTP/1.1 200 " + String(repeating: "x", count: 200_000) + "\r\n\r\n"),
        .init(
            "blank lines before the status", .someFailure, sends: "\r\n\r\nHTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n"),
        .init(
            "a hundred interim answers", .response(200, "ok"),
            sends: String(repeating: "HTTP/1.1 103 X\r\nLink: a\r\n\r\n", count: 100)
                + "HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok"),
        .init("interim answers for ever", .failure(.tooLarge)) { connection in
            while connection.send("HTTP/1.1 103 X\r\nLink: aaaaaaaaaaaaaaaaaaaaaaa\r\n\r\n") {}
        },
        .init(
            "an upgrade nobody asked for", .someFailure,
            sends: "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\nabc"),
    ]

    static let headers: [Misbehaviour] = [
        .init(
            "a header without a colon", .failure(.malformed(.response)),
            sends: "HTTP/1.1 200 X\r\nhello\r\nContent-Length: 0\r\n\r\n"),
        .init(
            "a header without a name", .failure(.malformed(.response)),
            sends: "HTTP/1.1 200 X\r\n: a\r\nContent-Length: 0\r\n\r\n"),
        .init(
            "a blank before the colon", .failure(.malformed(.response)),
            sends: "HTTP/1.1 200 X\r\nA : b\r\nContent-Length: 0\r\n\r\n"),
        .init("NUL in a header", .someFailure, sends: "HTTP/1.1 200 X\r\nA: b\0c\r\nContent-Length: 0\r\n\r\n"),
        .init("bytes that are not UTF-8 in a header", .response(200, "ok")) { connection in
            connection.send(
                [UInt8]("HTTP/1.1 200 X\r\nA: ".utf8) + [0xFF, 0xFE] + [UInt8]("\r\nContent-Length: 2\r\n\r\nok".utf8))
        },
        .init(
            "a continued header", .response(200, "ok"),
            sends: "HTTP/1.1 200 X\r\nA: b\r\n c\r\nContent-Length: 2\r\n\r\nok"),
        .init("a header of 10 MB", .failure(.tooLarge)) { connection in
            connection.send("HTTP/1.1 200 X\r\nA: ")
            for _ in 0..<160 where connection.send([UInt8](repeating: 97, count: 65_536)) {}
        },
        .init(
            "27,000 headers", .failure(.tooLarge),
            sends: "HTTP/1.1 200 X\r\n" + String(repeating: "A: b\r\n", count: 27_000) + "\r\n"),
        .init("headers for ever", .failure(.tooLarge)) { connection in
            connection.send("HTTP/1.1 200 X\r\n")
            while connection.send("A: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n") {}
        },
        .init(
            "no blank line after the header", .failure(.disconnected), sends: "HTTP/1.1 200 X\r\nContent-Length: 0\r\n"),
        .init("a header cut in its middle", .failure(.disconnected), sends: "HTTP/1.1 200 X\r\nConte"),
        .init("a status line and nothing more", .failure(.disconnected), sends: "HTTP/1.1 200 X\r\n"),
        .init("half a status line", .someFailure, sends: "HTTP/1."),
    ]

    static let lengths: [Misbehaviour] = [
        .init(
            "the largest length there is", .failure(.tooLarge),
            sends: "HTTP/1.1 200 X\r\nContent-Length: 9223372036854775807\r\n\r\nok"),
        .init(
            "a length beyond all numbers", .someFailure,
            sends: "HTTP/1.1 200 X\r\nContent-Length: 99999999999999999999999\r\n\r\nok"),
        .init("a negative length", .someFailure, sends: "HTTP/1.1 200 X\r\nContent-Length: -1\r\n\r\nok"),
        .init("a length that is a word", .someFailure, sends: "HTTP/1.1 200 X\r\nContent-Length: two\r\n\r\nok"),
        .init("a length in hexadecimal", .someFailure, sends: "HTTP/1.1 200 X\r\nContent-Length: 0x2\r\n\r\nok"),
        .init(
            "two lengths that differ", .someFailure,
            sends: "HTTP/1.1 200 X\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok"),
        .init(
            "two lengths that agree", .response(200, "ok"),
            sends: "HTTP/1.1 200 X\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok"),
        .init(
            "a body shorter than its length", .failure(.disconnected),
            sends: "HTTP/1.1 200 X\r\nContent-Length: 10\r\n\r\nok"),
        .init(
            "a body longer than its length", .response(200, "ok"),
            sends: "HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok and more"),
        .init("a body for status 204", .response(204, ""), sends: "HTTP/1.1 204 X\r\nContent-Length: 2\r\n\r\nok"),
        .init("a body for status 304", .response(304, ""), sends: "HTTP/1.1 304 X\r\nContent-Length: 2\r\n\r\nok"),
        .init("a body that ends with the connection", .response(200, "ok"), sends: "HTTP/1.1 200 X\r\n\r\nok"),
        .init(
            "a length and chunks", .failure(.malformed(.response)),
            sends: "HTTP/1.1 200 X\r\nContent-Length: 50\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
        .init("an announced body larger than the limit", .failure(.tooLarge)) { connection in
            connection.send("HTTP/1.1 200 X\r\nContent-Length: 1073741824\r\n\r\n")
            connection.waitForClose()
        },
    ]

    private static func chunked(_ body: String) -> String {
        "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    }

    static let chunks: [Misbehaviour] = [
        .init(
            "a chunk size that is a word", .failure(.malformed(.response)), sends: chunked("hello\r\nok\r\n0\r\n\r\n")),
        .init("a negative chunk size", .failure(.malformed(.response)), sends: chunked("-2\r\nok\r\n0\r\n\r\n")),
        .init(
            "a chunk size beyond all numbers", .someFailure, sends: chunked("ffffffffffffffffffff\r\nok\r\n0\r\n\r\n")),
        .init("the largest chunk size", .someFailure, sends: chunked("7fffffffffffffff\r\nok\r\n0\r\n\r\n")),
        .init("a chunk without its end", .someFailure, sends: chunked("2\r\nokay\r\n0\r\n\r\n")),
        .init("no last chunk", .failure(.disconnected), sends: chunked("2\r\nok\r\n")),
        .init("a chunk cut in its middle", .failure(.disconnected), sends: chunked("10\r\nok")),
        .init("a chunk extension", .response(200, "ok"), sends: chunked("2;a=b\r\nok\r\n0\r\n\r\n")),
        .init("a chunk extension for ever", .failure(.tooLarge)) { connection in
            connection.send(chunked("2;a="))
            while connection.send(String(repeating: "b", count: 4_096)) {}
        },
        .init("chunk extensions for ever", .failure(.tooLarge)) { connection in
            connection.send(chunked(""))
            while connection.send("1;\(String(repeating: "b", count: 10_000))\r\nx\r\n") {}
        },
        .init("a trailer", .response(200, "ok"), sends: chunked("2\r\nok\r\n0\r\nA: b\r\n\r\n")),
        .init("trailers for ever", .failure(.tooLarge)) { connection in
            connection.send(chunked("2\r\nok\r\n0\r\n"))
            while connection.send("A: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n") {}
        },
        .init("chunks of one byte for ever", .failure(.tooLarge)) { connection in
            connection.send(chunked(""))
            let many = [UInt8](String(repeating: "1\r\nx\r\n", count: 4_096).utf8)
            while connection.send(many) {}
        },
        .init(
            "an unknown transfer encoding", .someFailure,
            sends: "HTTP/1.1 200 X\r\nTransfer-Encoding: magic\r\nContent-Length: 5\r\n\r\nok"),
    ]

    private static func gzip(_ body: [UInt8], length: Int? = nil) -> @Sendable (Connection) -> Void {
        { connection in
            connection.send(
                "HTTP/1.1 200 X\r\nContent-Encoding: gzip\r\nContent-Length: \(length ?? body.count)\r\n\r\n")
            connection.send(body)
        }
    }

    static let encodings: [Misbehaviour] = [
        .init("gzip that is none", .failure(.malformed(.encoding)), gzip([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])),
        .init("gzip cut in its middle", .failure(.malformed(.encoding)), gzip([UInt8](Gzip.hello[..<20]))),
        .init(
            "gzip with a wrong checksum", .failure(.malformed(.encoding)),
            gzip(Gzip.hello.dropLast(5) + [0, 17, 0, 0, 0])),
        .init("gzip with bytes behind it", .failure(.malformed(.encoding)), gzip(Gzip.hello + [1, 2, 3])),
        .init("gzip of nothing at all", .response(200, ""), gzip([])),
        .init("a gzip bomb", .failure(.tooLarge), gzip(Gzip.bomb(mebibytes: 64))),
        .init(
            "an encoding nobody asked for", .failure(.malformed(.encoding)),
            sends: "HTTP/1.1 200 X\r\nContent-Encoding: magic\r\nContent-Length: 2\r\n\r\nok"),
    ]

    static let closes: [Misbehaviour] = [
        .init("closes at once", .failure(.disconnected), readsRequest: false) { $0.close() },
        .init("resets at once", .someFailure, readsRequest: false) { $0.reset() },
        .init("resets after the header", .failure(.disconnected)) { connection in
            connection.send("HTTP/1.1 200 X\r\nContent-Length: 10\r\n\r\n")
            connection.reset()
        },
        .init("resets in the middle of a streamed body", .failure(.disconnected), delivery: .streamed) { connection in
            connection.send("HTTP/1.1 200 X\r\nContent-Length: 10\r\n\r\nok")
            connection.reset()
        },
        .init(
            "says keep-alive and closes", .response(200, "ok"),
            sends: "HTTP/1.1 200 X\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok"),
    ]

    static let slownesses: [Misbehaviour] = [
        .init("never answers", .failure(.timedOutIdle)) { $0.waitForClose() },
        .init("drips its header", .failure(.timedOutIdle)) { connection in
            for byte in "HTTP/1.1 200 X\r\nA: \(String(repeating: "b", count: 600))\r\n\r\n".utf8
            where connection.send([byte]) {
                connection.waitForClose(atMost: 0.1)
            }
        },
        .init("drips its body", .failure(.timedOut)) { connection in
            connection.send("HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\n")
            while connection.send("x") { connection.waitForClose(atMost: 0.1) }
        },
        .init("stops in its body", .failure(.timedOutIdle)) { connection in
            connection.send("HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\nx")
            connection.waitForClose()
        },
        .init("stops in its header", .failure(.timedOutIdle)) { connection in
            connection.send("HTTP/1.1 200 X\r\nContent-")
            connection.waitForClose()
        },
        .init("drips chunks", .failure(.timedOut), delivery: .streamed) { connection in
            connection.send(chunked(""))
            while connection.send("1\r\nx\r\n") { connection.waitForClose(atMost: 0.1) }
        },
    ]

    private static func redirect(_ status: Int, _ location: String) -> String {
        "HTTP/1.1 \(status) X\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
    }

    static let redirects: [Misbehaviour] = [
        .init("a redirect to itself", .failure(.tooManyRedirects), sends: redirect(302, "?")),
        .init(
            "a redirect to another scheme", .failure(.malformed(.location)), sends: redirect(302, "file:///etc/passwd")),
        .init(
            "a redirect with a password", .failure(.malformed(.location)), sends: redirect(302, "http://a:b@127.0.0.1/")
        ),
        .init("a redirect to nonsense", .failure(.malformed(.location)), sends: redirect(302, "http://[::1/\u{7f}")),
        .init(
            "a redirect with a backslash host", .failure(.malformed(.location)),
            sends: redirect(302, "http://a\\@127.0.0.1/")),
        .init("a redirect to nobody", .failure(.refused), sends: redirect(302, "http://127.0.0.1:1/")),
        .init("a redirect without a place", .response(302, ""), sends: "HTTP/1.1 302 X\r\nContent-Length: 0\r\n\r\n"),
        .init("a redirect with a body for ever", .failure(.tooManyRedirects)) { connection in
            connection.send("HTTP/1.1 302 X\r\nLocation: ?\r\n\r\n")
            while connection.send([UInt8](repeating: 0, count: 65_536)) {}
        },
    ]

    static let sizes: [Misbehaviour] = [
        .init("a body for ever", .failure(.tooLarge)) { connection in
            connection.send("HTTP/1.1 200 X\r\n\r\n")
            while connection.send([UInt8](repeating: 0, count: 65_536)) {}
        },
        .init("a streamed body for ever", .failure(.tooLarge), delivery: .streamed) { connection in
            connection.send("HTTP/1.1 200 X\r\n\r\n")
            while connection.send([UInt8](repeating: 0, count: 65_536)) {}
        },
        .init("an answer before the request", .response(200, "ok"), readsRequest: false) { connection in
            connection.send("HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok")
            connection.waitForClose()
        },
    ]
}
