import Cycle
import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// A terminal after Ctrl-S, a reader that does not read.
@Suite("ConsoleDriver on an output that takes nothing", .serialized, .waiting)
struct StoppedOutputTests {
    typealias Event = ConsoleDriver.Event
    typealias Model = ConsoleDriver.Model

    enum Kind: CaseIterable {
        case real, realBySelect, twin

        var bench: any ConsoleBench {
            switch self {
            case .real: RealBench(isTerminal: true)
            case .realBySelect: RealBench(isTerminal: true, .bySelect)
            case .twin: TwinBench(isTerminal: true)
            }
        }
    }

    @Test(
        "goes on meanwhile, and then shows every line and the newest screen only", arguments: Kind.allCases,
        [true, false])
    func goesOn(kind: Kind, isFull: Bool) async {
        let console = kind.bench
        var shown: [String] = []
        let observed = await console.run(
            upTo: 31,
            [
                0: {
                    $0.stopOutput()
                    $0.type(String(repeating: "k", count: 30))
                },
                30: {
                    shown = $0.terminal.lines
                    $0.startOutput()
                    $0.type("q")
                },
            ]
        ) { observed in
            let text = "<\(observed.events.count)>"
            var model: Model = isFull ? .fullScreen(text, input: .keys) : .screen(text, input: .keys)
            model.lines = (0..<observed.events.count / 10).map { "line \($0)" }
            return model
        }
        #expect(observed.events == Array(repeating: .key("k"), count: 30) + [.key("q")])
        #expect(shown == ["<0>"])
        let lines = ["line 0", "line 1", "line 2"]
        let end = console.terminal
        #expect(end.lines == lines + (isFull ? [] : ["<31>"]))
        #expect(end.isAsFound)
        #expect(end.unknownCount == 0)
        // The frames between were never written; only the cells that differ are written, the first of them perhaps at
        // once.
        #expect(!console.output.contains("<1>"))
        #expect(console.output.count { $0 == "2" } < 15)
    }

    @Test("prints every line to a pipe that is read only when the input has ended")
    func latePipe() async {
        let input = RealBench.makePipe()
        let output = RealBench.makePipe()
        let gate = startThread {
            for _ in 0..<20 { _ = write(input.writing, Array(repeating: UInt8(ascii: "k"), count: 1_000), 1_000) }
            close(input.writing)
        }
        var reader: SystemThread?
        let text = Guarded<[UInt8]>([])
        let driver = ConsoleDriver(input: input.reading, output: output.writing)
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: driver, frameFilter: { .screen("line \($0) of many", input: .keys) }) { frame, event in
                frame += 1
                guard event == .ended else { return }
                reader = startThread {
                    while case .bytes(let bytes) = Descriptors.read(output.reading, upTo: 65_536) {
                        text.withLock { $0 += bytes }
                    }
                }
            }
        }
        #expect(await cycle.run(on: ImpatientTime()) == 20_001)
        await gate?.wait()
        close(output.writing)
        await reader?.wait()
        close(output.reading)
        close(input.reading)
        let expected = (0...20_001).map { "line \($0) of many\n" }.joined()
        #expect(text.withLock { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test("waits with the loop once more than a mebibyte of lines waits, and loses none")
    func bound() async {
        let console = TwinBench(isTerminal: false)
        console.stopOutput()
        let line = String(repeating: "x", count: 1 << 12)
        console.type(String(repeating: "k", count: 300))
        console.end()
        let observed = await console.run(upTo: 301) {
            .screen("\($0.events.count) \(line)", input: .keys)
        }
        #expect(observed.events.count == 301)
        // 256 of them are more than a mebibyte.
        #expect(console.driver.loopWaitCount == 1)
        #expect(console.output == (0...301).map { "\($0) \(line)\n" }.joined())
    }

    @Test("lends the terminal once everything is written", arguments: Kind.allCases)
    func lends(kind: Kind) async {
        let console = kind.bench
        var outputs: [String] = []
        let observed = await console.run(
            upTo: 3,
            [
                0: {
                    $0.stopOutput()
                    $0.type("v")
                },
                1: {
                    outputs.append($0.output)
                    $0.startOutput()
                },
                2: { $0.type("q") },
            ]
        ) { observed in
            var model = Model.fullScreen("screen \(observed.events.count)", input: .keys)
            if observed.events == [.key("v")] { model.program = .init("sh", "-c", "printf program") }
            return model
        }
        #expect(observed.events == [.key("v"), .programEnded(.exited(0)), .key("q")])
        #expect(outputs.allSatisfy { !$0.contains("\u{1b}[?1049l") })
        if kind == .real {
            #expect(console.output.contains("\u{1b}[J\u{1b}[?1049l\u{1b}[?7h\u{1b}[?25hprogram"))
        }
        #expect(console.terminal.isAsFound)
    }

    @Test(
        "is ended by a signal, and gives the terminal back", arguments: ["full", "inline"], [SIGTERM, SIGINT, SIGHUP])
    func signals(kind: String, signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), kind])
        try terminal.wait(for: "total 0")
        terminal.stopOutput()
        terminal.type("++++l")
        terminal.send(signal)
        #expect(try terminal.ending() == .killed(signal))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
        // Text that had not been written stays so: nothing is drawn after the end.
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("logged"))
    }

    @Test("is ended by a signal after Ctrl-S, and gives the terminal back")
    func signalAfterControlS() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), "prompt"])
        try terminal.wait(for: "total 0")
        #expect(!terminal.terminal.isAsFound)
        terminal.type("\u{13}")
        terminal.send(SIGTERM)
        #expect(try terminal.ending() == .killed(SIGTERM))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
    }

    @Test("waits for nobody also on a terminal that it could not open once more", arguments: [false, true])
    func sharedTerminal(isOwn: Bool) throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        #expect(openpty(&ends.master, &ends.slave, nil, nil, nil) == 0)
        for end in [ends.master, ends.slave] { closedInChildren(end) }
        defer { for end in [ends.master, ends.slave] { close(end) } }
        let queue = OutputQueue(ends.slave, own: isOwn ? Descriptors.openAnew(ends.slave, for: .writing) : nil, nil)
        #expect(try queue.write(Array("before".utf8)))
        tcflow(ends.slave, TCOOFF)
        #expect(try !queue.write(Array("meanwhile".utf8)))
        #expect(try !queue.write(Array(repeating: UInt8(ascii: "x"), count: 500)))
        #expect(!queue.isEmpty)
        tcflow(ends.slave, TCOON)
        #expect(queue.finish() == nil)
        #expect(queue.isEmpty)
        let expected = Array(("beforemeanwhile" + String(repeating: "x", count: 500)).utf8)
        var shown: [UInt8] = []
        while shown.count < expected.count, case .bytes(let bytes) = Descriptors.read(ends.master, upTo: 4_096) {
            shown += bytes
        }
        #expect(shown == expected)
    }

    @Test("has its last screen and lines written before `run` returns", arguments: ["full", "inline"])
    func ending(kind: String) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), kind])
        try terminal.wait(for: "total 0")
        terminal.stopOutput()
        terminal.type("++l+q")
        // The loop gives the settings back when it has ended, and then waits for the terminal.
        try terminal.wait(forSettings: before)
        #expect(terminal.terminal.lines.first == "total 0  (+ - q)")
        terminal.startOutput()
        #expect(try terminal.ending() == .exited(0))
        #expect(terminal.terminal.lines == ["logged 2"] + (kind == "full" ? [] : ["total 3  (+ - q)"]))
        #expect(terminal.terminal.isAsFound)
    }

    @Test("is ended by a signal also while it waits for the terminal at its end", arguments: ["full", "inline"])
    func signalAtEnd(kind: String) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), kind])
        try terminal.wait(for: "total 0")
        terminal.stopOutput()
        terminal.type("+q")
        try terminal.wait(forSettings: before)
        // Now the terminal makes a signal of it.
        terminal.type("\u{3}")
        #expect(try terminal.ending() == .killed(SIGINT))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
    }

    @Test(
        "decision 19: ends also when its terminal is never read, gives it back, and says how much was not written",
        arguments: ["full", "inline"])
    func neverGoesOn(kind: String) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), kind])
        try terminal.wait(for: "total 0")
        terminal.stopOutput()
        terminal.type("+lq")
        #expect(try terminal.ending() == .exited(1))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
        let output = String(decoding: terminal.output, as: UTF8.self)
        #expect(output.contains("ConsoleFixture: the terminal took nothing for 2 seconds: "))
        #expect(!output.contains("logged 1"))
    }

    @Test("ends also when nobody reads what is full, and says so where it can", arguments: ["q", "e"])
    func neverRead(key: String) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        var name = Array("/tmp/cycle-errors-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        defer {
            close(file)
            unlink(name)
        }
        let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try terminal.start(["/bin/sh", "-c", "exec \"$0\" inline 2> \"$1\"", fixturePath(), path])
        try terminal.wait(for: "total 0")
        terminal.type("b")
        try terminal.wait(for: "xxx")
        terminal.type(key)
        #expect(try terminal.endingUnread() == .exited(1))
        #expect(terminal.settings == before)
        guard case .bytes(let errors) = Descriptors.read(file, upTo: 1_000) else {
            Issue.record("nothing was said")
            return
        }
        #expect(String(decoding: errors, as: UTF8.self).contains("the terminal took nothing for 2 seconds: "))
    }

    @Test("has its lines written also when the process exits before they are")
    func exiting() throws {
        let terminal = try PseudoTerminal()
        let keys = "(head -c 20000 /dev/zero | tr '\\0' +; printf e)"
        try terminal.start(
            ["/bin/sh", "-c", "\(keys) | { \"$0\" inline; echo $? >&2; } | (sleep 0.2; tail -n 1)", fixturePath()])
        #expect(try terminal.ending() == .exited(0))
        #expect(terminal.terminal.lines == ["7", "20000"])
    }

    @Test("goes on when Ctrl-S is typed while it reads lines, and prints them after Ctrl-Q")
    func controlS() throws {
        let terminal = try PseudoTerminal()
        try terminal.start([fixturePath(), "lines"])
        terminal.type("first\n")
        try terminal.wait(for: "line first")
        terminal.type("\u{13}second\nthird\n")
        terminal.type("\u{11}")
        try terminal.wait(for: "line third")
        #expect(terminal.terminal.lines.contains("line second"))
        terminal.type("\u{4}")
        #expect(try terminal.ending() == .exited(0))
    }
}
