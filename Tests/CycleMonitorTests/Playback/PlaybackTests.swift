import Cycle
import CycleMonitor
import CycleTesting
import Testing

@Suite("Playback")
struct PlaybackTests {
    private let time = VirtualTime()

    private func cycle(_ playback: Playback<Counter>) -> CycledLens<some Any, Counter> {
        CycledLens(startingWith: Counter()) { [time] frames in
            MutatingLens.zip(
                frames.lens(
                    driver: playback.playing(Keys(time: time, timeline: "--+"), as: "Keys"), label: "Keys",
                    frameFilter: \.total, eventFilter: counted),
                frames.lens(events: playback.frames, eventFilter: { $0 = $1 }))
        }
    }

    @Test("plays events to their lens and frames to the loop, beside what the driver reports")
    func both() throws {
        let playback = Playback<Counter>()
        let cycle = cycle(playback)
        let recorder = Recorder(keeping: 10)
        cycle.record(into: recorder)
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        var session = MonitorSession(SessionTests.recording("++"), mode: .playingEvents)
        session.select(1)
        try session.playable.map(playback.play)
        time.advance(by: .zero)
        #expect(cycle.frame.total == 1)
        try playback.play(.frame(RecordedValue(json: #"{"total":40}"#)))
        time.advance(by: .zero)
        #expect(cycle.frame.total == 40)
        time.advance(steps: 3)
        #expect(cycle.frame.total == 41)
        time.leave(cycle)
        cycle.stop()
        #expect(recorder.recording.moments.map(\.lens).filter { $0 == "Keys" }.count == 2)
    }

    @Test("plays a whole recording again: the frames are those that were recorded")
    func whole() throws {
        let playback = Playback<Counter>()
        let cycle = cycle(playback)
        let recorder = Recorder(keeping: 10)
        cycle.record(into: recorder)
        cycle.start(on: time)
        cycle.drain()
        var session = MonitorSession(SessionTests.recording("+x+"), mode: .playingEvents)
        for _ in session.moments {
            session.selectNext()
            guard session.selection != 0 else { continue }
            try session.playable.map(playback.play)
            cycle.drain()
        }
        cycle.stop()
        #expect(session.recording.firstDifference(from: recorder.recording) == nil)
    }

    @Test("says what it cannot play")
    func errors() throws {
        let playback = Playback<Counter>()
        let cycle = cycle(playback)
        cycle.start(on: time)
        let value = try RecordedValue(json: #""x""#)
        #expect(throws: PlaybackError.noDriver(lens: "Clock")) { try playback.play(.event(value, lens: "Clock")) }
        #expect(throws: PlaybackError.self) { try playback.play(.event(value, lens: "Keys")) }
        #expect(throws: PlaybackError.self) { try playback.play(.frame(value)) }
        cycle.stop()
    }
}
