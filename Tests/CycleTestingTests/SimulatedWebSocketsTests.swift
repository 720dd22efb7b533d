import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@Suite("Simulated WebSockets")
struct SimulatedWebSocketsTests {
    private struct Chat: Equatable {
        var lines: [String] = []
        var said: [String] = []
        var last = ""
        var isLeaving = false
        var attempt = 0
    }

    private let sockets = SimulatedSockets()
    private let time = VirtualTime()
    private let address = SocketAddress.host("chat.example", port: 80)
    private let lines = Signal<String>.pipe()

    private func chat() -> CycledLens<some Any, Chat> {
        CycledLens(startingWith: Chat()) { [sockets, lines] frames in
            frames.lens(events: lines.0, label: "line") { frame, line in
                if line == "/leave" { frame.isLeaving = true } else { frame.lines.append(line) }
            }
            frames.lens(
                driver: sockets.webSockets(String.self),
                frameFilter: { frame in
                    var chat = WebSocketDriver<String>.WebSocket(
                        "chat", "ws://chat.example/room?name=ann", output: .init(frame.lines.map { .text($0) }))
                    chat.keepAlive = .seconds(30)
                    chat.attempt = frame.attempt
                    if frame.isLeaving { chat.closing = .init(1_000, "bye") }
                    return [chat]
                },
                eventFilter: { frame, event in
                    frame.last = "\(event)"
                    if case .received(_, .text(let text)) = event { frame.said.append(text) }
                    if case .failed = event { frame.attempt += 1 }
                })
        }
    }

    private func started() -> CycledLens<some Any, Chat> {
        let cycle = chat()
        cycle.start(on: time)
        time.join(cycle) { cycle.drain() }
        return cycle
    }

    private func settle() { time.advance(by: .zero) }

    @Test("a test reads what the program has asked for and said, and answers in messages")
    func conversation() throws {
        sockets.answers = { _ in [.opensWebSocket(), .sendsMessage(.text("welcome"))] }
        let cycle = started()
        lines.1.send("hello")
        settle()
        #expect(cycle.frame.said == ["welcome"])
        let seen = try #require(sockets.webSocket(at: address))
        #expect(seen.target == "/room?name=ann" && seen.headers["Host"] == "chat.example")
        #expect(seen.messages == [.text("hello")] && seen.close == nil)
        sockets.happen(.sendsMessage(.text("hello, ann")), at: address)
        sockets.happen(.pings, at: address)
        settle()
        #expect(cycle.frame.said == ["welcome", "hello, ann"])
        #expect(sockets.webSocket(at: address)?.pongCount == 1)
        lines.1.send("/leave")
        settle()
        #expect(sockets.webSocket(at: address)?.close == .init(1_000, "bye"))
        sockets.happen(.closesWebSocket(), at: address)
        settle()
        #expect(cycle.frame.last == "\(WebSocketDriver<String>.Event.closed("chat", .init(), isClean: true))")
    }

    @Test("a server that falls silent is asked, and then left for another connection, in virtual time")
    func silence() {
        sockets.answers = { _ in [.opensWebSocket()] }
        let cycle = started()
        settle()
        time.advance(by: .seconds(31))
        #expect(sockets.webSocket(at: address)?.pingCount == 1)
        time.advance(by: .seconds(31))
        #expect(cycle.frame.attempt == 1)
        // The oldest one is asked for.
        sockets.happen(.resets, at: address)
        #expect(sockets.webSocket(at: address)?.pingCount == 0)
    }

    @Test("a server that does not read holds up the messages, and an end has the patience")
    func deaf() {
        sockets.answers = { _ in [.opensWebSocket()] }
        let cycle = started()
        settle()
        sockets.reads = { _ in false }
        lines.1.send("hello")
        lines.1.send("/leave")
        settle()
        #expect(!cycle.frame.last.contains("closed"))
        time.advance(by: .seconds(2))
        let event = WebSocketDriver<String>.Event.closed("chat", .init(1_000, "bye"), isClean: false)
        #expect(cycle.frame.last == "\(event)")
    }

    @Test("a stream that does not begin with a request is no WebSocket")
    func other() {
        sockets.answers = { _ in [] }
        #expect(sockets.webSocket(at: address) == nil)
    }
}
