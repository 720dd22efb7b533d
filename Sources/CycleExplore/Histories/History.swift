/// The calls and answers of clients, each with its time, as operations that ``Linearizability`` can judge.
///
///     var history = History<String, String>()
///     for moment in moments { try history.append(.call("write 3", by: "ann"), at: moment.time) }
///     let verdict = Linearizability(of: Register()).verdict(on: history.operations)
///
/// The events of a client come in their order. Those of different clients may come in any: one recording after the other.
public struct History<Call: Sendable, Answer: Sendable>: Sendable {
    private struct Entry {
        let call: Call
        let client: String
        let begin: Duration
        var answer: (value: Answer, time: Duration)?
    }

    private var entries: [Entry] = []
    /// The entry of the call that a client waits for.
    private var waiting: [String: Int] = [:]
    /// The time of the latest event of each client.
    private var latest: [String: Duration] = [:]

    public init() {}

    /// - Parameters:
    ///   - event: The next one of its client.
    ///   - time: Of a clock that all clients share: no later than the call was sent, and no earlier than the answer had come.
    /// - Throws: ``HistoryMistake`` for an answer without a call, and for an event that is earlier than the one before it.
    public mutating func append(_ event: HistoryEvent<Call, Answer>, at time: Duration) throws(HistoryMistake) {
        switch event {
        case .call(let call, let client):
            try advance(client, to: time)
            waiting[client] = entries.count
            entries.append(Entry(call: call, client: client, begin: time))
        case .answer(let answer, let client):
            guard let entry = waiting.removeValue(forKey: client) else {
                throw HistoryMistake(reason: "the answer \(answer) to \(client) has no call before it")
            }
            try advance(client, to: time)
            entries[entry].answer = (answer, time)
        case .lost(let client): waiting[client] = nil
        }
    }

    private mutating func advance(_ client: String, to time: Duration) throws(HistoryMistake) {
        if let latest = latest[client], time < latest {
            throw HistoryMistake(
                reason: "an event of \(client) is earlier than the one before it: the clock was set back, so its times have no order")
        }
        latest[client] = time
    }

    /// The operations, in the order in which they were appended.
    ///
    /// Of a call and an answer at one time, the call counts as the earlier one: that forbids no order.
    public var operations: [HistoryOperation<Call, Answer>] {
        var instants: [(time: Duration, isAnswer: Bool, entry: Int)] = []
        for (place, entry) in entries.enumerated() {
            instants.append((entry.begin, false, place))
            if let answer = entry.answer { instants.append((answer.time, true, place)) }
        }
        instants.sort { ($0.time, $0.isAnswer ? 1 : 0, $0.entry) < ($1.time, $1.isAnswer ? 1 : 0, $1.entry) }
        var (begins, ends) = (Array(repeating: 0, count: entries.count), Array(repeating: 0, count: entries.count))
        for (place, instant) in instants.enumerated() {
            if instant.isAnswer { ends[instant.entry] = place } else { begins[instant.entry] = place }
        }
        return entries.enumerated().map { place, entry in
            HistoryOperation(entry.call, from: begins[place], answered: entry.answer.map { ($0.value, ends[place]) })
        }
    }

    /// The operation that no order allows, in words, with the end of the longest order before it.
    ///
    /// - Parameters:
    ///   - operation: Of ``Linearizability/Verdict/impossible(operation:longest:)``, as the next one.
    ///   - longest: The longest order.
    ///   - limit: How many operations of the order are shown, the last ones.
    public func account(of operation: Int, behind longest: [Int], last limit: Int = .max) -> String {
        let text = { (place: Int) in
            let entry = entries[place]
            return "\n  \(entry.client): \(entry.call) -> \(entry.answer.map { "\($0.value)" } ?? "no answer")"
        }
        let shown = longest.suffix(max(0, limit))
        let hidden = longest.count - shown.count
        let order = longest.isEmpty ? " nothing" : (hidden > 0 ? "\n  \(hidden) more" : "") + shown.map(text).joined()
        return "no order of the calls allows\(text(operation))\nbehind the longest that is possible:\(order)"
    }
}

/// An event that cannot be a part of the history before it.
public struct HistoryMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, in words.
    public let reason: String
    public var description: String { reason }
}
