import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import CycleTesting
import TestSupport
import Testing

/// A state of a twin is all that it remembers: what leads to one state goes on alike, compared at every join by everything that
/// can happen there.
@Suite("Twins remember nothing that is not seen")
struct TwinTests {
    private func everyJoin(powerCuts: Int = 0) -> Bounds {
        var bounds = Bounds()
        bounds.comparedJoins = 1
        bounds.powerCuts = powerCuts
        return bounds
    }

    private func check<Receiver, Frame>(
        _ bounds: Bounds, _ application: @escaping @Sendable (World) -> CycledLens<Receiver, Frame>
    ) throws {
        let seen = try Scenario(laws: [Law<Frame>.always("nothing is asked of this frame") { _ in true }], application)
            .explore(bounds)
        #expect(seen.isComplete, "\(seen)")
        #expect(seen.comparedJoinCount > 0, "\(seen)")
    }

    private struct Typed: Hashable {
        var text = ""
        var readsLines = false
        var size: ConsoleDriver.Size?
    }

    @Test("the console: keys, lines, sizes, the end")
    func console() throws {
        try check(everyJoin()) { world in
            world.console.keys("al", atMost: 2)
            world.console.lines(["b"], atMost: 1)
            world.console.events([.resized(.init(columns: 10, rows: 2)), .interrupted, .ended], atMost: 1)
            return CycledLens(startingWith: Typed()) { frames in
                frames.lens(
                    driver: ConsoleDriver(), frameFilter: { .screen("", input: $0.readsLines ? .wholeLines : .keys) },
                    eventFilter: { frame, event in
                        switch event {
                        case .key(let key): (frame.text, frame.readsLines) = ("\(key)", key == "l")
                        case .line(let line): (frame.text, frame.readsLines) = (line, false)
                        case .resized(let size): frame.size = size
                        default: frame.text = "\(event)"
                        }
                    })
            }
        }
    }

    @Test("the network: requests that come, change and go")
    func network() throws {
        try check(everyJoin()) { world in
            world.console.keys("ab<", atMost: 2)
            world.network.answers { [.text("r\($0.query)"), .status(404), .fails(.refused)] }
            return searchBox()
        }
    }

    private struct Disk: Hashable {
        var number = 0
        var stored: Int?
        var isDeleted = false
        var problem = ""
    }

    @Test("files: read, written, deleted, with faults and a power cut", arguments: [0, 1])
    func files(_ powerCuts: Int) throws {
        try check(everyJoin(powerCuts: powerCuts)) { world in
            world.console.keys("+d", atMost: 2 - powerCuts)
            world.files.begin(with: ["number": "1"])
            return CycledLens(startingWith: Disk()) { frames in
                frames.keys { frame, key in
                    guard frame.stored != nil else { return }
                    if key == "d" { frame.isDeleted.toggle() } else { frame.number = (frame.number + 1) % 3 }
                }
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { frame in
                        if frame.stored == nil { return .files(.read("number")) }
                        return .files(frame.isDeleted ? .delete("number") : .write("number", "\(frame.number)"))
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .loaded: frame.stored = event.text.flatMap { Int($0) } ?? -1
                        case .failed(_, let failure): frame.problem = "\(failure)"
                        case .saved: frame.stored = frame.number
                        default: break
                        }
                    })
            }
        }
    }

    private struct Signalled: Hashable {
        var listens = true
        var names: [SignalDriver.Name] = []
    }

    @Test("signals that are listened to and not")
    func signals() throws {
        try check(everyJoin()) { world in
            world.console.keys("s", atMost: 2)
            world.signals.come([.terminate, .hangUp], atMost: 2)
            return CycledLens(startingWith: Signalled()) { frames in
                frames.keys { frame, _ in frame.listens.toggle() }
                frames.lens(
                    driver: SignalDriver(), frameFilter: { $0.listens ? .listening(to: .terminate, .hangUp) : .none },
                    eventFilter: { frame, event in
                        if case .received(let name) = event { frame.names = [name] }
                    })
            }
        }
    }

    private struct Building: Hashable {
        var isWanted = true
        var isEnding = false
        var argument = "a"
        var isRunning = false
        var last = ""
    }

    @Test("programs: started, restarted, ended, beyond their limit, and those that cannot start")
    func processes() throws {
        try check(everyJoin()) { world in
            world.console.keys("swe", atMost: exploresAll ? 2 : 1)
            world.processes.take(faults: 1) { _ in
                [[.output("ok\nrest"), .ends(.exited(0))], [.output("ready\n")], [.cannotStart(code: 2)]]
            }
            return CycledLens(startingWith: Building()) { frames in
                frames.keys { frame, key in
                    switch key {
                    case "s": frame.argument = frame.argument == "a" ? "b" : "a"
                    case "w": frame.isWanted.toggle()
                    default: frame.isEnding.toggle()
                    }
                }
                frames.lens(
                    driver: ProcessDriver<Int>(), label: "build",
                    frameFilter: { frame in
                        let command = ProcessCommand("make", frame.argument)
                        return frame.isWanted
                            ? .running([.init(1, command, limit: .seconds(9), isEnding: frame.isEnding)]) : .none
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .started: frame.isRunning = true
                        case .ended, .failed: (frame.isRunning, frame.last) = (false, "\(event)")
                        default: frame.last = event.text ?? ""
                        }
                    })
            }
        }
    }

    private struct Talking: Hashable {
        var isWanted = false
        var served: SocketConnection?
        var text = ""
    }

    private func talking(
        _ sockets: @escaping (Talking) -> [SocketDriver<String>.Socket]
    ) -> CycledLens<some Any, Talking> {
        CycledLens(startingWith: Talking()) { frames in
            frames.keys { frame, _ in frame.isWanted.toggle() }
            frames.lens(
                driver: SocketDriver<String>(), label: "sockets", frameFilter: { .init(sockets($0)) },
                eventFilter: { frame, event in
                    switch event {
                    case .accepted(_, let connection, _): frame.served = connection
                    case .ready, .opened, .written: break
                    default: frame.text = "\(event)"
                    }
                })
        }
    }

    @Test("sockets: a stream to another program that comes and goes, is refused, answered, ended and reset")
    func streams() throws {
        let other = SocketAddress.host("other", port: 2)
        try check(everyJoin()) { world in
            world.console.keys("k", atMost: 3)
            world.sockets.peers(faults: 1) { _ in [[.sends("hi"), .ends], [.resets]] }
            return talking { $0.isWanted ? [.connect("out", to: other, output: .init(["p"]))] : [] }
        }
    }

    @Test("sockets: a listener that comes and goes, its clients, and a stream to itself that may be cut")
    func listeners() throws {
        let own = SocketAddress.host("own", port: 1)
        try check(everyJoin()) { world in
            world.console.keys("k", atMost: exploresAll ? 2 : 1)
            world.sockets.clients(of: own, atMost: 1, [[.sends("x")]])
            world.sockets.peers { _ in [] }
            world.sockets.mayBreak(atMost: 1)
            return talking { frame in
                [.connect("self", to: own, output: .init(["p"], isComplete: true))]
                    + (frame.isWanted ? [.listen("server", at: own)] : [])
                    + (frame.served.map { [.accepted("served", $0, output: .init([String](), isComplete: true))] } ?? [])
            }
        }
    }

    @Test("sockets: datagrams that arrive in any order, or are lost")
    func datagrams() throws {
        let far = SocketAddress.host("far", port: 3)
        try check(everyJoin()) { world in
            world.console.keys("k", atMost: 2)
            world.sockets.datagrams([.init("z", to: far)], from: .host("other", port: 4), atMost: 1)
            world.sockets.mayLose(atMost: 1)
            return talking { frame in
                let output = DatagramOutput([.init("a", to: far), .init("b", to: far)])
                return [.datagrams("far", at: far, output: frame.isWanted ? output : .init())]
            }
        }
    }

    private struct Served: Hashable {
        var isWanted = true
        var responses: [ServerResponse] = []
        var text = ""
    }

    @Test("a server that comes and goes, whose client is answered, streamed to, refused, and may leave")
    func server() throws {
        let own = SocketAddress.host("own", port: 1)
        try check(everyJoin()) { world in
            world.console.keys("k", atMost: 1)
            world.sockets.clients(
                of: own, atMost: 1, [[.requests("GET", "/a")], [.requests("GET", "/b"), .resets], [.sends("x\r\n")]])
            return CycledLens(startingWith: Served()) { frames in
                frames.keys { frame, _ in frame.isWanted.toggle() }
                frames.lens(
                    driver: ServerDriver<String>(), label: "server",
                    frameFilter: { .init($0.isWanted ? [.init("web", at: own)] : [], $0.responses) },
                    eventFilter: { frame, event in
                        switch event {
                        case .request(_, let request):
                            frame.responses.append(
                                request.path == "/a" ? .text(request.id, "a") : .stream(request.id, .init(["b"])))
                        case .sent(let id), .gone(let id, _):
                            frame.responses.removeAll { $0.request == id }
                            frame.text = "\(event)"
                        case .ready, .written, .message, .hungUp, .closed, .failed: break
                        }
                    })
            }
        }
    }

    @Test("a WebSocket that is spoken to, closed by either side, cut, or refused by its server")
    func webSocket() throws {
        let opens = SimulatedSockets.Deed.opensWebSocket()
        try check(everyJoin()) { world in
            world.sockets.mayBreak(atMost: 1)
            world.sockets.peers { _ in
                [[opens, .sendsMessage(.text("a")), .closesWebSocket(), .ends], [.sends("x\r\n")]]
            }
            return CycledLens(startingWith: Spoken()) { frames in
                frames.lens(
                    driver: WebSocketDriver<String>(), label: "chat",
                    frameFilter: { frame in
                        var chat = WebSocketDriver<String>.WebSocket("chat", "ws://chat/")
                        if frame.isLeaving { chat.closing = .init() }
                        return [chat]
                    },
                    eventFilter: { frame, event in
                        frame.text = "\(event)"
                        if case .opened = event { frame.isLeaving = true }
                    })
            }
        }
    }

    private struct Spoken: Hashable {
        var isLeaving = false
        var text = ""
    }

    private struct Timed: Hashable {
        var wanted: [String] = []
        var last = ""
    }

    @Test("timers, several at a time")
    func timers() throws {
        try check(everyJoin()) { world in
            world.console.keys("ab", atMost: 2)
            return CycledLens(startingWith: Timed()) { frames in
                frames.keys { frame, key in frame.wanted = (frame.wanted + [String(key)]).suffix(2) }
                frames.lens(
                    driver: TimerDriver<String>(), label: "timer",
                    frameFilter: { frame in
                        .timers(frame.wanted.map { .once($0, after: $0 == "a" ? .seconds(1) : .seconds(2)) })
                    },
                    eventFilter: { frame, event in
                        frame.last = event.id
                        frame.wanted.removeAll { $0 == event.id }
                    })
            }
        }
    }

    @Test("async effects and what they wait for")
    func effects() throws {
        try check(everyJoin()) { world in
            world.console.keys("ab", atMost: 2)
            let calls = world.calls
            return CycledLens(startingWith: Typed()) { frames in
                frames.keys { $0.text = String($1) }
                frames.lens(
                    driver: Planted.Asking(strategy: .latest) {
                        await calls.answer("server", $0, from: [$0.uppercased(), ""], faults: 1)
                    }, label: "server", frameFilter: \.text, eventFilter: { $0.text = $1 })
            }
        }
    }
}
