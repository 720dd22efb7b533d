import CycleDrivers
import TestSupport
import Testing

@testable import CycleNetwork

@Suite("The session of WebSockets")
struct WebSocketSessionTests {
    typealias Session = WebSocketSession<Int>

    private var session = Session(patience: .seconds(2), secrets: .fixed)
    private let address = SocketAddress.host("here", port: 80)

    private mutating func actions(_ input: Session.Input, at seconds: Int = 0) -> [Session.Action] {
        session.actions(after: input, at: .seconds(seconds))
    }

    private mutating func change(_ webSockets: WebSocketDriver<Int>.WebSocket..., at seconds: Int = 0) -> [Session
        .Action]
    {
        actions(.modelChanged(.init(webSockets)), at: seconds)
    }

    private mutating func receive(_ bytes: [UInt8], at seconds: Int = 0) -> [Session.Action] {
        actions(.device(.received(1, bytes)), at: seconds)
    }

    private let agreement = WebSocketWorld.bytes(.agreement)

    private mutating func open(_ webSocket: WebSocketDriver<Int>.WebSocket) {
        _ = change(webSocket)
        _ = actions(.device(.opened(1, at: address, to: address)))
        _ = actions(.device(.written(1)))
        _ = receive(agreement)
    }

    /// A frame of a client with a mask that changes nothing.
    private func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
        Wire.frame(first, payload, mask: [0, 0, 0, 0])
    }

    @Test("connects to the host of the URL, asks, and is open once the server agrees")
    mutating func opens() {
        #expect(change(.init(7, "ws://here/")) == [.wake, .open(.connect(to: address), mode: 0, number: 1)])
        let asked = actions(.device(.opened(1, at: address, to: address)))
        guard case .write(let bytes, number: 1)? = asked.first else { return #expect(Bool(false), "\(asked)") }
        #expect(asked.count == 1 && bytes.starts(with: Array("GET / HTTP/1.1\r\nHost: here\r\n".utf8)))
        #expect(receive(agreement) == [.report(.opened(7, subprotocol: nil), 1)])
    }

    @Test("connects through another address, and asks for the host of the URL all the same")
    mutating func through() {
        var webSocket = WebSocketDriver<Int>.WebSocket(7, "ws://here/")
        webSocket.through = .path("/run/tls")
        #expect(change(webSocket).last == .open(.connect(to: .path("/run/tls")), mode: 0, number: 1))
    }

    @Test("sends each message once, whatever stays in the model")
    mutating func sends() {
        open(.init(7, "ws://here/"))
        let one = WebSocketOutput([.text("a")])
        #expect(change(.init(7, "ws://here/", output: one)) == [.write(frame(0x81, [97]), number: 1)])
        #expect(change(.init(7, "ws://here/", output: .init([.text("a"), .bytes([1])]))) == [])
        #expect(
            actions(.device(.written(1))) == [.report(.sent(7, end: 1), 1), .write(frame(0x82, [1]), number: 1)])
        #expect(actions(.device(.written(1))) == [.report(.sent(7, end: 2), 1)])
        #expect(change(.init(7, "ws://here/", output: .init([.text("c")], from: 2))).count == 1)
    }

    @Test("a paused WebSocket is not read, and its pings rest until it is read again, or closes")
    mutating func pauses() {
        var webSocket = WebSocketDriver<Int>.WebSocket(7, "ws://here/")
        webSocket.keepAlive = .seconds(5)
        open(webSocket)
        webSocket.isPaused = true
        #expect(change(webSocket, at: 4) == [.hold(true, number: 1)])
        #expect(session.deadline == nil)
        webSocket.isPaused = false
        #expect(change(webSocket, at: 100) == [.hold(false, number: 1)])
        #expect(session.deadline == .seconds(105))
        webSocket.isPaused = true
        _ = change(webSocket, at: 101)
        webSocket.closing = WebSocketClose(1000)
        #expect(change(webSocket, at: 102).last == .hold(false, number: 1))
        #expect(session.deadline == .seconds(104))
    }

    @Test("a WebSocket that is to be paused is read until it is open, and not read when it leaves the model")
    mutating func pausesEarly() {
        var webSocket = WebSocketDriver<Int>.WebSocket(7, "ws://here/")
        webSocket.isPaused = true
        _ = change(webSocket)
        _ = actions(.device(.opened(1, at: address, to: address)))
        _ = actions(.device(.written(1)))
        #expect(receive(agreement) == [.report(.opened(7, subprotocol: nil), 1), .hold(true, number: 1)])
        // Its close is waited for.
        #expect(change().last == .hold(false, number: 1))
    }

    @Test("a WebSocket that leaves the model is silent, and closes with code 1001")
    mutating func leaves() {
        open(.init(7, "ws://here/"))
        #expect(change() == [.silence(1), .write(frame(0x88, [3, 233]), number: 1)])
        #expect(receive(Wire.frame(0x81, [97], mask: nil)) == [])
        #expect(actions(.device(.written(1))) == [.endOutput(number: 1)])
        #expect(actions(.device(.inputEnded(1))) == [.close(number: 1), .sleep])
    }

    @Test("a WebSocket that leaves the model is closed after the patience")
    mutating func patience() {
        open(.init(7, "ws://here/"))
        _ = change(at: 5)
        #expect(session.deadline == .seconds(7))
        #expect(actions(.timePassed, at: 7) == [.close(number: 1), .sleep])
    }

    @Test("another attempt, or another URL, is another connection")
    mutating func attempts() {
        open(.init(7, "ws://here/"))
        var again = WebSocketDriver<Int>.WebSocket(7, "ws://here/")
        again.attempt = 1
        #expect(change(again).contains(.open(.connect(to: address), mode: 0, number: 2)))
        #expect(change(.init(7, "ws://here/b")).contains(.open(.connect(to: address), mode: 0, number: 3)))
    }

    @Test("a limit that passes before it is open is a failure, and afterwards nothing")
    mutating func limit() {
        var webSocket = WebSocketDriver<Int>.WebSocket(7, "ws://here/")
        webSocket.limit = .seconds(3)
        _ = change(webSocket)
        #expect(session.deadline == .seconds(3))
        #expect(
            actions(.timePassed, at: 3) == [.report(.failed(7, .timeLimit), 1), .close(number: 1), .sleep])
        session = Session(patience: .seconds(2), secrets: .fixed)
        open(webSocket)
        #expect(session.deadline == nil)
    }

    @Test("silence is answered by a ping, and more silence by a failure")
    mutating func keepAlive() {
        var webSocket = WebSocketDriver<Int>.WebSocket(7, "ws://here/")
        webSocket.keepAlive = .seconds(10)
        open(webSocket)
        #expect(receive(Wire.frame(0x8a, mask: nil), at: 5) == [] && actions(.timePassed, at: 10) == [])
        #expect(actions(.timePassed, at: 15) == [.write(frame(0x89), number: 1)])
        _ = actions(.device(.written(1)), at: 15)
        #expect(receive(Wire.frame(0x8a, mask: nil), at: 16) == [] && actions(.timePassed, at: 25) == [])
        #expect(actions(.timePassed, at: 26) == [.write(frame(0x89), number: 1)])
        #expect(actions(.timePassed, at: 36).contains(.report(.failed(7, .unanswered), 1)))
    }

    @Test("a server that never agrees, or breaks off, is a failure with its reason")
    mutating func refusals() {
        let cases: [(Session.Input, WebSocketFailure)] = [
            (.device(.received(1, Array("HTTP/1.1 404 X\r\n\r\n".utf8))), .notUpgraded(status: 404)),
            (.device(.received(1, Array("SSH-2.0-x\r\n".utf8))), .violation(.head)),
            (.device(.received(1, Array("HTTP/1.0 101 X\r\n\r\n".utf8))), .violation(.head)),
            (.device(.received(1, Array("HTTP/2.0 101 X\r\n\r\n".utf8))), .violation(.head)),
            (.device(.received(1, [UInt8](repeating: 97, count: 20_000))), .violation(.head)),
            (.device(.inputEnded(1)), .disconnected), (.device(.failed(1, .reset)), .socket(.reset)),
        ]
        for (input, failure) in cases {
            session = Session(patience: .seconds(2), secrets: .fixed)
            _ = change(.init(7, "ws://here/"))
            _ = actions(.device(.opened(1, at: address, to: address)))
            #expect(actions(input).contains(.report(.failed(7, failure), 1)), "\(failure)")
            #expect(session.links.isEmpty)
        }
    }

    @Test("a request that cannot be sent fails at once, and opens nothing")
    mutating func malformed() {
        #expect(change(.init(7, "http://here/")) == [.report(.failed(7, .malformed(.url)), 1)])
        #expect(change(.init(7, "here")) == [.silence(1), .report(.failed(7, .malformed(.url)), 2)])
    }

    @Test("wss is encrypted, at port 443 unless told; what adds TLS on this machine is reached in plain text")
    mutating func encrypted() {
        let secure = SocketAddress.host("here", port: 443)
        #expect(
            change(.init(7, "wss://here/")) == [
                .wake, .open(.connect(to: secure), mode: 0, isEncrypted: true, number: 1),
            ])
        let asked = actions(.device(.opened(1, at: address, to: secure)))
        guard case .write(let bytes, number: 1)? = asked.first else { return #expect(Bool(false), "\(asked)") }
        #expect(bytes.starts(with: Array("GET / HTTP/1.1\r\nHost: here\r\n".utf8)))
        var webSocket = WebSocketDriver<Int>.WebSocket(8, "wss://here:8443/")
        webSocket.through = .path("/run/tls")
        #expect(change(webSocket).last == .open(.connect(to: .path("/run/tls")), mode: 0, number: 2))
    }

    @Test("a close that may not be sent is a failure, and the WebSocket closes without a reason")
    mutating func badClose() {
        open(.init(7, "ws://here/"))
        let actions = change(.init(7, "ws://here/", closing: .init(1006)))
        #expect(actions == [.report(.failed(7, .malformed(.close)), 1), .write(frame(0x88, [3, 232]), number: 1)])
    }

    @Test("a close that comes before it is open is sent behind the messages, and has the patience from then on")
    mutating func early() {
        _ = change(.init(7, "ws://here/", output: .init([.text("a")]), closing: .init()), at: 1)
        #expect(session.deadline == .seconds(3))
        _ = actions(.device(.opened(1, at: address, to: address)), at: 1)
        _ = actions(.device(.written(1)), at: 1)
        #expect(
            receive(agreement, at: 2) == [
                .report(.opened(7, subprotocol: nil), 1),
                .write(frame(0x81, [97]) + frame(0x88, [3, 232]), number: 1),
            ])
        #expect(session.deadline == .seconds(4))
        session = Session(patience: .seconds(2), secrets: .fixed)
        _ = change(.init(7, "ws://here/", closing: .init()))
        #expect(actions(.timePassed, at: 2).first == .report(.closed(7, .init(), isClean: false), 1))
    }

    @Test("the oldest pings of a server that reads no answers have none")
    mutating func pings() {
        open(.init(7, "ws://here/", output: .init([.text("a")])))
        let pings = (0..<100).flatMap { Wire.frame(0x89, [$0], mask: nil) }
        #expect(receive(pings) == [])
        guard case .write(let bytes, _)? = actions(.device(.written(1))).last else { return #expect(Bool(false)) }
        #expect(Wire.frames(bytes, isMasked: true).map(\.payload) == (36..<100).map { [$0] })
    }

    @Test("all orders of five inputs keep the promises of a driver")
    func orders() {
        let seen = TestSupport.allOrdersSettle(from: WebSocketWorld(), depth: 5, of: \.possible)
        #expect(seen.count > 1_000)
    }

    @Test("random inputs keep the promises of a driver", arguments: Seeds(200).map(\.self))
    func random(seed: UInt64) {
        var world = WebSocketWorld()
        var chance = SeededChance(seed: seed)
        for _ in 0..<60 { world.happen(chance.one(of: world.possible)) }
        world.settle()
        #expect(world.broken == nil, "seed \(seed)")
    }
}
