import Cycle
import CycleDrivers
import CycleInspector
import CycleScreens
import CycleTesting
import TestSupport
import Testing

@testable import todo

@Suite("The picture of the monitor inside todo")
struct ProgramPictureTests {
    /// `CYCLE_REDRAW=1 swift test --filter ProgramPictureTests` draws it anew.
    @Test("F12 in todo looks as in its picture, two moments back")
    func picture() throws {
        let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        let console = SimulatedConsole(columns: 100, rows: 17, environment: environment)
        let files = SimulatedFiles()
        files[text: "todo.txt"] = "x Buy milk\n- Write the letter\n- Call the bank\n"
        let test = TestRun(todo().inspected(named: "todo"), exhaustive: false, standIns: console, files)
        test.advance(by: .milliseconds(400))
        for key in ["j", "x", "j", "d", "k", "\u{1B}[24~", "\u{1B}[D", "\u{1B}[D"] {
            console.type(key)
            test.advance(by: .milliseconds(700))
        }
        let screen = console.terminal
        print(screen.lines.joined(separator: "\n"))
        #expect(screen.lines[0].contains("To do") && screen.lines.contains { $0.contains("paused") })
        #expect(try KeptFile("Samples/Pictures/inspected.svg").has(screen.canvas.svg()))
        #expect(test.frame.items?.value.count == 2)
        try test.finish(leavingAlarms: true)
    }
}
