/// The part of a run's past that makes a difference to laws.
///
/// Unchecked: the watches are copies, which do not go on.
struct LawPast: @unchecked Sendable {
    /// A bit for each promise that is owed.
    let owed: UInt64
    /// One for each law of a history.
    let watches: [any HistoryWatch]
}
