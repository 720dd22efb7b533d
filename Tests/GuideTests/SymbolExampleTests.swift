import Cycle
import CycleDrivers
import CycleExplore
import CycleFeedback
import CycleMonitor
import CycleNetwork
import CycleObservation
import CycleTesting
import Testing

/// The examples that stand in doc comments, compiled.
@Suite("Examples of doc comments")
struct SymbolExampleTests {
    struct Counter: Hashable {
        var total = 0
        var query = ""
        var touchedAt = Duration.zero
        var rows: [Row] = []
        var width = Motion(0.0)

        static func == (one: Counter, other: Counter) -> Bool {
            (one.total, one.query, one.touchedAt) == (other.total, other.query, other.touchedAt)
                && one.rows == other.rows && one.width == other.width
        }

        func hash(into hasher: inout Hasher) { hasher.combine(total) }
    }

    struct Row: Hashable, Identifiable {
        let id: Int
        var isRunning = true
        var seconds = 0
    }

    @Test("signals, lenses and observers")
    func lenses() async {
        let (keys, key) = Signal<Character>.pipe()
        let settled = keys.scan("") { $0 + String($1) }.debounce(.milliseconds(300))
        let screen = { (frame: Counter) in ConsoleDriver.Model.screen("\(frame.total)", input: .keys) }
        var first = Counter()
        first.rows = [Row(id: 1)]
        let cycle = CycledLens(startingWith: first) { frames in
            frames.lens(events: settled, label: "search") { frame, text in frame.query = text }
            frames.lens(
                driver: ConsoleDriver(), frameFilter: screen, keepingPrevious: 1,
                eventFilter: { frame, event, turn in
                    if event == .key("u"), let before = turn.previous.last { frame = before }
                    if event == .key("+") { frame.total += 1 }
                    frame.touchedAt = turn.time
                })
            frames.lens(each: \.rows) { id, row in
                row.lens(
                    driver: Ticker(every: .seconds(1)), label: "clock", frameFilter: \.isRunning,
                    eventFilter: { row, tick in row.seconds += tick.periods })
            }
        }
        var totals: [Int] = []
        let watching = cycle.observe { frame in totals.append(frame.total) }
        var lines: [String] = []
        _ = cycle.observeMoments { moment in lines.append("\(moment.cause.lens) \(moment.cause.event)") }
        let (time, console) = (VirtualTime(), SimulatedConsole())
        let ticker = ScriptedDriver<Bool, Tick>()
        cycle.start(on: time, standIns: Cast([console, ticker]) { Issue.record("\($0)") })
        console.type("+")
        cycle.drain()
        watching.cancel()
        console.type("+")
        cycle.drain()
        ticker.send(Tick(periods: 2, elapsed: .seconds(2)))
        cycle.drain()
        #expect(totals.last == 1 && cycle.frame.total == 2 && cycle.frame.rows[0].seconds == 2)
        #expect(lines.contains("ConsoleDriver key(+)"), "\(lines)")
        cycle.stop()
        key.end()
    }

    @Test("a loop by hand: all that follows from an event has happened when drain returns")
    func byHand() {
        let (numbers, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: numbers, label: "numbers") { sum, number in sum += number }
        }
        let time = VirtualTime()
        cycle.start(on: time)
        inlet.send(1)
        cycle.drain()
        #expect(cycle.frame == 1)
        cycle.stop()
    }

    @Test("signals of one's own, and curves and springs")
    func signalsAndMotions() {
        let one = Signal<Int> { sink in
            sink.send(1)
            sink.end()
            return Subscription()
        }
        #expect(VirtualTime().timeline(of: one, steps: 2) == "(1|)-")
        #expect((MotionCurve.easeIn.progress(at: 0.5) * 100).rounded() == 32)
        var frame = Counter()
        frame.width.move(to: 24, .spring(MotionSpring(response: 0.3)))
        frame.width.move(to: 24, .spring(MotionSpring(response: 0.4, dampingFraction: 0.5)))
        frame.width.move(to: 0, .tween(.easeInOut, .milliseconds(300)))
        #expect(frame.width.target == 0)
    }

    @Test("commands, answers, bounds and reducers")
    func values() throws {
        #expect(ProcessCommand("sort", arguments: ["-n"], input: Array("2\n1\n".utf8)).input.count == 4)
        let time = VirtualTime()
        _ = SimulatedNetwork(time, seed: 7, faults: NetworkFaults(latency: .zero ... .seconds(2), refused: 0.1)) { _ in
            .response(200)
        }
        _ = SimulatedAnswer.response(200, [:], ["one", "two"], after: .seconds(1), every: .milliseconds(100))
        _ = TimerDriver<String>(wallClock: SystemWallClock())

        let searching = Scenario(Law<Counter>.always("it never falls") { $0.total >= 0 }) { world in
            world.console.keys("+", atMost: 1)
            return CycledLens(startingWith: Counter()) { frames in
                frames.lens(
                    driver: ConsoleDriver(), frameFilter: { .screen("total \($0.total)", input: .keys) },
                    eventFilter: { frame, event in
                        if event == .key("+") { frame.total += 1 }
                    })
            }
        }
        var bounds = Bounds()
        bounds.steps = 12
        bounds.powerCuts = 1
        let exploration = try searching.explore(bounds)
        #expect(exploration.isComplete, "\(exploration)")

        enum Event { case add }
        struct App {
            enum Event { case counting(SymbolExampleTests.Adding) }
            var count = 0
        }
        let counted = Reducer<Int, SymbolExampleTests.Adding> { count, event in count += 1 }
        let both = Reducer.combine(counted, counted)
        let whole = both.pullback(state: \App.count) { (event: App.Event) in
            if case .counting(let adding) = event { adding } else { nil }
        }
        var app = App()
        whole(&app, .counting(Adding()))
        #expect(app.count == 2)
    }

    struct Adding {}

    @Test("recorded values, and the context of a store")
    func recorded() throws {
        struct Tally: Codable, Equatable { var total = 0 }
        #expect(RecordedValue(Tally()).json == #"{"total":0}"#)
        let moment = RecordedMoment(
            number: 0, time: .zero, lens: "console", event: RecordedValue("+"), context: RecordedValue(Tally()),
            effect: RecordedValue(Tally(total: 1)))
        #expect(try moment.effect.decoded(as: Tally.self) == Tally(total: 1))
        #expect(throws: RecordingError.self) {
            try Recording(path: "/nowhere/long.jsonl", limits: RecordingLimits(byteCount: 1 << 30))
        }
        let store = Store(initial: Tally(), reduce: { (tally: inout Tally, number: Int) in tally.total += number })
        store.start()
        let context = store.context
        context.send(event: 2)
        #expect(context.total == 0 && store.context.total == 2)
    }

    struct Typing: Equatable {
        var query = ""
        var keyCount = 0
        var openedCount = 0
        var isOpen = true
    }

    @Test("a shared signal, models of drivers, and a store that a view follows")
    @MainActor
    func models() throws {
        let (typed, inlet) = Signal<String>.pipe()
        let keys = typed.share()
        let cycle = CycledLens(startingWith: Typing()) { frames in
            frames.lens(events: keys.debounce(.seconds(1)), label: "search") { frame, text in frame.query = text }
            frames.lens(events: keys, label: "count") { frame, _ in frame.keyCount += 1 }
            frames.lens(
                driver: TimerDriver<String>(), label: "close",
                frameFilter: { frame in .timers(frame.isOpen ? [.once("close", after: .seconds(30))] : []) },
                eventFilter: { frame, _ in frame.isOpen = false })
            frames.lens(
                driver: PersistenceDriver(root: "/"), label: "pictures",
                frameFilter: { frame in .files(.list("pictures", repetition: frame.openedCount)) })
            frames.lens(
                driver: ConsoleDriver(), label: "console",
                frameFilter: { frame in .fullScreen(frame.query, plain: "\(frame.keyCount)", input: .keys) })
        }
        let console = SimulatedConsole()
        let test = TestRun(cycle, exhaustive: false, standIns: console, SimulatedFiles())
        for letter in ["a", "ab"] { inlet.send(letter) }
        test.advance(by: .seconds(31))
        #expect(test.frame == Typing(query: "ab", keyCount: 2, isOpen: false))
        #expect(console.terminal.isAlternate)
        try test.finish()

        let store = Store(initial: 0, reduce: { (sum: inout Int, number: Int) in sum += number })
        store.start()
        let observed = ObservedFrame(store, sending: { store.send($0) })
        observed.send(2)
        #expect(observed.value == 2)
    }
}
