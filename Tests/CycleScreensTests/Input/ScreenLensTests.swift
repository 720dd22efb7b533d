import Cycle
import CycleDrivers
import CycleScreens
import CycleBase
import CycleTesting
import Testing

/// Counts what it is told, and shows it.
struct Tally: Screen, Equatable {
    enum Place: CaseIterable { case left, right }

    var size: Size?
    var isDone = false
    var count = 0
    var heard = ""
    var viewCount = 0

    var view: View {
        .column {
            "\("count", .bold) \(count)"
            View.divider
            View.row {
                View.text("left").region(Place.left).width(.growing())
                View.text("right").region(Place.right).width(.growing())
            }
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        if let place: Place = input.pressed() { heard = "\(place) \(input.area.columns)" }
        switch input.key {
        case "+": count += 1
        case "q": isDone = true
        default: return .ignored
        }
        return .changed
    }
}

@Suite("A screen in a loop")
struct ScreenLensTests {
    let time = VirtualTime()

    private func run(_ console: SimulatedConsole, isFull: Bool = true) -> CycledLens<SimulatedConsole, Tally> {
        let cycle = CycledLens(startingWith: Tally()) { $0.lens(screen: console, isFull: isFull) }
        time.drive(cycle)
        return cycle
    }

    @Test("shows its view at the terminal's size, which is in the frame")
    func size() {
        let console = SimulatedConsole(columns: 12, rows: 4)
        let cycle = run(console)
        console.type("++")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.size == .init(columns: 12, rows: 4))
        #expect(console.terminal.lines == ["count 2", "────────────", "left  right"])
        console.resize(columns: 6, rows: 4)
        time.advance(by: .seconds(1))
        #expect(console.terminal.lines == ["count", "──────", "lefrig"])
        #expect(console.terminal.isAlternate)
        cycle.stop()
    }

    @Test("hands the layout that was on the screen on with the event")
    func layout() {
        let console = SimulatedConsole(columns: 12, rows: 4)
        let cycle = run(console)
        console.type("\u{1b}[<0;8;3M")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.heard == "right 12")
        cycle.stop()
    }

    @Test("inline stands below what was printed, as high as it needs to be")
    func inline() {
        let console = SimulatedConsole(columns: 12, rows: 8)
        let cycle = run(console, isFull: false)
        console.type("+")
        time.advance(by: .seconds(1))
        #expect(console.terminal.lines == ["count 1", "────────────", "left  right"])
        #expect(!console.terminal.isAlternate)
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }

    @Test("is done when Ctrl-C is ignored, and the terminal is as it was found")
    func interrupted() {
        let console = SimulatedConsole(columns: 12, rows: 8)
        let cycle = run(console)
        console.type("\u{3}")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.isDone)
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }

    @Test("without a terminal the frame has no size, and the view's text is printed each time it changes")
    func pipe() {
        let console = SimulatedConsole(isTerminal: false)
        let cycle = run(console)
        console.type("+x+")
        console.end()
        time.advance(by: .seconds(1))
        #expect(cycle.frame.size == nil)
        #expect(cycle.frame.isDone)
        #expect(
            console.output == (0...2).map { "count \($0)\nleft                                    right\n" }.joined())
        cycle.stop()
    }

    @Test("where lines are printed instead of a screen, the frame has no size", arguments: ["dumb", ""])
    func dumb(_ kind: String) {
        let console = SimulatedConsole(environment: ["TERM": kind])
        let cycle = run(console)
        time.advance(by: .seconds(1))
        #expect(cycle.frame.size == nil)
        cycle.stop()
    }

    @Test("ACCESSIBLE, unless it is 0 or false, makes it plain: lines, and no escape sequence")
    func accessible() {
        for (value, isPlain) in [("1", true), ("yes", true), ("0", false), ("false", false), ("", false)] {
            let console = SimulatedConsole(environment: ["TERM": "xterm", "ACCESSIBLE": value])
            let cycle = run(console)
            console.type("+")
            time.advance(by: .seconds(1))
            #expect((cycle.frame.size == nil) == isPlain, "\(value)")
            #expect(console.output.contains("\u{1b}") == !isPlain, "\(value)")
            cycle.stop()
        }
    }

    @Test("an event that changes nothing writes nothing, and a screen that is at rest has no alarm")
    func idle() {
        let console = SimulatedConsole(columns: 12, rows: 4)
        let cycle = run(console)
        time.advance(by: .seconds(1))
        let count = console.terminal.byteCount
        console.type("xyz")
        time.advance(by: .seconds(60))
        #expect(console.terminal.byteCount == count)
        #expect(time.armedCount == 0)
        cycle.stop()
    }

    @Test("asks who renders, and not the terminal that the application's driver would have")
    func standIn() {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(terminal) }
        let driver = ConsoleDriver(input: terminal, output: terminal, environment: ["TERM": "xterm"])
        #expect(driver.canDraw)
        let pipe = SimulatedConsole(isTerminal: false)
        let cycle = CycledLens(startingWith: Tally()) { frames in
            frames.lens(screen: driver, plain: { "\($0.count)" })
        }
        pipe.type("+")
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: pipe)
        test.settle()
        #expect(pipe.output == "0\n1\n")
    }

    @Test("tells when each input happened, by the loop's time and by the wall's")
    func turn() {
        let console = SimulatedConsole(columns: 12, rows: 4)
        var times: [Duration] = []
        var clocks: [Duration?] = []
        let cycle = CycledLens(startingWith: Tally()) { frames in
            frames.lens(screen: console, size: \.size, view: { $0.view }) { _, input in
                guard input.key != nil else { return }
                times.append(input.at(Tally.Place.left).time)
                clocks.append(input.wallTime)
            }
        }
        time.drive(cycle)
        for _ in 0..<2 {
            time.advance(by: .seconds(2))
            console.type("+")
            time.advance(by: .zero)
        }
        #expect(times == [.seconds(2), .seconds(4)])
        #expect(clocks[0] != nil && (clocks[1] ?? .zero) - (clocks[0] ?? .zero) == .seconds(2))
        cycle.stop()
    }

    @Test("runs by itself until it is done")
    func runs() async {
        let console = SimulatedConsole(columns: 12, rows: 4)
        console.type("++q")
        let last = await Tally().run(on: console)
        #expect(last.count == 2)
        #expect(console.terminal.isAsFound)
    }
}
