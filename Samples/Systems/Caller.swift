/// A client that makes calls one after the other.
package protocol Caller: Codable {
    var calls: [String] { get }
    /// Those to the first of the calls.
    var answers: [String] { get }
    /// Why it makes no more calls.
    var problem: String? { get }
}

extension Caller {
    /// The call that has no answer yet.
    package var call: String? { answers.count < calls.count ? calls[answers.count] : nil }
    package var isDone: Bool { problem != nil || call == nil }
}
