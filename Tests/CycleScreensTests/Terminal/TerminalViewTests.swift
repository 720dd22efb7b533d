import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("TerminalView")
struct TerminalViewTests {
    private func pane(_ printed: String = "", columns: Int = 20, rows: Int = 4) -> TerminalView {
        var pane = TerminalView(scrollback: 100)
        pane.resize(to: .init(columns: columns, rows: rows))
        pane.receive(Array(printed.utf8))
        return pane
    }

    private func typed(_ pane: TerminalView) -> String {
        pane.program(1, ProcessCommand("sh")).input?.lines.joined() ?? ""
    }

    private func input(_ event: ConsoleDriver.Event, _ pane: TerminalView) -> ScreenInput {
        ScreenInput(event, ScreenLayout(pane.view, pane.screen.size))
    }

    @Test("is a program in a terminal of its size, that knows its kind and is heard in pieces")
    func program() {
        let program = pane().program(
            1, ProcessCommand("sh", arguments: [], environment: ["TERM": "dumb"], output: .lines))
        #expect(program.terminal == .init(columns: 20, rows: 4) && program.command.output == .pieces)
        #expect(program.command.environment["TERM"] == "dumb")
        #expect(pane().program(1, ProcessCommand("sh")).command.environment["TERM"] == "xterm-256color")
    }

    @Test("types keys, pasted text, clicks and the focus, and takes back what the program has read")
    func types() {
        var pane = pane("\u{1b}[?1000;1006;1004;2004h")
        for event: ConsoleDriver.Event in [
            .key("l"), .key(.enter), .interrupted, .key(.control("z")), .paste("a\nb"), .focus(true),
            .mouse(.init(.pressed(.left), at: .init(row: 1, column: 2))),
        ] {
            #expect(pane.handle(input(event, pane)) == .changed)
        }
        #expect(typed(pane) == "l\r\u{3}\u{1a}\u{1b}[200~a\rb\u{1b}[201~\u{1b}[I\u{1b}[<0;3;2M")
        pane.receive(ProcessDriver<Int>.Event.inputTaken(1, end: 4))
        #expect(pane.program(1, ProcessCommand("sh")).input?.first == 4 && typed(pane).hasPrefix("\u{1b}[200~"))
        pane.receive(ProcessDriver<Int>.Event.ended(1, .exited(0)))
        _ = pane.handle(input(.key("x"), pane))
        #expect(pane.hasEnded && !typed(pane).hasSuffix("x"))
    }

    @Test("replies to the program, and gives up on one that reads no reply")
    func answers() {
        var pane = pane("\u{1b}[5n")
        #expect(typed(pane) == "\u{1b}[0n")
        let questions = Array(String(repeating: "\u{1b}[5n", count: 9_000).utf8)
        for _ in 0..<20 { pane.receive(questions) }
        #expect(typed(pane).utf8.count < 140_000)
    }

    @Test("looks at lines that have left, keeps them in sight, and goes back to the end with a key")
    func scrolls() {
        var pane = pane((0..<30).map { "\($0)\r\n" }.joined())
        func shown() -> String { ScreenLayout(pane.view, pane.screen.size).canvas.text }
        #expect(shown() == "27\n28\n29")
        _ = pane.handle(input(.key(.shift(.pageUp)), pane))
        #expect(pane.lineCountAbove == 3 && shown() == "24\n25\n26\n27")
        pane.receive(Array("30\r\n31\r\n".utf8))
        #expect(pane.lineCountAbove == 5 && shown() == "24\n25\n26\n27")
        let wheel = ConsoleDriver.Mouse(.scrolled(.up), at: .init(row: 0, column: 0))
        _ = pane.handle(input(.mouse(wheel), pane))
        #expect(shown() == "21\n22\n23\n24")
        for _ in 0..<20 { _ = pane.handle(input(.mouse(wheel), pane)) }
        #expect(shown() == "0\n1\n2\n3" && typed(pane).isEmpty)
        _ = pane.handle(input(.key("x"), pane))
        #expect(pane.lineCountAbove == 0 && shown() == "29\n30\n31")
    }

    @Test("turns the wheel into arrows for a full-screen program that knows no mouse")
    func wheel() {
        var pane = pane("\u{1b}[?1049h")
        for direction in [ConsoleDriver.Mouse.Direction.up, .down] {
            _ = pane.handle(input(.mouse(.init(.scrolled(direction), at: .init(row: 0, column: 0))), pane))
        }
        #expect(typed(pane) == "\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[B\u{1b}[B\u{1b}[B")
    }

    @Test("shows wide letters and styles in its place alone, and its cursor only with the focus")
    func view() {
        let pane = pane("\u{1b}[31m日本\u{1b}[mx", columns: 8, rows: 2)
        let view = ScreenView.row {
            ScreenView.text("|")
            pane.view.width(3).height(1)
            ScreenView.text("|")
        }
        let layout = ScreenLayout(view, .init(columns: 10, rows: 2))
        #expect(layout.canvas.text == "|日 |")
        #expect(layout.canvas.style(at: .init(row: 0, column: 1)) == .foreground(.red))
        #expect(ScreenLayout(pane.view, .init(columns: 9, rows: 2)).canvas.cursor == .init(row: 0, column: 5))
        #expect(ScreenLayout(pane.view.focused(false), .init(columns: 9, rows: 2)).canvas.cursor == nil)
        #expect(ScreenLayout(plain: pane.view).canvas.text == "日本x")
    }

    private struct Framed: Screen, Equatable {
        var size: Size?
        var isDone = false
        var pane = TerminalView()
        var view: View { pane.view.growing().region(0).border(title: "pane") }
        mutating func handle(_ input: Input) -> Outcome {
            if input.key == "q" { isDone = true }
            return pane.handle(input.at(0))
        }
    }

    @Test("has the size of its place as soon as the terminal has another one")
    func resized() async {
        let console = SimulatedConsole(columns: 30, rows: 10)
        console.type("a")
        console.resize(columns: 50, rows: 7)
        console.type("q")
        let last = await CycledLens(startingWith: Framed()) { frames in frames.lens(screen: console) }
            .run(until: { $0.isDone })
        #expect(last.pane.screen.size == .init(columns: 48, rows: 5))
    }
}
