import CycleDrivers
import CycleScreens
import Testing

/// What users of other kits have met in what is read, and in numbers, each as it should be.
@Suite("What goes wrong elsewhere in texts")
struct ReadingPeerTests {
    private func lines(_ markdown: String) -> [String] {
        text(24, 20, Markdown(markdown).view).split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0)
        }
    }

    @Test("so many of a hundred are as many percent")
    func percents() {
        for done in 0...100 {
            #expect(text(6, 1, View.progress(Double(done) / 100)).hasSuffix(" \(done) %"))
            var meter = ProgressMeter(of: .items)
            meter.record(done, of: 100, at: .zero)
            #expect(text(60, 1, View.progress(meter)).hasSuffix(" \(done) %"))
        }
        #expect(text(6, 1, View.progress(0.999)).hasSuffix(" 99 %"))
    }
}
