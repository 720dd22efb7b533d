/// A call that a client has made, and the answer that it has had.
package struct HistoryOperation<Call: Sendable, Answer: Sendable>: Sendable {
    /// The request.
    package let call: Call
    /// The answer; `nil` where the client never learnt it: the call may have had its effect at any later time, or never.
    package let answer: Answer?
    /// The place of the call among all calls and answers of the history.
    package let begin: Int
    /// The place of the answer; `nil` where there is none.
    package let end: Int?

    /// - Parameters:
    ///   - call: The request.
    ///   - answer: The answer, and its place among all calls and answers; `nil` where the outcome is not known.
    ///   - begin: The place of the call.
    package init(_ call: Call, from begin: Int, answered answer: (value: Answer, at: Int)? = nil) {
        if let answer, answer.at <= begin { stop("an answer at \(answer.at) to a call at \(begin): it comes later") }
        self.call = call
        self.begin = begin
        self.answer = answer?.value
        end = answer?.at
    }
}

/// The behaviour of a service whose calls come one after the other.
package protocol SequentialModel: Sendable {
    associatedtype State: Hashable & Sendable
    associatedtype Call: Sendable
    associatedtype Answer: Sendable
    /// A name for calls that touch the same values: the key of a map.
    associatedtype Part: Hashable & Sendable = Int

    /// The state before all calls.
    var start: State { get }

    /// The state after a call.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - call: The request.
    ///   - answer: The answer that the client had; `nil` where that is not known, which no state contradicts.
    /// - Returns: `nil` where this answer is none that the service gives in this state.
    func state(after state: State, _ call: Call, answered answer: Answer?) -> State?

    /// The part of the state that a call reads and changes; each begins with ``start``.
    func part(of call: Call) -> Part
}

extension SequentialModel where Part == Int {
    /// One part with all.
    package func part(of call: Call) -> Int { 0 }
}
