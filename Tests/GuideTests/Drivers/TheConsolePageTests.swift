import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("The book's page of the console")
struct TheConsolePageTests {
    struct Typing: Equatable {
        var text = ""
        var columns = 80
        var isDone = false
    }

    func typing() -> CycledLens<some Any, Typing> {
        CycledLens(startingWith: Typing()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("> \($0.text.suffix($0.columns - 2))", plain: $0.text, input: .keys) },
                eventFilter: { frame, event in
                    switch event {
                    case .key(.backspace): frame.text = String(frame.text.dropLast())
                    case .key(.enter), .interrupted, .ended, .failed: frame.isDone = true
                    case .key(let key): if let letter = key.character { frame.text.append(letter) }
                    case .resized(let size): frame.columns = size.columns
                    default: break
                    }
                })
        }
    }

    struct Piped: Screen, Equatable {
        var size: Size?
        var isDone = false
        var log = LogBuffer()

        var view: View { log.view.region(0) }

        mutating func handle(_ input: Input) -> Outcome { log.handle(input.at(0)) }
    }

    func piped(keys: ConsoleDriver, pipe: ConsoleDriver) -> CycledLens<some Any, Piped> {
        CycledLens(startingWith: Piped()) { frames in
            frames.lens(screen: keys, label: "keys")
            frames.lens(
                driver: pipe, label: "pipe", frameFilter: { _ in .lines([], input: .wholeLines) },
                eventFilter: { frame, event in for line in event.lines { frame.log.append(line) } })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let console = SimulatedConsole(columns: 40, rows: 2)
        let test = TestRun(typing(), exhaustive: false, standIns: console)
        console.type("tee")
        console.press(.backspace)
        test.settle()
        #expect(console.terminal.lines.first == "> te")
        console.resize(columns: 3, rows: 2)
        test.settle()
        #expect(console.terminal.lines.first == "> e")
        console.end()
        test.settle()
        #expect(test.frame.isDone)
        try test.finish()
        #expect(console.terminal.isAsFound)
    }

    @Test("keys come from the terminal and lines from the pipe, whose end ends nothing")
    func besideAPipe() {
        let console = SimulatedConsole(columns: 40, rows: 3)
        let pipe = SimulatedConsole(isTerminal: false)
        let test = TestRun(
            piped(keys: ConsoleDriver(), pipe: ConsoleDriver(output: -1)), exhaustive: false,
            standIns: console.named("keys"), pipe.named("pipe"))
        pipe.type("one\ntwo\n")
        pipe.end()
        test.settle()
        #expect(console.terminal.lines.prefix(2) == ["one", "two"] && !test.frame.isDone)
    }
}
