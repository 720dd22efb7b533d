/// A moment of a history as clients see it: a call, or its answer.
///
/// A client has one call at a time. A client that calls again, or starts anew, never learns what has come of its call before.
public enum HistoryEvent<Call, Answer> {
    /// A client calls.
    case call(Call, by: String)
    /// A client has its answer.
    case answer(Answer, to: String)
    /// A client has given up: its call may have its effect at any later time, or never.
    case lost(by: String)
}

extension HistoryEvent: Equatable where Call: Equatable, Answer: Equatable {}
extension HistoryEvent: Hashable where Call: Hashable, Answer: Hashable {}
extension HistoryEvent: Sendable where Call: Sendable, Answer: Sendable {}
