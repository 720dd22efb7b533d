import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("ConsoleDriver on a terminal", .serialized, .waiting)
struct TerminalTests {
    /// A way to end a program, and how the process then ends.
    struct Way: CustomTestStringConvertible {
        let testDescription: String
        var keys = ""
        var signal: Int32 = 0
        var saysWhy = false
        let ending: [PseudoTerminal.Ending]

        init(
            _ name: String, keys: String = "", signal: Int32 = 0, saysWhy: Bool = false,
            _ ending: PseudoTerminal.Ending...
        ) {
            testDescription = name
            self.keys = keys
            self.signal = signal
            self.saysWhy = saysWhy
            self.ending = ending
        }
    }

    static let ways = [
        Way("the loop returns", keys: "q", .exited(0)),
        Way("exit is called", keys: "e", .exited(7)),
        Way("Ctrl-C twice", keys: "\u{3}\u{3}", .killed(SIGINT)),
        Way("Ctrl-C twice while the loop hangs", keys: "h\u{3}\u{3}", .killed(SIGINT)),
        Way("SIGINT", signal: SIGINT, .killed(SIGINT)),
        Way("SIGTERM", signal: SIGTERM, .killed(SIGTERM)),
        Way("SIGHUP", signal: SIGHUP, .killed(SIGHUP)),
        Way("SIGQUIT", signal: SIGQUIT, .killed(SIGQUIT)),
        Way("a fatal error", keys: "t", saysWhy: true, .killed(SIGILL), .killed(SIGTRAP)),
        Way("an index out of bounds", keys: "o", saysWhy: true, .killed(SIGILL), .killed(SIGTRAP)),
        Way("a bad pointer", keys: "s", .killed(SIGSEGV), .killed(SIGBUS)),
        Way("a stack that overflows", keys: "r", .killed(SIGSEGV), .killed(SIGBUS)),
        Way("abort", keys: "a", .killed(SIGABRT)),
    ].filter { !isThreadSanitized || !$0.ending.contains(.killed(SIGSEGV)) }

    @Test("gives the terminal back as it was found", arguments: ways, ["full", "inline", "full by select"])
    func restores(_ way: Way, _ setting: String) throws {
        let kind = String(setting.prefix { $0 != " " })
        let readiness = setting == kind ? Readiness.ofSystem : .bySelect
        let terminal = try PseudoTerminal(rows: 100)
        let before = terminal.settings
        try terminal.start([fixturePath(), kind], environment: readiness.variables)
        try terminal.wait(for: "total 0  (+ - q)")
        #expect(terminal.settings != before)
        #expect(terminal.terminal.isAlternate == (kind == "full"))
        #expect(!terminal.terminal.isCursorVisible)
        // One at a time, as a person types.
        for key in way.keys { terminal.type(String(key)) }
        if way.signal != 0 { terminal.send(way.signal) }
        let ending = try terminal.ending()
        #expect(way.ending.contains(ending))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound, "\(terminal.terminal.modes)")
        #expect(terminal.terminal.unknownCount == 0)
        // The last content of an inline screen stays, unless Swift has written its last words over it.
        if kind == "inline", !way.saysWhy { #expect(terminal.terminal.lines.contains("total 0  (+ - q)")) }
    }

    @Test(
        "gives the terminal back at Ctrl-Z, and takes it again when the process goes on",
        arguments: ["full", "inline"],
        Readiness.tested)
    func goesOn(kind: String, readiness: Readiness) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        // Only below a shell that controls jobs can a process be stopped by its terminal.
        let script = "set -m; \"$0\" \"$1\"; echo stopped $?; read answer; fg > /dev/null; echo ended $?"
        try terminal.start(["/bin/sh", "-c", script, fixturePath(), kind], environment: readiness.variables)
        try terminal.wait(for: "total 0")
        let raw = terminal.settings
        terminal.type("+")
        try terminal.wait(for: "total 1")
        terminal.type("\u{1a}")
        try terminal.wait(for: "stopped")
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
        terminal.type("\n")
        try terminal.wait(for: "the screen") { $0.lines.last == (kind == "full" ? "second row" : "total 1  (+ - q)") }
        #expect(terminal.settings == raw)
        #expect(terminal.terminal.isAlternate == (kind == "full"))
        terminal.type("+q")
        try terminal.wait(for: "ended 0")
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
        #expect(try terminal.ending() == .exited(0))
        #expect(terminal.terminal.lines.contains("suspended"))
        #expect(terminal.terminal.lines.contains("resumed"))
    }

    /// The system tells the job in front of the new size, which is the shell.
    @Test("draws for the size that the window was given while the process was stopped", arguments: Readiness.tested)
    func resizedWhileStopped(readiness: Readiness) throws {
        let terminal = try PseudoTerminal()
        let script = "set -m; \"$0\" full; echo stopped; read answer; fg > /dev/null; echo ended $?"
        try terminal.start(["/bin/sh", "-c", script, fixturePath()], environment: readiness.variables)
        try terminal.wait(for: "second row")
        terminal.type("\u{1a}")
        try terminal.wait(for: "stopped")
        terminal.resize(columns: 9, rows: 1)
        terminal.type("\n")
        try terminal.wait(for: "the smaller screen") { $0.isAlternate && $0.lines == ["total 0"] }
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
    }

    @Test(
        "leaves the terminal to others while it runs in the background", arguments: ["full", "inline"],
        Readiness.tested)
    func background(kind: String, readiness: Readiness) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        // The job and the test race for the typed keys. A job that is in front already may be stopped by them.
        let script = """
            set -m; "$0" "$1"; bg; echo back; read answer; echo got $answer
            while fg > /dev/null; code=$?; [ $code -gt 128 ]; do :; done
            echo ended $code
            """
        try terminal.start(["/bin/sh", "-c", script, fixturePath(), kind], environment: readiness.variables)
        try terminal.wait(for: "total 0")
        let raw = terminal.settings
        terminal.type("\u{1a}")
        try terminal.wait(for: "back")
        terminal.type("answer\n")
        try terminal.wait(for: "the screen") { $0.lines.contains { $0.hasPrefix("total 0") } && !$0.isWrapping }
        #expect(terminal.settings == raw)
        terminal.type("+q")
        try terminal.wait(for: "ended 0")
        #expect(terminal.terminal.lines.contains("got answer"))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
        #expect(try terminal.ending() == .exited(0))
    }

    @Test("ends when its terminal goes while it runs in the background", arguments: Readiness.tested)
    func vanishing(readiness: Readiness) throws {
        var job: pid_t = 0
        do {
            let terminal = try PseudoTerminal()
            let script = "set -m; \"$0\" inline; bg; jobs -p; echo back; read answer"
            try terminal.start(["/bin/sh", "-c", script, fixturePath()], environment: readiness.variables)
            try terminal.wait(for: "total 0")
            terminal.type("\u{1a}")
            try terminal.wait(for: "back")
            job = try #require(terminal.terminal.lines.compactMap { pid_t($0) }.first)
            // The shell has no time to tell its jobs, as one that is closed does.
            terminal.send(SIGKILL)
            #expect(try terminal.ending() == .killed(SIGKILL))
        }
        var patience = 30_000
        while kill(job, 0) == 0, !PseudoTerminal.isZombie(job), patience > 0 {
            patience -= 1
            _ = poll(nil, 0, 10)
        }
        #expect(patience > 0)
    }

    /// The message for an index that is too large: optimised code prints none.
    private static var outOfRange: String {
        #if DEBUG
            "Fatal error: Index out of range"
        #else
            "Illegal instruction"
        #endif
    }

    @Test(
        "writes why a full screen vanished, and the backtrace, on the normal screen",
        .disabled(if: isThreadSanitized, "the sanitizer has a thread that nobody can halt"),
        arguments: [
            ("s", "Bad pointer", "Fixture.die"), ("a", "Aborted", "libc"),
            ("t", "Fatal error: trapped", "Fixture.die"), ("o", outOfRange, "Fixture.die"),
            ("r", "descend(from:)", "descend(from:)"),
        ])
    func backtraces(key: String, reason: String, frame: String) throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 600)
        try terminal.start(
            [fixturePath(), "full"],
            environment: ["SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no,threads=crashed"])
        try terminal.wait(for: "total 0")
        terminal.type(key)
        guard case .killed = try terminal.ending() else {
            Issue.record("it goes on")
            return
        }
        #expect(terminal.terminal.isAsFound)
        let text = String(decoding: terminal.output, as: UTF8.self)
        let left = try #require(text.ranges(of: "\u{1b}[?1049l").last).upperBound
        #expect(!text[..<left].contains("Program crashed"))
        #expect(text[left...].contains(reason))
        #expect(text[left...].contains("Program crashed"))
        #expect(text[left...].contains(frame))
    }

    @Test("takes the terminal again when it goes on after a SIGSTOP, which nobody sees", arguments: ["full", "inline"])
    func stopped(kind: String) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), kind])
        try terminal.wait(for: "total 0")
        let raw = terminal.settings
        terminal.send(SIGSTOP)
        #expect(try terminal.ending() == .stopped(SIGSTOP))
        // As a shell does.
        terminal.reset(settings: before)
        terminal.send(SIGCONT)
        try terminal.wait(for: "the screen") { $0.lines.contains { $0.hasPrefix("total 0") } && $0.isWrapping == false }
        #expect(terminal.settings == raw)
        #expect(terminal.terminal.isAlternate == (kind == "full"))
        terminal.type("+")
        try terminal.wait(for: "total 1")
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
        #expect(terminal.terminal.title == "")
    }

    @Test("gives the terminal back while it is stopped by SIGSTOP, when it is guarded", arguments: ["full", "inline"])
    func guardedStop(kind: String) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), kind, "guarded"])
        for round in 0..<2 {
            try terminal.wait(for: "total \(round)")
            let raw = terminal.settings
            terminal.send(SIGSTOP)
            #expect(try terminal.ending() == .stopped(SIGSTOP))
            try terminal.wait(for: "the terminal as it was") { $0.isAsFound && terminal.settings == before }
            terminal.send(SIGCONT)
            try terminal.wait(for: "the screen") { $0.lines.contains { $0.hasPrefix("total") } && !$0.isWrapping }
            #expect(terminal.settings == raw)
            #expect(terminal.terminal.isAlternate == (kind == "full"))
            terminal.type("+")
        }
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound)
        #expect(terminal.terminal.title == "")
    }

    @Test(
        "gives the terminal back after SIGKILL, also of the whole job, when it is guarded",
        arguments: ["full", "inline"],
        ["k", "K"])
    func guarded(kind: String, key: String) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        // The guard outlives the program; the shell keeps the terminal's session alive until it is done.
        let script = "set -m; \"$0\" \"$1\" guarded; read answer"
        try terminal.start(["/bin/sh", "-c", script, fixturePath(), kind])
        try terminal.wait(for: "total 0")
        terminal.type(key)
        try terminal.wait(for: "the terminal as it was") { $0.isAsFound && terminal.settings == before }
        terminal.type("\n")
        #expect(try terminal.ending() == .exited(0))
    }

    @Test("draws inline below what stands there, and prints lines above the screen")
    func inline() throws {
        let terminal = try PseudoTerminal()
        try terminal.start([fixturePath(), "inline"])
        try terminal.wait(for: "total 0")
        terminal.type("+l+l")
        try terminal.wait(for: "logged 2")
        try terminal.wait(for: "total 2")
        #expect(terminal.terminal.lines == ["logged 1", "logged 2", "total 2  (+ - q)"])
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
        #expect(terminal.terminal.cursor == .init(row: 3, column: 0))
    }

    @Test("draws the screen anew when the terminal is resized")
    func resizes() throws {
        let terminal = try PseudoTerminal()
        try terminal.start([fixturePath(), "full"])
        try terminal.wait(for: "second row")
        terminal.resize(columns: 9, rows: 1)
        try terminal.wait(for: "the smaller screen") { $0.lines == ["total 0"] }
        terminal.resize(columns: 40, rows: 10)
        try terminal.wait(for: "second row")
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
    }

    @Test("lends the terminal to a program, and takes it back")
    func lends() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), "full"])
        try terminal.wait(for: "total 0")
        terminal.type("v")
        try terminal.wait(for: "program runs")
        #expect(terminal.settings == before)
        #expect(!terminal.terminal.isAlternate)
        terminal.type("yes\n")
        try terminal.wait(for: "total 0")
        #expect(terminal.terminal.isAlternate)
        terminal.type("+")
        try terminal.wait(for: "total 1")
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
        #expect(terminal.terminal.lines.contains("got yes"))
        #expect(terminal.terminal.lines.contains("exited(3)"))
    }

    @Test("prints a line for each change, and no escape code, on a dumb terminal")
    func dumb() throws {
        let terminal = try PseudoTerminal()
        try terminal.start([fixturePath(), "full"], environment: ["TERM": "dumb"])
        try terminal.wait(for: "0")
        terminal.type("+q")
        #expect(try terminal.ending() == .exited(0))
        #expect(String(decoding: terminal.output, as: UTF8.self) == "0\r\n1\r\n")
    }

    @Test("reads lines with the terminal's own editing, up to Ctrl-D")
    func lines() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try terminal.start([fixturePath(), "lines"])
        terminal.type("ab\u{7f}c\n")
        try terminal.wait(for: "line ac")
        #expect(terminal.settings == before)
        terminal.type("\u{4}")
        #expect(try terminal.ending() == .exited(0))
    }

    @Test("ends by the second Ctrl-C in a row only")
    func interruptedTwice() throws {
        let terminal = try PseudoTerminal()
        try terminal.start([fixturePath(), "full"])
        try terminal.wait(for: "total 0")
        terminal.type("\u{3}")
        terminal.type("+")
        try terminal.wait(for: "total 1")
        terminal.type("\u{3}\u{3}")
        #expect(try terminal.ending() == .killed(SIGINT))
    }
}
