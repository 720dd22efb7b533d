/// A call that a client has made, and the answer that it has had.
public struct HistoryOperation<Call: Sendable, Answer: Sendable>: Sendable {
    /// The request.
    public let call: Call
    /// The answer; `nil` where the client never learnt it: the call may have had its effect at any later time, or never.
    public let answer: Answer?
    /// The place of the call among all calls and answers of the history.
    public let begin: Int
    /// The place of the answer; `nil` where there is none.
    public let end: Int?

    /// - Parameters:
    ///   - call: The request.
    ///   - answer: The answer, and its place among all calls and answers; `nil` where the outcome is not known.
    ///   - begin: The place of the call.
    public init(_ call: Call, from begin: Int, answered answer: (value: Answer, at: Int)? = nil) {
        if let answer, answer.at <= begin { stop("an answer at \(answer.at) to a call at \(begin): it comes later") }
        self.call = call
        self.begin = begin
        self.answer = answer?.value
        end = answer?.at
    }
}
