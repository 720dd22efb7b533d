import Cycle
import CycleDrivers
import CycleExplore
import CycleMonitor
import CycleTesting
import Foundation
import Testing

@Suite("The picture of a failure")
struct FailurePictureTests {
    @Test("is drawn from the recording that the failure keeps, as from its steps, whatever its texts are")
    func drawn() throws {
        let wrong = Scenario(Law<String>.always("never \"b\"") { !$0.hasSuffix("b\u{7}\n") }) { world in
            let keys = ScriptedDriver<Int, String>()
            world.events("key\\s", of: keys, from: ["a", "b\u{7}\n"], atMost: 2)
            return CycledLens(startingWith: "\"") { frames in
                frames.lens(driver: keys, frameFilter: \.count) { $0 += $1 }
            }
        }
        guard case .failure(let failure) = wrong.result() else {
            Issue.record("not found")
            return
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("failure-\(UUID()).jsonl")
        try failure.recording.write(to: file, atomically: true, encoding: .utf8)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        let recording = try Recording(path: file.path)
        #expect(recording.faults.isEmpty)
        let steps = failure.lines.map { TimelineStep($0.happening.lane, $0.happening.label, changes: $0.changes) }
        #expect(steps.count == 1)
        #expect(
            ModelTimeline(recording.moments, showsTime: false).svg
                == ModelTimeline(steps, startingWith: failure.start).svg)
    }
}
