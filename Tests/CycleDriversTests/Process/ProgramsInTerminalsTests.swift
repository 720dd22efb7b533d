import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Programs that have a terminal, signals, or an end that is heard", .waiting, .timeLimit(.minutes(60)))
struct ProgramsInTerminalsTests {
    private typealias Event = ProcessDriver<Int>.Event

    private struct Frame: Equatable {
        var program: ProcessDriver<Int>.Program
        var events: [Event] = []
        var output: [UInt8] = []
        var isDone = false

        /// What was printed, without the returns that a terminal adds.
        var text: String { String(decoding: output.filter { $0 != 13 }, as: UTF8.self) }
    }

    private static let size = ConsoleDriver.Size(columns: 33, rows: 7)

    /// Runs a program until its end, or until `next` says so.
    private func run(
        _ script: String, terminal: ConsoleDriver.Size? = nil, input: ProcessInput? = nil,
        next: @escaping (inout Frame) -> Void = { _ in }
    ) async -> Frame {
        let command = ProcessCommand("sh", arguments: ["-c", script], output: .pieces)
        let program = ProcessDriver<Int>.Program(1, command, input: input, terminal: terminal)
        let cycle = CycledLens(startingWith: Frame(program: program)) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: .seconds(60)), frameFilter: { .running([$0.program]) },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    switch event {
                    case .output(_, let bytes): frame.output += bytes
                    case .ended, .failed: frame.isDone = true
                    case .started, .errors, .inputTaken, .inputClosed, .signalled: break
                    }
                    next(&frame)
                })
        }
        return await cycle.run(until: \.isDone)
    }

    @Test("a program in a terminal finds its size, three ends of it, and a person to ask")
    func terminal() async {
        let frame = await run(
            "stty size; test -t 0 && test -t 1 && test -t 2 && echo three; echo ask > /dev/tty; echo wrong >&2",
            terminal: Self.size)
        #expect(frame.text == "7 33\nthree\nask\nwrong\n")
        #expect(frame.events.last == .ended(1, .exited(0)))
    }

    @Test("a program with pipes has no terminal to ask")
    func noTerminal() async {
        let frame = await run("true 2> /dev/null < /dev/tty || echo none")
        #expect(frame.text == "none\n")
    }

    @Test("a program in a terminal closes all of it, opens it again, and is read and typed to as before")
    func reopens() async {
        // No process has the terminal open while it waits.
        let script = """
            echo before; exec < /dev/null > /dev/null 2>&1; sleep 0.2; exec < /dev/tty > /dev/tty
            stty -echo; echo again; read line; echo "got $line"; head -c 200000 /dev/zero | tr '\\0' x; exit 4
            """
        let frame = await run(script, terminal: Self.size, input: .init(typed: [])) { frame in
            if frame.text == "before\nagain\n" { frame.program.input = .init(typed: ["word\r"]) }
        }
        #expect(frame.text.hasPrefix("before\nagain\ngot word\n"))
        #expect(frame.output.suffix(200_000) == [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)[...])
        #expect(frame.events.last == .ended(1, .exited(4)))
    }

    @Test("a program in a terminal prints a million bytes before its end, and all arrive")
    func much() async {
        let frame = await run("head -c 1000000 /dev/zero | tr '\\0' x", terminal: Self.size)
        #expect(frame.output.count == 1_000_000 && frame.events.last == .ended(1, .exited(0)))
    }

    @Test("a program in a terminal hears of another size")
    func resized() async {
        let script = "trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.05; done"
        let frame = await run(script, terminal: Self.size) { frame in
            if frame.text == "ready\n" { frame.program.terminal = .init(columns: 44, rows: 9) }
        }
        #expect(frame.text == "ready\n9 44\n")
    }

    @Test("texts are typed into a terminal, which shows them; the end of the input is Ctrl-D")
    func typed() async {
        let frame = await run("cat", terminal: Self.size, input: .init(typed: ["a", "b\r"], isComplete: true))
        #expect(frame.text == "ab\nab\n")
        #expect(frame.events.contains(.inputTaken(1, end: 2)) && frame.events.last == .ended(1, .exited(0)))
    }

    @Test("Backspace takes back a whole letter before the program has the line, of however many bytes")
    func erased() async {
        let typed = ProcessInput(typed: ["aé\u{7f}日\u{7f}b\r"], isComplete: true)
        let frame = await run("stty -echo; echo ready; head -n 1 | od -An -tx1", terminal: Self.size, input: typed)
        #expect(frame.text.hasSuffix(" 61 62 0a\n"), "\(frame.text)")
    }

    @Test("the input of a program in a terminal ends also behind half a line")
    func typedHalf() async {
        let frame = await run("cat", terminal: Self.size, input: .init(typed: ["a\r", "b"], isComplete: true))
        #expect(frame.text.hasSuffix("b") && frame.events.last == .ended(1, .exited(0)))
    }

    @Test("Ctrl-C that is typed interrupts the program in the terminal")
    func interrupted() async {
        let script = "trap 'echo caught; exit 3' INT; echo ready; while :; do sleep 0.05; done"
        let frame = await run(script, terminal: Self.size, input: .init(typed: [])) { frame in
            if frame.text == "ready\n" { frame.program.input = .init(typed: ["\u{3}"]) }
        }
        #expect(frame.text.hasSuffix("caught\n") && frame.events.last == .ended(1, .exited(3)))
    }

    @Test("a shell in a terminal ends as when its window is closed")
    func hungUp() async {
        let frame = await run("exec sh -i", terminal: Self.size, input: .init(typed: ["echo r''eady\r"])) { frame in
            if frame.text.contains("ready\n") { frame.program.isEnding = true }
        }
        #expect(frame.events.last == .ended(1, .killed(signal: 1)) || frame.events.last == .ended(1, .exited(0)))
    }

    @Test("a program gets each signal once, in their order, and has a number")
    func signals() async {
        let script = "trap 'echo one' USR1; trap 'echo two' USR2; echo $$; while :; do sleep 0.05; done"
        let frame = await run(script) { frame in
            if frame.text.hasSuffix("two\n") {
                frame.program.signals = .init([.kill], from: 2)
            } else if frame.text.hasSuffix("one\n") {
                frame.program.signals = .init([.user1, .user2])
            } else if !frame.text.isEmpty {
                frame.program.signals = .init([.user1])
            }
        }
        guard case .started(1, let pid)? = frame.events.first else {
            Issue.record("it does not begin with its start: \(frame.events)")
            return
        }
        #expect(frame.text == "\(pid)\none\ntwo\n")
        #expect(frame.events.last == .ended(1, .killed(signal: 9)))
    }

    @Test("a program that is ending is heard up to its end")
    func ending() async {
        let script = "trap 'echo bye; exit 4' TERM; echo ready; while :; do sleep 0.05; done"
        let frame = await run(script) { frame in if frame.text == "ready\n" { frame.program.isEnding = true } }
        #expect(frame.text == "ready\nbye\n" && frame.events.last == .ended(1, .exited(4)))
    }

    @Test("the next program of an identity finds what the one before held")
    func next() async {
        let folder = TemporaryFolder()
        let lock = folder.path(of: "lock")
        // The first lets go of the lock a while after it was asked to end.
        let first = """
            mkdir '\(lock)'; trap "sleep 0.2; rmdir '\(lock)'; exit" TERM
            echo ready; while :; do sleep 0.05; done
            """
        let frame = await run(first) { frame in
            if frame.text == "ready\n" {
                frame.output = []
                frame.program.command.arguments = ["-c", "mkdir '\(lock)' && echo alone"]
            }
        }
        #expect(frame.text == "alone\n" && frame.events.last == .ended(1, .exited(0)))
    }

    @Test("a twin shows the signals that a program was sent, and the size of its terminal")
    func twin() {
        let processes = SimulatedProcesses()
        let program = ProcessDriver<Int>.Program(1, .init("p"), terminal: Self.size)
        let cycle = CycledLens(startingWith: Frame(program: program)) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(), frameFilter: { .running([$0.program]) },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    if case .started = event {
                        frame.program.signals = .init([.hangUp, .user1])
                        frame.program.terminal = .init(columns: 1, rows: 2)
                    }
                    if case .signalled = event { frame.program.signals = .init([.kill], from: 2) }
                })
        }
        let test = TestRun(cycle, exhaustive: false, standIns: processes)
        test.settle()
        #expect(
            test.frame.events == [
                .started(1, pid: 1_001), .signalled(1, end: 2), .signalled(1, end: 3), .ended(1, .killed(signal: 9)),
            ])
        #expect(processes.running.isEmpty)
    }
}
