import CycleDrivers
import TestSupport
import Testing

@testable import CycleNetwork

@Suite("The rules of WebSockets, one a case")
struct WebSocketCaseTests {
    typealias Link = WebSocketLinkSession
    typealias Outcome = WebSocketCase.Outcome

    /// A server that writes at once, and what it has made of its client.
    private struct Server {
        var link = Link(serving: .init(byteLimit: WebSocketCase.byteLimit), at: .zero)
        var heard: [Outcome] = []
        var written: [UInt8] = []

        mutating func receive(_ input: Link.Input) {
            for action in link.actions(after: input, at: .zero) {
                switch action {
                case .write(let bytes):
                    written += bytes
                    receive(.written)
                case .report(.received(.text(let text))): heard.append(.text(text))
                case .report(.received(.bytes(let bytes))): heard.append(.bytes(bytes))
                case .report(.closed(let close, isClean: true)): heard.append(.closed(close?.code))
                case .report(.failed(.violation(let violation))): heard.append(.broken(violation))
                case .report(let other): Issue.record("\(other)")
                case .endOutput, .close, .hold: break
                }
            }
        }
    }

    /// The control frames that a server sends for the outcomes of a case.
    private func answers(_ outcomes: [Outcome]) -> [WebSocketFrame] {
        outcomes.compactMap { outcome in
            switch outcome {
            case .text, .bytes: nil
            case .pong(let payload): .init(.pong, payload)
            case .closed(let code): .init(closing: code.map { WebSocketClose($0) })
            case .broken(let violation): .init(closing: WebSocketClose(violation.code))
            }
        }
    }

    private func judge(_ test: WebSocketCase, _ pieces: [[UInt8]], _ how: String) {
        var server = Server()
        for piece in pieces { server.receive(.received(piece)) }
        let heard = test.outcomes.filter { if case .pong = $0 { false } else { true } }
        #expect(server.heard == heard, "\(test.name), \(how)")
        #expect(Wire.frames(server.written) == answers(test.outcomes), "\(test.name), \(how)")
    }

    @Test("a server answers as the rule says, for whole frames", arguments: WebSocketCase.all)
    func whole(_ test: WebSocketCase) {
        judge(test, test.frames, "a piece a frame")
        judge(test, [test.frames.flatMap { $0 }], "in one piece")
    }

    @Test("a server answers as the rule says, for bytes that come one by one", arguments: WebSocketCase.all)
    func bytes(_ test: WebSocketCase) {
        let bytes = test.frames.flatMap { $0 }
        guard bytes.count < 10_000 else { return }
        judge(test, bytes.map { [$0] }, "a byte a piece")
    }

    @Test("there are cases of all rules, no two alike")
    func number() {
        let cases = WebSocketCase.all
        let violations = cases.flatMap(\.outcomes).compactMap {
            if case .broken(let violation) = $0 { violation } else { nil }
        }
        let ofHandshake: Set<WebSocketViolation> = [.head, .upgrade, .accept, .subprotocol, .extensions]
        #expect(Set(violations).union(ofHandshake) == Set(WebSocketViolation.allCases))
        #expect(Set(cases.map(\.name)).count == cases.count && cases.count > 250, "\(cases.count)")
    }
}
