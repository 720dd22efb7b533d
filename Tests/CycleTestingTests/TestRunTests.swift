import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Synchronization
import TestSupport
import Testing

@Suite("TestRun")
struct TestRunTests {
    let time = VirtualTime()
    let keys = ScriptedDriver<Int, Int>()

    private var cycle: CycledLens<ScriptedDriver<Int, Int>, Int> {
        CycledLens(startingWith: 0) { frames in
            frames.lens(driver: keys, frameFilter: { $0 }, eventFilter: { $0 += $1 })
        }
    }

    @Test("passes when every frame and every model is accounted for")
    func passes() throws {
        let test = TestRun(cycle, time: time, standIns: keys)
        keys.send(2)
        for number in [0, 2] {
            try test.expect(number)
            try keys.expect(number)
        }
        try test.finish()
    }

    @Test("fails for a frame that nobody expected, and names it")
    func unexpectedFrame() throws {
        let test = TestRun(cycle, time: time)
        try test.expect(0)
        keys.send(7)
        let failure = try failureTold { try test.finish() }
        #expect(failure.text == "a frame was delivered: frame: 0 -> 7\nand nobody expected it")
        #expect(failure.place?.fileID == #fileID)
        #expect(failure.place?.line == #line - 3)
    }

    @Test("the heading of a failure is words, and not a name of the library's own")
    func heading() throws {
        let test = TestRun(cycle, time: time)
        let issues = Mutex<[String]>([])
        try withKnownIssue {
            try test.expect(1)
        } matching: { issue in
            issues.withLock { $0.append("\(issue)") }
            return true
        }
        let told = issues.withLock(\.self)
        #expect(told.count == 1)
        #expect(told.first?.contains("`what happened is what was expected`") == true, "\(told)")
    }

    @Test("fails for a frame that differs, and for one that does not come")
    func wrongFrame() throws {
        let test = TestRun(cycle, time: time)
        let other = try failureTold { try test.expect(1) }
        #expect(other.text == "not the frame that was expected; expected -> delivered:\nframe: 1 -> 0")
        let none = try failureTold { try test.expect(0) }
        #expect(none.text == "expected the frame 0, but none was delivered")
    }

    @Test("fails for a model that nobody expected")
    func unexpectedModel() throws {
        let test = TestRun(cycle, time: time, standIns: keys)
        try test.expect(0)
        let failure = try failureTold { try test.finish() }
        #expect(failure.text.contains("the model 0 was rendered"))
    }

    @Test("fails for an effect that still waits for its time, unless told")
    func armedAlarm() throws {
        let animated = CycledLens(startingWith: Reel([1, 2])) { frames in frames.emittingTail(every: .seconds(1)) }
        let test = TestRun(animated, time: time)
        try test.expect([1, 2])
        let failure = try failureTold { try test.finish() }
        #expect(failure.text.contains("1 alarms are still armed"))
        let second = TestRun(animated, time: VirtualTime())
        try second.expect([1, 2])
        try second.finish(leavingAlarms: true)
    }

    @Test("events sent before the start are the first")
    func earlyEvents() throws {
        keys.send(5)
        let test = TestRun(cycle, time: time)
        try test.expect(0)
        try test.expect(5)
        try test.finish()
    }

    @Test("a script expects what its events have led to, with nothing between")
    func script() throws {
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: keys)
        keys.skip()
        keys.send(2)
        try keys.expect(2)
        try test.finish()
    }

    @Test("a simulated terminal shows the frame that is the latest, also after many keys in one piece, and of no size")
    func terminal() throws {
        let console = SimulatedConsole()
        let counter = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: ConsoleDriver(), frameFilter: { .screen("total \($0)", input: .keys) },
                eventFilter: { frame, event in if event == .key("+") { frame += 1 } })
        }
        let test = TestRun(counter, time: time, exhaustive: false, standIns: console)
        console.type("+")
        test.settle()
        console.type("+++")
        test.settle()
        #expect(console.terminal.lines == ["total 4"])
        console.resize(columns: 0, rows: 0)
        test.settle()
        #expect(console.terminal.lines == ["total 4"])
    }

    @Test(
        "a simulated server that thinks has been reached: it is late, or silent for too long, and not out of reach",
        arguments: [(seconds: 20, end: "late"), (seconds: 60, end: "the server was silent for too long")])
    func thinkingServer(_ seconds: Int, _ end: String) {
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["late"], after: .seconds(seconds)) }
        let asking = CycledLens(startingWith: "") { frames in
            frames.lens(
                driver: NetworkDriver<String>(),
                frameFilter: { .init($0.isEmpty ? [.init(id: "page", get: "http://localhost/")] : []) },
                eventFilter: { text, event in
                    switch event {
                    case .response(_, let response): text = response.text
                    case .failed(_, let failure): text = failure.reason
                    default: break
                    }
                })
        }
        let test = TestRun(asking, time: time, exhaustive: false, standIns: network)
        test.settle()
        test.advance(by: .seconds(90))
        #expect(test.frame == end)
    }
}
