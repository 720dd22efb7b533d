import Cycle
import CycleDrivers
import CycleInspector
import CycleMonitor
import CycleScreens
import CycleTesting
import TestSupport
import Testing

@testable import basket

@Suite("The monitor inside a program")
struct InspectedTests {
    private static let f12 = "\u{1B}[24~"
    private static let left = "\u{1B}[D"
    private let console = SimulatedConsole()

    private func run(_ keys: String...) throws -> TestRun<Basket> {
        let test = TestRun(basket().inspected(), exhaustive: false, standIns: console)
        test.settle()
        for key in keys { type(key, test) }
        return test
    }

    private func type(_ key: String, _ test: TestRun<some Any>) {
        console.type(key)
        test.advance(by: .milliseconds(100))
    }

    @Test("opens on its key, shows the program's own earlier screens, and what each moment changed")
    func scrubs() throws {
        let test = try run("a", "b", "b", Self.f12)
        #expect(console.terminal.lines.contains { $0.contains("paused") })
        #expect(console.terminal.lines[0].contains("total 12"))
        #expect(console.terminal.lines.contains { $0.contains("total: 7 → 12") })
        type(Self.left, test)
        #expect(console.terminal.lines[0].contains("total 7"))
        #expect(console.terminal.lines.contains { $0.contains("total: 2 → 7") })
        // Nothing of this is the program's.
        #expect(test.frame.total == 12)
        type("w", test)
        #expect(console.terminal.lines.contains { $0.contains("1 frame") })
        type(Self.f12, test)
        #expect(
            console.terminal.lines[0].contains("total 12") && !console.terminal.lines.contains { $0.contains("paused") }
        )
        type("a", test)
        #expect(test.frame.total == 14)
        try test.finish(leavingAlarms: true)
    }

    @Test("is as large as a window that is resized while it is open, also where the program leaves its screen as it is")
    func resized() throws {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: ConsoleDriver(), label: "console", frameFilter: { .screen("total \($0)", input: .keys) },
                eventFilter: { total, event in
                    if case .key = event { total += 1 }
                })
        }
        let test = TestRun(cycle.inspected(), exhaustive: false, standIns: console)
        test.settle()
        for key in ["a", Self.f12, "w"] { type(key, test) }
        for rows in [30, 12] {
            console.resize(columns: 90, rows: rows)
            test.settle()
            #expect(console.terminal.lines.count == rows, "\(console.terminal.lines)")
        }
        try test.finish(leavingAlarms: true)
    }

    @Test("goes on from the moment that is seen")
    func goesOn() throws {
        let test = try run("a", "b", "b", Self.f12, Self.left, Self.left, "\r")
        #expect(test.frame.total == 2 && console.terminal.lines[0].contains("total 2"))
        type("c", test)
        #expect(test.frame.total == 11)
        // The moments of before are still there, and so is the return.
        type(Self.f12, test)
        type("w", test)
        #expect(console.terminal.lines.contains { $0.contains("replaceFrame") })
        try test.finish(leavingAlarms: true)
    }

    @Test("shows what drivers are to do at the moment that is seen")
    func wants() throws {
        let test = TestRun(ShadowTests.asking().inspected(), exhaustive: false, standIns: console, SimulatedFiles())
        test.settle()
        for key in ["a", "b", Self.f12, "w", "7"] { type(key, test) }
        #expect(console.terminal.lines.contains { $0.contains("files  idle") })
        for key in [":goto 2\r", ""] { type(key, test) }
        #expect(console.terminal.lines.contains { $0.contains("a.txt") })
        #expect(!console.terminal.lines.contains { $0.contains("files  idle") })
        try test.finish(leavingAlarms: true)
    }

    @Test("shows the rows of a screen without the sequences that style them")
    func plainRows() throws {
        let test = try run("a", Self.f12, "w", "7")
        let row = try #require(console.terminal.lines.first { $0.contains("rows[0]:") })
        #expect(row.contains("rows[0]: Basket"))
        try test.finish(leavingAlarms: true)
    }

    @Test("a moment that the program went on from is recorded and replayed")
    func replays() throws {
        let cycle = basket().inspected()
        let recorder = Recorder(keeping: 100, createdBy: "basket")
        cycle.record(into: recorder)
        let test = TestRun(cycle, exhaustive: false, standIns: console)
        test.settle()
        for key in ["a", "b", Self.f12, Self.left, "\r", "c"] { type(key, test) }
        #expect(test.frame.total == 11)
        try test.finish(leavingAlarms: true)
        let replay = recorder.recording.replay(through: basket())
        #expect(replay.isExact, "\(replay)")
    }

    @Test("blames a place of a frame that is not Codable, and leaves the program alone where there is no terminal")
    func reflects() throws {
        let test = try run("a", Self.f12, "w", ":place total\r", "b")
        #expect(console.terminal.lines.contains { $0.contains("0 → 2") })
        try test.finish(leavingAlarms: true)
        let pipe = SimulatedConsole(isTerminal: false)
        let plain = TestRun(basket().inspected(), exhaustive: false, standIns: pipe)
        pipe.type("aab")
        pipe.end()
        plain.settle()
        #expect(plain.frame.total == 9 && plain.frame.isDone)
        try plain.finish(leavingAlarms: true)
    }

    @Test("a branch stays as long as it was made while the program goes on")
    func branchOfAProgram() throws {
        let test = try run("a", Self.f12, "w", ":set total 41\r", "\r")
        #expect(console.terminal.lines[0].contains("⎇ 1: total = 41"))
        #expect(console.terminal.lines.contains { $0.contains("no frame to go on from") } && test.frame.total == 2)
        for key in [Self.f12, "b", "b", Self.f12, "w"] { type(key, test) }
        // It opens at the newest moment of the run itself.
        #expect(console.terminal.lines.contains { $0.contains("total 7 → 12") })
        type(":branch 1\r", test)
        #expect(console.terminal.lines[0].contains("⎇ 1: total = 41"))
        #expect(console.terminal.lines.contains { $0.contains("total 0 → 41") })
        try test.finish(leavingAlarms: true)
    }

    struct Busy: Screen, Equatable {
        var size: ConsoleDriver.Size?
        var isDone = false
        var wants = [1]
        var ticks = 0
        var view: ScreenView { "ticks \(ticks) wants \(wants.count)" }

        mutating func handle(_ input: ScreenInput) -> Outcome {
            guard input.key == "n" else { return .ignored }
            wants.append(wants.count + 1)
            return .changed
        }
    }

    @Test("looking fires no driver again; going on reconciles wants and nothing else; events wait meanwhile")
    func drivers() throws {
        var log: [String] = []
        let cycle = CycledLens(startingWith: Busy()) { frames in
            frames.lens(screen: ConsoleDriver(), label: "console")
            frames.lens(driver: WrittenEffects { log.append($0) }, label: "effects", frameFilter: \.wants)
            frames.lens(driver: TimerDriver<Int>(), frameFilter: { _ in .timers(.every(1, .seconds(1))) }) { frame, _ in
                frame.ticks += 1
            }
        }.inspected()
        let effects = PassThrough()
        let test = TestRun(cycle, exhaustive: false, standIns: console, effects)
        test.settle()
        type("n", test)
        type("n", test)
        #expect(log == ["+1", "+2", "+3"])
        type(Self.f12, test)
        for _ in 0..<2 { type(Self.left, test) }
        test.advance(by: .seconds(3))
        #expect(log == ["+1", "+2", "+3"] && test.frame.ticks == 0)
        type(Self.left, test)
        type("\r", test)
        #expect(log == ["+1", "+2", "+3", "-2", "-3"] || log == ["+1", "+2", "+3", "-3"], "\(log)")
        test.advance(by: .seconds(1))
        #expect(test.frame.ticks > 0)
        try test.finish(leavingAlarms: true)
    }

    @Test("decision 22: rehearses from a past moment with silent drivers, and goes on from there with drivers that run")
    func rehearses() throws {
        var log: [String] = []
        let cycle = CycledLens(startingWith: Busy()) { frames in
            frames.lens(screen: ConsoleDriver(), label: "console")
            frames.lens(driver: WrittenEffects { log.append($0) }, label: "effects", frameFilter: \.wants)
        }.inspected()
        let test = TestRun(cycle, exhaustive: false, standIns: console, PassThrough())
        test.settle()
        for key in ["n", "n", Self.f12, Self.left] { type(key, test) }
        #expect(log == ["+1", "+2", "+3"])
        type("r", test)
        // They stop; the moment's own wants are not started.
        #expect(log.sorted() == ["+1", "+2", "+3", "-1", "-2", "-3"] && test.frame.wants == [1, 2], "\(log)")
        log = []
        for key in ["n", "n"] { type(key, test) }
        #expect(log == [] && test.frame.wants == [1, 2, 3, 4])
        #expect(console.terminal.lines[0].contains("wants 4"))
        type(Self.f12, test)
        type("w", test)
        #expect(console.terminal.lines[0].contains("silent"))
        type("w", test)
        // Looking and closing leave them silent.
        for key in [Self.f12, "n", Self.f12, "\r"] { type(key, test) }
        #expect(log == ["+1", "+2", "+3", "+4", "+5"] && test.frame.wants.count == 5, "\(log)")
        type("n", test)
        #expect(log.last == "+6")
        type(Self.f12, test)
        type("w", test)
        #expect(!console.terminal.lines[0].contains("silent"))
        try test.finish(leavingAlarms: true)
    }

    /// Has the application's own effects run.
    private final class PassThrough: StandIn {
        func playing<Played: Driver>(
            _ driver: Played, at path: String
        ) -> (any Driver<Played.Model, Played.Event>)? { driver is WrittenEffects ? driver : nil }
    }
}
