/// Something that a test must account for before it finishes.
public protocol Accountable {
    /// Everything that happened and was not expected, a line each.
    var unaccountedLines: [String] { get }
}
