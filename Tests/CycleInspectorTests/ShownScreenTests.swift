import Cycle
import CycleDrivers
import CycleInspector
import CycleMonitor
import CycleTesting
import Testing

@Suite("The screen of a program, in its monitor and in a film")
struct ShownScreenTests {
    private struct Page: Codable, Equatable {
        var text: String
        var isShown = true
    }

    private static func program(_ text: String) -> CycledLens<some Any, Page> {
        CycledLens(startingWith: Page(text: text)) { frames in
            frames.lens(
                driver: ConsoleDriver(), label: "console",
                frameFilter: { $0.isShown ? .screen($0.text, input: .keys) : .lines([], input: .keys) },
                eventFilter: { page, event in
                    if case .key("+") = event { page.text += "+" }
                    if case .key("-") = event { page.isShown.toggle() }
                })
        }
    }

    private static func recorded(_ text: String, _ keys: String) throws -> Recording {
        let (recorder, console) = (Recorder(keeping: 1_000), SimulatedConsole(columns: 80, rows: 24))
        let cycle = program(text)
        cycle.record(into: recorder)
        let test = TestRun(cycle, exhaustive: false, standIns: console)
        for key in keys {
            console.type("\(key)")
            test.settle()
        }
        try test.finish(leavingAlarms: true)
        return recorder.recording
    }

    @Test(
        "the monitor inside a program has its screen as the terminal had it",
        arguments: ["one\r\ntwo", "one\u{2028}two", "one\ttwo", "one\ntwo", "a\u{301}\r\nb"])
    func composed(text: String) {
        let console = SimulatedConsole(columns: 100, rows: 30)
        let test = TestRun(Self.program(text).inspected(), exhaustive: false, standIns: console)
        console.type("+")
        test.settle()
        // Below the screen, the monitor has lines of its own.
        let before = console.terminal.lines.first
        console.press(.function(12))
        test.settle()
        #expect(console.terminal.lines.first == before)
    }

    @Test("a film has no secrets, unless they are asked for")
    func film() throws {
        let recording = try Self.recorded("https://bob:S3CRETx9@a/ token: S3CRETx9\nPIN 12 password=S3CRETx9", "+")
        let film = TerminalFilm(of: recording, through: Self.program(""))
        #expect(film.steps.count == 2)
        for text in [film.asciicast(), film.svg(), film.page(of: recording, title: "a")] {
            #expect(!text.contains("S3CRETx9"))
        }
        let open = TerminalFilm(of: recording, through: Self.program(""), redaction: nil)
        #expect(open.asciicast().contains("S3CRETx9"))
        #expect(open.page(of: recording, title: "a", redaction: nil).contains("S3CRETx9"))
    }

    @Test("a page has no screen for moments at which nothing was to be seen")
    func emptyScreens() throws {
        let recording = try Self.recorded("shown", "--")
        let html = TerminalFilm(of: recording, through: Self.program("")).page(of: recording, title: "a")
        let data = try #require(html.split(separator: "id=\"screens\">").last?.split(separator: "</script>").first)
        let screens = try RecordedValue(json: String(data))
        #expect(screens["screens[1][1]"]?.json == "null" && screens["screens[0][1]"]?.json != "null")
        #expect(screens["screens[2][1]"]?.json != "null")
        let blank = try Self.recorded("", "++".replacing("+", with: "x"))
        let page = TerminalFilm(of: blank, through: Self.program("")).page(of: blank, title: "a")
        #expect(page.contains("id=\"screens\">null</script>"))
    }
}
