import Cycle
import CycleDrivers
import CycleExplore
import CycleMonitor
import CycleNetwork
import CycleTesting
import Testing

@testable import counter

@Suite("A recorded session becomes a test")
struct RecordedSessionTests {
    private let options = {
        var options = Options()
        options.file = "total"
        options.url = "http://localhost/n"
        return options
    }()

    /// Some 160 moments of a run with simulated hardware.
    private func recorded() -> [RecordedMoment] {
        let time = VirtualTime()
        let console = SimulatedConsole(faults: nil)
        let files = SimulatedFiles()
        files[text: "total"] = "7\n"
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["5"], after: .seconds(1)) }
        let cycle = counter(options)
        let recorder = Recorder(keeping: 1_000)
        cycle.record(into: recorder)
        time.drive(cycle, standIns: console, files, network)
        for round in 0..<40 {
            console.type(round % 5 == 4 ? "f" : "+-+")
            time.advance(by: .seconds(2))
        }
        cycle.stop()
        return recorder.recording.moments
    }

    /// With a law that is not true: the counter does count beyond ten.
    private var scenario: Scenario<Counter> {
        Scenario(Law<Counter>.always("the total stays below ten") { $0.total < 10 }) { [options] world in
            world.console.keys("+-f")
            world.console.events([.resized(.init(columns: 80, rows: 24))])
            world.network.answers { _ in [.text("5")] }
            world.files.begin(with: ["total": "7\n"])
            world.files.mayFail = false
            world.files.mayBeFull = false
            return counter(options)
        }
    }

    private func turns(of moments: [RecordedMoment]) -> [RecordedTurn] {
        moments.filter { !$0.isStart }.map { moment in
            RecordedTurn(moment.lens) { event in
                // Of answers only the text: when they came is not the world's.
                guard moment.lens == "network" else { return RecordedValue(event) == moment.event }
                return "\(RecordedValue(event))".contains("response") == "\(moment.event)".contains("response")
            }
        }
    }

    @Test("its turns are found again in a world, and shrunk to the shortest timeline")
    func becomesATest() throws {
        let moments = recorded()
        #expect(moments.count >= 150)
        let scenario = scenario
        let timeline = scenario.happenings(following: turns(of: moments))
        #expect(timeline.happenings.count > 100)
        let failure = try #require(scenario.shortestFailure(of: timeline.happenings))
        #expect(failure.law == "the total stays below ten")
        #expect(failure.lines.count == 3 || failure.lines.count == 4, "\(failure)")
        print(
            "recorded: \(moments.count) moments, \(timeline.happenings.count) happenings, \(timeline.missedCount) missed"
        )
    }

    @Test("a failure is drawn, with labels that say what changed")
    func isDrawn() throws {
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        let steps = failure.lines.map {
            TimelineStep($0.happening.lane, $0.happening.label, changes: $0.changes)
        }
        let picture = ModelTimeline(steps, startingWith: failure.start, title: failure.law).svg
        #expect(picture.contains(failure.law), "\(picture)")
        for (index, step) in steps.enumerated() {
            #expect(picture.contains("<title>\(index + 1): \(step.label)</title>"), "\(picture)")
        }
        #expect(picture.contains("total: 7"), "\(picture)")
    }
}
