/// Numbers of a seed, for programs that nobody has written.
package struct SeededChance {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One of 0, 1, …, `bound - 1`.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Whether it comes out, once in `count` times.
    package mutating func once(in count: Int) -> Bool { below(count) == 0 }

    package mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }

    package mutating func many<Choice>(_ counts: ClosedRange<Int>, _ make: (inout SeededChance) -> Choice) -> [Choice] {
        let count = counts.lowerBound + below(counts.count)
        return (0..<count).map { _ in make(&self) }
    }
}
