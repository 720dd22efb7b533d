import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("Guide: programs in a pane")
struct PanesGuideTests {
    struct Panes: Screen, Equatable {
        enum Place: CaseIterable { case shell, load }

        var size: Size?
        var isDone = false
        var focus = FocusRing(Place.shell, wraps: true)
        var shell = TerminalView()
        var load = TerminalView()

        var view: View {
            View.row {
                shell.view.growing().region(Place.shell, in: focus).border(title: "shell")
                load.view.growing().region(Place.load, in: focus).border(title: "load")
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            if case .resized = input.event {
                _ = shell.handle(input.at(Place.shell))
                return load.handle(input.at(Place.load))
            }
            if input.key == .control("b") { return focus.move(1) }
            let (place, inner) = focus.target(of: input)
            switch place {
            case .shell: return shell.handle(inner)
            case .load: return load.handle(inner)
            }
        }

        var programs: ProcessDriver<Place>.Model {
            guard size != nil else { return .none }
            return .running([
                shell.program(.shell, ProcessCommand("sh", "-i")), load.program(.load, ProcessCommand("top")),
            ])
        }

        mutating func receive(_ event: ProcessDriver<Place>.Event) {
            switch event.id {
            case .shell: shell.receive(event)
            case .load: load.receive(event)
            }
            if shell.hasEnded { isDone = true }
        }
    }

    private var panes: CycledLens<some Any, Panes> {
        CycledLens(startingWith: Panes()) { frames in
            frames.lens(screen: ConsoleDriver(secondInterruptEnds: false, suspends: false))
            frames.lens(
                driver: ProcessDriver<Panes.Place>(), frameFilter: { $0.programs },
                eventFilter: { frame, event in frame.receive(event) })
        }
    }

    private func input(_ event: ConsoleDriver.Event, _ panes: Panes) -> ScreenInput {
        ScreenInput(event, ScreenLayout(panes.view, panes.size ?? .init(columns: 0, rows: 0)))
    }

    @Test("gives each program the size of its pane, and the keys to the one that has the focus")
    func panesOfPrograms() {
        _ = panes
        var panes = Panes()
        #expect(panes.programs == .none)
        panes.size = .init(columns: 40, rows: 10)
        _ = panes.handle(input(.resized(.init(columns: 40, rows: 10)), panes))
        #expect(panes.programs.programs.map(\.terminal) == [.init(columns: 18, rows: 8), .init(columns: 18, rows: 8)])
        for key: ConsoleDriver.Key in ["l", .control("b"), "q"] { _ = panes.handle(input(.key(key), panes)) }
        _ = panes.handle(input(.interrupted, panes))
        let press = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: 3, column: 3))
        _ = panes.handle(input(.mouse(press), panes))
        _ = panes.handle(input(.key("s"), panes))
        #expect(panes.programs.programs.map { $0.input?.lines } == [["l", "s"], ["q", "\u{3}"]])
        panes.receive(.output(.load, Array("busy".utf8)))
        panes.receive(.output(.shell, Array("$ ls".utf8)))
        let layout = ScreenLayout(panes.view, .init(columns: 40, rows: 10))
        #expect(layout.canvas.text.contains("$ ls") && layout.canvas.text.contains("busy"))
        #expect(layout.canvas.cursor == .init(row: 1, column: 5))
        panes.receive(.ended(.shell, .exited(0)))
        #expect(panes.isDone)
    }

    @Test("shows what was printed without a program")
    func alone() {
        var screen = TerminalScreen(.init(columns: 20, rows: 3))
        screen.receive("\u{1b}[1mbold\u{1b}[m and plain\r\n".utf8)
        let cells = screen.canvas()
        #expect(cells.text == "bold and plain" && cells.style(at: .init(row: 0, column: 0)) == .bold)
    }
}
