import CycleDrivers
import TestSupport
import Testing

@testable import CycleNetwork

@Suite("The JSON of WebSockets")
struct WebSocketCodingTests {
    typealias Driver = WebSocketDriver<Int>

    private static let failures: [WebSocketFailure] =
        [
            .malformed(.url), .malformed(.header("A")), .malformed(.subprotocol("a")), .malformed(.close),
            .socket(.refused), .disconnected, .timeLimit, .unanswered, .notUpgraded(status: 404),
        ] + WebSocketViolation.allCases.map { .violation($0) }

    /// Names each case, so that the compiler names this test when there is a new one.
    private func isKnown(_ failure: WebSocketFailure) -> Bool {
        switch failure {
        case .malformed, .socket, .disconnected, .timeLimit, .unanswered, .notUpgraded, .violation:
            Self.failures.contains(failure)
        }
    }

    @Test("says what its documentation says")
    func form() throws {
        #expect(try json(Driver.Event.opened(1, subprotocol: "chat")) == #"{"opened":{"id":1,"subprotocol":"chat"}}"#)
        #expect(
            try json(Driver.Event.received(1, .text("hello"))) == #"{"received":{"id":1,"message":{"text":"hello"}}}"#)
        #expect(try json(WebSocketMessage.bytes(Array("hello".utf8))) == #"{"bytes":"hello"}"#)
        #expect(try json(Driver.Event.sent(1, end: 2)) == #"{"sent":{"end":2,"id":1}}"#)
        #expect(
            try json(Driver.Event.closed(1, .init(), isClean: true))
                == #"{"closed":{"close":{"code":1000,"reason":""},"id":1,"isClean":true}}"#)
        #expect(
            try json(Driver.Event.failed(1, .disconnected)) == #"{"failed":{"failure":{"disconnected":{}},"id":1}}"#)
        #expect(try json(WebSocketFailure.timeLimit) == #"{"timeLimit":{}}"#)
        #expect(try json(WebSocketFailure.notUpgraded(status: 404)) == #"{"notUpgraded":{"status":404}}"#)
        #expect(try json(WebSocketFailure.violation(.mask)) == #"{"violation":{"rule":"mask"}}"#)
        #expect(
            try json(WebSocketFailure.malformed(.header("Host")))
                == #"{"malformed":{"part":{"header":{"name":"Host"}}}}"#)
    }

    @Test("keeps each model and each event")
    func copies() throws {
        var webSocket = Driver.WebSocket(
            1, "ws://a/", output: .init([.text("a"), .bytes([0xff, 0])], from: 3), closing: .init(4_000, "done"))
        webSocket.through = .path("/run/tls")
        webSocket.headers = ["Origin": "a"]
        webSocket.subprotocols = ["chat"]
        webSocket.limit = nil
        webSocket.keepAlive = .seconds(30)
        let model: Driver.Model = [webSocket, .init(2, "ws://b/")]
        #expect(try copy(model) == model)
        let events: [Driver.Event] = [
            .opened(1, subprotocol: nil), .received(1, .bytes([0xff])), .sent(1, end: 2),
            .closed(1, nil, isClean: false),
        ]
        for event in events + Self.failures.map({ .failed(1, $0) }) { #expect(try copy(event) == event) }
        #expect(Self.failures.allSatisfy(isKnown))
    }

    @Test("a failure says in words what to do")
    func words() {
        for failure in Self.failures {
            #expect(failure.reason.count > 10 && failure.reason.first?.isUppercase == false)
        }
    }
}
