import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@testable import fetch
@testable import todo
@testable import uptime

@Suite("Three programs")
struct ProgramTests {
    let time = VirtualTime()

    @Test("todo adds, marks, edits, filters, removes and undoes, and keeps it all in its file")
    func todoProgram() {
        let console = SimulatedConsole(columns: 44, rows: 8)
        let files = ScriptedDriver<PersistenceDriver.Model, PersistenceDriver.Event>()
        let cycle = makeTodo(console: console, files: files)
        time.drive(cycle)
        files.send(.loaded(path: "todo.json", bytes: nil))
        console.type("aBuy milk 日本\raWrite tests\r kx")
        time.advance(by: .seconds(1))
        #expect(
            console.terminal.lines == [
                "To do                            0 of 2 open", "❯ ✓ Buy milk 日本", "  ✓ Write tests", "", "", "",
                String(repeating: "─", count: 44), "a add   space/x done   e/⏎ edit …",
            ])
        console.type("u/wt\r")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.shown.map(\.text) == ["Write tests"])
        console.type("e!\rd")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.items?.map(\.text) == ["Buy milk 日本"])
        console.type("uu")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.items?.map(\.text) == ["Buy milk 日本", "Write tests"])
        console.type("/\u{1b}")
        time.advance(by: .seconds(1))
        console.type("q")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.isDone)
        #expect(files.unaccounted.last?.requests.map(\.path) == [Todo.file.path])
        cycle.stop()
    }

    @Test("uptime waits twice as long after each failure, shows what was, and logs what changes")
    func uptimeProgram() {
        var frame = Uptime(["http://a", "http://b"])
        frame.size = Size(columns: 44, rows: 12)
        frame.ticks = 4
        frame.answered("http://a", "200", isUp: true)
        frame.answered("http://b", "refused", isUp: false)
        #expect(frame.sites.map(\.pause) == [.seconds(10), .seconds(20)])
        #expect(frame.log.lines == ["http://a 200", "http://b refused"])
        for _ in 0..<12 {
            frame.ask(1)
            frame.answered("http://b", "refused", isUp: false)
        }
        #expect(frame.sites[1].pause == .seconds(300))
        #expect(frame.log.lines.count == 2)
        #expect(
            text(44, 12, frame.view).split(separator: "\n").prefix(3).joined(separator: "\n") == """
                Address ▲                Status           ms
                ● http://a               200              40
                ✗ http://b               refused           –
                """)
    }

    @Test("fetch has three at a time, pauses and goes on, and ends by itself without a terminal")
    func fetchProgram() {
        var frame = Fetch((1...5).map { "http://a/file\($0).zip" })
        #expect(frame.running.count == 3)
        frame.size = Size(columns: 50, rows: 8)
        frame.update("http://a/file1.zip") { ($0.received, $0.expected) = (1_500_000, 3_000_000) }
        frame.update("http://a/file2.zip") { $0.state = .failed("refused") }
        #expect(frame.running.map(\.name) == ["file1.zip", "file3.zip", "file4.zip"])
        #expect(
            text(50, 7, frame.view) == """
                Fetch  0 of 5
                ❯ ↓ file1.zip          █████▌─────  50 %    1.5 MB
                  ✗ file2.zip          refused                 0 B
                  ↓ file3.zip          ━━━━─────────────       0 B
                  ↓ file4.zip          ━━━━─────────────       0 B
                  ○ file5.zip          waiting                 0 B
                space pause, go on   r again   ↑/↓ choose   q quit
                """)
        _ = frame.handle(ScreenInput(" "))
        #expect(frame.running.map(\.name) == ["file3.zip", "file4.zip", "file5.zip"])
        _ = frame.handle(ScreenInput(" "))
        #expect(frame.files[0].state == .waiting)
        frame.size = nil
        #expect(frame.handle(ScreenInput(.ended, layout(0, 0, .empty))) == .changed)
        for file in frame.files { frame.update(file.id) { $0.state = .done } }
        #expect(frame.isDone)
    }
}
