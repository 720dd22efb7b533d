import Cycle
import CycleDrivers
import CycleMonitor
import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import counter

/// `cycled_model_timeline.svg` in the root is drawn here, from a run of the counter with all its drivers: the real loop on
/// virtual time, a disk in memory and a network that answers from a script.
@Suite("The README's picture")
struct ModelTimelinePictureTests {
    private func draw() throws -> String {
        var options = Options()
        options.file = "total"
        options.url = "http://localhost/number"
        options.period = .seconds(2)
        let time = VirtualTime()
        let files = SimulatedFiles(seed: 1)
        files[text: "total"] = "4"
        let network = SimulatedNetwork(time) { _ in .response(200, [:], ["30"], after: .milliseconds(700)) }
        let console = ScriptedDriver<ConsoleDriver.Model, ConsoleDriver.Event>()
        let cycle = counter(options)
        let recorder = Recorder(keeping: 100)
        cycle.record(into: recorder)
        time.drive(cycle, standIns: console, files, network)
        for keys in ["+", "f", "", "-", "q"] {
            time.advance(by: .milliseconds(500))
            for key in keys { console.send(.key(ConsoleDriver.Key(.character(key)))) }
            time.advance(by: .zero)
        }
        cycle.stop()
        return try ModelTimeline(recorder.recording.moments.showing(Recorded.self) { "\($0.total)" }).svg
    }

    /// The part of a frame that the picture shows.
    private struct Recorded: Decodable {
        let total: Int
    }

    @Test("is what the counter does; CYCLE_REDRAW=1 draws it anew")
    func isNotStale() throws {
        #expect(try KeptFile("cycled_model_timeline.svg").has(draw()))
    }
}
