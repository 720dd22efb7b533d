import Cycle
import CycleDrivers
import CycleInspector
import CycleMonitor
import CycleScreens
import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import basket

@Suite("TerminalFilm")
struct TerminalFilmTests {
    /// A run of the basket on a terminal of 40 x 8.
    static func recorded(_ keys: [String]) throws -> (recording: Recording, screens: [[String]]) {
        let cycle = basket()
        let recorder = Recorder(keeping: 100, createdBy: "basket")
        cycle.record(into: recorder)
        let console = SimulatedConsole(columns: 40, rows: 8)
        let test = TestRun(cycle, exhaustive: false, standIns: console)
        test.settle()
        var screens = [console.terminal.lines]
        for key in keys {
            test.advance(by: .milliseconds(500))
            console.type(key)
            test.settle()
            screens.append(console.terminal.lines)
        }
        try test.finish(leavingAlarms: true)
        return (recorder.recording, screens)
    }

    @Test("has the screens that the terminal showed, made of the recording alone")
    func screens() throws {
        let (recording, screens) = try Self.recorded(["a", "a", "b", "x"])
        let film = TerminalFilm(of: recording, through: basket())
        let texts = film.steps.map { $0.canvas.text.split(separator: "\n").map { $0.trimmed } }
        #expect(
            texts.suffix(4).map { $0 } == screens.suffix(4).map { $0.filter { !$0.isEmpty }.map { $0[...].trimmed } })
        #expect(film.steps.last?.time == .seconds(2))
    }

    @Test("a second run, whose time begins anew, follows the first one in its film")
    func secondRun() throws {
        var film = TerminalFilm()
        for (index, seconds) in [0, 5, 1, 7].enumerated() {
            film.append(.init(.init(columns: index + 1, rows: 1)), at: .seconds(seconds))
        }
        #expect(film.steps.map(\.time) == [.zero, .seconds(5), .seconds(5), .seconds(7)])
    }

    @Test("makes a page with the screens of the program, equal lines of which are written once")
    func page() throws {
        let (recording, _) = try Self.recorded(["a", "a", "b", "x"])
        let film = TerminalFilm(of: recording, through: basket())
        #expect(film.steps.map(\.moment).compactMap { $0 }.count == film.steps.count)
        let html = film.page(of: recording, title: "bug")
        let data = try #require(html.split(separator: "id=\"screens\">").last?.split(separator: "</script>").first)
        let screens = try RecordedValue(json: String(data))
        #expect(screens["screens[5][0]"] == RecordedValue(5))
        let lines = try #require(screens["lines"]).json
        #expect(lines.components(separatedBy: "take one away").count == 2, "\(lines)")
        #expect(RecordingPage(title: "bug").html(of: recording).contains("id=\"screens\">null</script>"))
    }

    @Test("writes a page with screens from the monitor of a program that is there")
    func exportedPage() throws {
        let (recording, _) = try Self.recorded(["a"])
        for nextFrame in [NextFrame(in: basket()), nil] {
            let (console, files) = (SimulatedConsole(), SimulatedFiles())
            let cycle = inspector(
                of: MomentList(recording), named: .recording(path: "bug.jsonl"), recomputing: nextFrame)
            let test = TestRun(cycle, exhaustive: false, standIns: console, files)
            console.type(":export bug.html\r")
            test.advance(by: .seconds(1))
            try test.finish(leavingAlarms: true)
            #expect(files[text: "bug.html"]?.contains("id=\"screens\">null<") == (nextFrame == nil))
        }
    }

    @Test("writes an asciicast whose bytes show the same screens")
    func asciicast() throws {
        let (recording, _) = try Self.recorded(["a", "c"])
        let film = TerminalFilm(of: recording, through: basket())
        let lines = film.asciicast(title: "a \"b\"").split(separator: "\n")
        let header = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
        #expect(
            header?["version"] as? Int == 2 && header?["width"] as? Int == 40
                && header?["title"] as? String == "a \"b\"")
        var terminal = SimulatedTerminal(columns: 40, rows: 8)
        for line in lines.dropFirst() {
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
            terminal.write(Array((event?[2] as? String ?? "").utf8))
        }
        #expect(
            terminal.lines.contains { $0.contains("1 × cheese") } && terminal.lines.contains { $0.contains("total 11") }
        )
    }

    /// `CYCLE_REDRAW=1 swift test --filter TerminalFilmTests` draws it anew.
    @Test("the monitor looks as in its picture")
    func picture() throws {
        let (recording, _) = try Self.recorded(["a", "a", "x"])
        let film = TerminalFilm(
            playing: MomentList(recording), named: .recording(path: "bug.jsonl"), columns: 100, rows: 22)
        print(film.steps.last?.canvas.text ?? "")
        let svg = try #require(film.steps.last?.canvas).svg()
        #expect(try KeptFile("Samples/Pictures/monitor.svg").has(svg))
    }

    @Test("draws an SVG that plays by itself, and the monitor that plays a recording")
    func pictures() throws {
        let moments = MomentList(try InspectorTests.counter())
        let film = TerminalFilm(playing: moments, named: .recording(path: "counter.jsonl"), columns: 80, rows: 20)
        #expect(film.steps.count == 8)
        let svg = film.svg()
        #expect(svg.hasPrefix("<svg") && svg.contains("@keyframes k7{"))
    }
}

extension Substring {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
