internal import CycleBase

/// Numbers of a seed, for programs that nobody has written.
package struct SeededChance {
    private var random: SplitMix64

    package init(seed: UInt64) {
        // Neighbouring seeds have streams of their own: a state that a seed counts up would give each the stream of the one before, from
        // its second number on.
        var first = SplitMix64(seed: seed)
        random = SplitMix64(seed: first.next())
    }

    /// One of 0, 1, …, `bound - 1`.
    package mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    /// Whether it comes out, once in `count` times.
    package mutating func once(in count: Int) -> Bool { below(count) == 0 }

    package mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }

    package mutating func many<Choice>(_ counts: ClosedRange<Int>, _ make: (inout SeededChance) -> Choice) -> [Choice] {
        let count = counts.lowerBound + below(counts.count)
        return (0..<count).map { _ in make(&self) }
    }
}
