/// Something that a test must account for before it finishes: a stand-in whose lines make `test.finish()` fail.
///
///     extension FakeSensor: Accountable {
///         var unaccountedLines: [String] { readings.map { "the reading \($0) was taken" } }
///     }
public protocol Accountable {
    /// Everything that happened and was not expected, a line each.
    var unaccountedLines: [String] { get }
}
