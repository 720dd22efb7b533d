import Cycle
import CycleDrivers
import CycleExplore
import CycleMonitor
import CycleTesting
import Foundation
import Testing

@Suite("The picture of a failure")
struct FailurePictureTests {
    private func found<Frame>(in scenario: Scenario<Frame>) throws -> ExplorationFailure {
        guard case .failure(let failure) = scenario.result() else { throw NotFound() }
        return failure
    }

    private struct NotFound: Error {}

    /// The recording that the failure keeps, read from a file.
    private func recording(of failure: ExplorationFailure) throws -> Recording {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("failure-\(UUID()).jsonl")
        try failure.recording.write(to: file, atomically: true, encoding: .utf8)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        return try Recording(path: file.path)
    }

    @Test("is drawn from the recording that the failure keeps, as from its steps, whatever its texts are")
    func drawn() throws {
        let wrong = Scenario(Law<String>.always("never \"b\"") { !$0.hasSuffix("b\u{7}\n") }) { world in
            let keys = ScriptedDriver<Int, String>()
            world.events("key\\s", of: keys, from: ["a", "b\u{7}\n"], atMost: 2)
            return CycledLens(startingWith: "\"") { frames in
                frames.lens(driver: keys, frameFilter: \.count) { $0 += $1 }
            }
        }
        let failure = try found(in: wrong)
        let recording = try recording(of: failure)
        #expect(recording.faults.isEmpty)
        let steps = failure.lines.map { TimelineStep($0.happening.lane, $0.happening.label, changes: $0.changes) }
        #expect(steps.count == 1)
        #expect(
            ModelTimeline(recording.moments, showsTime: false).svg
                == ModelTimeline(steps, startingWith: failure.start).svg)
    }

    private struct Account: Hashable {
        var password = "S3CRETx9"
        var isOpen = false
    }

    @Test("shows no secret of the frame and the event that break a law, nor does any other form of its recording")
    func secrets() throws {
        let wrong = Scenario(Law<Account>.always("stays closed") { !$0.isOpen }) { world in
            let keys = ScriptedDriver<Bool, String>()
            world.events("keys", of: keys, from: ["token=S3CRETx9"], atMost: 1)
            return CycledLens(startingWith: Account()) { frames in
                frames.lens(driver: keys, frameFilter: \.isOpen) { account, _ in account.isOpen = true }
            }
        }
        let failure = try found(in: wrong)
        var recording = try recording(of: failure)
        #expect(recording.faults.isEmpty && recording.moments.count == 2 && failure.recording.contains("S3CRETx9"))
        for index in recording.moments.indices { recording.moments[index].isApproved = true }
        let forms = [
            Redaction().applied(to: recording).jsonLines, RecordingReport(title: "a").markdown(of: recording),
            RecordingPage(title: "a").html(of: recording),
            TestExport(application: "account()").source(of: recording),
            ModelTimeline(Redaction().applied(to: recording).moments).svg,
        ]
        for (number, form) in forms.enumerated() {
            #expect(!form.contains("S3CRETx9") && !form.isEmpty, "form \(number): \(form)")
        }
    }
}
