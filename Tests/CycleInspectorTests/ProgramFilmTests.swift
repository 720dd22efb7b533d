import Cycle
import CycleDrivers
import CycleInspector
import CycleScreens
import CycleTesting
import TestSupport
import Testing

@testable import basket
@testable import gallery
@testable import todo

/// `CYCLE_REDRAW=1 swift test --filter ProgramFilmTests` draws them anew.
@Suite("The films of samples")
struct ProgramFilmTests {
    /// A terminal on which a program is used, and what it shows meanwhile.
    private struct Filmed {
        let console: SimulatedConsole
        private(set) var steps: [CanvasFilm.Step] = []

        init(columns: Int, rows: Int) {
            let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
            console = SimulatedConsole(columns: columns, rows: rows, environment: environment)
        }

        /// Types the keys, and shows each with its name below the screen that it led to.
        ///
        /// - Parameter shots: How many screens a key has, where the program moves by itself.
        mutating func use<Frame>(
            _ test: TestRun<Frame>, _ keys: [String], every milliseconds: Int, shots: Int = 1, _ caption: String
        ) {
            for key in keys {
                console.type(key)
                for _ in 0..<shots {
                    test.advance(by: .milliseconds(milliseconds / shots))
                    let (canvas, name) = (console.terminal.canvas, Self.names[key] ?? key)
                    steps.append(.init(canvas, milliseconds: milliseconds / shots, key: name, caption: caption))
                }
            }
        }

        /// As they are written on the keys.
        private static let names = [
            "\r": "⏎", " ": "space", "\u{1B}": "esc", "\u{1B}[24~": "F12", "\u{1B}[D": "←", "\u{1B}[C": "→",
            "\u{1B}[B": "↓",
        ]

        /// Whether the file is this film.
        func isKept(as path: String, isDark: Bool = true) throws -> Bool {
            try KeptFile(path).has(CanvasFilm(steps, isDark: isDark).svg)
        }
    }

    @Test("todo is written into, marked, searched and undone as in its film")
    func todoFilm() throws {
        var filmed = Filmed(columns: 72, rows: 10)
        let files = SimulatedFiles()
        files[text: "todo.txt"] = "x Buy milk and 牛乳\n- Write the tests first\n"
        let test = TestRun(todo(), exhaustive: false, standIns: filmed.console, files)
        filmed.use(test, [""], every: 900, "swift run todo")
        filmed.use(test, ["a"], every: 700, "add a line")
        filmed.use(test, "Ship it 🚀".map { "\($0)" }, every: 140, "add a line")
        filmed.use(test, ["\r"], every: 900, "it is in the file")
        filmed.use(test, ["k"], every: 500, "up")
        filmed.use(test, ["x"], every: 900, "done")
        filmed.use(test, ["/"] + "ship".map { "\($0)" }, every: 200, "only those with these letters")
        filmed.use(test, ["\u{1B}"], every: 900, "all of them")
        filmed.use(test, ["d"], every: 1_000, "delete")
        filmed.use(test, ["u", "u"], every: 1_000, "undo")
        #expect(try filmed.isKept(as: "Samples/Pictures/todo-film.svg"))
        #expect(test.frame.items?.value.count == 3)
        try test.finish(leavingAlarms: true)
    }

    @Test("F12 in the basket leads back to the key with the mistake, and on from there, as in its film")
    func basketFilm() throws {
        var filmed = Filmed(columns: 84, rows: 14)
        let test = TestRun(basket().inspected(named: "basket"), exhaustive: false, standIns: filmed.console)
        filmed.use(test, [""], every: 1_000, "swift run basket")
        filmed.use(test, ["b", "a", "a"], every: 600, "a bread for 5, two apples for 2 each")
        filmed.use(test, ["x"], every: 2_200, "one apple less: 9 - 2 is 7, and the total says 5")
        #expect(test.frame.total == 5)
        filmed.use(test, ["\u{1B}[24~"], every: 2_400, "the program stands still: this key took 4")
        filmed.use(test, ["\u{1B}[D"], every: 1_500, "back, where the total was right")
        filmed.use(test, ["\u{1B}[D"], every: 1_000, "and back")
        filmed.use(test, ["\u{1B}[C"], every: 1_000, "and forth")
        filmed.use(test, ["\r"], every: 1_500, "the program goes on from this screen")
        filmed.use(test, ["c"], every: 2_000, "a cheese for 9")
        #expect(test.frame.total == 18)
        #expect(try filmed.isKept(as: "Samples/Pictures/basket-film.svg"))
        try test.finish(leavingAlarms: true)
    }

    @Test(
        "F12 in the dashboard leads back through what its charts showed, as in the film of the README and the book",
        arguments: [(false, "~dark"), (true, "")])
    func dashboardFilm(isLight: Bool, ending: String) throws {
        var filmed = Filmed(columns: 88, rows: 27)
        filmed.console.background = isLight ? .light : .dark
        let test = TestRun(
            alone(DashboardSample.self, isLight: isLight), exhaustive: false, standIns: filmed.console)
        filmed.use(test, [""], every: 2_400, shots: 16, "swift run gallery dashboard")
        filmed.use(test, ["\u{1B}[B", "\u{1B}[B"], every: 600, shots: 4, "a screen is a function of the state")
        let step = test.frame.step
        filmed.use(test, ["\u{1B}[24~"], every: 1_800, "the program stands still, with all that happened")
        filmed.use(test, Array(repeating: "\u{1B}[D", count: 12), every: 200, "back through its screens, as they were")
        filmed.use(test, Array(repeating: "\u{1B}[C", count: 3), every: 300, "and forth")
        filmed.use(test, ["\r"], every: 1_800, shots: 12, "the program goes on from the screen that is shown")
        #expect(test.frame.step < step + 12)
        #expect(try filmed.isKept(as: "Docs/Book.docc/GoingBack-film\(ending).svg", isDark: !isLight))
        try test.finish(leavingAlarms: true)
    }
}
