import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("Bells and notifications of a screen")
struct NoticeTests {
    struct Build: Screen, Equatable {
        var size: Size?
        var isDone = false
        var bell = 0
        var notification: ConsoleDriver.Notification?
        var view: View { "\(bell)" }
        mutating func handle(_ input: Input) -> Outcome {
            switch input.key {
            case "b": bell += 1
            case "n": notification = .init("Build", "done")
            case "a": notification?.post("Build", "done")
            default: return .ignored
            }
            return .changed
        }
    }

    @Test("are those of its frame, each once, beside what the lens says by itself")
    func screen() {
        let time = VirtualTime()
        let console = SimulatedConsole(columns: 20, rows: 2, environment: ["TERM": "xterm-kitty"])
        let cycle = CycledLens(startingWith: Build()) { frames in
            frames.lens(screen: console, model: { _, model in model.title = "build" })
        }
        time.drive(cycle)
        for key in "bnnxab" {
            console.type("\(key)")
            time.advance(by: .seconds(1))
        }
        let terminal = console.terminal
        #expect(terminal.bellCount == 2 && terminal.title == "build" && terminal.unknownCount == 0)
        #expect(terminal.notifications == [.init("Build", "done"), .init("Build", "done")])
        cycle.stop()
    }
}
