import Cycle
import CycleDrivers
import CycleMonitor
import CycleTesting
import Testing

@Suite("Replay through an application")
struct ReplayThroughTests {
    struct Row: Codable, Equatable, Identifiable {
        let id: Int
        var isDone = false
    }

    struct App: Codable, Equatable {
        var text = ""
        var rows: [Row] = []
        var doneCount = 0
        var times: [Double] = []
        var ticks = 0
    }

    /// An application with the shipped drivers, features, a rule, the time, a prefix and a clock.
    private func app(step: Int = 1) -> CycledLens<some Any, App> {
        CycledLens(startingWith: App()) { frames in
            frames.lens(
                driver: ConsoleDriver(), label: "console",
                frameFilter: { .screen("\($0.text) \($0.rows.count)", input: .keys) },
                eventFilter: { app, event, turn in
                    guard case .key(let key) = event else { return }
                    app.text += "\(key)"
                    app.times.append(turn.time / .seconds(1))
                    if key == "+" { app.rows.append(Row(id: app.rows.count + 1)) }
                })
            frames.lens(each: \.rows) { _, row in
                row.lens(
                    driver: TimerDriver<String>(), label: "timer",
                    frameFilter: { $0.isDone ? .none : .timers(.once("done", after: .seconds(2))) },
                    eventFilter: { row, _ in row.isDone = true })
            }
            frames.rule(onChangeOf: \.rows) { $0.doneCount = step * $0.rows.count { $0.isDone } }
            frames.animating(every: .seconds(1), while: { $0.ticks < 2 && !$0.rows.isEmpty }) { app, _ in app.ticks += 1
            }
            .prefixed(with: App(text: ">"))
        }
    }

    private func recording() -> Recording {
        let (time, console) = (VirtualTime(), SimulatedConsole())
        let cycle = app()
        let recorder = Recorder(keeping: 1_000)
        cycle.record(into: recorder)
        time.drive(cycle, standIns: console)
        for key in ["a", "+", "b", "+"] {
            console.type(key)
            time.advance(by: .milliseconds(700))
        }
        time.advance(by: .seconds(5))
        cycle.stop()
        return recorder.recording
    }

    @Test("is exact: every lens gets the events that were recorded of it, and no driver runs")
    func exact() {
        let recording = recording()
        #expect(
            Set(recording.moments.map(\.lens)).isSuperset(of: [
                "console", "rows[1].timer", "rows[2].timer", "Ticker", "prefix",
            ]))
        let replay = recording.replay(through: app())
        #expect(replay.isExact, "\(replay)")
        #expect(replay.appliedCount == recording.moments.count - 1)
    }

    @Test("tells the first moment that leads elsewhere by key path, and goes on from the frame that was recorded")
    func elsewhere() {
        let replay = recording().replay(through: app(step: 10))
        #expect(replay.mismatches.map(\.lens) == ["rows[1].timer", "rows[2].timer"])
        #expect(replay.description.contains("rows[1].timer: leads elsewhere, frame.doneCount: 1 -> 10"))
    }

    @Test("does what is left of a recording, from the frames before")
    func parts() {
        var recording = recording()
        recording.moments = recording.moments.filter { $0.lens == "console" }
        let replay = recording.replay(through: app())
        #expect(replay.isExact, "\(replay)")
    }

    @Test("names a lens that the application does not have any more, and two of one name")
    func lenses() {
        let recording = recording()
        let without = CycledLens(startingWith: App()) { frames in
            frames.lens(driver: Ticker(every: .seconds(1)), label: "twice", frameFilter: { _ in false })
            frames.lens(driver: Ticker(every: .seconds(1)), label: "twice", frameFilter: { _ in false })
        }
        let replay = recording.replay(through: without)
        #expect(replay.mismatches.first { $0.lens == "console" }?.reason == .noLens(running: ["twice"]))
        var twice = recording
        twice.moments = twice.moments.filter { $0.lens == "Ticker" }
        for index in twice.moments.indices { twice.moments[index].lens = "twice" }
        #expect(twice.replay(through: without).mismatches.first?.reason == .ambiguousLens)
    }
}
