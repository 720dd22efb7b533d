import CycleMonitor
import TestSupport
import Testing

/// Failures are said on standard error where a program does not take them.
@Suite("Failures that a program does not take", .waiting)
struct ToldFailureTests {
    @Test("a recording that has ended, and a program that cannot be looked at, are told on standard error")
    func told() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Recorder.tellOnStandardError(RecordingError(path: "a.jsonl", problem: .inUse))
            LiveError.tellOnStandardError(.inUse)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("recording ended: ") && text.contains("a.jsonl"))
        #expect(text.contains("cannot be looked at: another program listens there"))
    }
}
