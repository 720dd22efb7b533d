import Cycle
import CycleDrivers
import CycleMonitor
import CycleScreens
import CycleTesting
import Testing

@testable import CycleInspector

@Suite("The monitor in a terminal")
struct InspectorTests {
    /// A run of something that counts, by hand.
    static func counter() throws -> Recording {
        func frame(_ total: Int, _ items: [String] = []) throws -> RecordedValue {
            let list = items.map { "\"\($0)\"" }.joined(separator: ",")
            return try RecordedValue(json: "{\"isOpen\":true,\"items\":[\(list)],\"total\":\(total)}")
        }
        let frames = try [
            frame(0), frame(1), frame(1), frame(2), frame(2, ["milk"]), frame(3, ["milk"]), frame(3, ["bread"]),
            frame(3),
        ]
        let lenses = ["start", "console", "console", "timer", "network", "console", "network", "files"]
        let events = ["start", "+", "x", "fired", "loaded", "+", "loaded", "failed"]
        let moments = frames.indices.map { index in
            RecordedMoment(
                number: index, time: .milliseconds(index * 250), lens: lenses[index],
                event: RecordedValue(events[index]), context: frames[max(0, index - 1)], effect: frames[index])
        }
        return Recording(header: RecordingHeader(createdBy: "counter"), moments: moments)
    }

    /// The terminal after some keys.
    private func screen(
        _ keys: String..., columns: Int = 80, rows: Int = 24, files: SimulatedFiles = SimulatedFiles()
    ) throws -> [String] {
        let console = SimulatedConsole(columns: columns, rows: rows)
        let moments = MomentList(try Self.counter())
        let test = TestRun(
            inspector(of: moments, named: .recording(path: "runs/counter.jsonl")), exhaustive: false, standIns: console,
            files)
        test.settle()
        for key in keys {
            console.type(key)
            test.advance(by: .milliseconds(100))
        }
        let lines = console.terminal.lines
        try test.finish(leavingAlarms: true)
        return lines
    }

    @Test("a key shows the next theme, and one the whole film")
    func looks() throws {
        let inspected = MomentList(try Self.counter())
        let console = SimulatedConsole(columns: 80, rows: 24)
        let test = TestRun(
            inspector(of: inspected, named: .recording(path: "a.jsonl")), exhaustive: false, standIns: console)
        test.settle()
        let before = console.terminal.canvas
        console.type("T")
        test.settle()
        #expect(test.frame.themeNumber == 1 && test.frame.theme == ScreenTheme.all[1])
        #expect(console.terminal.canvas != before && console.terminal.canvas.text == before.text)
        console.type("z")
        test.settle()
        #expect(test.frame.isZoomedOut && console.terminal.canvas.text != before.text)
    }

    @Test("shows the moments, the film with its lanes, and the frame with what changed, in 80 x 24")
    func whole() throws {
        let lines = try screen("j", "j", "j")
        print(lines.joined(separator: "\n"))
        #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
        #expect(lines[0].contains("counter.jsonl") && lines[0].contains("3 of 8"))
        #expect(lines.contains { $0.contains("timer") && $0.contains(" fired ") })
        #expect(lines.contains { $0.contains("▸     3") })
        #expect(lines.contains { $0.contains("total 1 → 2") })
    }

    @Test("finds, blames, compares, and goes on from a row of the blame")
    func asks() throws {
        #expect(try screen("/total > 2\r")[0].contains("5 of 8"))
        let blame = try screen("G", ":place total\r", "b")
        print(blame.joined(separator: "\n"))
        #expect(blame.contains { $0.contains("5 console  2 → 3  +") })
        #expect(try screen("G", ":place total\r", "b", "\t", "j", "\r")[0].contains("3 of 8"))
        let compared = try screen("j", "d", "G", "2")
        #expect(compared.contains { $0.contains("total: 1 → 3") })
    }

    @Test(
        "keeps the blame where it is while its rows lead to moments, and marks the change that made the place what it is"
    )
    func stableBlame() throws {
        let rows = { (lines: [String]) in lines.filter { $0.contains(" → ") && $0.contains("│") }.map { $0.suffix(41) }
        }
        let before = try screen("G", ":place total\r", "b", "\t")
        #expect(before.contains { $0.contains("total was changed 4 times, newest first") })
        #expect(before.contains { $0.contains("▸    5 console  2 → 3") })
        let after = try screen("G", ":place total\r", "b", "\t", "j", "\r", "j", "\r")
        #expect(after[0].contains("1 of 8"))
        #expect(
            after.contains { $0.contains("     5 console  2 → 3") }
                && after.contains { $0.contains("▸    1 console  0 → 1") })
        #expect(rows(before).count == rows(after).count)
    }

    @Test("offers commands, places and lenses while they are typed, and what was typed before")
    func suggestions() throws {
        let tab = "\t", up = "\u{1B}[A"
        #expect(try screen(":pl").contains { $0.contains(": place") })
        #expect(
            try screen("G", ":pl" + tab + "t" + tab + "\r", "b").contains { $0.contains("total was changed 4 times") })
        #expect(try screen("G", "e", "\u{15}it" + tab + "[]\r")[0].contains("⎇ 1: items = []"))
        #expect(try screen(":lens n" + tab + "\r").contains { $0.contains("moments · network") })
        #expect(try screen("/total > 2\r", "g", "/" + up + "\r")[0].contains("5 of 8"))
        #expect(try screen("/x\r", "/").last == "▌find:")
    }

    private func run(
        of moments: [RecordedMoment], rows: Int
    ) -> (SimulatedConsole, TestRun<InspectorFrame>) {
        let console = SimulatedConsole(columns: 100, rows: rows)
        let list = MomentList(Recording(header: RecordingHeader(createdBy: "test"), moments: moments))
        let cycle = inspector(of: list, named: .recording(path: "test.jsonl"))
        return (console, TestRun(cycle, exhaustive: false, standIns: console, SimulatedFiles()))
    }

    @Test("names the element of a list that a lens belongs to, by its identity and its place")
    func elements() throws {
        let frames = try [#"{"rows":[{"id":7,"n":1},{"id":5,"n":1}]}"#, #"{"rows":[{"id":7,"n":1},{"id":5,"n":2}]}"#]
            .map {
                try RecordedValue(json: $0)
            }
        let moments = (0..<2).map {
            RecordedMoment(
                number: $0, time: .zero, lens: $0 == 0 ? "start" : "rows[5].tick", event: RecordedValue("e"),
                context: frames[0], effect: frames[$0])
        }
        let (console, test) = run(of: moments, rows: 24)
        console.type("j")
        test.settle()
        #expect(console.terminal.lines.contains { $0.contains("[1] id 5") })
        console.type("3")
        test.settle()
        #expect(console.terminal.lines.contains { $0.contains("rows[5].tick is of rows[id: 5], here at rows[1]") })
        console.type(":place rows[id: 5].n\r1")
        test.settle()
        #expect(console.terminal.lines.contains { $0.contains("place rows[id: 5].n") })
        console.type("b")
        test.settle()
        #expect(console.terminal.lines.contains { $0.contains("1 rows[5].tick  1 → 2  e") })
        try test.finish(leavingAlarms: true)
    }

    @Test("shows the lanes of the moments that are seen, and how many there are besides")
    func manyLanes() throws {
        let frame = RecordedValue(0)
        let moments = (0..<60).map {
            RecordedMoment(
                number: $0, time: .zero, lens: $0 == 0 ? "start" : "lens \($0 / 4)", event: RecordedValue("e\($0)"),
                context: frame, effect: frame)
        }
        let (console, test) = run(of: moments, rows: 30)
        console.type(":30\r")
        test.settle()
        let lines = console.terminal.lines
        #expect(lines[1].contains("+10 lanes") && lines[1].contains("▾ 30"))
        #expect(lines[3...7].contains { $0.contains("(e28)") } && lines[3...7].contains { $0.contains("(e32)") })
        try test.finish(leavingAlarms: true)
    }

    @Test("blames by pieces in a long run, says that it looks, and obeys keys meanwhile")
    func looksByPieces() throws {
        let frame = try RecordedValue(json: "{\"total\":1,\"other\":2}")
        let moments = (0..<20_000).map { number in
            RecordedMoment(
                number: number, time: .zero, lens: number == 0 ? "start" : "console", event: RecordedValue("+"),
                context: frame, effect: frame)
        }
        let list = MomentList(Recording(header: RecordingHeader(createdBy: "long"), moments: moments))
        let console = SimulatedConsole(columns: 80, rows: 24)
        let test = TestRun(
            inspector(of: list, named: .recording(path: "long.jsonl")), exhaustive: false, standIns: console,
            SimulatedFiles())
        for key in ["G", ":place total\r", "b"] {
            console.type(key)
            test.settle()
        }
        #expect(console.terminal.lines.contains { $0.contains("looking… 41 %") })
        console.type("m")
        test.settle()
        #expect(console.terminal.lines.contains { $0.contains("▪console") })
        test.advance(by: .milliseconds(10))
        let lines = console.terminal.lines
        #expect(
            lines.contains { $0.contains("0 start  nothing → 1  +") } && !lines.contains { $0.contains("looking…") })
        try test.finish(leavingAlarms: true)
    }

    @Test("answers why an event left the frame as it was")
    func asksWhyNot() throws {
        let lines = try screen(":goto 2\r", ":place total\r", "6")
        #expect(lines.contains { $0.contains("total stayed as it was: console: x") })
        #expect(lines.contains { $0.contains("no equal event of console changed total") })
        #expect(lines.contains { $0.contains("console changed total 2 times, last at 5") })
    }

    /// The monitor whose editor leaves a text in the file.
    private func edited(_ text: String?, status: ConsoleDriver.Program.Status = .exited(0)) throws -> (
        lines: [String], shown: String?, files: SimulatedFiles
    ) {
        let console = SimulatedConsole(columns: 80, rows: 24)
        let files = SimulatedFiles()
        var shown: String?
        console.programEnding = { program in
            #expect(program.name == "ed" && program.arguments == ["-s", "./cycle-monitor-edit.json"])
            shown = files[text: "cycle-monitor-edit.json"]
            files[text: "cycle-monitor-edit.json"] = text
            return status
        }
        let moments = MomentList(try Self.counter())
        let cycle = inspector(of: moments, named: .recording(path: "a.jsonl"), editor: .init("ed", "-s"))
        let test = TestRun(cycle, exhaustive: false, standIns: console, files)
        test.settle()
        for key in ["j", "j", "\u{5}"] {
            console.type(key)
            test.advance(by: .milliseconds(100))
        }
        test.advance(by: .seconds(1))
        let lines = console.terminal.lines
        try test.finish(leavingAlarms: true)
        return (lines, shown, files)
    }

    @Test("has a value edited in the user's editor: a branch is made of what was written, and the file is gone")
    func editor() throws {
        let (lines, shown, files) = try edited("{\"isOpen\": false, \"items\": [],\n \"total\": 9}")
        #expect(shown == "{\n  \"isOpen\": true,\n  \"items\": [],\n  \"total\": 1\n}\n")
        #expect(lines[0].contains("⎇ 1:") && lines.contains { $0.contains("total 1 → 9") })
        #expect(files.paths.isEmpty)
    }

    @Test(
        "changes nothing where the editor fails, or leaves what is no JSON or the same",
        arguments: ["it is not JSON", "nothing was changed", "the editor has failed"])
    func editorFails(notice: String) throws {
        let same = "{\"isOpen\":true,\"items\":[],\"total\":1}"
        let (lines, _, files) = try edited(
            notice.contains("JSON") ? "{" : same, status: notice.contains("failed") ? .exited(1) : .exited(0))
        #expect(lines.contains { $0.contains(notice) } && !lines[0].contains("⎇"))
        #expect(files.paths.isEmpty)
    }

    @Test("makes a branch of a changed frame, and writes files")
    func changes() throws {
        let lines = try screen("j", ":set total 41\r")
        #expect(lines[0].contains("⎇ 1: total = 41") && lines.contains { $0.contains("total 0 → 41") })
        let files = SimulatedFiles()
        #expect(try screen("a", "j", "a", ":export out.md\r", files: files).contains { $0.contains("wrote out.md") })
    }

    @Test("compares two branches at the same moment, one of which has another number of moments")
    func comparesBranches() throws {
        // Branch 1 leaves moment 1 out; branch 2 has another total at moment 2, which is the first event of branch 1.
        let keys = ["j", "X", "B", "jj", ":set total 41\r"]
        let differences = ["after this moment, from the run as it was to", "total: 1 → 41"]
        let screens = try [
            screen(keys[0], keys[1], keys[2], keys[3], keys[4], "5"),
            screen(keys[0], keys[1], "D", keys[2], keys[3], keys[4], "5"),
            screen(keys[0], keys[1], "D", keys[2], keys[3], keys[4], "5", "G"),
        ]
        print(screens.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))
        for difference in differences { #expect(screens[0].contains { $0.contains(difference) }) }
        #expect(screens[0].contains { $0.contains("the run as it was  ◆") })
        #expect(screens[1].contains { $0.contains("1: without 1  at 1  ◆") })
        #expect(screens[1].contains { $0.contains("after this moment, from 1: without 1 to 2: to") })
        #expect(screens[1].contains { $0.contains("first difference at moment") })
        #expect(screens[2].contains { $0.contains("after this moment both frames are equal") })
    }

    @Test("scrolls the help in a small terminal, and leads back from it")
    func help() throws {
        let first = try screen("?")
        #expect(first.contains { $0.contains("next moment") } && !first.contains { $0.contains("quit") })
        let last = try screen("?", "G")
        #expect(last.contains { $0.contains("q/^c") && $0.contains("quit") })
        #expect(try screen("?", "G", "\u{1B}", "j")[0].contains("1 of 8"))
    }

    @Test(
        "shows the time of day, on any day",
        arguments: [
            (0, "1970-01-01 00:00:00.000 UTC"), (951_782_400, "2000-02-29 00:00:00.000 UTC"),
            (1_795_345_201, "2026-11-22 11:00:01.000 UTC"), (4_107_542_399, "2100-02-28 23:59:59.000 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00.000 UTC"), (253_402_300_799, "9999-12-31 23:59:59.000 UTC"),
        ])
    func timesOfDay(seconds: Int, shown: String) {
        #expect(Duration.seconds(seconds).timeOfDay == shown)
    }

    @Test("is usable in 40 x 10, and in 200 x 60", arguments: [(40, 10), (200, 60), (20, 5), (1, 1)])
    func sizes(columns: Int, rows: Int) throws {
        let lines = try screen("j", "n", "?", "1", "z", "T", "\t", "j", columns: columns, rows: rows)
        if columns == 200 { print(lines.joined(separator: "\n")) }
        #expect(lines.count <= rows)
    }

    @Test("obeys nothing that stands in a recording")
    func hostile() throws {
        let bad = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{202E}x"
        let value = RecordedValue(["a\u{1B}[31m": bad])
        let moment = RecordedMoment(
            number: 0, time: .zero, lens: bad, event: value, context: value, effect: value)
        let console = SimulatedConsole()
        let moments = MomentList(Recording(header: RecordingHeader(createdBy: bad), moments: [moment]))
        let test = TestRun(
            inspector(of: moments, named: .recording(path: bad)), exhaustive: false, standIns: console, SimulatedFiles()
        )
        for key in ["3", "2", "b", "5", "?", "1", "z"] {
            console.type(key)
            test.settle()
        }
        #expect(!console.output.contains("\u{1B}]0;owned") && !console.output.contains("\u{202E}"))
        try test.finish(leavingAlarms: true)
    }

    @Test("is recorded and replayed as any other program")
    func replays() throws {
        let moments = MomentList(try Self.counter())
        let cycle = inspector(of: moments, named: .recording(path: "a.jsonl"))
        let recorder = Recorder(keeping: 100, createdBy: "monitor")
        cycle.record(into: recorder)
        let console = SimulatedConsole()
        let test = TestRun(cycle, exhaustive: false, standIns: console, SimulatedFiles())
        for key in ["j", "/", "m", "i", "l", "k", "\r", "m", "n", ":set total 4\r", "5", "P"] {
            console.type(key)
            test.settle()
        }
        test.advance(by: .seconds(2))
        try test.finish(leavingAlarms: true)
        let replay = recorder.recording.replay(through: inspector(of: moments, named: .recording(path: "a.jsonl")))
        #expect(replay.isExact && replay.appliedCount > 12, "\(replay)")
    }

    @Test("the blame of another place begins at the moment that is looked at")
    func blameOfAnotherPlace() throws {
        let moments = MomentList(try Self.counter())
        let source = InspectedSource(moments)
        var frame = InspectorFrame(Inspection(of: .recording(path: "a.jsonl"), in: moments))
        for command: InspectionCommand in [.last, .show(.blame), .goto(number: 3)] { frame.perform(command, source) }
        #expect(frame.blameEnd == 8)
        frame.perform(.place(try #require(RecordedPath("total"))), source)
        #expect(frame.blameEnd == 4 && source.blame(of: frame).changes.map(\.number) == [3, 1, 0])
    }

    @Test("an earlier frame of the monitor has looked no further than it had")
    func piecesOfAnEarlierFrame() throws {
        let value = try RecordedValue(json: "{\"total\":1}")
        let long = (0..<2_100).map { number in
            RecordedMoment(
                number: number, time: .zero, lens: number == 0 ? "start" : "keys", event: RecordedValue("x"),
                context: value, effect: value)
        }
        let moments = MomentList(Recording(header: RecordingHeader(createdBy: "tests"), moments: long))
        let source = InspectedSource(moments)
        var frame = InspectorFrame(Inspection(of: .recording(path: "a.jsonl"), in: moments))
        frame.perform(.last, source)
        frame.perform(.show(.whyNot), source)
        let earlier = frame
        for _ in 0..<2 { frame.lookOn(source) }
        #expect(!source.isLooking(frame) && source.isLooking(earlier) && !source.isLooking(frame))
    }
}
