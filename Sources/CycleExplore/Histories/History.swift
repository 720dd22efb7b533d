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
        var answer: Answer?
    }

    /// The time of a call, or of an answer.
    private struct Instant {
        let time: Duration
        let entry: Int
        let isAnswer: Bool
    }

    private var entries: [Entry] = []
    /// As they were appended.
    private var instants: [Instant] = []
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
            instants.append(Instant(time: time, entry: entries.count, isAnswer: false))
            entries.append(Entry(call: call, client: client))
        case .answer(let answer, let client):
            guard let entry = waiting.removeValue(forKey: client) else {
                throw HistoryMistake(reason: "the answer \(answer) to \(client) has no call before it")
            }
            try advance(client, to: time)
            instants.append(Instant(time: time, entry: entry, isAnswer: true))
            entries[entry].answer = answer
        case .lost(let client): waiting[client] = nil
        }
    }

    private mutating func advance(_ client: String, to time: Duration) throws(HistoryMistake) {
        if let latest = latest[client], time < latest {
            throw HistoryMistake(
                reason: """
                    an event of \(client) is earlier than the one before it: the clock was set back, so its times give no order
                    """)
        }
        latest[client] = time
    }

    /// The operations, in the order in which their calls were appended.
    ///
    /// Where several clients have a call or an answer at one time, calls count as the earlier ones: that forbids no order.
    public var operations: [HistoryOperation<Call, Answer>] {
        var begins = Array(repeating: 0, count: entries.count)
        var ends: [Int?] = Array(repeating: nil, count: entries.count)
        for (place, instant) in ordered.enumerated() {
            if instant.isAnswer { ends[instant.entry] = place } else { begins[instant.entry] = place }
        }
        return entries.enumerated().map { number, entry in
            let (begin, end) = (begins[number], ends[number])
            guard let answer = entry.answer, let end else { return HistoryOperation(entry.call, from: begin) }
            return HistoryOperation(entry.call, from: begin, answered: (answer, end))
        }
    }

    private var ordered: [Instant] {
        let sorted = instants.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        var ordered: [Instant] = []
        var rest = sorted[...]
        while let first = rest.first {
            let together = rest.prefix { $0.time == first.time }
            rest.removeFirst(together.count)
            // The moment in which one client has its answer and makes its next call.
            let isOfOne = together.allSatisfy { entries[$0.entry].client == entries[first.entry].client }
            ordered += isOfOne ? Array(together) : together.filter { !$0.isAnswer } + together.filter(\.isAnswer)
        }
        return ordered
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
            return "\n  \(entry.client): \(entry.call) -> \(entry.answer.map { "\($0)" } ?? "no answer")"
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
