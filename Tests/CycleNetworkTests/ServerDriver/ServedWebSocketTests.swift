import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import SocketSupport
import TestSupport
import Testing

/// A server and the WebSockets of its clients in one frame, which meet in one world.
@Suite("WebSockets as responses, in every world", .waiting, .timeLimit(.minutes(60)))
struct ServedWebSocketTests {
    private typealias Event = ServerDriver<String>.Event
    private typealias Heard = WebSocketDriver<String>.Event

    private struct Frame: Equatable {
        var listeners: [ServerDriver<String>.Listener] = [.init("web", at: .host("127.0.0.1", port: 0))]
        var responses: [ServerResponse] = []
        var webSockets: [WebSocketDriver<String>.WebSocket] = []
        var events: [Event] = []
        var heard: [Heard] = []
        var isDone = false

        var messages: [WebSocketMessage] {
            heard.compactMap { if case .received(_, let message) = $0 { message } else { nil } }
        }
    }

    /// Opens WebSockets once the server listens, and runs until `isDone`.
    private func run(
        _ world: ServedWorld, limits: ServerLimits = .unhurried,
        open: @escaping (_ url: String) -> [WebSocketDriver<String>.WebSocket],
        isDone: @escaping (Frame) -> Bool, next: @escaping (inout Frame, Event) -> Void
    ) async -> Frame {
        let (server, clients) = world.webSockets(limits)
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: server, frameFilter: { .init($0.listeners, $0.responses) },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    if case .ready(_, .host(_, let port)) = event { frame.webSockets = open("ws://127.0.0.1:\(port)/") }
                    next(&frame, event)
                    frame.isDone = isDone(frame)
                })
            frames.lens(
                driver: clients, frameFilter: { WebSocketDriver.Model($0.webSockets).unhurried },
                eventFilter: { frame, event in
                    frame.heard.append(event)
                    frame.isDone = isDone(frame)
                })
        }
        return await cycle.run(until: \.isDone)
    }

    /// Sends each message back, as many as have come.
    private func echo(_ frame: inout Frame, _ event: Event) {
        switch event {
        case .request(_, let request): frame.responses.append(.webSocket(request.id))
        case .message(let id, let message):
            guard let index = frame.responses.firstIndex(where: { $0.request == id }),
                case .webSocket(var webSocket) = frame.responses[index].body
            else { return }
            webSocket.output.messages.append(message)
            frame.responses[index].body = .webSocket(webSocket)
        case .hungUp(let id, _, _), .gone(let id, _): frame.responses.removeAll { $0.request == id }
        case .ready, .written, .sent, .closed, .failed: break
        }
    }

    @Test("messages of all sizes come back to each of five clients", arguments: ServedWorld.allCases)
    private func echoes(_ world: ServedWorld) async {
        let messages: [WebSocketMessage] = [0, 1, 126, 65_536, 500_000].map { .text(String(repeating: "a", count: $0)) }
        let frame = await run(
            world, open: { url in (0..<5).map { .init("\($0)", url, output: .init(messages)) } },
            isDone: { $0.messages.count == 25 }, next: echo)
        for number in 0..<5 {
            let own = frame.heard.filter { $0.id == "\(number)" && $0 != .sent($0.id, end: 5) }
            #expect(
                own.filter { if case .received = $0 { true } else { false } }
                    == messages.map { .received("\(number)", $0) })
        }
    }

    @Test("a paused WebSocket brings nothing until it is read on, and then all", arguments: ServedWorld.allCases)
    private func pauses(_ world: ServedWorld) async {
        let messages = (0..<64).map { WebSocketMessage.bytes(.init(repeating: UInt8($0), count: 100_000)) }
        let frame = await run(
            world, open: { [.init("paused", $0 + "paused", output: .init(messages)), .init("other", $0)] },
            isDone: { $0.events.count { if case .message = $0 { true } else { false } } == messages.count + 20 }
        ) { frame, event in
            switch event {
            case .request(_, let request):
                var response = ServerResponse.webSocket(request.id)
                response.pause(request.path == "/paused")
                frame.responses.append(response)
                // The other one speaks twenty times meanwhile, each time when the words before have come.
                if frame.responses.count == 2 { frame.webSockets[1].output.messages.append(.text("more")) }
            case .message(_, .text):
                let count = frame.webSockets[1].output.messages.count
                if count < 20 { frame.webSockets[1].output.messages.append(.text("more")) }
                if count == 20 { for index in frame.responses.indices { frame.responses[index].pause(false) } }
            default: break
            }
        }
        let heard = frame.events.compactMap { if case .message(_, let message) = $0 { message } else { nil } }
        #expect(heard.prefix(20).allSatisfy { $0 == .text("more") })
        #expect(Array(heard.dropFirst(20)) == messages)
    }

    @Test("a close of the client is an event, and answered", arguments: ServedWorld.allCases)
    private func isLeft(_ world: ServedWorld) async {
        let frame = await run(
            world, open: { [.init("chat", $0, output: .init([.text("a")]), closing: .init(4_000, "bye"))] },
            isDone: { $0.heard.last?.isLast == true && $0.responses.isEmpty }, next: echo)
        #expect(frame.heard.last == .closed("chat", .init(4_000), isClean: true))
        guard case .hungUp(_, .init(4_000, "bye")?, true)? = frame.events.last else {
            Issue.record("\(frame.events)")
            return
        }
    }

    @Test("a close of the model comes behind its messages", arguments: ServedWorld.allCases)
    private func closes(_ world: ServedWorld) async {
        let frame = await run(
            world, open: { [.init("chat", $0)] },
            isDone: { frame in
                frame.heard.last?.isLast == true
                    && frame.events.contains { if case .hungUp = $0 { true } else { false } }
            }
        ) { frame, event in
            guard case .request(_, let request) = event else { return }
            frame.responses = [.webSocket(request.id, .init([.text("a"), .text("b")]), closing: .init(4_001, "done"))]
        }
        #expect(frame.messages == [.text("a"), .text("b")])
        #expect(frame.heard.last == .closed("chat", .init(4_001, "done"), isClean: true))
        guard case .hungUp(_, .init(4_001)?, true)? = frame.events.last else {
            Issue.record("\(frame.events)")
            return
        }
    }

    @Test("a response that leaves the model closes by code 1001, silently", arguments: ServedWorld.allCases)
    private func withdrawn(_ world: ServedWorld) async {
        let frame = await run(
            world, open: { [.init("chat", $0, output: .init([.text("a")]))] },
            isDone: { $0.heard.last?.isLast == true }
        ) { frame, event in
            switch event {
            case .request(_, let request): frame.responses = [.webSocket(request.id)]
            case .message: frame.responses = []
            default: break
            }
        }
        #expect(frame.heard.last == .closed("chat", .init(1_001), isClean: true))
        guard case .message? = frame.events.last else {
            Issue.record("\(frame.events)")
            return
        }
    }

    @Test("a subprotocol of both sides is chosen", arguments: ServedWorld.allCases)
    private func subprotocols(_ world: ServedWorld) async {
        let frame = await run(
            world,
            open: { url in
                var webSocket = WebSocketDriver<String>.WebSocket("chat", url)
                webSocket.subprotocols = ["one", "two"]
                return [webSocket]
            }, isDone: { !$0.heard.isEmpty }
        ) { frame, event in
            guard case .request(_, let request) = event else { return }
            #expect(request.asksForWebSocket)
            let webSocket = ServerWebSocket(subprotocols: ["three", "two"])
            frame.responses = [.init(request.id, headers: ["A": "b"], body: .webSocket(webSocket))]
        }
        #expect(frame.heard == [.opened("chat", subprotocol: "two")])
    }

    @Test("a request for a WebSocket may have another answer", arguments: ServedWorld.allCases)
    private func refused(_ world: ServedWorld) async {
        let frame = await run(
            world, open: { [.init("chat", $0)] }, isDone: { $0.heard.last?.isLast == true }
        ) { frame, event in
            guard case .request(_, let request) = event else { return }
            frame.responses = [.text(request.id, "not you", status: 403)]
        }
        #expect(frame.heard == [.failed("chat", .notUpgraded(status: 403))])
    }

    @Test("a listener that is ending closes its WebSockets, and is closed", arguments: ServedWorld.allCases)
    private func ends(_ world: ServedWorld) async {
        let frame = await run(
            world, open: { [.init("chat", $0, output: .init([.text("a")]))] },
            isDone: { $0.heard.last?.isLast == true && $0.events.last == .closed("web") }
        ) { frame, event in
            self.echo(&frame, event)
            if case .message = event { frame.listeners[0].isEnding = true }
        }
        #expect(frame.heard.last == .closed("chat", .init(1_001), isClean: true))
    }

    @Test("a WebSocket as the answer to another request is a 426", arguments: ServedWorld.allCases)
    private func wrong(_ world: ServedWorld) async {
        let (server, clients) = world.drivers(.unhurried)
        struct Asked: Equatable {
            var responses: [ServerResponse] = []
            var clients: [SocketDriver<String>.Socket] = []
            var text = ""
            var failure: ServerFailure?
        }
        let cycle = CycledLens(startingWith: Asked()) { frames in
            frames.lens(
                driver: server,
                frameFilter: { .init([.init("web", at: .host("127.0.0.1", port: 0))], $0.responses) },
                eventFilter: { frame, event in
                    switch event {
                    case .ready(_, let address):
                        let text = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                        frame.clients = [.connect("a", to: address, output: .init([text]))]
                    case .request(_, let request): frame.responses = [.webSocket(request.id)]
                    case .gone(_, let failure): frame.failure = failure
                    default: break
                    }
                })
            frames.lens(
                driver: clients, frameFilter: { SocketDriver.Model($0.clients).unhurried },
                eventFilter: { frame, event in
                    if case .received(_, let bytes) = event { frame.text += String(decoding: bytes, as: UTF8.self) }
                })
        }
        let frame = await cycle.run(until: { $0.text.contains("\r\n\r\n") })
        #expect(frame.text.hasPrefix("HTTP/1.1 426 ") && frame.failure == .invalid(what: "webSocket"))
        #expect(frame.text.contains("\r\nUpgrade: websocket\r\n"))
        #expect(frame.text.contains("\r\nSec-WebSocket-Version: 13\r\n"))
        #expect(frame.text.contains("\r\nConnection: Upgrade, close\r\n"))
    }
}

extension ServerResponse {
    fileprivate mutating func pause(_ isPaused: Bool) {
        guard case .webSocket(var webSocket) = body else { return }
        webSocket.isPaused = isPaused
        body = .webSocket(webSocket)
    }
}
