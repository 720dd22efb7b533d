// swift-format-ignore-file
import CycleMonitor
import Testing

/// Exported by CycleMonitor: moments that somebody has looked at and approved.
@Suite("Approved moments of tests")
struct ApprovedCounterTests {
    @Test("moment 1, Keys: key(+)")
    func moment1() throws {
        try check(
            1, lens: "Keys",
            event: #"{"key":{"_0":"+"}}"#,
            context: #"{"total":0}"#,
            effect: #"{"total":1}"#)
    }

    @Test("moment 3, Keys: key(+)")
    func moment3() throws {
        try check(
            3, lens: "Keys",
            event: #"{"key":{"_0":"+"}}"#,
            context: #"{"total":1}"#,
            effect: #"{"total":2}"#)
    }

    private func check(_ number: Int, lens: String, event: String, context: String, effect: String) throws {
        let eventFilters: [RecordedEventFilter<Counter>] = [
            RecordedEventFilter(driver: "Keys", counted),
        ]
        let moment = RecordedMoment(
            number: number, time: .zero, lens: lens, event: try RecordedValue(json: event),
            context: try RecordedValue(json: context), effect: try RecordedValue(json: effect))
        let recording = Recording(header: RecordingHeader(createdBy: "", lenses: []), moments: [moment])
        let replay = recording.replay(eventFilters)
        #expect(replay.isExact, "\(replay)")
    }
}
