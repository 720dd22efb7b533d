/// Whether the operations of a history can be put into one order that a service of one client at a time could have had: each between its
/// call and its answer.
///
///     switch Linearizability(of: Register()).verdict(on: operations) {
///     case .linearizable(let order): …
///     case .impossible(let operation, let longest): …
///     case .undecided: …
///     }
///
/// A depth-first search that takes, at each place, an operation whose call has come before all answers that are left. The search remembers
/// the operations that it has taken and the state that they led to: another order of them leads nowhere else.
///
/// - Complexity: Exponential in the operations that overlap; linear where none do.
/// - Source: Wing and Gong, "Testing and Verifying Concurrent Objects", 1993; the memory is that of Lowe, "Testing for Linearizability",
///   2016; the parts are those of Horn and Kroening, "Faster Linearizability Checking via P-Compositionality", 2015.
public struct Linearizability<Model: SequentialModel>: Sendable {
    public typealias Operation = HistoryOperation<Model.Call, Model.Answer>

    public enum Verdict: Hashable, Sendable {
        /// There is an order: the places of the operations. One whose outcome is not known may be missing.
        case linearizable([Int])
        /// There is none.
        ///
        /// - Parameters:
        ///   - operation: The place of an operation that cannot be put anywhere behind the longest order.
        ///   - longest: The longest order of its part up to there.
        case impossible(operation: Int, longest: [Int])
        /// So many steps did not suffice.
        case undecided(stepCount: Int)
    }

    private let model: Model
    private let stepLimit: Int

    /// - Parameters:
    ///   - model: The service.
    ///   - stepLimit: How many operations are tried before it gives up; no fewer than 1.
    public init(of model: Model, upTo stepLimit: Int = 10_000_000) {
        self.model = model
        self.stepLimit = max(1, stepLimit)
    }

    /// - Parameter operations: In any order. No two begin or end at one place.
    public func verdict(on operations: [Operation]) -> Verdict {
        var parts: [Model.Part: [Int]] = [:]
        var order: [Model.Part] = []
        for (place, operation) in operations.enumerated() {
            let part = model.part(of: operation.call)
            if parts[part] == nil { order.append(part) }
            parts[part, default: []].append(place)
        }
        var (orders, left): ([[Int]], Int) = ([], stepLimit)
        for part in order {
            let places = parts[part] ?? []
            var search = LinearizationSearch(model, places.map { operations[$0] }, left)
            switch search.run() {
            case .linearizable(let order): orders.append(order.map { places[$0] })
            case .impossible(let operation, let longest):
                return .impossible(operation: places[operation], longest: longest.map { places[$0] })
            case .undecided: return .undecided(stepCount: stepLimit)
            }
            left -= search.stepCount
        }
        return .linearizable(orders.count == 1 ? orders[0] : merged(orders, operations))
    }

    /// Orders of several parts as one: an operation comes as late as those before it in its part allow.
    private func merged(_ orders: [[Int]], _ operations: [Operation]) -> [Int] {
        var placed: [(at: Int, part: Int, place: Int)] = []
        for (part, order) in orders.enumerated() {
            var at = Int.min
            for place in order {
                at = max(at, operations[place].begin)
                placed.append((at, part, place))
            }
        }
        // Stable: those of one part at one place keep their order.
        return placed.enumerated().sorted {
            ($0.element.at, $0.element.part, $0.offset) < ($1.element.at, $1.element.part, $1.offset)
        }
        .map(\.element.place)
    }
}

/// The search through the orders of one part.
private struct LinearizationSearch<Model: SequentialModel> {
    /// The operations that are taken, a bit each, and the state.
    private struct Memory: Hashable {
        /// How many words of those that have an answer are taken whole: they are left out.
        let wholeCount: Int
        let answered: [UInt64]
        let unanswered: [UInt64]
        let state: Model.State
    }

    /// A call or an answer, linked to those before and behind it that are left.
    private struct Entry {
        let operation: Int
        let isCall: Bool
        var before: Int
        var behind: Int
    }

    private let model: Model
    private let operations: [Linearizability<Model>.Operation]
    private let stepLimit: Int
    /// The first one is no entry: it stands before all.
    private var entries: [Entry] = [Entry(operation: -1, isCall: true, before: -1, behind: -1)]
    private var answers: [Int?]
    private var known: Set<Memory> = []
    /// The operations that have an answer, in the order of their calls, so that the words in use are few.
    private var answered: [UInt64]
    private var unanswered: [UInt64]
    /// The bit of each operation.
    private var bits: [Int]
    /// The words of `answered` before this one are whole, and those from `usedEnd` on are empty.
    private var (wholeCount, usedEnd) = (0, 0)
    private var state: Model.State
    private var stack: [(entry: Int, state: Model.State)] = []
    private var longest: [Int] = []
    private var blocked: Int?
    private(set) var stepCount = 0

    init(_ model: Model, _ operations: [Linearizability<Model>.Operation], _ stepLimit: Int) {
        self.model = model
        self.operations = operations
        self.stepLimit = stepLimit
        state = model.start
        let order = operations.indices.sorted { operations[$0].begin < operations[$1].begin }
        let (known, unknown) = (order.filter { operations[$0].end != nil }, order.filter { operations[$0].end == nil })
        answered = Array(repeating: 0, count: known.count / 64 + 1)
        unanswered = Array(repeating: 0, count: (unknown.count + 63) / 64)
        bits = Array(repeating: 0, count: operations.count)
        for (bit, place) in known.enumerated() { bits[place] = bit }
        for (bit, place) in unknown.enumerated() { bits[place] = bit }
        answers = Array(repeating: nil, count: operations.count)
        var events: [(at: Int, operation: Int, isCall: Bool)] = []
        for (place, operation) in operations.enumerated() {
            events.append((operation.begin, place, true))
            if let end = operation.end { events.append((end, place, false)) }
        }
        for event in events.sorted(by: { $0.at < $1.at }) {
            let place = entries.count
            if !event.isCall { answers[event.operation] = place }
            entries[place - 1].behind = place
            entries.append(Entry(operation: event.operation, isCall: event.isCall, before: place - 1, behind: -1))
        }
    }

    mutating func run() -> Linearizability<Model>.Verdict {
        var left = operations.count { $0.end != nil }
        var place = entries[0].behind
        // Operations with an answer first: one whose outcome is not known is taken where nothing else helps.
        var takesUnanswered = false
        // Without an answer that is left, what is left may never have happened.
        while left > 0 {
            let entry = entries[place]
            if entry.isCall {
                stepCount += 1
                if stepCount > stepLimit { return .undecided(stepCount: stepLimit) }
                let isUnanswered = operations[entry.operation].end == nil
                if isUnanswered == takesUnanswered, take(entry.operation, at: place) {
                    if !isUnanswered { left -= 1 }
                    (place, takesUnanswered) = (entries[0].behind, false)
                } else {
                    place = entry.behind
                }
                continue
            }
            if !takesUnanswered {
                (place, takesUnanswered) = (entries[0].behind, true)
                continue
            }
            // An answer is reached whose operation was not taken: another one must be taken before.
            if blocked == nil || stack.count > longest.count {
                longest = stack.map { entries[$0.entry].operation }
                blocked = entry.operation
            }
            guard let last = stack.popLast() else { return .impossible(operation: blocked ?? 0, longest: longest) }
            let operation = entries[last.entry].operation
            takesUnanswered = operations[operation].end == nil
            if !takesUnanswered { left += 1 }
            putBack(operation, at: last.entry)
            state = last.state
            place = entries[last.entry].behind
        }
        return .linearizable(stack.map { entries[$0.entry].operation })
    }

    /// Takes an operation next, unless the state forbids it, or the same was tried in another order.
    private mutating func take(_ operation: Int, at place: Int) -> Bool {
        let (call, answer) = (operations[operation].call, operations[operation].answer)
        guard let next = model.state(after: state, call, answered: answer) else { return false }
        // One whose outcome is not known and that changes nothing may as well never have happened.
        if answer == nil, next == state { return false }
        mark(operation)
        let memory = Memory(
            wholeCount: wholeCount, answered: Array(answered[wholeCount..<max(wholeCount, usedEnd)]),
            unanswered: unanswered,
            state: next)
        guard known.insert(memory).inserted else {
            mark(operation)
            return false
        }
        stack.append((place, state))
        state = next
        unlink(place)
        if let answer = answers[operation] { unlink(answer) }
        return true
    }

    private mutating func putBack(_ operation: Int, at place: Int) {
        mark(operation)
        if let answer = answers[operation] { link(answer) }
        link(place)
    }

    /// Takes an operation, or puts it back.
    private mutating func mark(_ operation: Int) {
        let (word, bit) = (bits[operation] / 64, 1 << UInt64(bits[operation] % 64) as UInt64)
        if operations[operation].end == nil {
            unanswered[word] ^= bit
            return
        }
        answered[word] ^= bit
        usedEnd = max(usedEnd, word + 1)
        while usedEnd > 0, answered[usedEnd - 1] == 0 { usedEnd -= 1 }
        wholeCount = min(wholeCount, word)
        while wholeCount < answered.count, answered[wholeCount] == .max { wholeCount += 1 }
    }

    private mutating func unlink(_ place: Int) {
        let entry = entries[place]
        entries[entry.before].behind = entry.behind
        if entry.behind >= 0 { entries[entry.behind].before = entry.before }
    }

    /// Puts an entry back between those that it stood between when it was unlinked.
    private mutating func link(_ place: Int) {
        let entry = entries[place]
        entries[entry.before].behind = place
        if entry.behind >= 0 { entries[entry.behind].before = place }
    }
}
