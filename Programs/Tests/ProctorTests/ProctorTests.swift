import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import CycleTesting
import Testing

@testable import Proctor

/// As the command line makes them, for files at the root of a simulated disk.
private func options(_ output: Options.Output) -> Options {
    var options = Options()
    (options.folder, options.output) = ("/", output)
    return options
}

@Suite("Proctor")
struct ProctorTests {
    let time = VirtualTime()
    let files = SimulatedFiles()
    let processes = SimulatedProcesses()
    let signals = SimulatedSignals()

    func run(_ output: Options.Output, _ console: SimulatedConsole, status: Int = 200) -> TestRun<Proctor> {
        let network = SimulatedNetwork(time) { _ in .response(status) }
        let test = TestRun(
            proctor(options(output)), time: time, exhaustive: false,
            standIns: files, processes, console, network, signals)
        test.settle()
        return test
    }

    @Test("reads a Procfile")
    func readsAProcfile() {
        let text = "# x\nweb: a b: c\nbad\n\tworker :  d  \nweb: twice\n# health web http://h/\n"
        #expect(
            Procfile.entries(text) == [
                Entry(name: "web", command: "a b: c", health: "http://h/"), Entry(name: "worker", command: "d"),
            ])
    }

    @Test("starts a program again, after pauses that grow until it is stable")
    func backsOff() {
        files[text: "Procfile"] = "web: serve\n"
        let console = SimulatedConsole(columns: 60, rows: 10)
        let test = run(.screen, console)
        #expect(test.frame.children.first?.pid == 1_001)
        for (failures, pause) in [(1, 500), (2, 1_000), (3, 2_000)] {
            processes.happen(.ends(.exited(1)), to: "sh")
            test.settle()
            #expect(test.frame.children[0].state == .backingOff && test.frame.children[0].failures == failures)
            test.advance(by: .milliseconds(pause - 1))
            #expect(processes.running.isEmpty)
            test.advance(by: .milliseconds(1))
            #expect(processes.running.count == 1)
        }
        test.advance(by: .seconds(11))
        #expect(test.frame.children[0].failures == 0)
        #expect(console.terminal.lines[2].contains("● web"))
    }

    @Test("cuts what is printed into lines, wherever pieces end")
    func cutsLines() {
        files[text: "Procfile"] = "web: serve\n"
        let console = SimulatedConsole(isTerminal: false)
        let test = run(.plain, console)
        for piece in ["a", "b\n\nc\nend"] { processes.happen(.output(piece), to: "sh") }
        processes.happen(.ends(.exited(0)), to: "sh")
        test.settle()
        #expect(
            console.output.split(separator: "\n").dropFirst().prefix(4) == [
                "web    | ab", "web    | ", "web    | c", "web    | end",
            ])
    }

    @Test("asks programs to end, kills those that do not, and hears how they ended")
    func stops() {
        files[text: "Procfile"] = "web: serve\n"
        processes.ignoresTermination = { _ in true }
        let console = SimulatedConsole(isTerminal: false)
        let test = run(.json, console)
        signals.send(.terminate)
        test.advance(by: .milliseconds(4_999))
        #expect(!test.frame.isDone && processes.terminated.count == 1)
        test.advance(by: .milliseconds(1))
        #expect(test.frame.isDone)
        #expect(console.output.contains(#""text":"\#(ProgramStatus.killed(signal: 9).reason)""#))
    }

    @Test("kills at once when it is asked twice")
    func killsAtOnce() {
        files[text: "Procfile"] = "web: serve\n"
        processes.ignoresTermination = { _ in true }
        let test = run(.json, SimulatedConsole(isTerminal: false))
        signals.send(.terminate)
        test.settle()
        signals.send(.terminate)
        test.settle()
        #expect(test.frame.isDone && processes.running.isEmpty)
    }

    @Test("restarts what is unhealthy three times in a row")
    func checksHealth() {
        files[text: "Procfile"] = "web: serve\n# health web http://localhost/\n"
        let console = SimulatedConsole(isTerminal: false)
        let test = run(.plain, console, status: 500)
        test.advance(by: .seconds(6))
        #expect(processes.started.count == 2 && test.frame.children[0].state == .running)
        #expect(console.output.split(separator: "\n").last == "web    | (starting: serve)")
    }

    @Test("starts, restarts and ends programs as another Procfile says")
    func reloads() {
        files[text: "Procfile"] = "web: serve\nold: work\n"
        let test = run(.plain, SimulatedConsole(isTerminal: false))
        files[text: "Procfile"] = "web: serve more\nnew: work\n"
        signals.send(.hangUp)
        test.settle()
        #expect(test.frame.children.map(\.id) == ["web", "new"])
        #expect(processes.running.map(\.arguments.last) == ["work", "serve more"])
    }
}

@Suite("Proctor, explored")
struct ProctorLaws {
    static var scenario: Scenario<Proctor> {
        Scenario<Proctor>(
            .inWorld(.always, "never two instances of one program") { frame, world in
                world.processes.runningCount <= frame.children.count(where: \.isAlive)
            },
            .always("no program twice in the list") { Set($0.children.map(\.id)).count == $0.children.count },
            .leadsTo("a supervisor that is stopped ends", from: \.isStopping, to: \.isDone),
            .sometimes("a program runs") { $0.children.contains { $0.pid != nil } },
            .sometimes("a program backs off") { $0.children.contains { $0.state == .backingOff } },
            until: \.isDone
        ) { world in
            world.files.begin(with: ["Procfile": "web: serve\n# health web http://localhost/\n"])
            world.files.change("Procfile", to: ["web: other\n", "job: do\n"], atMost: 1)
            (world.files.mayFail, world.files.mayBeFull) = (false, false)
            world.signals.come([.hangUp, .terminate], atMost: 2)
            world.network.answers { _ in [.text("ok"), .status(500)] }
            world.processes.take(faults: 0) { _ in [[.ends(.exited(1))], [.output("ready\n")]] }
            return proctor(options(.json))
        }
    }

    @Test("keeps its laws in every order")
    func explored() throws {
        var bounds = Bounds()
        (bounds.steps, bounds.states) = (9, 500)
        print(try Self.scenario.explore(bounds))
    }

    @Test("keeps its laws in long runs")
    func simulated() throws { print(try Self.scenario.simulate(seeds: 200, steps: 40)) }
}
