import CycleDrivers
import TestSupport
import Testing

@testable import CycleNetwork

@Suite("The JSON of servers")
struct ServerCodingTests {
    typealias Driver = ServerDriver<Int>

    private static let request = ServerRequest(
        .init(4), "GET", "/a?b=c", headers: ["Host": "a"], body: Array("text".utf8),
        from: .host("10.0.0.2", port: 50_311))

    /// Names each case, so that the compiler names this test when there is a new one.
    private static let failures: [ServerFailure] = [
        .left, .noResponse, .timeLimit, .invalid(what: "Location"), .cut, .violation(.mask),
    ]

    private func isKnown(_ failure: ServerFailure) -> Bool {
        switch failure {
        case .left, .noResponse, .timeLimit, .invalid, .cut, .violation: Self.failures.contains(failure)
        }
    }

    @Test("says what its documentation says")
    func form() throws {
        #expect(
            try json(Self.request)
                == #"{"body":"text","from":"10.0.0.2:50311","headers":[["Host","a"]],"id":4,"method":"GET","target":"/a?b=c"}"#
        )
        #expect(
            try json(ServerResponse(.init(4), body: .bytes(Array("text".utf8))))
                == #"{"body":{"bytes":"text"},"headers":[],"request":4,"status":200}"#)
        #expect(
            try json(ServerResponse.stream(.init(4), .init(["text"], isComplete: true)).body)
                == #"{"stream":{"first":0,"isComplete":true,"pieces":["text"]}}"#)
        #expect(try json(Driver.Event.written(.init(4), end: 2)) == #"{"written":{"end":2,"request":4}}"#)
        #expect(try json(Driver.Event.gone(.init(4), .left)) == #"{"gone":{"reason":{"left":{}},"request":4}}"#)
        #expect(
            try json(Driver.Event.message(.init(4), .text("hello")))
                == #"{"message":{"message":{"text":"hello"},"request":4}}"#)
        #expect(
            try json(Driver.Event.hungUp(.init(4), .init(), isClean: true))
                == #"{"hungUp":{"close":{"code":1000,"reason":""},"isClean":true,"request":4}}"#)
        #expect(
            try json(ServerWebSocket(.init([.text("hello")]), subprotocols: ["chat"]))
                == #"{"isPaused":false,"output":{"first":0,"messages":[{"text":"hello"}]},"subprotocols":["chat"]}"#)
        #expect(try json(ServerFailure.violation(.mask)) == #"{"violation":{"rule":"mask"}}"#)
        #expect(try json(ServerFailure.invalid(what: "Location")) == #"{"invalid":{"what":"Location"}}"#)
    }

    @Test("keeps each model and each event")
    func copies() throws {
        let address = SocketAddress.host("", port: 8080)
        let model = Driver.Model(
            [.init(1, at: address)],
            [
                .text(.init(1), "a"), .stream(.init(2), .init([[0xFF, 0]], from: 3)), .init(.init(3), 204),
                .webSocket(.init(4), .init([.text("a")], from: 2), closing: .init(4_000, "b")),
            ])
        #expect(try copy(model) == model)
        #expect(try copy(ServerLimits(bodyByteCount: 9)) == ServerLimits(bodyByteCount: 9))
        let events: [Driver.Event] = [
            .ready(1, at: address), .request(1, Self.request), .written(.init(4), end: 1), .sent(.init(4)),
            .message(.init(4), .bytes([0xff])), .hungUp(.init(4), nil, isClean: false), .closed(1),
            .failed(1, .inUse),
        ]
        for event in events + Self.failures.map({ .gone(.init(4), $0) }) { #expect(try copy(event) == event) }
        #expect(Self.failures.allSatisfy(isKnown))
    }

    @Test("a target has a path and a query")
    func targets() {
        func request(_ target: String) -> ServerRequest {
            ServerRequest(.init(1), "GET", target, from: .path("a"))
        }
        #expect(request("/a?b=c?d").path == "/a" && request("/a?b=c?d").query == "b=c?d")
        #expect(request("http://a:1/b/c?d").path == "/b/c" && request("http://a?b/c").path == "/")
        #expect(request("*").path == "*" && request("a:1").path == "a:1" && request("/a://b/c").path == "/a://b/c")
        #expect(request("/a").path == "/a" && request("/a").query == nil && request("/a?").query == "")
    }
}
