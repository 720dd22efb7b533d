import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("The book: accessibility")
struct AccessibilityTests {
    struct Volume: Screen, Equatable {
        var size: Size?
        var isDone = false
        var level = 3

        var view: View {
            .row(spacing: 1) {
                "volume \(level) of 10"
                View.text(String(repeating: "■", count: level), .accent).decoration
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            switch input.key {
            case "+": level = min(level + 1, 10)
            case "-": level = max(level - 1, 0)
            case "q": isDone = true
            default: return .ignored
            }
            return .changed
        }
    }

    @Test("a screen that is read aloud is its text, without what is only drawn")
    func readAloud() {
        #expect(ScreenLayout(plain: Volume().view).canvas.text == "volume 3 of 10")
        let console = SimulatedConsole(environment: ["TERM": "xterm", "ACCESSIBLE": "1"])
        let cycle = CycledLens(startingWith: Volume()) { $0.lens(screen: ConsoleDriver()) }
        let test = TestRun(cycle, exhaustive: false, standIns: console)
        test.settle()
        #expect(console.output.contains("volume 3 of 10") && !console.output.contains("\u{1b}"))
    }
}
