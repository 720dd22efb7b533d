import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import SocketSupport
import TestSupport
import Testing

/// One world in which a server and its clients are.
enum ServedWorld: CaseIterable {
    case system, simulated

    func drivers(_ limits: ServerLimits) -> (server: ServerDriver<String>, clients: SocketDriver<String>) {
        guard self == .simulated else { return (ServerDriver(limits: limits), SocketDriver(patience: .seconds(3_600))) }
        let sockets = SimulatedSockets()
        return (sockets.server(limits: limits), sockets.driver(patience: .seconds(3_600)))
    }

    func webSockets(
        _ limits: ServerLimits
    ) -> (server: ServerDriver<String>, clients: WebSocketDriver<String>) {
        let patience = Duration.seconds(3_600)
        guard self == .simulated else { return (ServerDriver(limits: limits), WebSocketDriver(patience: patience)) }
        let sockets = SimulatedSockets()
        return (sockets.server(limits: limits), sockets.webSockets(patience: patience))
    }
}

/// A server and the sockets of its clients in one frame, which meet in one world.
@Suite("Every world of servers", .waiting, .timeLimit(.minutes(60)))
struct ServerConformanceTests {
    private typealias Event = ServerDriver<String>.Event

    private struct Frame: Equatable {
        var listeners: [ServerDriver<String>.Listener] = []
        var responses: [ServerResponse] = []
        var clients: [SocketDriver<String>.Socket] = []
        var events: [Event] = []
        var received: [String: [UInt8]] = [:]
        var ended: Set<String> = []
        var isDone = false

        func text(_ client: String) -> String { String(decoding: received[client] ?? [], as: UTF8.self) }

        func count(_ isCounted: (Event) -> Bool) -> Int { events.count(where: isCounted) }
    }

    private let local = SocketAddress.host("127.0.0.1", port: 0)

    /// Connects clients that send these texts, once the server listens, and runs until `isDone`.
    ///
    /// - Parameter next: Sees each event of the server.
    private func serve(
        _ world: ServedWorld, _ texts: [String], limits: ServerLimits = .unhurried, isComplete: Bool = false,
        isDone: @escaping (Frame) -> Bool, next: @escaping (inout Frame, Event) -> Void
    ) async -> Frame {
        let (server, clients) = world.drivers(limits)
        let start = Frame(listeners: [.init("web", at: local)])
        let cycle = CycledLens(startingWith: start) { frames in
            frames.lens(
                driver: server, frameFilter: { .init($0.listeners, $0.responses) },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    if case .ready(_, let address) = event {
                        frame.clients = texts.enumerated().map { number, text in
                            .connect("\(number)", to: address, output: .init([text], isComplete: isComplete))
                        }
                    }
                    next(&frame, event)
                    frame.isDone = isDone(frame)
                })
            frames.lens(
                driver: clients, frameFilter: { SocketDriver.Model($0.clients).unhurried },
                eventFilter: { frame, event in
                    if case .received(let id, let bytes) = event { frame.received[id, default: []] += bytes }
                    if event == .inputEnded(event.id) || event.isLast { frame.ended.insert(event.id) }
                    frame.isDone = isDone(frame)
                })
        }
        return await cycle.run(until: \.isDone)
    }

    private func get(_ target: String, _ fields: String...) -> String {
        (["GET \(target) HTTP/1.1", "Host: a"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }

    private func answered(_ frame: inout Frame, _ event: Event) {
        switch event {
        case .request(_, let request): frame.responses.append(.text(request.id, "<\(request.target) \(request.text)>"))
        case .sent(let id), .gone(let id, _): frame.responses.removeAll { $0.request == id }
        case .ready, .written, .message, .hungUp, .closed, .failed: break
        }
    }

    @Test("a request is answered, and the connection stays open for the next one", arguments: ServedWorld.allCases)
    private func answers(_ world: ServedWorld) async {
        let post = "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
        let frame = await serve(world, [get("/a") + post], isDone: { $0.text("0").hasSuffix("<POST>") }) {
            frame, event in
            guard case .request(_, let request) = event else { return }
            let word = request.method == "POST" ? "<POST>" : "<\(request.path)>"
            frame.responses.append(.text(request.id, word))
            #expect(request.method == "GET" || request.text == "hello")
        }
        #expect(frame.text("0").contains("</a>"))
        #expect(frame.ended.isEmpty && frame.count { if case .request = $0 { true } else { false } } == 2)
    }

    @Test("a hundred requests at once are answered in their order", arguments: ServedWorld.allCases)
    private func pipelined(_ world: ServedWorld) async {
        let text = (0..<100).map { get("/\($0)") }.joined()
        let frame = await serve(world, [text], isDone: { $0.text("0").hasSuffix("</99 >") }, next: answered)
        let places = (0..<100).compactMap { frame.text("0").firstRange(of: "</\($0) >")?.lowerBound }
        #expect(places.count == 100 && places == places.sorted())
    }

    @Test("many clients are answered side by side", arguments: ServedWorld.allCases)
    private func crowd(_ world: ServedWorld) async {
        let texts = (0..<40).map { get("/\($0)", "Connection: close") }
        let frame = await serve(world, texts, isDone: { $0.ended.count == 40 }, next: answered)
        for number in 0..<40 { #expect(frame.text("\(number)").hasSuffix("</\(number) >")) }
    }

    @Test("a stream arrives in chunks, as pieces come, and its end ends the body", arguments: ServedWorld.allCases)
    private func streams(_ world: ServedWorld) async {
        let frame = await serve(world, [get("/", "Connection: close")], isDone: { $0.ended == ["0"] }) { frame, event in
            switch event {
            case .request(_, let request): frame.responses = [.stream(request.id, .init(["one"]))]
            case .written(let id, let end) where end < 4:
                let pieces = ["one", "two", "three", "four"]
                frame.responses = [
                    .stream(id, .init(Array(pieces[end...end]), from: end, isComplete: end == 3))
                ]
            case .sent: frame.responses = []
            case .ready, .written, .message, .hungUp, .gone, .closed, .failed: break
            }
        }
        let chunks = "3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n4\r\nfour\r\n0\r\n\r\n"
        #expect(frame.text("0").hasSuffix("\r\n\r\n\(chunks)"), "\(frame.text("0"))")
        #expect(frame.events.last.map { if case .sent = $0 { true } else { false } } == true)
    }

    @Test("a large body arrives whole", arguments: ServedWorld.allCases)
    private func large(_ world: ServedWorld) async {
        let body = [UInt8](repeating: 120, count: 3 << 20)
        let frame = await serve(world, [get("/", "Connection: close")], isDone: { $0.ended == ["0"] }) { frame, event in
            if case .request(_, let request) = event { frame.responses = [.init(request.id, body: .bytes(body))] }
        }
        #expect(frame.received["0"]?.suffix(body.count).elementsEqual(body) == true)
    }

    @Test("bytes that are no request get a 400 with a word, and are no event", arguments: ServedWorld.allCases)
    private func bad(_ world: ServedWorld) async {
        let frame = await serve(world, ["nonsense\r\n\r\n"], isDone: { $0.ended == ["0"] }) { _, _ in }
        #expect(frame.text("0").hasPrefix("HTTP/1.1 400 Bad Request\r\n") && frame.events.count == 1)
    }

    @Test("a request without a response in time gets a 503", arguments: ServedWorld.allCases)
    private func late(_ world: ServedWorld) async {
        var limits = ServerLimits.unhurried
        limits.responseTime = .milliseconds(20)
        let frame = await serve(
            world, [get("/", "Connection: close")], limits: limits, isDone: { $0.ended == ["0"] }
        ) { _, _ in }
        #expect(frame.text("0").hasPrefix("HTTP/1.1 503 "))
        #expect(frame.events.last.map { if case .gone(_, .noResponse) = $0 { true } else { false } } == true)
    }

    @Test("a request that never ends gets a 408", arguments: ServedWorld.allCases)
    private func slow(_ world: ServedWorld) async {
        var limits = ServerLimits.unhurried
        limits.headTime = .milliseconds(20)
        let frame = await serve(world, ["GET / HT"], limits: limits, isDone: { $0.ended == ["0"] }) { _, _ in }
        #expect(frame.text("0").hasPrefix("HTTP/1.1 408 ") && frame.events.count == 1)
    }

    @Test("a client that has ended its output gets its response", arguments: ServedWorld.allCases)
    private func halfClosed(_ world: ServedWorld) async {
        let frame = await serve(
            world, [get("/a")], isComplete: true, isDone: { $0.ended == ["0"] }, next: answered)
        #expect(frame.text("0").hasSuffix("</a >"))
    }

    @Test("a client that leaves a stream is told", arguments: ServedWorld.allCases)
    private func leaves(_ world: ServedWorld) async {
        let frame = await serve(
            world, [get("/")], isDone: { $0.count { if case .gone = $0 { true } else { false } } == 1 }
        ) { frame, event in
            if case .request(_, let request) = event { frame.responses = [.stream(request.id, .init(["one"]))] }
            if case .written = event { frame.clients = [] }
        }
        #expect(frame.events.last.map { if case .gone(_, .left) = $0 { true } else { false } } == true)
    }

    @Test(
        "a response that leaves the model while it is sent cuts the connection, silently",
        arguments: ServedWorld.allCases)
    private func withdrawn(_ world: ServedWorld) async {
        let frame = await serve(world, [get("/")], isDone: { $0.ended == ["0"] }) { frame, event in
            if case .request(_, let request) = event { frame.responses = [.stream(request.id, .init(["one"]))] }
            if case .written = event { frame.responses = [] }
        }
        #expect(frame.events.last.map { if case .written = $0 { true } else { false } } == true)
    }

    @Test("a listener that is ending answers what has come, and is closed", arguments: ServedWorld.allCases)
    private func ends(_ world: ServedWorld) async {
        let frame = await serve(world, [get("/a")], isDone: { $0.events.contains(.closed("web")) }) { frame, event in
            if case .request = event { frame.listeners[0].isEnding = true }
            self.answered(&frame, event)
            if case .sent = event { frame.clients = [] }
        }
        #expect(frame.events.last == .closed("web"))
        #expect(frame.count { if case .sent = $0 { true } else { false } } == 1)
    }

    @Test("a port that is taken is a failure", arguments: ServedWorld.allCases)
    private func taken(_ world: ServedWorld) async {
        let frame = await serve(world, [], isDone: { $0.events.count == 2 }) { frame, event in
            if case .ready("web", let address) = event { frame.listeners.append(.init("other", at: address)) }
        }
        #expect(frame.events.last == .failed("other", .inUse))
    }

    @Test("a driver without listeners lets its loop end", arguments: ServedWorld.allCases)
    private func endsAlone(_ world: ServedWorld) async {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: world.drivers(.init()).server, frameFilter: { _ in .init() }, eventFilter: { _, _ in })
        }
        #expect(await cycle.run() == 0)
    }
}
