import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import CycleTesting
import Testing

/// The code of the README, compiled and run. `HouseTests` compares the text.
@Suite("README")
struct ReadmeTests {
    typealias Counter = YourFirstLoopTests.Counter

    struct Quote: Equatable {
        var text = ""
        var status = ""
        var wanted = 1
        var answered = 0
        var isDone = false
    }

    private func counter() -> CycledLens<some Any, Counter> { YourFirstLoopTests().counter() }

    @Test("the test of the counter passes")
    func testing() throws {
        let console = ScriptedDriver<ConsoleDriver.Model, ConsoleDriver.Event>()
        let test = TestRun(counter(), standIns: console)
        try test.expect(Counter())
        console.send(.key("+"))
        try test.expect { $0.total = 1 }
        try console.expect(.screen("total 0   + - q", plain: "0", input: .keys))
        try console.expect(.screen("total 1   + - q", plain: "1", input: .keys))
        try test.finish()
    }

    @Test("the counter is explored")
    func exploring() throws {
        try explore(
            Law<Counter>.always("no key counts twice") { abs($0.total) <= 3 },
            .sometimes("it goes below zero") { $0.total < 0 }
        ) { world in
            world.console.keys("+-q", atMost: 3)
            return counter()
        }
    }

    @Test("a signal is tested as text")
    func timeline() {
        let time = VirtualTime()
        let keys = time.signal("ab--c|")
        #expect(time.timeline(of: keys.debounce(.seconds(2)), steps: 8) == "---b-(c|)--")
    }

    @Test("several drivers make a program: what is kept stays until there is an answer, and Ctrl-C ends it")
    func drivers() throws {
        let folder = "."
        let cycle = CycledLens(startingWith: Quote()) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: { .screen("\($0.text)\n\($0.status)", input: .keys) },
                eventFilter: { frame, event in
                    switch event {
                    case .key("r"): frame.wanted = frame.answered + 1
                    case .key("q"), .interrupted, .ended, .failed: frame.isDone = true
                    default: break
                    }
                })
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { frame in
                    // An answered request leaves the model, so a restored frame sends nothing twice.
                    .init((frame.answered..<frame.wanted).map { .init(id: $0, get: "http://localhost:8080/quote") })
                },
                eventFilter: { frame, event in
                    switch event {
                    case .response(_, let response): frame.text = response.text
                    case .failed(_, let failure): frame.status = "failed: \(failure.reason)"
                    default: return
                    }
                    frame.answered = frame.wanted
                })
            frames.lens(
                driver: PersistenceDriver(root: folder),
                frameFilter: { $0.text.isEmpty ? .none : .files(.write("quote", $0.text)) },
                eventFilter: { frame, event in if case .failed = event { frame.status = "not saved" } })
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { _ in .timers(.every("minute", .seconds(60))) },
                eventFilter: { frame, _ in frame.wanted = frame.answered + 1 })
        }
        let time = VirtualTime()
        let (console, files) = (SimulatedConsole(), SimulatedFiles())
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["Time flies."], after: .seconds(1)) }
        files[text: "quote"] = "of yesterday"
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: console, files, network)
        test.settle()
        #expect(files[text: "quote"] == "of yesterday")
        test.advance(by: .seconds(1))
        #expect(files[text: "quote"] == "Time flies.")
        console.press(.control("c"))
        test.settle()
        #expect(test.frame.isDone)
    }

    @Test("the animation is the seed's")
    func animation() throws {
        let time = VirtualTime()
        let console = ScriptedDriver<ConsoleDriver.Model, ConsoleDriver.Event>()
        let test = TestRun(TimeAndAnimationTests().numbers(), time: time, standIns: console)
        try test.expect([1])
        console.send(.key("5"))
        try test.expect([1, 2, 3, 4, 5])
        try test.advance(by: .seconds(1) / 60, expecting: [2, 3, 4, 5])
        console.send(.key("0"))
        try test.expect([2, 1, 0])
        try test.advance(by: .seconds(1) / 60, expecting: [1, 0])
        try test.advance(by: .seconds(1) / 60, expecting: [0])
        for shown in [1, 2, 1, 0] { try console.expect(.screen("\(shown)", input: .keys)) }
        try test.finish()
    }
}
