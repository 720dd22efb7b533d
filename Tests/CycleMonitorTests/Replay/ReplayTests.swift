import Cycle
import CycleMonitor
import CycleTesting
import TestSupport
import Testing

@Suite("Replay")
struct ReplayTests {
    private func recording(_ cycle: CycledLens<some Any, some Any>, in time: VirtualTime) -> Recording {
        let recorder = Recorder(keeping: 1_000, createdBy: "tests")
        cycle.record(into: recorder)
        time.run(cycle, steps: 10)
        return recorder.recording
    }

    private func recording(_ timeline: String, clock: Duration? = nil) -> Recording {
        let time = VirtualTime()
        return recording(time.counter(timeline, clock: clock), in: time)
    }

    /// The one that was recorded; its keys are typed by nobody.
    private var counter: CycledLens<some Any, Counter> { VirtualTime().counter("") }

    @Test("is exact when every event leads where it led")
    func exact() {
        let replay = recording("+-x+").replay(through: counter)
        #expect(replay.isExact)
        #expect(replay.appliedCount == 3)
    }

    @Test("the first moment in which two recordings differ is told, and none of a run that is the same")
    func differences() throws {
        let one = recording("+x+")
        #expect(one.firstDifference(from: recording("+x+")) == nil)
        let other = try #require(one.firstDifference(from: recording("+-+")))
        #expect(other.moment.number == 2)
        #expect({ if case .cause = other.difference { true } else { false } }(), "\(other)")
        let longer = try #require(one.firstDifference(from: recording("+x++")))
        #expect(longer.difference == .missing(inFirst: true) && longer.moment.number == 4)
    }

    @Test("names the moment whose event leads elsewhere now")
    func mismatch() {
        let time = VirtualTime()
        let broken = CycledLens(startingWith: Counter()) { frames in
            frames.lens(driver: Keys(time: time, timeline: ""), frameFilter: \.total) { frame, event in
                frame.total += event == .key("x") ? 5 : 1
            }
        }
        let replay = recording("+x+").replay(through: broken)
        #expect(
            replay.description == """
                3 events, 1 lead elsewhere
                moment 2, Keys: leads elsewhere, frame.total: 1 -> 6
                """)
        #expect(!replay.isExact)
    }

    @Test("names the moments whose events cannot be decoded")
    func undecodable() {
        let replay = recording("+", clock: .seconds(6)).replay(through: counter)
        #expect(replay.mismatches.map(\.number) == [2])
        #expect(replay.mismatches.map(\.reason) == [.undecodable("Tick is not Decodable")])
        #expect(!replay.isExact)
    }

    @Test("says of a value that was too long for the recording that it was left out")
    func leftOut() throws {
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: "") { frames in
            frames.lens(driver: Keys(time: time, timeline: "+"), frameFilter: { _ in 0 }) { frame, _ in
                frame = String(repeating: "x", count: 2_000)
            }
        }
        let recorder = Recorder(keeping: 10, limits: RecordingLimits(lineByteCount: 2_048))
        cycle.record(into: recorder)
        time.run(cycle, steps: 1)
        let other = CycledLens(startingWith: "") { frames in
            frames.lens(driver: Keys(time: time, timeline: ""), frameFilter: { _ in 0 }) { frame, _ in frame = "y" }
        }
        let replay = recorder.recording.replay(through: other)
        #expect(replay.description.contains("left out: 2002 bytes, a recording holds 341 of one value"))
    }

    @Test("proves nothing without events, and nothing with lines that cannot be read")
    func vacuous() throws {
        let empty = recording("").replay(through: counter)
        #expect(!empty.isExact)
        #expect(empty.description == "no events")

        let folder = try Folder()
        let faulty = try Recording(path: folder.file("run.jsonl", recording("++").jsonLines + "{"))
        #expect(faulty.replay(through: counter).mismatches.isEmpty)
        #expect(!faulty.replay(through: counter).isExact)
    }

    @Test("takes not-a-number for equal to itself, and a set for equal to itself in any order")
    func notANumber() {
        func check<Frame: Codable & Equatable>(_ first: Frame, _ change: @escaping (inout Frame) -> Void) {
            let time = VirtualTime()
            let cycle = { (timeline: String) in
                CycledLens(startingWith: first) { frames in
                    frames.lens(driver: Keys(time: time, timeline: timeline), frameFilter: { _ in 0 }) { frame, _ in
                        change(&frame)
                    }
                }
            }
            #expect(recording(cycle("+"), in: time).replay(through: cycle("")).isExact)
        }
        check(Double.nan) { $0 += 1 }
        check(Set<Int>()) { $0.formUnion(0..<100) }
    }

    @Test("tells two drivers of one type apart by the labels of their lenses")
    func labels() {
        let time = VirtualTime()
        let cycle = { (left: String, right: String) in
            CycledLens(startingWith: Counter()) { frames in
                frames.lens(
                    driver: Keys(time: time, timeline: left), label: "left", frameFilter: \.total, eventFilter: counted)
                frames.lens(driver: Keys(time: time, timeline: right), label: "right", frameFilter: \.total) {
                    frame, _ in
                    frame.total += 10
                }
            }
        }
        #expect(recording(cycle("+", "-+"), in: time).replay(through: cycle("", "")).isExact)
    }

    @Test("shows event-filters the time and the time of day that were recorded, to the last digit")
    func times() throws {
        struct Times: Codable, Equatable {
            var times: [Duration] = []
            var wallTimes: [Duration?] = []
        }
        let time = VirtualTime(step: .seconds(1) / 3)
        let cycle = { (timeline: String) in
            CycledLens(startingWith: Times()) { frames in
                frames.lens(driver: Keys(time: time, timeline: timeline), frameFilter: { _ in 0 }) { frame, _, turn in
                    frame.times.append(turn.time)
                    frame.wallTimes.append(turn.wallTime)
                }
            }
        }
        let recorded = recording(cycle("-+-+"), in: time)
        #expect(recorded.moments.last?.wallTime == .seconds(1_767_225_600) + (.seconds(1) / 3) * 3)
        let folder = try Folder()
        let read = try Recording(path: folder.file("run.jsonl", recorded.jsonLines))
        #expect(read.moments == recorded.moments)
        #expect(read.replay(through: cycle("")).isExact)
    }
}
