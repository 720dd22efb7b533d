import Cycle
import CycleDrivers
import CycleInspector
import CycleScreens
import CycleTesting
import TestSupport
import Testing

@testable import basket
@testable import todo

/// `CYCLE_REDRAW=1 swift test --filter ProgramFilmTests` draws them anew.
@Suite("The films of samples")
struct ProgramFilmTests {
    /// A terminal on which a program is used, and what it shows meanwhile.
    private struct Filmed {
        let console: SimulatedConsole
        private(set) var film = TerminalFilm()
        private var now = Duration.zero

        init(columns: Int, rows: Int) {
            let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
            console = SimulatedConsole(columns: columns, rows: rows, environment: environment)
        }

        mutating func use<Frame>(_ test: TestRun<Frame>, _ keys: [String], every pause: Duration) {
            for key in keys {
                console.type(key)
                test.advance(by: pause)
                now += pause
                film.append(console.terminal.canvas, at: now)
            }
        }

        /// Whether `Samples/Pictures/NAME-film.svg` is this film.
        func isKept(as name: String) throws -> Bool {
            try KeptFile("Samples/Pictures/\(name)-film.svg").has(film.svg())
        }
    }

    @Test("todo is written into, marked, searched and undone as in its film")
    func todoFilm() throws {
        var filmed = Filmed(columns: 72, rows: 10)
        let files = SimulatedFiles()
        files[text: "todo.txt"] = "x Buy milk and 牛乳\n- Write the tests first\n"
        let test = TestRun(todo(), exhaustive: false, standIns: filmed.console, files)
        filmed.use(test, [""], every: .milliseconds(900))
        filmed.use(test, ["a"] + "Ship it 🚀".map { "\($0)" }, every: .milliseconds(110))
        filmed.use(test, ["\r", "k", "x"], every: .milliseconds(700))
        filmed.use(test, ["/"] + "ship".map { "\($0)" }, every: .milliseconds(150))
        filmed.use(test, ["\u{1B}", "d", "u", "u"], every: .milliseconds(900))
        #expect(try filmed.isKept(as: "todo"))
        #expect(test.frame.items?.value.count == 3)
        try test.finish(leavingAlarms: true)
    }

    @Test("F12 in the basket leads back to the key with the mistake, and on from there, as in its film")
    func basketFilm() throws {
        var filmed = Filmed(columns: 100, rows: 16)
        let test = TestRun(basket().inspected(named: "basket"), exhaustive: false, standIns: filmed.console)
        filmed.use(test, ["", "a", "a", "b", "k", "x"], every: .milliseconds(700))
        #expect(test.frame.total != 7)
        filmed.use(test, ["\u{1B}[24~"], every: .milliseconds(1_500))
        filmed.use(test, ["\u{1B}[D", "\u{1B}[D", "\u{1B}[C", "\u{1B}[D"], every: .milliseconds(1_200))
        filmed.use(test, ["\r", "b"], every: .milliseconds(1_200))
        #expect(try filmed.isKept(as: "basket"))
        #expect(test.frame.total == 14)
        try test.finish(leavingAlarms: true)
    }
}
