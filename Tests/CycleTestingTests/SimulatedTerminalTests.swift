import CycleTesting
import Testing

@Suite("SimulatedTerminal.description")
struct SimulatedTerminalTests {
    private func terminal(_ text: String) -> SimulatedTerminal {
        var terminal = SimulatedTerminal(columns: 60, rows: 10)
        terminal.write(text.utf8)
        return terminal
    }

    @Test("has the lines of the screen, and no cell")
    func lines() {
        #expect("\(terminal("one\r\n\ntwo"))" == "one\n\ntwo")
        #expect("\(terminal(""))" == "")
    }

    @Test("names what a program has set, until it is taken back")
    func settings() {
        let set = terminal("one\u{1b}[?25l\u{1b}[?2004h\u{1b}[?1000h\u{1b}[1m")
        #expect("\(set)" == "one\n[style, hidden cursor, modes 1000 2004]")
        #expect(!set.isAsFound)
        #expect("\(terminal("\u{1b}[?1049h\u{1b}[?7l"))" == "[alternate screen, no wrapping]")
        #expect(terminal("\u{1b}[?25l\u{1b}[?25h\u{1b}[1m\u{1b}[0mone").isAsFound)
    }
}
