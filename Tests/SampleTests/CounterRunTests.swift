import Cycle
import CycleDrivers
import CycleMonitor
import CycleTesting
import TestSupport
import Testing

@testable import counter

@Suite("A frame of the counter")
struct CounterFrameTests {
    private var options: Options {
        var options = Options()
        options.file = "total"
        options.url = "http://localhost/number"
        options.period = .seconds(2)
        return options
    }

    /// Every frame of a run with keys, a fetch, a clock and a file.
    private func frames() -> [Counter] {
        let (time, console, files) = (VirtualTime(), SimulatedConsole(), SimulatedFiles())
        files[text: "total"] = "4"
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["30"], after: .milliseconds(700)) }
        let cycle = counter(options)
        return TestSupport.frames(of: cycle) {
            time.drive(cycle, standIns: console, files, network)
            for keys in ["+", "f", "", "-", "f"] {
                console.type(keys)
                time.advance(by: .milliseconds(500))
            }
        }
    }

    @Test("the counter, resumed from any frame, sends what was not answered, keeps its total, and nothing else")
    func counterResumes() {
        let frames = frames()
        #expect(frames.contains(where: \.isFetching) && frames.contains { $0.total > 30 })
        for frame in frames {
            let (time, console, files) = (VirtualTime(), SimulatedConsole(), SimulatedFiles())
            files[text: "total"] = "7"
            let network = SimulatedNetwork(time) { _ in .silence }
            let cycle = counter(options)
            time.drive(cycle, resuming: frame, standIns: console, files, network)
            time.advance(by: .milliseconds(1))
            #expect(network.messages.count == (frame.isFetching ? 1 : 0))
            #expect(files[text: "total"] == "\(frame.isReady ? frame.total : 7)\n")
            cycle.stop()
        }
    }
}

@Suite("A recording of the counter")
struct CounterRecordingTests {
    @Test("a recorded run of the counter with all its drivers is replayed exactly")
    func counterReplays() {
        var options = Options()
        options.file = "total"
        options.url = "http://localhost/number"
        options.period = .seconds(2)
        let (time, console, files) = (VirtualTime(), SimulatedConsole(), SimulatedFiles())
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["30"], after: .milliseconds(700)) }
        let cycle = counter(options)
        let recorder = Recorder(keeping: 1_000)
        cycle.record(into: recorder)
        time.drive(cycle, standIns: console, files, network)
        for keys in ["+", "f", "", "-", "f", "q"] {
            console.type(keys)
            time.advance(by: .milliseconds(500))
        }
        cycle.stop()
        let replay = recorder.recording.replay(through: counter(options))
        #expect(replay.isExact, "\(replay)")
        #expect(Set(recorder.recording.moments.map(\.lens)) == ["start", "console", "files", "network", "timer"])
    }
}
