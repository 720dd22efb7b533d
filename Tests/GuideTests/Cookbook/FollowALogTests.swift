import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

struct Follower: Screen, Equatable {
    var size: Size?
    var isDone = false
    /// How many bytes were read, and those of them that are no whole line yet.
    var end = 0
    var rest: [UInt8] = []
    var looks = 0
    var lines: [String] = []
    var shown = LogBuffer(limit: 100_000)
    var field = TextInput(prompt: "filter ")

    var view: View {
        .column {
            shown.view.region(0)
            field.view.style(\.fields.shape, .plain).region(1)
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        if input.key == .escape { isDone = true }
        let before = field.text
        let outcome = field.handle(input.at(1)).otherwise { shown.handle(input.at(0)) }
        guard field.text != before else { return outcome }
        shown.clear()
        show(lines)
        return .changed
    }

    mutating func take(_ bytes: [UInt8], from offset: Int) {
        end = offset + bytes.count
        rest += bytes
        guard let last = rest.lastIndex(of: 10) else { return }
        let new = rest[..<last].split(separator: 10, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        rest.removeSubrange(...last)
        lines += new
        show(new)
    }

    private mutating func show(_ lines: [String]) {
        let found = field.text.isEmpty ? lines : lines.filter { $0.contains(field.text) }
        if !found.isEmpty { shown.append(found.joined(separator: "\n")) }
    }
}

func follower(in folder: String) -> CycledLens<some Any, Follower> {
    CycledLens(startingWith: Follower()) { frames in
        frames.lens(screen: ConsoleDriver())
        frames.lens(
            driver: TimerDriver<String>(), frameFilter: { _ in .timers(.every("look", .milliseconds(500))) },
            eventFilter: { log, _ in log.looks += 1 })
        frames.lens(
            driver: PersistenceDriver(root: folder),
            frameFilter: { .files(.read("service.log", from: $0.end, upTo: 1_000_000, repetition: $0.looks)) },
            eventFilter: { log, event in
                guard case .loadedPart(_, let bytes?, let offset, let byteCount) = event else { return }
                if byteCount < offset {
                    // It is another file now: a log that was begun anew.
                    (log.end, log.rest, log.lines) = (0, [], [])
                    log.shown.clear()
                } else {
                    log.take(bytes, from: offset)
                }
            })
    }
}

@Suite("Cookbook: follow a log and filter it")
struct FollowALogTests {
    @Test("whole lines are shown as they come, those that have a text, and a log that is begun anew from its start")
    func follows() {
        let console = SimulatedConsole(columns: 40, rows: 5)
        let files = SimulatedFiles()
        files[text: "service.log"] = "started\nerror: di"
        let test = TestRun(follower(in: "/"), exhaustive: false, standIns: console, files)
        test.settle()
        #expect(test.frame.shown.lines == ["started"])
        files[text: "service.log"] = "started\nerror: disk full\nready\n"
        test.advance(by: .seconds(1))
        #expect(test.frame.shown.lines == ["started", "error: disk full", "ready"])
        console.type("error")
        test.settle()
        #expect(console.terminal.lines.first == "error: disk full")
        files[text: "service.log"] = "ready again\n"
        test.advance(by: .seconds(1))
        #expect(test.frame.lines == ["ready again"] && test.frame.shown.lines.isEmpty)
    }
}
