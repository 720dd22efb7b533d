import Cycle
import CycleDrivers
@testable import CycleExplore
import CycleNetwork
import Testing

/// Explorations that have no end, or too late a one.
@Suite("Explorations that grow")
struct GrowingTests {
    private struct Mirror: Hashable {
        var name = "a"
        var failures = ["a": 0, "b": 0]
        var log: [String] = []
        var isBroken = false
    }

    /// It counts the failures of a server that has one for ever.
    private static var mirror: Scenario<Mirror> {
        Scenario(Law<Mirror>.always("it is not broken") { !$0.isBroken }) { world in
            world.network.answers { _ in [.status(500)] }
            return CycledLens(startingWith: Mirror()) { frames in
                frames.requests({ frame in
                    [.init(id: "\(frame.failures["a"] ?? 0)", get: "http://host/\(frame.name)")]
                }) { frame, _, _ in
                    frame.failures["a", default: 0] += 1
                    if frame.log.count < 5 { frame.log.append("500") }
                }
            }
        }
    }

    @Test("name the places of the frame with the most values where a bound has cut them off")
    func places() throws {
        var bounds = Bounds()
        bounds.steps = 40
        let seen = try Self.mirror.explore(bounds)
        #expect(seen.mostValues == [#"failures["a"] (0 … 40)"#], "\(seen)")
        #expect(
            "\(seen)".hasSuffix("cut by the bound of 40 steps\n  most values: failures[\"a\"] (0 … 40)"), "\(seen)")
        let counted = Self.mirror.canonical { [min(8, $0.failures["a"] ?? 0)] }
        bounds.steps = 6
        #expect(try counted.explore(bounds).mostValues == ["[…] (0 … 6)"])
    }

    @Test("find a broken promise long before they are cut off")
    func promise() throws {
        struct Job: Hashable {
            var count = 0
            var isRunning = false
        }
        let jobs = Scenario(Law<Job>.leadsTo("a job ends", from: \.isRunning, to: { !$0.isRunning })) { world in
            world.console.keys("+g")
            return CycledLens(startingWith: Job()) { frames in
                frames.keys { frame, key in if key == "+" { frame.count += 1 } else { frame.isRunning = true } }
                frames.lens(
                    driver: TimerDriver<String>(),
                    frameFilter: { .timers($0.isRunning ? [.every("tick", .seconds(1))] : []) },
                    eventFilter: { _, _ in })
            }
        }
        var bounds = Bounds()
        bounds.states = 2_000
        guard case .failure(let failure) = jobs.result(bounds) else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "a job ends" && failure.lines.count == 2, "\(failure)")
        #expect(failure.exploration.stateCount < 100, "\(failure.exploration)")
    }

    @Test("find what is wrong after few events in few turns, beside something that is tried again for ever")
    func trying() throws {
        struct Retry: Hashable {
            var text = ""
            var count = 0
        }
        let retries = Scenario(Law<Retry>.always("no three letters") { $0.text.count < 3 }) { world in
            world.console.keys("a", atMost: 3)
            return CycledLens(startingWith: Retry()) { frames in
                frames.keys { $0.text.append($1) }
                frames.lens(
                    driver: TimerDriver<Int>(), frameFilter: { .timers([.once($0.count, after: .seconds(1))]) },
                    eventFilter: { frame, _ in frame.count += 1 })
            }
        }
        guard case .failure(let failure) = retries.result() else {
            Issue.record("not found")
            return
        }
        let seen = failure.exploration
        #expect(failure.lines.count == 3 && seen.turnCount < 20 * seen.edgeCount, "\(seen.turnCount) turns, \(seen)")
    }

    @Test("do not take a promise for broken that ends with the run, beside a timer that ticks for ever")
    func ending() throws {
        struct Job: Hashable {
            var isAsking = true
            var isDone = false
        }
        let report = try explore(
            Law<Job>.leadsTo("it ends", from: \.isAsking, to: \.isDone), until: \.isDone
        ) { world in
            world.network.answers { _ in [.text("7"), .fails(.refused)] }
            return CycledLens(startingWith: Job()) { frames in
                frames.requests({ $0.isAsking ? [.init(id: "x", get: "http://host/x")] : [] }) { frame, _, _ in
                    frame.isDone = true
                }
                frames.lens(
                    driver: TimerDriver<String>(), frameFilter: { _ in .timers([.every("tick", .seconds(1))]) },
                    eventFilter: { _, _ in })
            }
        }
        #expect(report.isComplete)
    }

    @Test("say now and then how far they are, and more and more seldom what has the most values")
    func progress() {
        var time = Duration.zero
        var said = ""
        var asked = 0
        var progress = SearchProgress(isOnTerminal: false, after: .seconds(10), passed: { time }) { said += $0 }
        for _ in 0..<(64 * 45) {
            time += .seconds(1) / 64
            progress.show(Exploration(), states: 7) {
                asked += 1
                return ["count (0 … 9)"]
            }
        }
        progress.end()
        #expect(asked == 3)
        #expect(
            said == """
                exploring: 7 states, 0 events, depth 0, 10 s
                  most values: count (0 … 9)
                exploring: 7 states, 0 events, depth 0, 20 s
                  most values: count (0 … 9)
                exploring: 7 states, 0 events, depth 0, 30 s
                exploring: 7 states, 0 events, depth 0, 40 s
                  most values: count (0 … 9)

                """)
        said = ""
        progress = SearchProgress(isOnTerminal: true, after: .zero, passed: { .seconds(12) }) { said += $0 }
        for _ in 0..<64 { progress.show(Exploration(), states: 7) { ["count (0 … 9)"] } }
        progress.end()
        #expect(
            said == "\rexploring: 7 states, 0 events, depth 0, 12 s \r\u{1B}[K  most values: count (0 … 9)\n\r\u{1B}[K")
    }

    @Test("say why they begin again")
    func again() {
        var said = ""
        var progress = SearchProgress(isOnTerminal: false, after: .zero, passed: { .seconds(1) }) { said += $0 }
        progress.again = "with kept times"
        for _ in 0..<64 { progress.show(Exploration(), states: 7) { [] } }
        #expect(said == "exploring again, with kept times: 7 states, 0 events, depth 0, 1 s\n")
    }

    @Test("values of frames are counted place by place, of whatever type they are")
    func values() {
        enum Page: Hashable { case list(Int), end }
        struct Frame {
            var page = Page.list(0)
            var time = Duration.zero
            var name: String?
            var items: [(id: Int, text: String)] = []
        }
        var values = FrameValues()
        for number in 0..<6 {
            values.take(
                Frame(
                    page: .list(number), time: .milliseconds(number % 2), name: number == 0 ? nil : "n\(number)",
                    items: (0..<number).map { ($0, "same") }))
        }
        #expect(values.most == ["items.count (0 … 5)", "name (6 values)", "page.list (0 … 5)"])
        var starts = FrameValues()
        for number in 0..<6 {
            let start: Int? = number < 2 ? nil : number
            starts.take(start as Any)
        }
        #expect(starts.most == ["frame (2 … 5)"])
        var times = FrameValues()
        for number in 0..<6 { times.take(Duration.milliseconds(number * 500)) }
        #expect(times.most == ["frame (0.0 seconds … 2.5 seconds)"])
    }

    @Test("the end of a long one is said with the time that it took")
    func end() {
        var exploration = Exploration()
        exploration.neverTaken = ["keys: x"]
        exploration.cuts = ["the bound of 3 steps"]
        exploration.mostValues = ["count (0 … 9)"]
        #expect(
            exploration.told(after: 24) == """
                explored 0 states, 0 events, depth 0: cut by the bound of 3 steps, 24 s
                  most values: count (0 … 9)
                  never: keys: x
                """)
    }
}
