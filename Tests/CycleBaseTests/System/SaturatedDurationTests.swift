import CycleBase
import Testing

@Suite("Durations as numbers")
struct SaturatedDurationTests {
    @Test("whole units are counted toward zero")
    func whole() {
        #expect(Duration.microseconds(1_999).count(of: .milliseconds(1)) == 1)
        #expect(Duration.microseconds(-1_999).count(of: .milliseconds(1)) == -1)
        #expect(Duration.seconds(3).count(of: .nanoseconds(1)) == 3_000_000_000)
    }

    @Test("a count that no 64 bits hold is the nearest one")
    func saturated() {
        #expect(Duration.longest.count(of: .nanoseconds(1)) == .max)
        #expect((.zero - Duration.longest).count(of: .nanoseconds(1)) == .min)
    }

    @Test("thousandths of a second are digits behind the point, of which none is rounded")
    func thousandths() {
        #expect(Duration.microseconds(1_007_999).inThousandths == "1.007")
        #expect(Duration.zero.inThousandths == "0.000")
    }
}
