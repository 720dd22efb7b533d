import Cycle
import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

/// A file that grows, and that may be begun anew under its name.
struct FollowedFile: Equatable {
    /// How many bytes were read, the last of them, by which the file is known again, and those that are no whole line yet.
    var end = 0
    var known: [UInt8] = []
    var rest: [UInt8] = []
    /// Whether another file has the name. The end of the old one is read first, under its new name.
    var isRotated = false

    func request(_ look: Int) -> PersistenceDriver.Request {
        let name: PersistenceDriver.Path = isRotated ? "service.log.1" : "service.log"
        return .read(name, from: end - known.count, upTo: 1_000_000, repetition: look)
    }

    /// Takes what there is from the known bytes on, or `nil` for no file.
    ///
    /// - Returns: The lines that are new.
    mutating func take(_ bytes: [UInt8]?) -> [String] {
        let isSame = bytes?.starts(with: known) ?? !isRotated
        let new = isSame ? bytes?.dropFirst(known.count) ?? [] : []
        if isRotated, new.isEmpty {
            defer { self = FollowedFile() }
            return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
        }
        isRotated = isRotated || !isSame
        end += new.count
        known = Array((known + new.suffix(256)).suffix(256))
        rest += new
        guard let last = rest.lastIndex(of: 10) else { return [] }
        defer { rest.removeSubrange(...last) }
        return rest[..<last].split(separator: 10, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

struct Follower: Screen, Equatable {
    var size: Size?
    var isDone = false
    var file = FollowedFile()
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

    mutating func take(_ bytes: [UInt8]?) {
        let new = file.take(bytes)
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
            frameFilter: { .files($0.file.request($0.looks)) },
            eventFilter: { log, event in if case .loadedPart(_, let bytes, _, _) = event { log.take(bytes) } })
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
        // Another program moves the log away and begins a longer one: no line is lost, and none is half.
        files[text: "service.log.1"] = "started\nerror: disk full\nready\nerror: stopped\n"
        files[text: "service.log"] = "started again\nerror: no network, for the third time today\nready\n"
        test.advance(by: .seconds(1))
        #expect(test.frame.lines[3...].prefix(2) == ["error: stopped", "started again"] && test.frame.lines.count == 7)
        #expect(test.frame.shown.lines.last == "error: no network, for the third time today")
    }

    @Test("a log that was emptied is read from its start, and half a line of the one before is not lost")
    func begunAnew() {
        let files = SimulatedFiles()
        let console = SimulatedConsole(columns: 40, rows: 5)
        let test = TestRun(follower(in: "/"), exhaustive: false, standIns: console, files)
        for text in [nil, "one\ntw", "", "three\n", nil, "four, which is longer\nfive\n"] {
            files[text: "service.log"] = text
            test.advance(by: .seconds(1))
        }
        #expect(test.frame.lines == ["one", "tw", "three", "four, which is longer", "five"])
    }
}
