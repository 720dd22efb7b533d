/// An event of a random application. It names its source, so that a judge can tell whether it may still arrive.
package struct Emission: Hashable, Sendable, CustomStringConvertible {
    /// The number of a run of a source; a pipe has a negative one.
    package let source: Int
    /// Counts what the source has emitted, from 1.
    package let number: Int
    package let value: Int

    package init(source: Int, number: Int, value: Int) {
        (self.source, self.number, self.value) = (source, number, value)
    }

    package var description: String { "\(source).\(number)(\(value))" }
}
