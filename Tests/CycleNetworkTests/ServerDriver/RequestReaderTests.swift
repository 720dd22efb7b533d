import TestSupport
import Testing

@testable import CycleNetwork

@Suite("The reader of requests")
struct RequestReaderTests {
    typealias Outcome = RequestReader.Outcome

    static func read(_ pieces: [ArraySlice<UInt8>], headLimit: Int = 512, bodyLimit: Int = 32) -> [Outcome] {
        var reader = RequestReader(headLimit: headLimit, bodyLimit: bodyLimit)
        var outcomes: [Outcome] = []
        for piece in pieces {
            reader.append(Array(piece))
            while let outcome = reader.next() { outcomes.append(outcome) }
        }
        return outcomes
    }

    private static func words(_ outcome: Outcome) -> String {
        switch outcome {
        case .request(let head, let body): "\(head.method) \(head.target) \(String(decoding: body, as: UTF8.self))"
        case .refused(let refusal): "\(refusal.status) \(refusal)"
        }
    }

    private func words(_ text: String) -> [String] { Self.read([Array(text.utf8)[...]]).map(Self.words) }

    private func get(_ fields: String...) -> String {
        (["GET / HTTP/1.1", "Host: a"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }

    static let samples = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /a?b=c HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
        "PUT /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n1\r\n!\r\n0\r\nA: b\r\n\r\n",
        "\r\nHEAD * HTTP/1.0\r\nExpect: 100-continue\r\nA:\t b \t\r\n\r\n",
    ]

    @Test("requests follow each other on one connection, with bodies by length and by chunks")
    func several() {
        #expect(
            words(Self.samples.joined()) == ["GET / ", "POST /a?b=c hello", "PUT /x hello!", "HEAD * "])
    }

    @Test("bytes mean the same wherever they are cut")
    func cuts() {
        for text in Self.samples + [get("Content-Length: x"), get(" folded: a"), get("Content-Length: 33")] {
            let bytes = Array((text + Self.samples[1]).utf8)
            let whole = Self.read([bytes[...]])
            for end in 0...bytes.count {
                #expect(Self.read([bytes[..<end], bytes[end...]]) == whole, "\(text) at \(end)")
            }
            #expect(Self.read(bytes.indices.map { bytes[$0...$0] }) == whole, "\(text), byte by byte")
        }
    }

    @Test("a request that is cut off at any byte is no request")
    func prefixes() {
        for text in Self.samples {
            for end in 0..<text.utf8.count { #expect(Self.read([Array(text.utf8)[..<end]]) == [], "\(text) at \(end)") }
        }
    }

    @Test("a body has one length that every reader sees, or the request is refused")
    func smuggling() {
        #expect(words(get("Content-Length: 1", "Transfer-Encoding: chunked") + "x") == ["400 length"])
        #expect(words(get("Transfer-Encoding: chunked", "Content-Length: 1") + "x") == ["400 length"])
        for fields in ["Content-Length: 1\r\nContent-Length: 1", "Content-Length: 1\r\nContent-Length: 2"] {
            #expect(words(get(fields) + "x") == ["400 length"])
        }
        for length in ["+1", "-1", "1, 1", "0x1", "1 1", "", "99999999999999999999", "1\u{660}"] {
            #expect(words(get("Content-Length: \(length)") + "x") == ["400 length"], "\(length)")
        }
        for encoding in ["gzip", "gzip, chunked", "chunked, chunked", "xchunked", "chunked;a", "identity", ""] {
            #expect(words(get("Transfer-Encoding: \(encoding)")) == ["501 encoding"], "\(encoding)")
        }
        #expect(words("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n") == ["400 length"])
        #expect(words(get("Content-Length : 1") + "x") == ["400 field"])
        #expect(words(get("Transfer-Encoding\u{0B}: chunked")) == ["400 field"])
    }

    @Test("a chunk that two readers could read in two ways is refused")
    func chunks() {
        let bad = [
            "x\r\n", "\r\n", "-1\r\n", "0x1\r\n", "1 \r\nx\r\n", "1\nx\r\n", "1\r\nxx\r\n", "1\r\nx\n0\r\n\r\n",
            "1;a\nx\r\n", "1\r\rx", "fffffffffffffffff\r\n", "1\r\nx\r\r\n", "0\r\n\n",
            "1;a\0\r\nx\r\n", "0\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "0\r\nA: b\r\n c\r\n\r\n",
            "0\r\nA: b\0\r\n\r\n",
            "0\r\nA\r\n\r\n", "0\r\n: b\r\n\r\n", "0\r\nA : b\r\n\r\n",
        ]
        for chunks in bad {
            #expect(words(get("Transfer-Encoding: chunked") + chunks) == ["400 chunk"], "\(chunks.debugDescription)")
        }
    }

    @Test("lines end with CR and LF, and stand on one line each")
    func lines() {
        #expect(words("GET / HTTP/1.1\nHost: a\n\n") == ["400 lineBreak"])
        #expect(words(get("A: b\nC: d")) == ["400 lineBreak"])
        #expect(words(get("A: b\rC: d")) == ["400 lineBreak"])
        #expect(words(get("A: b", " c")) == ["400 foldedField"] && words(get("\tc: d")) == ["400 foldedField"])
        #expect(words(get("A: b\0")) == ["400 field"] && words(get("A")) == ["400 field"])
        #expect(words(get(": b")) == ["400 field"] && words(get("A\u{E9}: b")) == ["400 field"])
    }

    @Test("the first line has three words, and a version that the server speaks")
    func requestLine() {
        let bad = [
            "GET /", "GET  / HTTP/1.1", "GET / HTTP/1.1 ", " GET / HTTP/1.1", "G(T / HTTP/1.1", "GET /a b HTTP/1.1",
            "GET / http/1.1", "GET / HTTP/1", "GET /\u{E9} HTTP/1.1", "GET\t/ HTTP/1.1", "GET / HTTP/1.10",
            "GET / HTTP/1.x", "GET / HTTP/x.1", "GET / HTTP/1,1",
            "\u{16}\u{3}\u{1}", "GET /\u{7F} HTTP/1.1", "GET /a#b HTTP/1.1",
        ]
        for line in bad { #expect(words("\(line)\r\nHost: a\r\n\r\n") == ["400 requestLine"], "\(line)") }
        for version in ["0.9", "2.0", "9.9"] {
            #expect(words("GET / HTTP/\(version)\r\n\r\n") == ["505 version"], "\(version)")
        }
        for version in ["1.2", "1.9"] {
            let request = get("Transfer-Encoding: chunked").replacing("HTTP/1.1", with: "HTTP/\(version)")
            #expect(words(request + "1\r\nx\r\n0\r\n\r\n") == ["GET / x"], "\(version)")
        }
        #expect(words("GET / HTTP/1.1\r\n\r\n") == ["400 host"])
        #expect(words(get("Host: b")) == ["400 host"])
        for host in ["a b", "a,b", "a/b", "user@a", "a\"", "a?b", "a#b", "a\\b", "a\u{E9}"] {
            #expect(words("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == ["400 host"], "\(host)")
        }
        #expect(words(get("Expect: 200-ok")) == ["417 expectation"])
    }

    @Test("a target that is a path to one program and a host to another is refused")
    func targets() {
        let bad = [
            "GET @other/", "GET favicon.ico", "GET ?a", "GET http:///a", "GET http://u@a/", "GET http://:80/",
            "GET http:a",
            "GET http:/a", "GET ://a/", "GET 1://a/", "GET a@b://c/", "GET http://a:b/", "GET http://a:+80/",
            "GET http://a\\b/",
            "GET http://?a", "GET **", "GET a:443", "OPTIONS *a", "CONNECT /", "CONNECT a:", "CONNECT a", "CONNECT *",
            "CONNECT :443", "CONNECT u@a:443", "CONNECT a:443/", "CONNECT a:443?b", "CONNECT http://a:443",
            "CONNECT a:+443",
            "CONNECT a:65536", "CONNECT [::1]", "CONNECT //a:443",
        ]
        for line in bad { #expect(words("\(line) HTTP/1.1\r\nHost: a\r\n\r\n") == ["400 target"], "\(line)") }
        let good = [
            "GET /", "GET //a", "GET /?a", "GET /@b", "GET /a:b", "GET http://a", "GET http://a/",
            "GET HTTP://A:80/b?c://d/", "GET https://a:443/", "GET http://a?b", "OPTIONS *", "OPTIONS http://a",
            "CONNECT a:443", "CONNECT [::1]:443", "CONNECT 127.0.0.1:1",
        ]
        for line in good { #expect(words("\(line) HTTP/1.1\r\nHost: a\r\n\r\n") == [line + " "], "\(line)") }
    }

    @Test("a host beside a URL is that of the URL, however both are written, or the request is refused")
    func hosts() {
        func status(_ target: String, _ host: String, version: String = "1.1") -> String {
            words("GET \(target) HTTP/\(version)\r\nHost: \(host)\r\n\r\n").joined()
        }
        let same = [
            ("https://[::1]:8080/a", "[::1]:8080"), ("coap+tcp://a_b/", "A_B"), ("http://a:80/", "a"),
            ("http://a", "a:80"),
            ("https://a", "a:443"), ("http://a:", "a"),
        ]
        for (target, host) in same { #expect(status(target, host) == "GET \(target) ", "\(target) \(host)") }
        let other = [
            ("http://b/", "a"), ("http://a/", "a:81"), ("http://a:81/", "a"), ("http://a/", ""), ("https://a", "a:80"),
            ("http://[::1]/", "a"), ("http://a.b/", "a"),
        ]
        for (target, host) in other {
            #expect(status(target, host) == "400 host" && status(target, host, version: "1.0") == "400 host")
        }
        #expect(words("GET http://a/ HTTP/1.0\r\n\r\n") == ["GET http://a/ "])
    }

    @Test("knows that it refuses a HEAD, as far as its line has come")
    func refusedHeads() {
        func isHead(_ text: String) -> Bool {
            var reader = RequestReader(headLimit: 64, bodyLimit: 32)
            reader.append(Array(text.utf8))
            while reader.next() != nil {}
            #expect(reader.stage == .refused, "\(text)")
            return reader.isHead
        }
        let long = String(repeating: "a", count: 64)
        for rest in [
            " a HTTP/1.1\r\n", " / HTTP/2.0\r\n", " /\r\n", " / HTTP/1.1\n", " /\(long)", " / HTTP/1.1\r\nA\r\n",
            " / HTTP/1.1\r\n\r\n",
        ] {
            #expect(isHead("HEAD" + rest), "\(rest)")
            #expect(!isHead("GET" + rest) && !isHead("HEADS" + rest), "\(rest)")
        }
    }

    @Test("a client that speaks another protocol is refused at its first byte")
    func otherProtocols() {
        for byte: UInt8 in [0x16, 0x80, 0, 0x20, 0xFF] { #expect(Self.read([[byte]]).count == 1, "\(byte)") }
        #expect(words("\u{16}") == ["400 requestLine"] && words("\r") == [] && words("G") == [])
    }

    @Test("a request that is too large is refused before it has come")
    func limits() {
        let long = String(repeating: "a", count: 513)
        #expect(words("GET /\(long)") == ["414 longTarget"])
        #expect(words("GET / HTTP/1.1\r\nA: \(long)") == ["431 largeHead"])
        #expect(words(get("Content-Length: 33")) == ["413 largeBody"])
        let chunk = "10\r\n\(String(repeating: "b", count: 16))\r\n"
        #expect(words(get("Transfer-Encoding: chunked") + chunk + chunk + "1\r\nb") == ["413 largeBody"])
        #expect(words(get("Transfer-Encoding: chunked") + "1;\(long)") == ["431 largeHead"])
        #expect(words(get("Transfer-Encoding: chunked") + "0\r\n\(long)") == ["431 largeHead"])
    }

    @Test("a client waits for a word only where a body follows")
    func word() {
        func owes(_ text: String) -> Bool {
            var reader = RequestReader(headLimit: 512, bodyLimit: 32)
            reader.append(Array(text.utf8))
            _ = reader.next()
            return reader.owesWord
        }
        #expect(owes(get("Expect: 100-continue", "Content-Length: 1")))
        #expect(owes(get("Expect: 100-Continue", "Transfer-Encoding: chunked")))
        #expect(!owes(get("Expect: 100-continue")) && !owes(get("Expect: 100-continue", "Content-Length: 1") + "x"))
    }

    @Test("a client of HTTP/1.0 changes to no other protocol, whatever it asks for")
    func oldUpgrade() {
        func headers(_ version: String) -> HTTP.Headers? {
            let request = get("upgrade: websocket", "A: b").replacing("HTTP/1.1", with: "HTTP/\(version)")
            guard case .request(let head, _)? = Self.read([Array(request.utf8)[...]]).first else { return nil }
            return head.headers
        }
        #expect(headers("1.0") == ["Host": "a", "A": "b"])
        #expect(headers("1.1") == ["Host": "a", "upgrade": "websocket", "A": "b"])
    }

    @Test("random requests are read or refused, the same wherever they are cut, and read the same once more")
    func random() {
        let mutator = Mutator(
            Self.samples,
            words: [
                "\r\n", "\n", "\r", " ", "\t", ":", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n",
                "0\r\n\r\n",
                "Host: a\r\n", "Connection: close\r\n", " HTTP/1.1\r\n", "Expect: 100-continue\r\n", "a;b", ",",
            ], limit: 4_096)
        var (readCount, refusedCount) = (0, 0)
        for seed in FuzzSeeds(8_000) {
            var chance = SeededChance(seed: seed)
            let bytes = mutator.bytes(&chance)
            let whole = Self.read([bytes[...]])
            let pieces = Self.read(chance.pieces(of: bytes))
            #expect(whole == pieces, "seed \(seed)")
            for (place, outcome) in whole.enumerated() {
                guard case .request(let head, let body) = outcome else {
                    refusedCount += 1
                    #expect(place == whole.count - 1, "seed \(seed): something is read behind a refusal")
                    continue
                }
                readCount += 1
                #expect(body.count <= 32 && head.method.isToken && head.headers.firstInvalidName == nil, "seed \(seed)")
                // A blank behind each colon is more than the limit may have room for.
                let again = Self.read([Self.written(head, body)[...]], headLimit: 4_096)
                #expect(again == [outcome], "seed \(seed)")
            }
        }
        #expect(readCount > 100 && refusedCount > 100, "\(readCount), \(refusedCount)")
    }

    /// The request as another program would send it on.
    private static func written(_ head: RequestHead, _ body: [UInt8]) -> [UInt8] {
        var bytes = Array("\(head.method) \(head.target) HTTP/1.\(head.isOld ? 0 : 1)\r\n".utf8)
        for field in head.headers.fields { bytes += Array("\(field.name): \(field.value)\r\n".utf8) }
        bytes += Array("\r\n".utf8)
        guard head.headers["Transfer-Encoding"] != nil else { return bytes + body }
        let chunk = body.isEmpty ? [] : Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
        return bytes + chunk + Array("0\r\n\r\n".utf8)
    }
}
