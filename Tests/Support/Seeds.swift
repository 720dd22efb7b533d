internal import CycleBase

/// The seeds of random programs: `CYCLE_SEEDS=n` are n of them, `CYCLE_FIRST_SEED=n` begins at another one.
package struct Seeds: Sequence {
    private let seeds: Range<UInt64>

    /// - Parameter count: How many, unless the environment says so.
    package init(_ count: UInt64) {
        let first = Self.number("CYCLE_FIRST_SEED") ?? 0
        seeds = first..<first + seedCount(count)
    }

    /// A debug build computes many times as long: it takes the fifth part of the seeds, and a release build all of them.
    static func inThisBuild(_ count: UInt64) -> UInt64 {
        #if DEBUG
            count == 0 ? 0 : Swift.max(2, count / 5)
        #else
            count
        #endif
    }

    static func number(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    package func makeIterator() -> Range<UInt64>.Iterator { seeds.makeIterator() }
}

/// How many seeds a test takes: `CYCLE_SEEDS=n`, or a number that takes seconds in a release build.
package func seedCount(_ count: UInt64) -> UInt64 { Seeds.number("CYCLE_SEEDS") ?? Seeds.inThisBuild(count) }

/// Whether a test explores all of its world: in a release build, and with `CYCLE_EXPLORE=n`, as each night. A debug build
/// computes many times as long: there it explores a smaller world, or fewer steps.
package let exploresAll: Bool = {
    #if DEBUG
        Seeds.number("CYCLE_EXPLORE") != nil
    #else
        true
    #endif
}()

/// How many keys, events or steps an exploration has: so many, or more where `CYCLE_EXPLORE=n` says so.
package func exploredCount(_ count: Int) -> Int { max(count, Seeds.number("CYCLE_EXPLORE").map { Int($0) } ?? 0) }

/// How often a test kills a process: `CYCLE_KILLS=n`, or a number that takes seconds.
package func killCount(_ count: Int) -> Int { Seeds.number("CYCLE_KILLS").map { Int($0) } ?? count }
