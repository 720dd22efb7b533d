import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@testable import panes

@Suite("panes")
struct PanesTests {
    private func after(_ events: [ConsoleDriver.Event]) -> Panes {
        var panes = Panes(shell: "sh")
        for event in events {
            if case .resized(let size) = event { panes.size = size }
            _ = panes.handle(ScreenInput(event, ScreenLayout(panes.view, panes.size ?? .init(columns: 0, rows: 0))))
        }
        return panes
    }

    private static let resized = ConsoleDriver.Event.resized(.init(columns: 60, rows: 12))

    private func keys(_ keys: ConsoleDriver.Key...) -> [ConsoleDriver.Event] { keys.map { .key($0) } }

    private func typed(_ panes: Panes) -> [String] { panes.programs.programs.map { $0.input?.lines.joined() ?? "" } }

    @Test("starts a shell in the size of its pane, once the terminal has one")
    func start() {
        #expect(after([]).programs.programs.isEmpty)
        #expect(after([Self.resized]).programs.programs.map(\.terminal) == [.init(columns: 58, rows: 9)])
    }

    @Test("opens shells beside each other, hands keys to the one with the focus, and closes it")
    func commands() {
        let opened = after(
            [Self.resized] + keys("a", .control("b"), "c", "d", .control("b"), "o", "e", .control("b"), .control("b")))
        #expect(typed(opened) == ["ae\u{2}", "d"] && opened.focus == 0)
        #expect(opened.programs.programs.map(\.terminal?.columns) == [28, 28])
        var closed = after([Self.resized] + keys(.control("b"), "c", .control("b"), "x"))
        #expect(closed.panes.map(\.id) == [0] && closed.programs.programs.map(\.terminal?.columns) == [58])
        closed.receive(.ended(0, .exited(0)))
        #expect(closed.isDone && after(keys(.control("b"), "q")).isDone)
    }

    @Test("moves the focus to the shell that is pressed, and scrolls the one under the mouse")
    func mouse() {
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 3, column: 3)))
        let opened = after([Self.resized] + keys(.control("b"), "c") + [press] + keys("a") + [.interrupted])
        #expect(opened.focus == 0 && typed(opened) == ["a\u{3}", ""])
    }

    @Test("runs from its first shell to its end, and leaves the terminal as it was")
    func whole() {
        let time = VirtualTime()
        let (console, processes) = (SimulatedConsole(columns: 40, rows: 8), SimulatedProcesses())
        let cycle = panes(of: "sh")
        time.drive(cycle, standIns: console, processes)
        #expect(processes.running.count == 1 && console.terminal.isAlternate)
        console.press(.control("b"), "c", .control("b"), "q")
        time.advance(by: .seconds(10))
        #expect(cycle.frame.isDone && cycle.frame.panes.count == 2 && processes.running.count == 2)
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }
}
