import Cycle
import CycleMonitor
import CycleTesting
import Testing

@Suite("Replay")
struct ReplayTests {
    private let keys = RecordedEventFilter(driver: "Keys", counted)

    private func recording(_ timeline: String, clock: Duration? = nil) -> Recording {
        let time = VirtualTime()
        let cycle = time.counter(timeline, clock: clock)
        let recorder = Recorder(keeping: 1_000, createdBy: "tests")
        cycle.record(into: recorder)
        time.run(cycle, steps: 10)
        return recorder.recording
    }

    @Test("is exact when every event leads where it led")
    func exact() {
        let replay = recording("+-x+").replay([keys])
        #expect(replay.isExact)
        #expect(replay.appliedCount == 3)
    }

    @Test("names the moment whose event leads elsewhere now")
    func mismatch() {
        let broken = RecordedEventFilter<Counter>(driver: "Keys") { (frame, event: Keys.Event) in
            frame.total += event == .key("x") ? 5 : 1
        }
        let replay = recording("+x+").replay([broken])
        #expect(
            replay.description == """
                3 events, 1 lead elsewhere
                moment 2, Keys: leads elsewhere, frame.total: 1 -> 6
                """)
        #expect(!replay.isExact)
    }

    @Test("names the moments of a driver that it has no event-filter for")
    func noEventFilter() {
        let replay = recording("+", clock: .seconds(6)).replay([keys])
        #expect(replay.mismatches.map(\.reason) == [.noEventFilter])
        #expect(replay.mismatches.first?.number == 2)
    }

    @Test("names the moments that cannot be decoded")
    func undecodable() {
        let ticks = RecordedEventFilter<Counter>(driver: "Clock") { (frame, _: Int) in frame.total += 1 }
        let replay = recording("+", clock: .seconds(6)).replay([keys, ticks])
        #expect(replay.mismatches.map(\.number) == [2])
        #expect(!replay.isExact)
    }

    @Test("proves nothing without events, and nothing with lines that cannot be read")
    func vacuous() throws {
        let empty = recording("").replay([keys])
        #expect(!empty.isExact)
        #expect(empty.description == "no events")

        let folder = try Folder()
        let faulty = try Recording(path: folder.file("run.jsonl", recording("++").jsonLines + "{"))
        #expect(faulty.replay([keys]).mismatches.isEmpty)
        #expect(!faulty.replay([keys]).isExact)
    }

    @Test("takes not-a-number for equal to itself")
    func notANumber() {
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: Double.nan) { frames in
            frames.lens(driver: Keys(time: time, timeline: "+"), frameFilter: { _ in 0 }) { frame, _ in frame += 1 }
        }
        let recorder = Recorder(keeping: 10)
        cycle.record(into: recorder)
        time.run(cycle, steps: 1)
        let filter = RecordedEventFilter<Double>(driver: "Keys") { (frame, _: Keys.Event) in frame += 1 }
        #expect(recorder.recording.replay([filter]).isExact)
    }

    @Test("tells two drivers of one type apart by the labels of their lenses")
    func labels() {
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: Counter()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: Keys(time: time, timeline: "+"), label: "left", frameFilter: \.total, eventFilter: counted),
                frames.lens(driver: Keys(time: time, timeline: "-+"), label: "right", frameFilter: \.total) {
                    frame, _ in
                    frame.total += 10
                })
        }
        let recorder = Recorder(keeping: 10)
        cycle.record(into: recorder)
        time.run(cycle, steps: 2)
        let left = RecordedEventFilter(driver: "left", counted)
        let right = RecordedEventFilter<Counter>(driver: "right") { (frame, _: Keys.Event) in frame.total += 10 }
        #expect(recorder.recording.replay([left, right]).isExact)
    }
}
