import Cycle
import CycleDrivers
import CycleMonitor
import CycleNetwork
import CycleTesting
import Testing

@Suite("Guides: the shipped drivers")
struct DriverGuideTests {
    struct Counter: Codable, Equatable {
        var total = 0
        var isDone = false
        var needsReload = false
    }

    struct Note: Equatable {
        var text: String?
        var problem: String?
    }

    struct Build: Equatable {
        var isBuilding = true
        var log: [String] = []
        var result: ProgramStatus?
    }

    struct Chat: Equatable {
        var lines = ["hello\n"]
        var lineCount = 0
        var reader = StreamLines()
        var news: [String] = []
        var problem: SocketFailure?

        mutating func drop(linesBelow end: Int) {
            lines.removeFirst(max(0, min(lines.count, end - lineCount)))
            lineCount = max(lineCount, end)
        }
    }

    struct Clock: Equatable {
        var seconds = 0
        var endedAt: Duration?
    }

    struct Weather: Equatable {
        var report = ""
        var wanted = 1
        var answered = 0
    }

    private let time = VirtualTime()

    @Test("the loop that the overview shows counts")
    func overview() throws {
        let console = SimulatedConsole()
        let cycle = CycledLens(startingWith: Counter()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("total \($0.total)", input: .keys) },
                eventFilter: { frame, event in if event == .key("+") { frame.total += 1 } })
        }
        let recorder = Recorder(keeping: 10)
        cycle.record(into: recorder)
        time.drive(cycle, standIns: console)
        console.type("+")
        time.advance(by: .zero)
        #expect(cycle.frame.total == 1)
        cycle.stop()
        #expect(recorder.recording.moments.map(\.lens).contains("ConsoleDriver"))
    }

    @Test("a terminal, and a signal of the system")
    func console() throws {
        let (console, signals) = (SimulatedConsole(), SimulatedSignals())
        let cycle = CycledLens(startingWith: Counter()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("total \($0.total)   + - q", plain: "\($0.total)", input: .keys) },
                eventFilter: { frame, event in
                    switch event {
                    case .key("+"): frame.total += 1
                    case .key("q"), .interrupted, .ended, .failed: frame.isDone = true
                    default: break
                    }
                })
            frames.lens(
                driver: SignalDriver(),
                frameFilter: { _ in .listening(to: .hangUp, .user1) },
                eventFilter: { frame, event in
                    if event == .received(.hangUp) { frame.needsReload = true }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: console, signals)
        console.type("+q")
        signals.send(.hangUp)
        try test.expect { $0 = Counter(total: 1, isDone: true, needsReload: true) }
    }

    @Test("a file is read, and written when its text is known")
    func files() throws {
        let (folder, files) = (".", SimulatedFiles())
        files[text: "note.txt"] = "milk"
        let cycle = CycledLens(startingWith: Note()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { note in
                    .files(note.text.map { .write("note.txt", $0) } ?? .read("note.txt"), .watch("note.txt"))
                },
                eventFilter: { note, event in
                    switch event {
                    case .loaded: note.text = event.text ?? ""
                    case .changed: note.text = nil
                    case .failed(_, let failure): note.problem = failure.reason
                    default: break
                    }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: files)
        try test.expect { $0 = Note(text: "milk") }
        files[text: "note.txt"] = "honey"
        test.advance(by: .seconds(1))
        try test.expect { $0 = Note(text: "honey") }
    }

    @Test("a program runs while it is wanted")
    func programs() throws {
        let processes = SimulatedProcesses { _ in [.output("compiling\n"), .ends(.exited(0))] }
        let cycle = CycledLens(startingWith: Build()) { frames in
            frames.lens(
                driver: ProcessDriver<String>(),
                frameFilter: { .running($0.isBuilding ? [.init("build", .init("make", "all"))] : []) },
                eventFilter: { frame, event in
                    if case .output = event, let line = event.text { frame.log.append(line) }
                    if case .ended(_, let status) = event { frame.result = status }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: processes)
        try test.expect { $0 = Build(log: ["compiling"], result: .exited(0)) }
        #expect(processes.started == [.init("make", "all")] && processes.running.isEmpty)
    }

    @Test("a stream sends what is written, and says what has arrived")
    func sockets() throws {
        let chat = SocketAddress.host("chat.example", port: 7000)
        let sockets = SimulatedSockets()
        sockets.answers = { $0 == chat ? [.sends("welcome\n")] : nil }
        let cycle = CycledLens(startingWith: Chat()) { frames in
            frames.lens(
                driver: SocketDriver<String>(),
                frameFilter: { frame in
                    [
                        .connect(
                            "chat", to: .host("chat.example", port: 7000),
                            output: .init(frame.lines, from: frame.lineCount))
                    ]
                },
                eventFilter: { frame, event in
                    switch event {
                    case .received(_, let bytes): frame.news += frame.reader.take(bytes)
                    case .written(_, let end): frame.drop(linesBelow: end)
                    case .failed(_, let failure): frame.problem = failure
                    default: break
                    }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: sockets)
        try test.expect { $0 = Chat(lines: [], lineCount: 1, news: ["welcome"]) }
        #expect(sockets.received(at: chat) == Array("hello\n".utf8))
        sockets.happen(.resets, at: chat)
        try test.expect { $0.problem = .reset }
    }

    @Test("timers by identity")
    func timers() throws {
        let cycle = CycledLens(startingWith: Clock()) { frames in
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { clock in
                    .timers(
                        .every("tick", .seconds(1)),
                        .once("late", after: .seconds(30)),
                        .daily("backup", at: TimeOfDay(hour: 3, minute: 30), in: .named("Europe/Berlin")))
                },
                eventFilter: { clock, event in
                    if case .fired("tick", let count, _, _, _) = event { clock.seconds = count }
                    if case .fired("late", _, _, _, let wallTime) = event { clock.endedAt = wallTime }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false)
        test.advance(by: .seconds(30))
        try test.expect { $0 = Clock(seconds: 30, endedAt: .seconds(1_767_225_630)) }
    }

    @Test("a request is in flight while it is wanted")
    func network() throws {
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["sun"], after: .seconds(1)) }
        let cycle = CycledLens(startingWith: Weather()) { frames in
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { weather in
                    // An answered request leaves the model, so a restored frame sends nothing twice.
                    .init(
                        (weather.answered..<weather.wanted).map {
                            .init(id: $0, get: "https://example.org/weather/\($0)")
                        })
                },
                eventFilter: { weather, event in
                    switch event {
                    case .response(let id, let response) where response.isSuccess:
                        weather.report = response.text
                        weather.answered = id + 1
                    case .response(let id, let response):
                        weather.report = "the server says \(response.status)"
                        weather.answered = id + 1
                    case .failed(let id, let failure):
                        weather.report = failure.reason
                        weather.answered = id + 1
                    case .head, .chunk, .progress: break
                    }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: network)
        test.advance(by: .seconds(1))
        try test.expect { $0 = Weather(report: "sun", wanted: 1, answered: 1) }
        #expect(network.messages.count == 1)
    }

    struct Web: Equatable {
        var responses: [ServerResponse] = []
    }

    @Test("a server answers what its clients ask")
    func server() throws {
        let sockets = SimulatedSockets()
        let cycle = CycledLens(startingWith: Web()) { frames in
            frames.lens(
                driver: ServerDriver<String>(),
                frameFilter: { .init([.init("web", at: .host("", port: 8080))], $0.responses) },
                eventFilter: { frame, event in
                    switch event {
                    case .request(_, let request): frame.responses.append(.text(request.id, "hello\n"))
                    case .sent(let id), .gone(let id, _): frame.responses.removeAll { $0.request == id }
                    default: break
                    }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: sockets)
        test.settle()
        let client = try #require(sockets.connect(to: .host("", port: 8080)))
        sockets.happen(.requests("GET", "/"), at: client)
        test.settle()
        #expect(sockets.responses(at: client).map(\.text) == ["hello\n"] && test.frame.responses.isEmpty)
    }

    struct Talk: Equatable {
        var said: [String] = []
        var heard: [String] = []
    }

    @Test("a WebSocket says what is in the frame, and the frame hears what comes")
    func webSocket() {
        let sockets = SimulatedSockets()
        let address = SocketAddress.host("chat.example", port: 80)
        sockets.answers = { _ in [.opensWebSocket(), .sendsMessage(.text("welcome"))] }
        let cycle = CycledLens(startingWith: Talk(said: ["hello"])) { frames in
            frames.lens(
                driver: WebSocketDriver<String>(),
                frameFilter: { [.init("chat", "ws://chat.example/room", output: .init($0.said.map { .text($0) }))] },
                eventFilter: { frame, event in
                    if case .received(_, .text(let text)) = event { frame.heard.append(text) }
                })
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: sockets)
        test.settle()
        #expect(test.frame.heard == ["welcome"] && sockets.webSocket(at: address)?.messages == [.text("hello")])
    }

    @Test("all that can be said of a request is its property")
    func requests() {
        var request = NetworkDriver<String>.Request(id: "order", get: "https://example.org/orders")
        request.method = .post
        request.headers["Content-Type"] = "application/json"
        request.body = .bytes(Array(#"{"count":2}"#.utf8))
        request.timeOuts.total = .seconds(20)
        request.retry = .none
        request.retry = .init(count: 5, wait: .seconds(1), maximumWait: .seconds(20))
        #expect(request.method == .post)
        request.delivery = .file(path: "/tmp/cycle.zip", resumes: true)
        request.progress = .milliseconds(100)
        request.byteLimit = .max
        request.timeOuts.total = .seconds(86_400)
        #expect(request.progress == .milliseconds(100))
    }
}
