import CycleDrivers
import Testing

@Suite("ConsoleDriver.Indicator")
struct IndicatorTests {
    @Test("turns a wheel through all its pictures and begins again, whatever the number")
    func spinner() {
        #expect(Set((0..<10).map(ConsoleDriver.Indicator.spinner)).count == 10)
        #expect(ConsoleDriver.Indicator.spinner(10) == ConsoleDriver.Indicator.spinner(0))
        #expect(ConsoleDriver.Indicator.spinner(-1) == ConsoleDriver.Indicator.spinner(9))
        #expect(ConsoleDriver.Indicator.spinner(.min).count == 1)
    }

    @Test("fills a bar in eighths of a cell, always as wide as asked")
    func bar() {
        #expect(ConsoleDriver.Indicator.bar(0, width: 4) == "░░░░")
        #expect(ConsoleDriver.Indicator.bar(0.5, width: 4) == "██░░")
        #expect(ConsoleDriver.Indicator.bar(0.53125, width: 4) == "██▏░")
        #expect(ConsoleDriver.Indicator.bar(1, width: 4) == "████")
        for fraction in [-1, 2, .nan, .infinity, 0.999, 0.001] {
            #expect(ConsoleDriver.Indicator.bar(fraction, width: 7).count == 7)
        }
        #expect(ConsoleDriver.Indicator.bar(0.5, width: 0) == "")
    }

    @Test("is drawn in place on a terminal, and one plain line in a pipe")
    func picture() throws {
        let terminal = try PseudoTerminal()
        try terminal.start([fixturePath(), "progress"])
        try terminal.wait(for: "⠋ ░░░░░░░░ 0 %")
        terminal.type("+++")
        try terminal.wait(for: "⠸ ██████░░ 75 %")
        terminal.type("q")
        #expect(try terminal.ending() == .exited(0))
        #expect(terminal.terminal.lines.count == 1)
        let pipe = try PseudoTerminal()
        try pipe.start(["/bin/sh", "-c", "printf '+++q' | \"$0\" progress | cat -v", fixturePath()])
        #expect(try pipe.ending() == .exited(0))
        #expect(pipe.terminal.lines == ["loading"])
    }
}
