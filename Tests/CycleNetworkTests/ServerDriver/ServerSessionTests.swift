import CycleDrivers
import TestSupport
import Testing

@testable import CycleNetwork

@Suite("The session of a server")
struct ServerSessionTests {
    typealias Session = ServerSession<Int>
    typealias Action = Session.Action

    private var session = Session(ServerLimits())
    private let address = SocketAddress.host("here", port: 7)
    private let client = SocketAddress.host("there", port: 8)

    private mutating func actions(_ input: Session.Input, at seconds: Int = 0) -> [Action] {
        session.actions(after: input, at: .seconds(seconds))
    }

    private func listener(isEnding: Bool = false) -> ServerDriver<Int>.Listener {
        var listener = ServerDriver<Int>.Listener(9, at: address)
        listener.isEnding = isEnding
        return listener
    }

    private mutating func change(_ responses: ServerResponse..., isEnding: Bool = false, at seconds: Int = 0)
        -> [Action]
    {
        actions(.modelChanged(.init([listener(isEnding: isEnding)], responses)), at: seconds)
    }

    private mutating func receive(_ text: String, at seconds: Int = 0) -> [Action] {
        actions(.device(.received(2, Array(text.utf8))), at: seconds)
    }

    private mutating func written(at seconds: Int = 0) -> [Action] { actions(.device(.written(2)), at: seconds) }

    /// A listener with number 1, and a connection with number 2.
    private mutating func open() {
        _ = change()
        _ = actions(.device(.ready(1, at: address)))
        _ = actions(.device(.accepted(1, .init(5), from: client)))
    }

    private func text(_ actions: [Action]) -> String {
        actions.map { if case .write(let bytes, _) = $0 { String(decoding: bytes, as: UTF8.self) } else { "" } }
            .joined()
    }

    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    private func id(_ number: Int) -> ServerRequest.ID { .init(number) }

    @Test(
        "a client that reads slowly has the time to read for each part of a long response, and one that reads nothing is cut"
    )
    mutating func slowReader() {
        func count(_ actions: [Action]) -> Int {
            actions.reduce(0) { if case .write(let bytes, _) = $1 { $0 + bytes.count } else { $0 } }
        }
        open()
        _ = receive(get + get)
        let long = ServerResponse(id(1), body: .bytes([UInt8](repeating: 7, count: 600_000)))
        let next = ServerResponse(id(2), body: .bytes([UInt8](repeating: 7, count: 600_000)))
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 600000\r\n\r\n".utf8.count
        #expect(count(change(long, next)) == 262_144)
        #expect(count(written(at: 50)) == 262_144 && actions(.timePassed, at: 60) == [])
        #expect(count(written(at: 100)) == 600_000 + head - 524_288 && actions(.timePassed, at: 159) == [])
        let sent = written(at: 159)
        #expect(sent.first == .report(.sent(id(1)), .response(id(1))) && count(sent) == 262_144)
        #expect(
            actions(.timePassed, at: 219) == [
                .report(.gone(id(2), .timeLimit), .response(id(2))), .close(number: 2),
            ])
    }

    @Test("the bytes of a response that the device has are kept no longer")
    mutating func nothingKept() {
        open()
        _ = receive(get)
        _ = change(.init(id(1), body: .bytes([UInt8](repeating: 7, count: 300_000))))
        #expect(session.connections[2]?.unwritten.isEmpty == false)
        _ = written(at: 1)
        // An empty slice of them would begin behind the last.
        #expect(session.connections[2]?.unwritten.startIndex == 0 && session.connections[2]?.unwritten.isEmpty == true)
    }

    @Test("the rest of a response that the device has not been given at the end of a run has the patience to leave")
    mutating func restAtTheEnd() {
        open()
        _ = receive(get)
        _ = change(.init(id(1), body: .bytes([UInt8](repeating: 7, count: 300_000))))
        let last = actions(.stopped)
        guard case .write(let rest, number: 2)? = last.first else {
            Issue.record("the rest is lost: \(last)")
            return
        }
        #expect(rest.count > 300_000 - 262_144 && last.last == .closeAll)
    }

    @Test("behind a CONNECT nothing is read as a request")
    mutating func tunnels() {
        open()
        let actions = receive("CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n" + get)
        #expect(actions.count == 1)
        #expect(text(change(.init(id(1)))).contains("Connection: close\r\n"))
    }

    @Test("a request waits for its response, and the next one is answered on the same connection")
    mutating func answers() {
        #expect(change() == [.wake, .open(.listen(at: address), mode: 0o600, number: 1)])
        #expect(actions(.device(.ready(1, at: address))) == [.report(.ready(9, at: address), .listener(1))])
        let connection = SocketConnection(5)
        #expect(
            actions(.device(.accepted(1, connection, from: client))) == [
                .open(.accepted(connection), mode: 0, number: 2)
            ])
        let request = ServerRequest(id(1), "GET", "/", headers: ["Host": "a"], from: client)
        #expect(receive(get) == [.report(.request(9, request), .listener(1))])
        let response = ServerResponse.text(id(1), "hi")
        let sent = change(response)
        #expect(
            text(sent)
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 2\r\n\r\nhi")
        #expect(written() == [.report(.sent(id(1)), .response(id(1)))])
        #expect(change() == [.silence(.response(id(1)))])
        #expect(receive(get).count == 1)
        #expect(text(change(.text(id(2), "again"))).hasSuffix("again"))
    }

    @Test("responses leave in the order of the requests, whichever is ready first")
    mutating func pipelined() {
        open()
        #expect(receive(get + get + get).count == 3)
        #expect(change(.text(id(2), "two")) == [])
        #expect(text(change(.text(id(2), "two"), .text(id(1), "one"))).hasSuffix("one"))
        let next = written()
        #expect(next.first == .report(.sent(id(1)), .response(id(1))) && text(next).hasSuffix("two"))
        #expect(written() == [.report(.sent(id(2)), .response(id(2)))])
    }

    @Test("as many requests of one connection wait as may, then the connection is not read")
    mutating func held() {
        open()
        let limit = ServerConnection.replyLimit
        let first = receive(String(repeating: get, count: 100))
        #expect(first.count == limit + 1 && first.last == .hold(true, number: 2))
        var count = limit
        for number in 1...100 {
            _ = change(.text(id(number), "\(number)"))
            for action in written() { if case .report(.request, _) = action { count += 1 } }
        }
        #expect(count == 100 && session.connections[2]?.isHeld == false)
    }

    @Test("pieces of a stream are chunks, written as fast as they are taken, up to the end")
    mutating func streams() {
        open()
        _ = receive(get)
        func stream(_ texts: [String], from first: Int, isComplete: Bool = false) -> ServerResponse {
            .stream(id(1), .init(texts, from: first, isComplete: isComplete))
        }
        #expect(
            text(change(stream(["a", "b"], from: 3)))
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n")
        #expect(change(stream(["a", "b", "", "c"], from: 3)) == [])
        let next = written()
        #expect(next.first == .report(.written(id(1), end: 5), .response(id(1))) && text(next) == "1\r\nc\r\n")
        #expect(written() == [.report(.written(id(1), end: 7), .response(id(1)))])
        #expect(text(change(stream([], from: 7, isComplete: true))) == "0\r\n\r\n")
        #expect(written() == [.report(.sent(id(1)), .response(id(1)))])
    }

    @Test("pieces without bytes are written at once, and an empty stream is one chunk that ends it")
    mutating func emptyPieces() {
        open()
        _ = receive(get)
        _ = change(.stream(id(1), .init([])))
        _ = written()
        #expect(
            change(.stream(id(1), .init(["", ""]))) == [.report(.written(id(1), end: 2), .response(id(1)))])
        #expect(text(change(.stream(id(1), .init(["", ""], isComplete: true)))) == "0\r\n\r\n")
    }

    @Test("an older client gets no chunks, and the end of the connection as the end of a stream")
    mutating func old() {
        open()
        _ = receive("GET / HTTP/1.0\r\n\r\n")
        #expect(
            text(change(.stream(id(1), .init(["a"])))) == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\na")
        _ = written()
        #expect(
            change(.stream(id(1), .init(["a"], isComplete: true))) == [
                .report(.sent(id(1)), .response(id(1))), .endOutput(number: 2),
            ])
        #expect(actions(.device(.inputEnded(2))) == [.close(number: 2)])
    }

    @Test("a stream of a length that the application says is no chunks, and the next response follows it")
    mutating func streamsOfALength() {
        open()
        _ = receive(get + get)
        func stream(_ texts: [String], from first: Int = 0, isComplete: Bool = false) -> ServerResponse {
            .stream(
                id(1), .init(texts, from: first, isComplete: isComplete), headers: ["content-length": "4", "A": "b"])
        }
        #expect(text(change(stream(["a", "b"]))) == "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 4\r\n\r\nab")
        #expect(written() == [.report(.written(id(1), end: 2), .response(id(1)))])
        #expect(text(change(stream(["cd"], from: 2))) == "cd")
        #expect(written() == [.report(.written(id(1), end: 3), .response(id(1)))])
        let last = change(stream([], from: 3, isComplete: true), .text(id(2), "next"))
        #expect(last.first == .report(.sent(id(1)), .response(id(1))) && text(last).hasSuffix("next"))
    }

    @Test("a stream of another length than was said is refused before its head, and cut behind it")
    mutating func streamsOfAWrongLength() {
        let wrong: [(length: String, first: [String], isComplete: Bool)] = [
            ("1", ["a", "b"], false), ("3", ["a", "b"], true), ("0", ["a"], false), ("1", [], true),
            ("x", ["a"], false),
            ("-1", [], true), ("", ["a"], true),
        ]
        for (length, texts, isComplete) in wrong {
            session = Session(ServerLimits())
            open()
            _ = receive(get)
            let output = SocketOutput(texts, isComplete: isComplete)
            let refused = change(.stream(id(1), output, headers: ["Content-Length": length]))
            #expect(
                refused.first == .report(.gone(id(1), .invalid(what: "Content-Length")), .response(id(1))), "\(length)")
            #expect(text(refused).hasPrefix("HTTP/1.1 500 "), "\(length)")
        }
        for (texts, isComplete) in [(["a", "b", "c"], false), (["a"], true), (["a", "bc"], true)] {
            session = Session(ServerLimits())
            open()
            _ = receive(get + get)
            let headers: HTTP.Headers = ["Content-Length": "2"]
            _ = change(.stream(id(1), .init(["a"]), headers: headers))
            _ = written()
            #expect(
                change(.stream(id(1), .init(texts, isComplete: isComplete), headers: headers)) == [
                    .report(.gone(id(1), .invalid(what: "Content-Length")), .response(id(1))),
                    .report(.gone(id(2), .cut), .listener(1)), .close(number: 2),
                ], "\(texts)")
        }
    }

    @Test("a head that is longer than its limit is refused, and no event")
    mutating func longHeads() {
        let head = "GET /a HTTP/1.1\r\nHost: a\r\nX: "
        for count in [64 - head.utf8.count - 4, 64 - head.utf8.count - 3] {
            session = Session(ServerLimits(headByteCount: 64))
            open()
            let actions = receive(head + String(repeating: "x", count: count) + "\r\n\r\n")
            #expect(text(actions).hasPrefix(count == 64 - head.utf8.count - 4 ? "" : "HTTP/1.1 431 "), "\(count)")
            #expect(
                actions.contains { if case .report(.request, _) = $0 { true } else { false } }
                    == (count == 64 - head.utf8.count - 4))
        }
    }

    @Test("a 205 says that its body is empty, also where the response is a stream")
    mutating func reset() {
        open()
        _ = receive(get)
        #expect(
            text(change(.init(id(1), 205, body: .stream(.init()))))
                == "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("a HEAD, a 204 and a 304 have no body")
    mutating func bodies() {
        open()
        _ = receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + get + get)
        let responses: [ServerResponse] = [
            .text(id(1), "hi"), .init(id(2), 204, body: .bytes([1])), .init(id(3), 304, body: .bytes([1])),
        ]
        var all = text(actions(.modelChanged(.init([listener()], responses))))
        for _ in 0..<2 { all += text(written()) }
        #expect(all.components(between: "\r\n\r\n").count == 4 && all.hasSuffix("\r\n\r\n"), "\(all)")
        #expect(all.contains("Content-Length: 2\r\n") && !all.contains("hi"))
    }

    @Test("the refusal of a HEAD has the length of its words, and no body", arguments: ["a", "/ HTTP/1.1\r\nA", "/"])
    mutating func refusedHead(rest: String) {
        open()
        let late = rest == "/"
        let answer = text(receive("HEAD \(rest)\(late ? "" : "\r\n\r\n")")) + text(actions(.timePassed, at: 60))
        #expect(answer.hasPrefix("HTTP/1.1 \(late ? 408 : 400) ") && answer.contains("\r\nContent-Length: "))
        #expect(answer.hasSuffix("\r\n\r\n"), "\(answer)")
    }

    @Test("a body that is not sent has the length that the application says, or none, and never that of nothing")
    mutating func unsentLengths() {
        open()
        let head = "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"
        _ = receive(head + head + get + get + get)
        let responses: [ServerResponse] = [
            .init(id(1), headers: ["content-length": "5", "A": "b"]), .init(id(2)),
            .init(id(3), 304, headers: ["ETag": "1"]),
            .init(id(4), 304, headers: ["Content-Length": "7"], body: .stream(.init())),
            .init(id(5), 304, body: .stream(.init())),
        ]
        var all = text(actions(.modelChanged(.init([listener()], responses))))
        for _ in 0..<4 { all += text(written()) }
        #expect(
            all == "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
                + "HTTP/1.1 304 Not Modified\r\nETag: 1\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n"
                + "HTTP/1.1 304 Not Modified\r\n\r\n")
    }

    @Test("the response of a close, by the client or by the application, is the last")
    mutating func closes() {
        open()
        _ = receive("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get)
        #expect(text(change(.text(id(1), "x"))).contains("Connection: close\r\n"))
        #expect(written() == [.report(.sent(id(1)), .response(id(1))), .endOutput(number: 2)])
        #expect(receive(get) == [])
        #expect(actions(.timePassed, at: 5) == [.close(number: 2)])
    }

    @Test("a response that closes leaves the requests behind it without one")
    mutating func closesEarly() {
        open()
        _ = receive(get + get)
        var response = ServerResponse.text(id(1), "x")
        response.headers.append("Connection", "close")
        _ = change(response)
        #expect(
            written() == [
                .report(.sent(id(1)), .response(id(1))), .report(.gone(id(2), .cut), .listener(1)),
                .endOutput(number: 2),
            ])
    }

    @Test("a client that waits for a word gets it before it sends the body")
    mutating func word() {
        open()
        let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        #expect(text(receive(head)) == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(written() == [])
        #expect(receive("hi").count == 1)
        #expect(text(change(.text(id(1), "x"))).hasSuffix("x"))
        _ = written()
        #expect(
            text(receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n\r\n"))
                .hasPrefix("HTTP/1.1 413 "))
    }

    @Test("bytes that are no request are answered behind the requests before them, and end the connection")
    mutating func refuses() {
        open()
        #expect(receive(get + "nonsense\r\n\r\n").count == 1)
        _ = change(.text(id(1), "x"))
        let answer = written()
        #expect(text(answer).hasPrefix("HTTP/1.1 400 Bad Request\r\n") && text(answer).contains("Connection: close"))
        #expect(written() == [.endOutput(number: 2)])
    }

    @Test("a request without a response in time gets a 503, and the next one is served")
    mutating func noResponse() {
        open()
        _ = receive(get, at: 1)
        #expect(session.deadline == .seconds(61) && actions(.timePassed, at: 60) == [])
        let late = actions(.timePassed, at: 61)
        #expect(late.first == .report(.gone(id(1), .noResponse), .listener(1)))
        #expect(text(late).hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        #expect(written(at: 61) == [] && change(.text(id(1), "late"), at: 61) == [])
        #expect(receive(get, at: 62).count == 1)
    }

    @Test("a head or a body that takes too long gets a 408; a connection without a request is closed without a word")
    mutating func slow() {
        open()
        _ = receive("GET /", at: 46)
        #expect(actions(.timePassed, at: 59) == [])
        #expect(actions(.timePassed, at: 60) == [] && session.deadline == .seconds(61))
        #expect(text(actions(.timePassed, at: 61)).hasPrefix("HTTP/1.1 408 "))
        _ = actions(.device(.accepted(1, .init(6), from: client)), at: 62)
        _ = actions(
            .device(.received(3, Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n".utf8))), at: 70)
        #expect(text(actions(.timePassed, at: 130)).hasPrefix("HTTP/1.1 408 "))
        _ = actions(.device(.accepted(1, .init(7), from: client)), at: 130)
        let idle = actions(.timePassed, at: 190)
        #expect(idle.contains(.endOutput(number: 4)) && text(idle) == "")
    }

    @Test("a connection is idle from the end of its last response on, not from the request")
    mutating func idle() {
        open()
        _ = receive(get, at: 1)
        _ = change(.text(id(1), "x"), at: 50)
        _ = written(at: 50)
        #expect(actions(.timePassed, at: 61) == [] && actions(.timePassed, at: 109) == [])
        #expect(actions(.timePassed, at: 110) == [.endOutput(number: 2)])
    }

    @Test("no alarm is armed for a limit that has moved on, or for a connection that is gone")
    mutating func exactDeadlines() {
        let limits = ServerLimits()
        open()
        #expect(session.deadline == limits.idleTime && session.nextLimit == "silence of there:8")
        _ = actions(.device(.received(2, Array(get.utf8.dropLast(4)))), at: 1)
        #expect(session.deadline == .seconds(1) + limits.headTime)
        #expect(session.nextLimit == "the head of a request of there:8")
        _ = receive("\r\n\r\n", at: 2)
        #expect(session.deadline == .seconds(2) + limits.responseTime && session.nextLimit == "answering there:8")
        _ = change(.text(id(1), "hello"), at: 3)
        #expect(session.deadline == .seconds(3) + limits.readingTime && session.nextLimit == "writing to there:8")
        _ = written(at: 4)
        #expect(session.deadline == .seconds(4) + limits.idleTime)
        _ = actions(.device(.failed(2, .reset)), at: 5)
        #expect(session.deadline == nil && session.nextLimit == nil)
    }

    @Test("a client that does not read is cut")
    mutating func reads() {
        open()
        _ = receive(get + get)
        _ = change(.text(id(1), "x"))
        #expect(
            actions(.timePassed, at: 60) == [
                .report(.gone(id(1), .timeLimit), .response(id(1))), .report(.gone(id(2), .cut), .listener(1)),
                .close(number: 2),
            ])
    }

    @Test("a client that leaves is an event of each of its requests, of the response where that is in the model")
    mutating func leaves() {
        open()
        _ = receive(get + get)
        _ = change(.stream(id(1), .init(["a"])))
        #expect(
            actions(.device(.failed(2, .reset))) == [
                .report(.gone(id(1), .left), .response(id(1))), .report(.gone(id(2), .left), .listener(1)),
            ])
    }

    @Test("a client that has ended its output gets whole responses, and no stream that is not complete")
    mutating func halves() {
        open()
        _ = receive(get + get)
        #expect(actions(.device(.inputEnded(2))) == [])
        #expect(text(change(.text(id(1), "x"))).hasSuffix("x"))
        _ = written()
        _ = change(.stream(id(2), .init(["a"])))
        #expect(
            written() == [
                .report(.written(id(2), end: 1), .response(id(2))), .report(.gone(id(2), .left), .response(id(2))),
                .close(number: 2),
            ])
    }

    @Test("a response that leaves the model cuts its connection once it has begun, and not before")
    mutating func withdrawn() {
        open()
        _ = receive(get + get)
        #expect(change(.text(id(2), "two")) == [] && change() == [.silence(.response(id(2)))])
        _ = change(.stream(id(1), .init(["a"])))
        #expect(
            change() == [
                .silence(.response(id(1))), .report(.gone(id(2), .cut), .listener(1)), .close(number: 2),
            ])
    }

    @Test("a response that cannot be sent is a 500 and says which part", arguments: ["status", "A b", "A"])
    mutating func invalid(part: String) {
        open()
        _ = receive(get)
        var response = ServerResponse(id(1), part == "status" ? 199 : 200)
        if part != "status" { response.headers.append(part, "x\r\ny") }
        let answer = change(response)
        #expect(answer.first == .report(.gone(id(1), .invalid(what: part)), .response(id(1))))
        #expect(text(answer).hasPrefix("HTTP/1.1 500 "))
    }

    @Test("the driver writes the fields of the length itself")
    mutating func length() {
        open()
        _ = receive(get)
        let response = ServerResponse(
            id(1), headers: ["content-length": "99", "Transfer-Encoding": "chunked"], body: .bytes([120]))
        #expect(text(change(response)) == "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
    }

    @Test("a response that names another protocol says that it means the connection")
    mutating func upgrade() {
        let headers: HTTP.Headers = ["Upgrade": "websocket", "Connection": "upgrade"]
        open()
        _ = receive(get)
        let head = "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nContent-Length: 0\r\n"
        #expect(text(change(.init(id(1), 426, headers: headers))) == head + "Connection: Upgrade\r\n\r\n")
        _ = written()
        _ = receive(get.replacing("Host", with: "Connection: close\r\nHost"))
        #expect(text(change(.init(id(2), 426, headers: headers))) == head + "Connection: Upgrade, close\r\n\r\n")
    }

    @Test("a listener that is ending serves what has come and what is on its way, and is closed then")
    mutating func ends() {
        open()
        _ = actions(.device(.accepted(1, .init(6), from: client)))
        _ = actions(.device(.accepted(1, .init(7), from: client)))
        _ = receive(get)
        _ = actions(.device(.received(3, Array("GET /".utf8))))
        #expect(change(isEnding: true) == [.close(number: 1), .endOutput(number: 4)])
        #expect(actions(.device(.accepted(1, .init(8), from: client))) == [.refuse(.init(8))])
        #expect(actions(.device(.inputEnded(4))) == [.close(number: 4)])
        #expect(text(change(.text(id(1), "x"), isEnding: true)).contains("Connection: close"))
        #expect(written().last == .endOutput(number: 2) && actions(.device(.inputEnded(2))) == [.close(number: 2)])
        #expect(actions(.device(.received(3, Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)))).count == 1)
        #expect(
            actions(.timePassed, at: 5) == [
                .report(.gone(id(2), .timeLimit), .listener(1)), .close(number: 3), .report(.closed(9), .listener(1)),
                .sleep,
            ])
    }

    @Test("a request that was on its way when its listener began to end is the last of its connection")
    mutating func endsWithTheNext() {
        open()
        _ = receive("GET /")
        _ = change(isEnding: true)
        #expect(receive(" HTTP/1.1\r\nHost: a\r\n\r\n" + get).count == 1)
        #expect(text(change(.text(id(1), "x"), isEnding: true)).contains("Connection: close\r\n"))
        #expect(written() == [.report(.sent(id(1)), .response(id(1))), .endOutput(number: 2)])
    }

    @Test("a listener has its patience to end, whatever else is over before")
    mutating func endsInTime() {
        open()
        _ = receive(get)
        _ = actions(.device(.accepted(1, .init(6), from: client)))
        _ = actions(.device(.received(3, Array("nonsense\r\n\r\n".utf8))))
        #expect(actions(.device(.written(3))) == [.endOutput(number: 3)])
        _ = change(isEnding: true, at: 3)
        #expect(actions(.timePassed, at: 5) == [.close(number: 3)] && session.deadline == .seconds(8))
        #expect(
            actions(.timePassed, at: 8) == [
                .report(.gone(id(1), .timeLimit), .listener(1)), .close(number: 2), .report(.closed(9), .listener(1)),
                .sleep,
            ])
    }

    @Test("a client that connects as its listener ends is refused, and nothing follows the last event of a listener")
    mutating func late() {
        _ = change()
        #expect(change(isEnding: true) == [.close(number: 1), .report(.closed(9), .listener(1)), .sleep])
        #expect(actions(.device(.ready(1, at: address))) == [])
        #expect(actions(.device(.accepted(1, .init(5), from: client))) == [.refuse(.init(5))])
        #expect(actions(.device(.failed(1, .inUse))) == [])
        #expect(session.connections.isEmpty && session.deadline == nil)
    }

    @Test("a listener that leaves the model takes its connections along, and all is silent")
    mutating func leavesModel() {
        open()
        _ = receive(get)
        #expect(
            actions(.modelChanged(.init())) == [
                .silence(.listener(1)), .close(number: 1), .silence(.response(id(1))), .close(number: 2), .sleep,
            ])
    }

    @Test("a response for a request that has not come is not one for a later request of that number")
    mutating func stored() {
        _ = change(.text(id(1), "of another run"))
        _ = actions(.device(.ready(1, at: address)))
        _ = actions(.device(.accepted(1, .init(5), from: client)))
        #expect(receive(get).count == 1 && change(.text(id(1), "of another run")) == [])
        #expect(change() == [.silence(.response(id(1)))])
        #expect(text(change(.text(id(1), "of this"))).hasSuffix("of this"))
    }

    @Test("more connections than may be are closed")
    mutating func crowd() {
        session = Session(ServerLimits(connectionCount: 1))
        open()
        #expect(actions(.device(.accepted(1, .init(6), from: client))) == [.refuse(.init(6))])
    }

    @Test("all orders of five inputs keep the promises of a driver")
    func orders() {
        let seen = TestSupport.allOrdersSettle(from: ServerWorld(), depth: 5, of: \.possible)
        #expect(seen.count > 1_000)
    }

    @Test("random inputs keep the promises of a driver", arguments: Seeds(200).map(\.self))
    func random(seed: UInt64) {
        var world = ServerWorld()
        var chance = SeededChance(seed: seed)
        for _ in 0..<60 { world.happen(chance.one(of: world.possible)) }
        world.settle()
        #expect(world.broken == nil, "seed \(seed)")
    }
}

extension String {
    fileprivate func components(between separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
