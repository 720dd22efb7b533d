import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens
import CycleTesting
import Testing

@testable import fetch
@testable import todo
@testable import uptime

@Suite("Three programs")
struct ProgramTests {
    let time = VirtualTime()
    let files = SimulatedFiles()

    // MARK: todo

    @Test("todo adds, marks, edits, filters, removes and undoes, and keeps it all in its file")
    func todoProgram() throws {
        let console = SimulatedConsole(columns: 44, rows: 8)
        let test = TestRun(todo(), time: time, exhaustive: false, standIns: console, files)
        func type(_ keys: String) {
            console.type(keys)
            test.advance(by: .seconds(1))
        }
        type("aBuy milk 日本\raWrite tests\r kx")
        #expect(
            console.terminal.lines == [
                "To do                            0 of 2 open", "▌ ✓ Buy milk 日本", "  ✓ Write tests", "", "", "",
                "────────────────────────────────────────────", "a add   space/x done   e/enter edit …",
            ])
        type("u/wt\r")
        #expect(test.frame.shown.map(\.text) == ["Write tests"])
        type("e!\rd")
        #expect(test.frame.items?.value.map(\.text) == ["Buy milk 日本"])
        type("uu")
        #expect(test.frame.items?.value.map(\.text) == ["Buy milk 日本", "Write tests"])
        type("/\u{1b}")
        #expect(test.frame.shown.count == 2)
        let kept = files[text: "todo.txt"]
        type("q")
        #expect(test.frame.isDone)
        try test.finish()
        #expect(files[text: "todo.txt"] == kept && kept?.contains("Buy milk 日本") ?? false)
    }

    @Test("todo undoes everything since it was read, and no more")
    func todoUndo() {
        let console = SimulatedConsole(columns: 44, rows: 8)
        files[text: "todo.txt"] = "- one\n"
        let test = TestRun(todo(), time: time, exhaustive: false, standIns: console, files)
        console.type("xaTwo\rdx")
        test.advance(by: .seconds(1))
        #expect(test.frame.items?.canUndo == true)
        console.type("uuuuuuuu")
        test.advance(by: .seconds(1))
        #expect(test.frame.items?.value.map(\.text) == ["one"])
        #expect(test.frame.items?.value.contains(where: \.isDone) == false)
    }

    @Test("keys that are typed into todo before its file was read change what was in it; in a pipe it prints the list")
    func todoPipe() {
        files[text: "todo.txt"] = "- one\n"
        files.latency = .seconds(1) ... .seconds(1)
        let console = SimulatedConsole(isTerminal: false)
        console.type("x")
        console.end()
        let test = TestRun(todo(), time: time, exhaustive: false, standIns: console, files)
        #expect(!test.frame.isDone)
        test.advance(by: .seconds(10))
        #expect(test.frame.isDone)
        #expect(console.output == "- one\nx one\n")
    }

    @Test("todo reads whatever lines there are")
    func todoOtherFile() {
        files[text: "todo.txt"] = "x done 日本\n\nno mark\n- \n"
        let console = SimulatedConsole(columns: 60, rows: 8)
        let test = TestRun(todo(), time: time, exhaustive: false, standIns: console, files)
        #expect(test.frame.items?.value.map(\.text) == ["done 日本", "no mark", ""])
        console.type("aone\r")
        test.advance(by: .seconds(1))
        #expect(files[text: "todo.txt"] == "x done 日本\n- no mark\n- \n- one\n")
    }

    @Test("todo tells of a file that it cannot write until it can, and also if it ends right after the change")
    func todoUnwritable() {
        files[text: "todo.txt"] = "- one\n"
        let console = SimulatedConsole(columns: 60, rows: 8)
        let test = TestRun(todo(), time: time, exhaustive: false, standIns: console, files)
        func type(_ keys: String) {
            console.type(keys)
            test.advance(by: .seconds(1))
        }
        files.faults.failing = 1
        type("atwo\r")
        type("kj")
        #expect(test.frame.problem?.hasPrefix("./todo.txt: ") == true && !test.frame.isDone)
        files.faults.failing = 0
        type("x")
        #expect(test.frame.problem == nil && files[text: "todo.txt"] == "- one\nx two\n")
        files.faults.failing = 1
        type("xq")
        #expect(test.frame.isDone && test.frame.problem?.hasPrefix("./todo.txt: ") == true)
        #expect(files[text: "todo.txt"] == "- one\nx two\n")
    }

    @Test("todo does not forget that its file could not be read, whatever is typed")
    func todoUnreadable() {
        files.faults.failing = 1
        let console = SimulatedConsole(isTerminal: false)
        console.type("amilk\n")
        console.end()
        let test = TestRun(todo(), time: time, exhaustive: false, standIns: console, files)
        test.advance(by: .seconds(10))
        #expect(test.isOver && test.frame.problem?.hasPrefix("./todo.txt: ") == true)
    }

    @Test("the pictures of todo, uptime and fetch are what they show")
    func pictures() throws {
        let colors = ["TERM": "xterm-256color"]
        let todoConsole = SimulatedConsole(columns: 72, rows: 12, environment: colors)
        let todoRun = TestRun(todo(), time: time, exhaustive: false, standIns: todoConsole, files)
        todoConsole.type("aBuy milk and 牛乳\raWrite the tests first\raShip it 🚀\raSleep\rkkxj")
        todoRun.advance(by: .seconds(1))
        #expect(try Picture("todo").shows(todoConsole.terminal.canvas))

        var random = SplitMix(seed: 3)
        let network = SimulatedNetwork(time) { message in
            if "\(message)".contains("shop"), Int.random(in: 0..<3, using: &random) == 0 { return .failure(.timedOut) }
            let milliseconds = Int.random(in: 20...("\(message)".contains("api") ? 400 : 90), using: &random)
            return .response("\(message)".contains("old") ? 404 : 200, after: .milliseconds(milliseconds))
        }
        let console = SimulatedConsole(columns: 72, rows: 14, environment: colors)
        let addresses = ["api", "shop", "docs", "old"].map { "https://\($0).example.org/" }
        let uptimeRun = TestRun(uptime(addresses), time: time, exhaustive: false, standIns: console, network, files)
        uptimeRun.advance(by: .seconds(1_200))
        #expect(try Picture("uptime").shows(console.terminal.canvas))

        let script = ScriptedDriver<NetworkDriver<String>.Model, NetworkDriver<String>.Event>()
        let fetchConsole = SimulatedConsole(columns: 72, rows: 9, environment: colors)
        let names = ["swift-6.3.1.tar.gz", "notes.pdf", "a very long name of a file.iso", "film.mkv", "map.png"]
        let fetchRun = TestRun(
            fetch(names.map { "http://a/\($0)" }), time: time, exhaustive: false, standIns: fetchConsole, script)
        let counts = [(41_000_000, 77_000_000), (900_000, nil), (220_000_000, 700_000_000), (12_000_000, nil)]
        for (name, count) in zip(names, counts) {
            script.send(
                .progress("http://a/\(name)", .init(receivedByteCount: count.0, expectedByteCount: count.1)))
        }
        script.send(.response("http://a/notes.pdf", .init(status: 200, byteCount: 900_000)))
        fetchRun.advance(by: .milliseconds(500))
        #expect(try Picture("fetch").shows(fetchConsole.terminal.canvas))
        for name in ["todo", "uptime", "fetch"] { #expect(try Picture.page.contains("](Pictures/\(name).svg)")) }
    }

    @Test("with a terminal to print on, and no keys to come, todo prints its list where it stays")
    func todoWithoutKeys() throws {
        let console = SimulatedConsole(columns: 44, rows: 8, isInputTerminal: false)
        console.end()
        files[text: "todo.txt"] = "- one\nx two\n"
        let test = TestRun(todo(), time: time, exhaustive: false, standIns: console, files)
        test.advance(by: .seconds(1))
        #expect(test.frame.isDone)
        try test.finish()
        // The simulated terminal adds no carriage return.
        #expect(console.terminal.lines.prefix(2) == ["- one", "     x two"])
    }

    // MARK: uptime

    @Test("uptime asks again after ten seconds, twice as long after each failure, and logs what changes")
    func uptimeProgram() {
        let network = SimulatedNetwork(time) { message in
            "\(message)".contains("//a/")
                ? .response(200, [:], [], after: .milliseconds(40)) : .failure(.refused, after: .milliseconds(5))
        }
        let console = SimulatedConsole(columns: 44, rows: 12)
        let test = TestRun(
            uptime(["http://a/", "http://b/"]), time: time, exhaustive: false, standIns: console, network, files)
        test.advance(by: .milliseconds(45))
        #expect(
            console.terminal.lines.prefix(3) == [
                " Address ▲             Status             ms", "▌● http://a/           200                40",
                " ✗ http://b/           the connectio…      –",
            ])
        test.advance(by: .seconds(60))
        // At 10, 20, 30, … and at 20, 60, 140 seconds.
        #expect(test.frame.sites.map(\.times.count) == [6, 3])
        #expect(test.frame.sites.map(\.pause) == [.seconds(10), .seconds(80)])
        #expect(files[text: "uptime.log"] == "http://b/ the connection was refused\nhttp://a/ 200\n")
        console.type("r")
        test.advance(by: .seconds(1))
        #expect(test.frame.sites.map(\.times.count) == [7, 4])
        console.type("q")
        test.settle()
        #expect(test.frame.isDone)
    }

    @Test("in a pipe uptime prints what changes, and goes on when nobody types any more")
    func uptimePipe() {
        let network = SimulatedNetwork(time) { _ in .response(204, after: .milliseconds(40)) }
        let console = SimulatedConsole(isTerminal: false)
        console.end()
        let test = TestRun(uptime(["http://a/"]), time: time, exhaustive: false, standIns: console, network, files)
        test.advance(by: .seconds(60))
        #expect(!test.frame.isDone)
        #expect(console.output == "http://a/ 204\n")
    }

    // MARK: fetch

    @Test("fetch has three at a time, shows how far they are, pauses and goes on")
    func fetchProgram() {
        let network = ScriptedDriver<NetworkDriver<String>.Model, NetworkDriver<String>.Event>()
        let console = SimulatedConsole(columns: 50, rows: 7)
        let addresses = (1...5).map { "http://a/file\($0).zip" }
        let test = TestRun(fetch(addresses), time: time, exhaustive: false, standIns: console, network)
        #expect(network.unaccounted.last?.requests.map(\.id) == Array(addresses[..<3]))
        network.send(.progress(addresses[0], .init(receivedByteCount: 1_500_000, expectedByteCount: 3_000_000)))
        network.send(.response(addresses[1], .init(status: 404)))
        test.advance(by: .milliseconds(50))
        #expect(
            console.terminal.lines == [
                "Fetch  0 of 5", "▌ ↓ file1.zip           ━━━━━━──────  50 %  1.5 MB",
                "  ✗ file2.zip           status 404             0 B",
                "  ↓ file3.zip           ━━━━──────────────     0 B",
                "  ↓ file4.zip           ━━━━──────────────     0 B",
                "  ○ file5.zip           waiting                0 B",
                "space pause, go on   r again   ↑/↓ choose   q quit",
            ])
        console.type(" ")
        test.settle()
        // A paused download leaves the model, and the next one takes its place.
        #expect(network.unaccounted.last?.requests.map(\.id) == Array(addresses[2...]))
        console.type(" ")
        test.settle()
        #expect(test.frame.files[0].state == .waiting)
        network.send(.response(addresses[2], .init(status: 200)))
        test.settle()
        #expect(test.frame.running.map(\.name) == ["file1.zip", "file4.zip", "file5.zip"])
        console.type("\u{1b}[Br")
        test.settle()
        #expect(test.frame.files[1].state == .waiting)
        #expect(!test.frame.isDone)
    }

    @Test("fetch goes on where a file was, and leaves a line for each that is through")
    func fetchFiles() {
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["1234", "5678"], every: .seconds(1)) }
        let console = SimulatedConsole(columns: 50, rows: 7)
        let test = TestRun(fetch(["http://a/b"]), time: time, exhaustive: false, standIns: console, network)
        test.advance(by: .milliseconds(1_500))
        console.type("  ")
        test.advance(by: .seconds(5))
        #expect(network.files["./b"] == Array("12345678".utf8))
        #expect(test.frame.news == ["b 8 B"])
    }

    @Test("with a terminal to print on, and a list as its input, fetch leaves the list alone and ends by itself")
    func fetchInALoop() {
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["text"], after: .seconds(1)) }
        let console = SimulatedConsole(isInputTerminal: false)
        // As in `while read url; do fetch $url; done < list`: what is left of the list.
        console.type("q\n")
        console.end()
        let test = TestRun(fetch(["http://a/a"]), time: time, exhaustive: false, standIns: console, network)
        test.settle()
        #expect(!test.frame.isDone)
        test.advance(by: .seconds(2))
        #expect(test.frame.isDone)
        #expect(console.output == "a 4 B\n")
    }

    @Test("in a pipe fetch prints what is through, and ends by itself")
    func fetchPipe() {
        let network = SimulatedNetwork(time) { message in
            "\(message)".contains("/b") ? .failure(.unresolved) : .response(200, [:], ["text"], after: .seconds(1))
        }
        let console = SimulatedConsole(isTerminal: false)
        console.end()
        let test = TestRun(
            fetch(["http://a/a", "http://a/b", "http://c/a"]), time: time, exhaustive: false, standIns: console, network
        )
        test.advance(by: .seconds(60))
        #expect(test.frame.isDone)
        #expect(console.output == "a 4 B\n2-a 4 B\nb failed: the server's name is unknown; check the URL\n")
    }
}
