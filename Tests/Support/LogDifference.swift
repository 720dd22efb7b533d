/// Where what a library did, line by line, is not what a reference expects of it.
package struct LogDifference: CustomStringConvertible {
    package let description: String

    /// `nil`: both are the same.
    ///
    /// - Parameter program: The program that both have run; `seed` makes it again.
    package init?(seed: UInt64, program: some Any, expected: [String], got: [String]) {
        if expected == got { return nil }
        let same = zip(expected, got).prefix { $0 == $1 }.count
        description = """
            CYCLE_FIRST_SEED=\(seed)
            \(program)
            same: \(expected.prefix(same).joined(separator: "\n"))
            expected: \(expected.dropFirst(same).prefix(5).joined(separator: "\n"))
            got: \(got.dropFirst(same).prefix(5).joined(separator: "\n"))
            """
    }
}
