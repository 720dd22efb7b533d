import CycleBase

/// The seeds of random programs: `CYCLE_SEEDS=n` are n of them, `CYCLE_FIRST_SEED=n` begins at another one.
package struct Seeds: Sequence {
    private let seeds: Range<UInt64>

    /// - Parameter count: How many, unless the environment says so.
    package init(_ count: UInt64) {
        let first = Self.number("CYCLE_FIRST_SEED") ?? 0
        seeds = first..<first + (Self.number("CYCLE_SEEDS") ?? count)
    }

    static func number(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    package func makeIterator() -> Range<UInt64>.Iterator { seeds.makeIterator() }
}

/// How many seeds a test takes: `CYCLE_SEEDS=n`, or a number that takes seconds.
package func seedCount(_ count: UInt64) -> UInt64 { Seeds.number("CYCLE_SEEDS") ?? count }

/// How often a test kills a process: `CYCLE_KILLS=n`, or a number that takes seconds.
package func killCount(_ count: Int) -> Int { Seeds.number("CYCLE_KILLS").map { Int($0) } ?? count }
