import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import SampleArguments
import Testing

@testable import counter

@Suite("The counter")
struct CounterTests {
    typealias Console = ScriptedDriver<ConsoleDriver.Model, ConsoleDriver.Event>
    typealias Files = ScriptedDriver<PersistenceDriver.Model, PersistenceDriver.Event>
    typealias Network = ScriptedDriver<NetworkDriver<Int>.Model, NetworkDriver<Int>.Event>

    let time = VirtualTime()
    let console = Console()
    let files = Files()
    let network = Network()

    /// A run with the options given.
    private func run(
        _ change: (inout Options) -> Void = { _ in }
    ) -> TestRun<Counter> {
        var options = Options()
        change(&options)
        return TestRun(counter(options), time: time, standIns: console, files, network)
    }

    private var lines: [String] { console.unaccounted.compactMap { $0.screen?.plain } }

    @Test("keys change the total, and q ends")
    func keys() {
        let test = run()
        for key in ["+", "+", "-", "x"] as [ConsoleDriver.Key] { console.send(.key(key)) }
        test.settle()
        #expect(lines == ["0", "1", "2", "1"])
        console.send(.key("q"))
        test.settle()
        #expect(test.frame.isDone)
    }

    @Test("nothing is shown and no key is read before the total has been read from its file")
    func file() {
        let test = run { $0.file = "/home/me/total" }
        #expect(files.unaccounted == [.files(.read("total"))])
        #expect(console.unaccounted == [ConsoleDriver.Model()])
        files.send(.loaded(path: "total", bytes: Array("41\n".utf8)))
        console.send(.key("+"))
        test.settle()
        #expect(lines == ["41", "42"])
        #expect(files.unaccounted.last == .files(.write("total", "42\n")))
    }

    @Test(
        "a file without an integer, or one that cannot be read, ends the program and is not written",
        arguments: [
            PersistenceDriver.Event.loaded(path: "total", bytes: Array("abc".utf8)), .failed(path: "total", .denied),
        ])
    func badFile(_ event: PersistenceDriver.Event) {
        let test = run { $0.file = "total" }
        files.send(event)
        test.settle()
        #expect(test.frame.isDone)
        #expect(test.frame.complaint != nil)
        #expect(files.unaccounted == [.files(.read("total"))])
    }

    @Test("f fetches an integer and adds it, with visible progress")
    func fetch() {
        let test = run { $0.url = "http://localhost/n" }
        console.send(.key("f"))
        console.send(.key("f"))
        test.settle()
        #expect(network.unaccounted.last == .init([.init(id: 1, get: "http://localhost/n")]))
        network.send(.progress(1, .init(receivedByteCount: 1)))
        test.settle()
        #expect(console.unaccounted.last?.screen?.text.contains("1 bytes so far") == true)
        network.send(.response(1, .init(status: 200, body: Array("40\n".utf8))))
        test.settle()
        #expect(test.frame.total == 40)
        #expect(network.unaccounted.last == .init())
    }

    @Test("a fetch that fails is shown, and can be repeated")
    func failedFetch() {
        let test = run { $0.url = "http://localhost/n" }
        console.send(.key("f"))
        network.send(.failed(1, .refused))
        test.settle()
        #expect(console.unaccounted.last?.screen?.text.contains("the fetch failed") == true)
        #expect(test.frame.complaint != nil)
        console.send(.key("f"))
        test.settle()
        #expect(network.unaccounted.last == .init([.init(id: 2, get: "http://localhost/n")]))
    }

    @Test("at the end of input the fetch in flight is awaited")
    func endWhileFetching() {
        let test = run { $0.url = "http://localhost/n" }
        console.send(.key("f"))
        console.send(.ended)
        test.settle()
        #expect(!test.frame.isDone)
        network.send(.response(1, .init(status: 200, body: Array("2".utf8))))
        test.settle()
        #expect(test.frame.isDone)
        #expect(test.frame.total == 2)
    }

    @Test("a timer adds one by itself")
    func timer() {
        let test = run { $0.period = .seconds(10) }
        time.advance(by: .seconds(35))
        #expect(test.frame.total == 3)
        #expect(lines == ["0", "1", "2", "3"])
    }

    @Test(
        "an option that is unknown, incomplete, repeated or bad is refused with its name",
        arguments: [
            ["--unknown"], ["--file"], ["--file", "a", "--file", "b"], ["--every", "0"], ["--every", "often"],
            ["--url", "ftp://x"], ["--file", "folder/"],
        ])
    func badOptions(_ words: [String]) {
        let mistake = #expect(throws: Arguments.Mistake.self) {
            _ = try Options(Arguments(words, options: Options.known))
        }
        #expect(mistake?.description.contains(words[0]) == true)
    }

    @Test("options are read in both forms")
    func options() throws {
        let options = try Options(Arguments(["--every=0.5", "--file", "a/b"], options: Options.known))
        #expect(options.period == .milliseconds(500))
        #expect(options.location?.folder == "a")
        #expect(options.location?.name == "b")
    }
}
