import CycleDrivers
import CycleBase
import CycleTesting
import TestSupport
import Testing

@Suite("Signals that a terminal and listeners are told of", .serialized, .waiting)
struct SharedSignalsTests {
    @Test("give the terminal back as soon as nobody listens to them any more", arguments: ["full", "inline"])
    func listenersLeave(kind: String) throws {
        let terminal = try PseudoTerminal(rows: 20)
        let before = terminal.settings
        try terminal.start([fixturePath(), kind, "listening"])
        try terminal.wait(for: "total 0")
        terminal.send(SIGUSR1)
        try terminal.wait(for: "total 1")
        terminal.send(SIGUSR1)
        #expect(try terminal.ending() == .killed(SIGUSR1))
        #expect(terminal.settings == before)
        #expect(terminal.terminal.isAsFound, "\(terminal.terminal.modes)")
    }

    @Test("are those of the process: a child that a library forks off and that exits leaves the terminal alone")
    func forked() throws {
        let terminal = try PseudoTerminal(rows: 20)
        try terminal.start([fixturePath(), "inline"])
        try terminal.wait(for: "total 0  (+ - q)")
        let raw = terminal.settings
        terminal.type("f")
        try terminal.wait(for: "forked child: 0")
        #expect(terminal.settings == raw)
        #expect(!terminal.terminal.isCursorVisible)
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
    }

    @Test("draw the screen anew when the terminal is resized, and are told of")
    func resized() throws {
        let terminal = try PseudoTerminal()
        try terminal.start([fixturePath(), "inline", "listening"])
        try terminal.wait(for: "total 0  (+ - q)")
        terminal.resize(columns: 9, rows: 10)
        try terminal.wait(for: "the smaller screen") {
            $0.lines.contains("total 0") && $0.lines.contains { $0.contains("received") }
        }
        terminal.resize(columns: 60, rows: 10)
        try terminal.wait(for: "total 0  (+ - q)")
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
    }
}
