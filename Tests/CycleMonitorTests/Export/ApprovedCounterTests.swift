// swift-format-ignore-file
import CycleMonitor
import CycleTesting
import Testing

/// Exported by CycleMonitor: moments that a person has approved.
@Suite("Approved moments of tests")
struct ApprovedCounterTests {
    @Test("moment 1, Keys: key(+)")
    func moment1() throws {
        try check(
            1, lens: "Keys", time: .nanoseconds(0), wallTime: .nanoseconds(1767225600000000000),
            event: #"{"key":{"_0":"+"}}"#,
            context: #"{"total":0}"#,
            effect: #"{"total":1}"#)
    }

    @Test("moment 3, Keys: key(+)")
    func moment3() throws {
        try check(
            3, lens: "Keys", time: .nanoseconds(3000000000), wallTime: .nanoseconds(1767225603000000000),
            event: #"{"key":{"_0":"+"}}"#,
            context: #"{"total":1}"#,
            effect: #"{"total":2}"#)
    }

    private func check(
        _ number: Int, lens: String, time: Duration, wallTime: Duration? = nil, event: String, context: String,
        effect: String
    ) throws {
        let moment = RecordedMoment(
            number: number, time: time, wallTime: wallTime, lens: lens, event: try RecordedValue(json: event),
            context: try RecordedValue(json: context), effect: try RecordedValue(json: effect))
        let recording = Recording(header: RecordingHeader(createdBy: ""), moments: [moment])
        let replay = recording.replay(through: VirtualTime().counter(""))
        #expect(replay.isExact, "\(replay)")
    }
}
