import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import SocketSupport
import TestSupport
import Testing

/// One world in which WebSockets and their server are.
enum WebSocketPlace: CaseIterable {
    case system, simulated

    func drivers(patience: Duration) -> (clients: WebSocketDriver<String>, server: SocketDriver<String>) {
        guard self == .simulated else {
            return (WebSocketDriver(patience: patience), SocketDriver(patience: .seconds(3_600)))
        }
        let sockets = SimulatedSockets()
        return (sockets.webSockets(patience: patience), sockets.driver(patience: .seconds(3_600)))
    }
}

/// WebSockets and their server in one frame, which meet in one world.
@Suite("Every world of WebSockets", .waiting, .timeLimit(.minutes(60)))
struct WebSocketConformanceTests {
    private typealias Event = WebSocketDriver<String>.Event

    private struct Frame: Equatable {
        var webSockets: [WebSocketDriver<String>.WebSocket] = []
        var events: [Event] = []
        var served: [String: ServedWebSocket] = [:]
        var places: [String: SocketConnection] = [:]
        var isDone = false

        var messages: [WebSocketMessage] {
            events.compactMap { if case .received(_, let message) = $0 { message } else { nil } }
        }

        /// The sockets of the server.
        var sockets: [SocketDriver<String>.Socket] {
            let accepted = places.sorted { $0.key < $1.key }.map { name, connection in
                SocketDriver<String>.Socket.accepted(name, connection, output: served[name]?.pieces ?? .init())
            }
            return [.listen("listener", at: .host("127.0.0.1", port: 0))] + accepted
        }
    }

    /// Opens WebSockets once the server listens, and runs until `isDone`.
    ///
    /// - Parameters:
    ///   - server: Makes its side for the client with a number, from zero on.
    ///   - next: Sees each event of the WebSockets.
    private func run(
        _ world: WebSocketPlace, patience: Duration = .seconds(3_600),
        server: @escaping (_ number: Int) -> ServedWebSocket = { _ in .init(.echo) },
        open: @escaping (_ url: String) -> [WebSocketDriver<String>.WebSocket],
        isDone: @escaping (Frame) -> Bool, next: @escaping (inout Frame, Event) -> Void = { _, _ in }
    ) async -> Frame {
        let drivers = world.drivers(patience: patience)
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: drivers.clients, frameFilter: { WebSocketDriver.Model($0.webSockets).unhurried },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    next(&frame, event)
                    frame.isDone = isDone(frame)
                })
            frames.lens(
                driver: drivers.server, frameFilter: { SocketDriver.Model($0.sockets).unhurried },
                eventFilter: { frame, event in
                    switch event {
                    case .ready(_, .host(_, let port)): frame.webSockets = open("ws://127.0.0.1:\(port)/chat?a=b")
                    case .accepted(_, let connection, _):
                        frame.places["\(connection.number)"] = connection
                        frame.served["\(connection.number)"] = server(frame.served.count)
                    case .received(let id, let bytes): frame.served[id]?.receive(bytes)
                    case .written(let id, _): frame.served[id]?.written()
                    case .inputEnded(let id): frame.served[id]?.inputEnded()
                    case .closed(let id), .failed(let id, _): frame.places[id] = nil
                    case .ready, .opened, .datagram, .notSent: break
                    }
                    for (id, served) in frame.served where served.isClosed { frame.places[id] = nil }
                    frame.isDone = isDone(frame)
                })
        }
        return await cycle.run(until: \.isDone)
    }

    @Test("messages of all sizes come back, and each is reported as sent", arguments: WebSocketPlace.allCases)
    func echoes(_ world: WebSocketPlace) async {
        let sizes = [0, 1, 125, 126, 65_535, 65_536, 1_000_000]
        let messages = sizes.flatMap { count -> [WebSocketMessage] in
            [.text(String(repeating: "a", count: count)), .bytes([UInt8](repeating: 0xff, count: count))]
        }
        let frame = await run(
            world, open: { [.init("chat", $0, output: .init(messages))] },
            isDone: { $0.messages.count == messages.count })
        #expect(frame.events.first == .opened("chat", subprotocol: nil))
        #expect(frame.messages == messages)
        #expect(frame.events.contains(.sent("chat", end: messages.count)))
    }

    @Test("a subprotocol and the headers of the application reach the server", arguments: WebSocketPlace.allCases)
    func asks(_ world: WebSocketPlace) async {
        let frame = await run(
            world, server: { _ in .init(subprotocols: ["two"]) },
            open: { url in
                var webSocket = WebSocketDriver<String>.WebSocket("chat", url)
                webSocket.subprotocols = ["one", "two"]
                webSocket.headers = ["Origin": "http://example.org"]
                return [webSocket]
            }, isDone: { !$0.events.isEmpty })
        #expect(frame.events == [.opened("chat", subprotocol: "two")])
        #expect(frame.served.values.first?.request?["Origin"] == "http://example.org")
    }

    @Test("a close comes behind all messages, and its answer is the last event", arguments: WebSocketPlace.allCases)
    func closes(_ world: WebSocketPlace) async {
        let close = WebSocketClose(4_000, "done")
        let frame = await run(
            world,
            open: { [.init("chat", $0, output: .init([.text("a"), .text("b")]), closing: nil)] },
            isDone: { $0.events.last?.isLast == true && $0.served.values.first?.isClosed == true },
            next: { frame, event in if case .opened = event { frame.webSockets[0].closing = close } })
        #expect(frame.served.values.first?.messages == [.text("a"), .text("b")])
        #expect(frame.served.values.first?.reports.last == .closed(close, isClean: true))
        #expect(frame.events.last == .closed("chat", .init(4_000), isClean: true))
    }

    @Test("a server that closes is heard with its code and its word", arguments: WebSocketPlace.allCases)
    func isClosed(_ world: WebSocketPlace) async {
        var server = ServedWebSocket()
        server.close(.init(1_001, "away"))
        let frame = await run(
            world, server: { [server] _ in server }, open: { [.init("chat", $0)] },
            isDone: { $0.events.last?.isLast == true })
        #expect(frame.events.last == .closed("chat", .init(1_001, "away"), isClean: true))
    }

    @Test(
        "a WebSocket that leaves the model is silent, and its server hears code 1001",
        arguments: WebSocketPlace.allCases)
    func leaves(_ world: WebSocketPlace) async {
        let frame = await run(
            world, open: { [.init("chat", $0, output: .init([.text("a")]))] },
            isDone: { frame in
                frame.served.values.first?.reports.last == .closed(.init(1_001), isClean: true)
            }, next: { frame, event in if case .sent = event { frame.webSockets = [] } })
        #expect(frame.events == [.opened("chat", subprotocol: nil), .sent("chat", end: 1)])
    }

    @Test("a server that does not answer a close has the patience", arguments: WebSocketPlace.allCases)
    func patience(_ world: WebSocketPlace) async {
        let frame = await run(
            world, patience: .milliseconds(20), server: { _ in .init(.deaf) }, open: { [.init("chat", $0)] },
            isDone: { $0.events.last?.isLast == true },
            next: { frame, event in if case .opened = event { frame.webSockets[0].closing = .init() } })
        #expect(frame.events.last == .closed("chat", .init(), isClean: false))
    }

    @Test("another attempt connects anew", arguments: WebSocketPlace.allCases)
    func again(_ world: WebSocketPlace) async {
        let frame = await run(
            world, open: { [.init("chat", $0)] }, isDone: { $0.events.count == 2 },
            next: { frame, _ in if frame.events.count == 1 { frame.webSockets[0].attempt += 1 } })
        #expect(frame.events == [.opened("chat", subprotocol: nil), .opened("chat", subprotocol: nil)])
        #expect(frame.served.count == 2)
    }

    @Test("twenty WebSockets are open side by side", arguments: WebSocketPlace.allCases)
    func many(_ world: WebSocketPlace) async {
        let frame = await run(
            world,
            open: { url in (0..<20).map { .init("\($0)", url, output: .init([.text("\($0)")])) } },
            isDone: { $0.messages.count == 20 })
        for number in 0..<20 { #expect(frame.events.contains(.received("\(number)", .text("\(number)")))) }
    }

    @Test("an address at which nobody listens is a failure", arguments: WebSocketPlace.allCases)
    func refused(_ world: WebSocketPlace) async {
        let frame = await run(
            world, open: { _ in [.init("chat", "ws://127.0.0.1:1/")] }, isDone: { !$0.events.isEmpty })
        #expect(frame.events == [.failed("chat", .socket(.refused))])
    }

    @Test("a driver without WebSockets lets its loop end", arguments: WebSocketPlace.allCases)
    func endsAlone(_ world: WebSocketPlace) async {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: world.drivers(patience: .seconds(2)).clients, frameFilter: { _ in [] },
                eventFilter: { _, _ in })
        }
        #expect(await cycle.run() == 0)
    }

    @Test("a server that breaks off at any byte is a failure, and no message", arguments: WebSocketPlace.allCases)
    func cut(_ world: WebSocketPlace) async {
        var openedCount = 0
        // 140 bytes, in parts: each event of many connections costs a look at all of them.
        for first in stride(from: 0, to: 140, by: 20) {
            let frame = await run(
                world,
                server: { number in
                    var server = ServedWebSocket(.missing(first + number + 1))
                    server.send(.text("hello"))
                    return server
                }, open: { url in (0..<20).map { .init("\($0)", url) } },
                isDone: { $0.events.count(where: \.isLast) == 20 })
            #expect(frame.messages == [])
            let ends = frame.events.filter(\.isLast)
            #expect(ends.allSatisfy { $0 == .failed($0.id, .disconnected) })
            openedCount += frame.events.count - ends.count
        }
        // Seven bytes of the message, and then those of the answer.
        #expect(openedCount == 7)
    }
}
