import Cycle
import CycleDrivers
import CycleMonitor
import CycleNetwork
import CycleTesting
import TestSupport
import Testing

@Suite("Guide: testing a program")
struct TestingGuideTests {
    struct Quotes: Equatable, Codable {
        var text: String?
        var isAsking = false
        var isDone = false
    }

    func quotes(in folder: String) -> CycledLens<some Any, Quotes> {
        CycledLens(startingWith: Quotes()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen($0.isAsking ? "asking…" : $0.text ?? "r asks", input: .keys) },
                eventFilter: { frame, event in
                    switch event {
                    case .key("r"): frame.isAsking = true
                    case .key("q"), .interrupted, .ended, .failed: frame.isDone = true
                    default: break
                    }
                })
            frames.lens(
                driver: NetworkDriver<String>(),
                frameFilter: { frame in
                    let request = NetworkDriver<String>.Request(
                        id: "quote", .get, "http://quotes/", retry: .init(count: 2, wait: .seconds(1)))
                    return .init(frame.isAsking ? [request] : [])
                },
                eventFilter: { frame, event in
                    switch event {
                    case .response(_, let response): frame.text = response.text
                    case .failed(_, let failure): frame.text = failure.reason
                    default: return
                    }
                    frame.isAsking = false
                })
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { frame in frame.text.map { .files(.write("quote.txt", $0)) } ?? .none })
        }
    }

    @Test("the answer is shown and kept")
    func twins() {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 40, rows: 4)
        let files = SimulatedFiles()
        let network = SimulatedNetwork(time) { message in .response(200, [:], ["Time flies."], after: .seconds(1)) }
        let test = TestRun(
            quotes(in: "/home/me"), time: time, exhaustive: false, standIns: console, files, network)

        console.type("r")
        test.settle()
        #expect(console.terminal.lines.first == "asking…")
        test.advance(by: .seconds(1))
        #expect(console.terminal.lines.first == "Time flies.")
        #expect(files[text: "quote.txt"] == "Time flies.")
        // The keys of the guide do no harm here.
        console.press(.down, .shift(.tab), .control("s"), .escape)
        console.paste("what was copied")
        test.settle()
        #expect(!test.frame.isDone)
    }

    @Test("a server that fails twice is asked three times")
    func retries() {
        let (time, console, files) = (VirtualTime(), SimulatedConsole(), SimulatedFiles())
        var count = 0
        let network = SimulatedNetwork(time) { _ in
            count += 1
            return count < 3 ? .failure(.refused) : .response(200, [:], ["Time flies."])
        }
        let test = TestRun(
            quotes(in: "/"), time: time, exhaustive: false, standIns: console, files, network)
        console.type("r")
        test.advance(by: .seconds(3))
        #expect(network.messages.count == 3)
        #expect(test.frame.text == "Time flies.")
    }

    @Test("in a pipe each change is a line, and its end ends the program")
    func pipe() {
        let (time, files) = (VirtualTime(), SimulatedFiles())
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["Time flies."], after: .seconds(1)) }
        let pipe = SimulatedConsole(isTerminal: false)
        let test = TestRun(quotes(in: "/"), time: time, exhaustive: false, standIns: pipe, files, network)
        pipe.type("r")
        test.advance(by: .seconds(1))
        pipe.end()
        test.settle()
        #expect(pipe.output == "r asks\nasking…\nTime flies.\n")
        #expect(test.frame.isDone)
    }

    @Test("every frame is accounted for")
    func exhaustive() throws {
        let (time, console, files) = (VirtualTime(), SimulatedConsole(), SimulatedFiles())
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["Time flies."], after: .seconds(1)) }
        let test = TestRun(quotes(in: "/"), time: time, standIns: console, files, network)
        try test.expect(Quotes())
        console.type("r")
        try test.expect { $0.isAsking = true }
        test.advance(by: .seconds(1))
        try test.expect { ($0.text, $0.isAsking) = ("Time flies.", false) }
        try test.finish()
    }

    @Test("a failure names what differs, as the guide says")
    func failures() throws {
        let (time, console, files) = (VirtualTime(), SimulatedConsole(), SimulatedFiles())
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["Time flies."], after: .seconds(1)) }
        let test = TestRun(quotes(in: "/"), time: time, standIns: console, files, network)
        try test.expect(Quotes())
        console.type("r")
        let wrong = try failureTold { try test.expect { _ in } }
        #expect(
            wrong.text == "not the frame that was expected; expected -> delivered:\nframe.isAsking: false -> true")
        let none = try failureTold { try test.expect { $0.isDone = true } }
        #expect(none.text.hasPrefix("no frame was delivered, and this was expected to change:"))
        test.advance(by: .seconds(1))
        let left = try failureTold { try test.finish() }
        #expect(left.text.hasPrefix("a frame was delivered: "), "\(left.text)")
        #expect(left.text.contains("frame.text: nil -> Optional(\"Time flies.\")"), "\(left.text)")
        #expect(left.text.hasSuffix("and nobody expected it"), "\(left.text)")
        let alone = TestRun(quotes(in: "/"), exhaustive: false, standIns: console, files)
        let missing = try failureTold { try alone.finish() }
        #expect(missing.text.hasPrefix("NetworkDriver<String>: nobody plays its driver"), "\(missing.text)")
    }

    private struct Options {
        var replay: String?
        var recording: String?
    }

    private func counter(_ options: Options) -> CycledLens<some Any, Quotes> { quotes(in: "/") }

    @Test("a program records itself, and replays what was recorded")
    func recording() async throws {
        func run(_ options: Options) async throws -> Quotes {
            let cycle = counter(options)
            if let path = options.replay {
                print(try Recording(path: path).replay(through: cycle))
            } else {
                if let path = options.recording { cycle.record(into: try Recorder(appendingTo: path)) }
                await cycle.run(until: \.isDone)
            }
            return cycle.frame
        }
        let nowhere = RecordingError(path: "/nowhere/a.jsonl", problem: .system(operation: "open", code: 2))
        await #expect(throws: nowhere) { try await run(Options(replay: "/nowhere/a.jsonl")) }
        await #expect(throws: nowhere) { try await run(Options(recording: "/nowhere/a.jsonl")) }
    }
}
