import CycleBase
import CycleMonitor
import Foundation
import TestSupport
import Testing

@testable import cycle_monitor

@Suite("cycle-monitor", .waiting)
struct ProgramTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = try folder.file("run.jsonl", SessionTests.recording("+x+").jsonLines)
    }

    /// The output, the complaints, and the status.
    private func run(_ arguments: String...) -> (output: String, complaint: String, status: Int32) {
        var (output, complaint) = ("", "")
        let status = Program(output: { output += $0 }, complaint: { complaint += $0 + "\n" }).run(arguments)
        return (output, complaint.replacing(folder.path + "/", with: ""), status)
    }

    @Test("lists moments, one a line")
    func list() {
        #expect(
            run("list", path).output == """
                     0       0.000 s  start: start -> total: 0
                     1       0.000 s  Keys: key(+) -> total: 1
                     2       1.000 s  Keys: key(x)
                     3       2.000 s  Keys: key(+) -> total: 2

                """)
        #expect(run("list", path, "--from", "2", "--count", "1").output.contains("key(x)"))
        #expect(run("list", path, "--from", "2", "--count", "1").output.split(separator: "\n").count == 1)
        #expect(run("list", path, "--lens", "Clock").output.isEmpty)
        #expect(run("list", path).status == 0)
    }

    @Test("lists of long frames what has changed in them")
    func longFrames() throws {
        let text = String(repeating: "x", count: 99)
        let start = #"{"seq":0,"time":0,"lens":"start","event":"start","effect":{"n":1,"t":"\#(text)"}}"#
        let line = #"{"seq":1,"time":0,"lens":"a","event":"b","change":[{"op":"replace","path":"/n","value":2}]}"#
        let lines = [ChangedFramesTests.header, start, line].joined(separator: "\n")
        #expect(
            try run("list", folder.file("long.jsonl", lines), "--from", "1").output
                == "     1       0.000 s  a: b -> frame.n: 1 -> 2\n")
    }

    @Test("shows a moment: its event, and what it changed, or the frame where it changed nothing")
    func show() {
        #expect(
            run("show", path, "3").output == """
                     3       2.000 s  Keys: key(+) -> total: 2
                event {"key":{"_0":"+"}}
                frame.total: 1 -> 2

                """)
        #expect(run("show", path, "2").output.hasSuffix("\nframe {\"total\":1}\n"))
        #expect(
            run("show", path, "3", "--json").output
                == #"{"event":{"key":{"_0":"+"}},"context":{"total":1},"effect":{"total":2}}"# + "\n")
    }

    @Test("compares two moments, and two recordings, with the status of diff")
    func compare() throws {
        #expect(run("diff", path, "0", "3").output == "frame.total: 0 -> 2\n")
        #expect(run("diff", path, "0", "3").status == 1)
        #expect(run("diff", path, "1", "2").status == 0)
        let other = try folder.file("other.jsonl", SessionTests.recording("+xx").jsonLines)
        #expect(run("diff", path, path).status == 0)
        #expect(run("diff", path, other).output == "moment 3, Keys: key(+)\nKeys: key(+) -> Keys: key(x)\n")
        let short = try folder.file("short.jsonl", SessionTests.recording("+x").jsonLines)
        #expect(run("diff", path, short).output == "moment 3, Keys: key(+)\nthe second recording ends before it\n")
        #expect(run("diff", short, path).status == 1)
    }

    @Test("draws the picture that ModelTimeline draws")
    func draw() throws {
        let recording = try Recording(path: path)
        #expect(run("draw", path, "--title", "a run").output == ModelTimeline(recording.moments, title: "a run").svg)
    }

    @Test("approves moments in the file, and exports tests of them")
    func export() throws {
        #expect(run("approve", path, "1", "3").status == 0)
        #expect(run("list", path, "--approved").output.split(separator: "\n").count == 2)
        let tests = run("tests", path, "--application", "counter()", "--import", "import Other")
        #expect(tests.status == 0)
        #expect(tests.output.contains("func moment3() throws"))
        #expect(tests.output.contains("import Other"))
        #expect(run("approve", path, "1", "3", "--revoke").status == 0)
        #expect(
            run("tests", path, "--application", "counter()").complaint
                == "cycle-monitor: run.jsonl: no moment is approved: cycle-monitor approve run.jsonl N\n")
    }

    @Test("converts recordings of earlier versions, and sessions of the ancestor")
    func convert() throws {
        let old = try folder.file("old.jsonl", RecordingTests.header + "\n" + RecordingTests.line(0) + "\n")
        #expect(run("convert", old).output.contains(#""version":2"#))
        let moment = #"{"drivers":[],"cause":{"label":"a","action":"b","id":"c"},"context":"1","effect":"2"}"#
        let ancestor = try folder.file("ancestor.json", moment)
        #expect(run("convert", ancestor).output.hasSuffix(#""lens":"a","event":"b","context":1,"effect":2}"# + "\n"))
    }

    @Test(
        "says in one line what it does not understand, with status 2",
        arguments: [
            ([], "a command is missing"), (["lst"], "lst is no command"), (["list"], "FILE is missing"),
            (["list", "a", "b"], "b is one word too many"), (["list", "a", "--x"], "--x is not known here"),
            (["list", "a", "--from"], "--from wants a value"),
            (["list", "a", "--from", "x"], "--from wants a number, not x"),
            (["show", "a", "b"], "b is no number of a moment"),
            (["tests", "a"], "--application CODE is missing, as 'counter(Options())'"),
        ] as [([String], String)])
    func misuse(_ arguments: [String], _ reason: String) {
        var complaint = ""
        let status = Program(output: { _ in }, complaint: { complaint += $0 + "\n" }).run(arguments)
        #expect(complaint == "cycle-monitor: \(reason). Try: cycle-monitor help\n")
        #expect(status == 2)
    }

    @Test("says in one line what cannot be done, with status 1")
    func failures() throws {
        let missing = run("list", folder.path + "/none.jsonl")
        #expect(missing.complaint.hasPrefix("cycle-monitor: none.jsonl: cannot open the recording, no such file"))
        #expect(missing.status == 1)
        #expect(run("show", path, "9").complaint == "cycle-monitor: run.jsonl: there is no moment 9\n")
        #expect(run("show", path, "9").status == 1)
    }

    @Test("tells of lines that cannot be read, lists the others, and does not write over them")
    func faults() throws {
        let torn = try folder.file("torn.jsonl", SessionTests.recording("+").jsonLines + #"{"seq":"#)
        let list = run("list", torn)
        #expect(list.output.split(separator: "\n").count == 2)
        #expect(list.complaint == "cycle-monitor: torn.jsonl: line 4: the file stops in the middle of it\n")
        #expect(run("approve", torn, "1").status == 1)
        #expect(try folder.text(torn).hasSuffix(#"{"seq":"#))
    }

    @Test("obeys nothing that a recording says to a terminal")
    func hostileText() throws {
        let evil = "\u{1B}]0;title\u{7}\u{9B}31m\u{202E}\n"
        let moment = RecordedMoment(
            number: 0, time: .zero, lens: evil, event: RecordedValue([evil: evil]), context: RecordedValue(evil),
            effect: RecordedValue([evil: 1]))
        let header = RecordingHeader(createdBy: evil)
        let path = try folder.file("evil.jsonl", Recording(header: header, moments: [moment]).jsonLines)
        for arguments in [["list", path], ["show", path, "0"], ["show", path, "0", "--json"], ["diff", path, path]] {
            var text = ""
            _ = Program(output: { text += $0 }, complaint: { text += $0 }).run(arguments)
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.printable == $0 }, "\(arguments)")
        }
        #expect(run("list", path).output.split(separator: "\n").count == 1)
    }

    @Test("helps")
    func help() {
        #expect(run("help").output.hasPrefix("cycle-monitor: looks at recordings"))
        #expect(run("help").status == 0)
        for command in Program.commands {
            let (output, _, status) = run(command.name, "--help")
            #expect(status == 0 && output.hasPrefix("cycle-monitor \(command.name) \(command.usage)"))
            #expect(run("help").output.contains("  \(command.name) "))
        }
        #expect(run("fly").status == 2 && run().status == 2 && run("help", "fly").status == 2)
        #expect(run(path).output == run("list", path).output)
    }

    @Test("completes its words in three shells", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) throws {
        let script = run("completion", shell).output
        for command in Program.commands { #expect(script.contains(command.name), "\(command.name)") }
        #expect(script.contains("--application") || script.contains("-l application"))
        #expect(run("completion", "tcsh").status == 2)
        guard shell == "bash" else { return }
        // The shell itself says what it would complete.
        let file = try folder.file("completion.sh", script)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let test =
            "source \(file); COMP_WORDS=(cycle-monitor list --f); COMP_CWORD=2; _cycle_monitor; echo ${COMPREPLY[@]}"
        process.arguments = ["-c", test]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(output == "--from\n")
    }

    #if os(Linux)
        @Test("says that an output is full, and fails")
        func fullOutput() throws {
            let process = Process()
            process.executableURL = builtProgram("cycle-monitor")
            process.arguments = ["list", path]
            process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
            let text = try process.complaint()
            #expect(process.terminationStatus == 1 && text.hasPrefix("cycle-monitor: the output cannot be"), "\(text)")
        }
    #endif

    @Test("writes spans, casts and movies")
    func others() throws {
        #expect(run("otlp", path).output.split(separator: "\n").count == 4)
        #expect(run("cast", path, "--columns", "60").output.hasPrefix("{\"version\":2,\"width\":60,"))
        #expect(run("movie", path).output.hasPrefix("<svg"))
        #expect(run("live", folder.path + "/nobody.sock").status == 1)
    }

    @Test("draws the states of a place")
    func states() throws {
        #expect(
            run("states", path, "total").output == StateDiagram(of: "total", in: try Recording(path: path).moments).svg)
        #expect(run("states", path, "nothing.there").complaint.contains("nothing is at nothing.there"))
        #expect(run("states", path, "a[").status == 2)
    }

    @Test("finds the moments whose frames fulfil a condition, with the status of grep")
    func find() {
        #expect(run("find", path, "total > 0 && total < 2").output.split(separator: "\n").count == 2)
        #expect(run("find", path, "total > 5").status == 1)
        #expect(run("find", path, "total >").complaint.contains("a value is missing at its end"))
        #expect(run("find", path, "total >").status == 2)
    }

    @Test("says which moments changed a place, and what a recording is made of")
    func asking() {
        #expect(run("blame", path, "total").output.hasSuffix("3 Keys: key(+): 1 -> 2\n"))
        #expect(run("blame", path, "nothing").status == 1)
        #expect(run("stats", path).output.contains("lens     Keys  3 events, 2 changes\n"))
        #expect(run("check", path).output == "4 moments, 0 faults\n")
    }

    @Test("lists one lens or all but some, and follows an element of a list by its identity")
    func elements() throws {
        func line(_ number: Int, _ lens: String, _ rows: String) -> String {
            "{\"seq\":\(number),\"time\":\(number),\"lens\":\"\(lens)\",\"event\":\"e\",\"effect\":{\"rows\":[\(rows)]}}\n"
        }
        func output(_ arguments: [String]) -> String {
            var output = ""
            _ = Program(output: { output += $0 }, complaint: { _ in }).run(arguments)
            return output
        }
        let (one, two) = (#"{"id":5,"n":1}"#, #"{"id":5,"n":2}"#)
        let file = try folder.file(
            "rows.jsonl",
            "{\"format\":\"cycle-recording\",\"version\":2,\"createdBy\":\"rows\"}\n" + line(0, "start", one)
                + line(1, "keys", "{\"id\":9}," + one) + line(2, "rows[9].tick", one) + line(3, "rows[5].tick", two))
        #expect(run("blame", file, "rows[id: 5].n").output == "0 start: e: nothing -> 1\n3 rows[5].tick: e: 1 -> 2\n")
        let listed = { (arguments: [String]) in
            let lines = output(["list", file] + arguments).split(separator: "\n")
            return lines.compactMap { Int($0.prefix(6).drop { $0 == " " }) }
        }
        #expect(
            listed(["--hide", "rows[].tick"]) == [0, 1] && listed(["--hide", "keys", "--hide", "start"]) == [2, 3])
        #expect(listed(["--lens", "rows[].tick"]) == [2, 3] && listed(["--lens", "rows[9].tick"]) == [2])
        let part = try folder.file("part.jsonl", run("trim", file, "--hide", "rows[].tick").output)
        #expect(run("check", part).output == "2 moments, 0 faults\n")
    }

    @Test("a part of a recording, and several as one, are recordings")
    func parts() throws {
        let part = try folder.file("part.jsonl", run("trim", path, "--from", "2").output)
        #expect(run("list", part).output.hasSuffix("2.000 s  Keys: key(+) -> total: 2\n"))
        #expect(run("check", part).output == "2 moments, 0 faults\n")
        let both = try folder.file("both.jsonl", run("merge", path, path).output)
        #expect(run("check", both).output == "8 moments, 0 faults\n")
        #expect(run("merge", path).status == 2)
    }

    @Test("an export has no credentials, unless they are asked for")
    func sharing() throws {
        let start = #"{"seq":0,"time":0,"lens":"start","event":"start","effect":{"password":"hunter2","name":"ann"}}"#
        let file = try folder.file("secret.jsonl", [ChangedFramesTests.header, start].joined(separator: "\n"))
        for command in ["html", "report", "redact"] {
            #expect(!run(command, file).output.contains("hunter2"))
            #expect(run(command, file).output.contains("ann"))
            #expect(!run(command, file, "--path", "name").output.contains("\"ann\""))
        }
        #expect(run("html", file, "--secrets").output.contains("hunter2"))
        #expect(run("redact", file, "--path", "a[").status == 2)
        #expect(run("trace", path).output.hasSuffix("\n]}\n"))
    }
}
