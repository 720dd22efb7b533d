internal import CycleBase

/// The seeds of a fuzzer: a number that takes a second in a release build, and then more until `CYCLE_FUZZ_SECONDS=n` are over. `CYCLE_FIRST_SEED=n`
/// begins at another one; `CYCLE_FUZZ_TRACE=1` prints each, for an input that ends the process before a test can name it.
package struct FuzzSeeds: Sequence, IteratorProtocol {
    private let first: UInt64
    private let count: UInt64
    private let end: ContinuousClock.Instant
    private let isTraced: Bool
    private var index: UInt64 = 0

    package init(_ count: UInt64) {
        self.count = Seeds.inThisBuild(count)
        first = Seeds.number("CYCLE_FIRST_SEED") ?? 0
        end = ContinuousClock.now + .seconds(Int64(clamping: Seeds.number("CYCLE_FUZZ_SECONDS") ?? 0))
        isTraced = Seeds.number("CYCLE_FUZZ_TRACE") != nil
    }

    package mutating func next() -> UInt64? {
        guard index < count || ContinuousClock.now < end else { return nil }
        defer { index += 1 }
        if isTraced { print("seed \(first &+ index)") }
        return first &+ index
    }
}
