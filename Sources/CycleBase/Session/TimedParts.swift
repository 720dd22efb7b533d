/// A part of a session that may be waiting for a time.
package protocol HasDeadline: Hashable, Sendable {
    /// The time at which it is due; `nil` while it waits for none.
    var deadline: Duration? { get }
}

/// The parts of a session by their numbers, and the time at which the first of them is due: known at once, however many there are that wait
/// for no time.
package struct TimedParts<Part: HasDeadline>: Hashable, Sendable {
    /// All of them.
    package private(set) var all: [Int: Part] = [:]
    private var times: [Int: Duration] = [:]

    package init() {}

    package subscript(number: Int) -> Part? {
        get { all[number] }
        _modify {
            defer { note(number) }
            yield &all[number]
        }
    }

    private mutating func note(_ number: Int) {
        let time = all[number]?.deadline
        if time != nil || !times.isEmpty { times[number] = time }
    }

    @discardableResult
    package mutating func remove(_ number: Int) -> Part? {
        times[number] = nil
        return all.removeValue(forKey: number)
    }

    package var isEmpty: Bool { all.isEmpty }

    /// - Complexity: O(parts that wait for a time).
    package var deadline: Duration? { times.values.min() }

    /// The part that is due first; of several that are, the oldest.
    package var first: Part? { times.min { ($0.value, $0.key) < ($1.value, $1.key) }.flatMap { all[$0.key] } }

    /// The numbers of the parts that are due, in order.
    package func due(at now: Duration) -> [Int] { times.filter { $0.value <= now }.keys.sorted() }

    /// A key path of a generic type is made anew at each use, by name: with one, this took a twentieth of a search in debug builds.
    package var isConsistent: Bool { times == all.compactMapValues { $0.deadline } }
}
