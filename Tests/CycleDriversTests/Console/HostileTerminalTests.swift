import Cycle
import CycleDrivers
import CycleBase
import CycleTesting
import TestSupport
import Testing

/// The harm that the shell, the system or another program can do to a program on a terminal.
@Suite("ConsoleDriver in a hostile world", .serialized, .waiting)
struct HostileTerminalTests {
    /// All whose default is to end a process, but for those that nobody can handle.
    static let deadly: [Int32] = (1...64).filter { signal in
        ![SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH, SIGPIPE, 32, 33].contains(
            signal)
            // Swift's backtrace, which the other suite looks at.
            && ![SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV].contains(signal)
    }

    @Test("gives the terminal back after every signal that ends a process", arguments: deadly)
    func signals(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), signal % 2 == 0 ? "full" : "inline"])
        try terminal.wait(for: "total 0  (+ - q)")
        terminal.send(signal)
        #expect(try terminal.ending() == .killed(signal))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
    }

    @Test("ends by Ctrl-C in a paste whose end was lost, by the second one")
    func unfinishedPaste() throws {
        let terminal = try PseudoTerminal()
        try terminal.start([fixturePath(), "full"])
        try terminal.wait(for: "total 0  (+ - q)")
        terminal.type("\u{1b}[200~pasted and never ended")
        terminal.type("\u{3}\u{3}")
        #expect(try terminal.ending() == .killed(SIGINT))
        #expect(terminal.terminal.isAsFound)
    }

    /// Runs the fixture with descriptors closed, as `>&-` does, and a pipe at 3.
    private func run(_ redirections: String) throws -> (ending: PseudoTerminal.Ending, lines: [String]) {
        let terminal = try PseudoTerminal()
        let script = "\"$0\" inline \(redirections); echo ended $?"
        try terminal.start(["/bin/sh", "-c", script, fixturePath()])
        try terminal.wait(for: "ended")
        return (try terminal.ending(), terminal.terminal.lines)
    }

    @Test(
        "ends, and writes into nobody's file, when standard descriptors are closed",
        arguments: ["<&-", "<&- >&-", "<&- >&- 2>&-", "<&- 2>&-", "< /dev/null >&-", "< /dev/null >&- 2>&-"])
    func closedDescriptors(redirections: String) throws {
        let (ending, lines) = try run(redirections)
        #expect(ending == .exited(0))
        // Output that cannot be printed is an error.
        #expect(lines.last == (redirections.contains(" >&-") ? "ended 1" : "ended 0"))
    }

    @Test("follows the terminal through sizes down to one cell, and lives on after the screen has lost rows")
    func resizes() throws {
        for kind in ["inline", "full"] {
            let terminal = try PseudoTerminal()
            try terminal.start([fixturePath(), kind])
            try terminal.wait(for: "total 0")
            for (columns, rows) in [(20, 5), (1, 1), (2, 1), (1, 9), (59, 12), (60, 12)] {
                terminal.resize(columns: columns, rows: rows)
                terminal.type("+")
            }
            try terminal.wait(for: "total 6  (+ - q)")
            terminal.type("q")
            #expect(try terminal.ending() == .exited(0))
            #expect(terminal.terminal.isAsFound)
            #expect(terminal.terminal.unknownCount == 0)
        }
    }

    @Test(
        "is drawn again when a shell puts the job in front without a word to it",
        .enabled(if: access("/bin/bash", X_OK) == 0 && access("/proc/self/task", X_OK) == 0))
    func inFront() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        // In front once there is a thread that waits to draw what the signal has changed.
        let script = """
            set -m; "$0" full listening; bg; job=$(jobs -p); kill -USR1 $job
            until [ $(grep console /proc/$job/task/*/comm | wc -l) -gt 1 ]; do :; done
            fg > /dev/null
            """
        try terminal.start(["/bin/bash", "-c", script, fixturePath()])
        try terminal.wait(for: "total 0")
        terminal.type("\u{1a}")
        try terminal.wait(for: "total 1")
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
        #expect(terminal.settings == before && terminal.terminal.isAsFound)
    }

    @Test(
        "tells how a program has ended also where children are ignored",
        .enabled(if: access("/usr/bin/env", X_OK) == 0 && access("/proc", X_OK) == 0))
    func ignoredChildren() throws {
        let terminal = try PseudoTerminal()
        try terminal.start(["/usr/bin/env", "--ignore-signal=CHLD", fixturePath(), "inline"])
        try terminal.wait(for: "total 0")
        terminal.type("v")
        try terminal.wait(for: "program runs")
        terminal.type("yes\n")
        try terminal.wait(for: "exited(3)")
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
    }

    @Test("says that it has no thread left, and ends, instead of trapping")
    func noThreads() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), "inline", "exhausted=threads"])
        #expect(try terminal.ending() == .exited(0))
        #expect(String(decoding: terminal.output, as: UTF8.self).contains("exhausted(code:"))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
    }

    @Test("says that it has no descriptor left, and ends, instead of trapping")
    func noDescriptors() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), "inline", "exhausted=descriptors"])
        #expect(try terminal.ending() == .exited(0))
        #expect(String(decoding: terminal.output, as: UTF8.self).contains("exhausted(code:"))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
    }

    @Test("a second driver of the same terminal or pipe is told so, and the first has all keys")
    func inUse() async {
        let ends = RealBench.makePipe()
        let null = open("/dev/null", O_WRONLY)
        _ = write(ends.writing, "abc", 3)
        close(ends.writing)
        let input = ends.reading
        var failures: [ConsoleDriver.Event] = []
        let cycle = CycledLens(startingWith: [ConsoleDriver.Event]()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: ConsoleDriver(input: input, output: null), frameFilter: { _ in .lines(input: .keys) },
                    eventFilter: { $0.append($1) }),
                frames.lens(
                    driver: ConsoleDriver(input: input, output: null), frameFilter: { _ in .lines(input: .keys) },
                    eventFilter: { _, event in failures.append(event) }))
        }
        let last = await cycle.run()
        #expect(last == [.key("a"), .key("b"), .key("c"), .ended])
        #expect(failures == [.failed(.inUse), .ended])
        close(input)
        close(null)
    }

    @Test(
        "writes the colours that the terminal has, and none where there are none",
        arguments: [
            (["TERM": "xterm"], "\u{1b}[91m"), (["TERM": "linux"], "\u{1b}[91m"), (["TERM": "vt100"], "x"),
            (["TERM": "xterm-256color"], "\u{1b}[38;5;203m"),
            (["TERM": "linux", "COLORTERM": "truecolor"], "\u{1b}[91m"),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "\u{1b}[38;2;255;80;80m"),
            (["TERM": "xterm-kitty"], "\u{1b}[38;2;255;80;80m"), (["TERM": "xterm-kitty", "NO_COLOR": "0"], "x"),
            (["TERM": "xterm-kitty", "NO_COLOR": ""], "\u{1b}[38;2;255;80;80m"),
            (["TERM": "xterm-kitty", "CLICOLOR": "0"], "x"),
            (["TERM": "vt100", "COLORTERM": "truecolor", "CLICOLOR_FORCE": "1"], "\u{1b}[91m"),
        ])
    func colours(environment: [String: String], expected: String) async {
        let console = SimulatedConsole(environment: environment)
        console.end()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: console, frameFilter: { _ in .screen(sequences: "\u{1b}[38;2;255;80;80mx", input: .keys) },
                eventFilter: { _, _ in })
        }
        _ = await cycle.run(on: ImpatientTime())
        #expect(
            console.output.contains(expected == "x" ? "\u{1b}[?25lx" : expected + "x"),
            "\(console.output.debugDescription)")
    }

    @Test("gives old terminals no links and only plain underlines, and pipes colours only when they are forced")
    func abilities() async {
        let text = "\u{1b}[4:3m\u{1b}]8;;http://x\u{7}x\u{1b}]8;;\u{7}\u{1b}[31my"
        func output(_ environment: [String: String], isTerminal: Bool) async -> String {
            let console = SimulatedConsole(isTerminal: isTerminal, environment: environment)
            console.end()
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: console, frameFilter: { _ in .lines(sequences: [text], input: .keys) },
                    eventFilter: { _, _ in })
            }
            _ = await cycle.run(on: ImpatientTime())
            return console.output
        }
        #expect(
            await output(["TERM": "xterm"], isTerminal: true)
                == "\u{1b}[4:3m\u{1b}]8;;http://x\u{1b}\\x\u{1b}]8;;\u{1b}\\\u{1b}[31my\u{1b}[m\r\n")
        #expect(await output(["TERM": "linux"], isTerminal: true) == "\u{1b}[4mx\u{1b}[31my\u{1b}[m\r\n")
        #expect(await output(["TERM": "xterm"], isTerminal: false) == "xy\n")
        #expect(await output([:], isTerminal: false) == "xy\n")
        let forced = await output(["TERM": "xterm", "CLICOLOR_FORCE": "1"], isTerminal: false)
        #expect(forced == "\u{1b}[4:3m\u{1b}]8;;http://x\u{1b}\\x\u{1b}]8;;\u{1b}\\\u{1b}[31my\u{1b}[m\n")
    }
}
