import CycleMonitor
import Testing

@Suite("Blame and statistics")
struct BlameTests {
    private let moments = SessionTests.recording("+x+").moments

    @Test("blame lists the moments that changed a place, the start included, and no other")
    func blame() {
        #expect(
            Blame(of: "total", in: moments).changes.map(\.description) == [
                "0 start: start: nothing -> 0", "1 Keys: key(+): 0 -> 1", "3 Keys: key(+): 1 -> 2",
            ])
        #expect(Blame(of: "missing[3].place", in: moments).changes.isEmpty)
        #expect(Blame(of: "no path]", in: moments).changes.isEmpty)
    }

    @Test("statistics count the events of each lens, and those that changed the frame")
    func statistics() {
        var statistics = RecordingStatistics()
        for moment in moments { statistics.add(moment) }
        #expect(statistics.momentCount == 4 && statistics.startCount == 1 && statistics.approvedCount == 0)
        #expect(statistics.lenses.map { "\($0.name) \($0.eventCount) \($0.changeCount)" } == ["Keys 3 2"])
        #expect(statistics.duration == .seconds(2))
        #expect(statistics.largestFrameByteCount > 0)
    }
}
