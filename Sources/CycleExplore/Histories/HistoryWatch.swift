/// A law of all that has happened, which is looked at turn by turn.
protocol HistoryWatch<Frame>: AnyObject {
    associatedtype Frame

    /// A frame, and the one before it; `nil` for the first one of a start.
    ///
    /// - Returns: The problem, if there is one.
    func take(_ frame: Frame, after before: Frame?) -> HistoryProblem?

    /// Adds the part of the past that makes a difference later.
    func remember(in memory: inout Fingerprint)

    /// One with the same past, that goes on by itself.
    func copy() -> any HistoryWatch<Frame>

    /// The past in words, for a report.
    var account: String { get }
}

enum HistoryProblem {
    /// The law is broken.
    case broken
    /// The author of the scenario has to mend something.
    case mistake(String)
}
