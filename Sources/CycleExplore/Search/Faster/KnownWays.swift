/// The knowledge of one thread of where choices lead: the table, what was seen ahead of it before the batch, and what the thread itself has
/// seen since.
struct KnownWays {
    /// How far a run goes over known ground, to where there is anything new.
    private static var knownLength: Int { 4 }
    private static var knownLimit: Int { 24 }

    private let batch: Batch
    private(set) var own: AheadTable
    /// The states of the thread that it has yet to expand, the one under way included.
    private var waiting: ClosedRange<Int>?

    init(_ batch: Batch, limit: Int) {
        self.batch = batch
        own = AheadTable(limit: limit)
    }

    /// From now on, the thread expands this state, and then those up to the last.
    mutating func isExpanding(_ index: Int, upTo last: Int) {
        waiting = index...last
    }

    /// The results that were seen of a state with the same rest of allowances.
    func ahead(of place: Place) -> Ahead? { own[place] ?? batch.aheads[place] }

    /// The results that the thread has seen of states that are not expanded in this batch or before.
    var ahead: AheadTable {
        var ahead = own
        let (table, end) = (batch.table, batch.end)
        ahead.forget { place in table.index(of: place).map { $0 < end } ?? false }
        return ahead
    }

    mutating func note(_ arrival: Arrival, of choice: Int, at place: Place, fanout: Int) {
        own.keep(batch.aheads[place], at: place)
        own.note(arrival, of: choice, at: place, fanout: fanout)
    }

    /// Whether a state has choices that no run has taken yet.
    func isOpen(_ place: Place, fanout: Int) -> Bool {
        guard fanout > 0, own.hasRoom || own[place] != nil else { return false }
        if let index = batch.table.index(of: place), index < batch.end, waiting?.contains(index) != true {
            // The state is expanded already, or another thread expands it now.
            return false
        }
        guard batch.taken != nil else { return ahead(of: place)?.isOpen ?? true }
        // Where orders are left out, a state that is not planned yet is only passed.
        guard let planned = planned(at: place) else { return ahead(of: place) == nil }
        return planned.contains { ahead(of: place)?[$0] == nil }
    }

    /// The choices that this thread takes from a state; `nil` where that is not planned yet.
    func planned(at place: Place) -> [Int]? {
        guard let taken = batch.taken, let index = batch.table.index(of: place), index < batch.end else { return nil }
        return taken[index] ?? []
    }

    /// The steps to the nearest open state, through states whose choices are known; empty where there is none near.
    func wayToOpen(from place: Place) -> ArraySlice<Way> {
        var reached: Set<Place> = [place]
        var ways: [(way: Way, before: Int, length: Int)] = []
        var found: Int?
        func reach(from place: Place, before: Int, length: Int) {
            forEachKnown(from: place) { choice, to, fanout in
                guard found == nil, fanout > 0, reached.insert(to).inserted else { return }
                ways.append((Way(from: place, choice: choice, to: to), before, length))
                if isOpen(to, fanout: fanout) { found = ways.count - 1 }
            }
        }
        reach(from: place, before: -1, length: 1)
        var next = 0
        while found == nil, next < ways.count, reached.count <= Self.knownLimit, ways[next].length < Self.knownLength {
            reach(from: ways[next].way.to, before: next, length: ways[next].length + 1)
            next += 1
        }
        var steps: [Way] = []
        while let last = found, last >= 0 {
            steps.append(ways[last].way)
            found = ways[last].before
        }
        return steps.reversed()[...]
    }

    /// One of the choices of a state whose targets are known; `nil` where none is known.
    func step(from place: Place, number: Int) -> Way? {
        var ways: [Way] = []
        forEachKnown(from: place) { choice, to, _ in ways.append(Way(from: place, choice: choice, to: to)) }
        return ways.isEmpty ? nil : ways[number % ways.count]
    }

    /// Where the choices of a state lead that have been taken, and how many things may happen there.
    private func forEachKnown(from place: Place, _ body: (Int, Place, Int) -> Void) {
        let table = batch.table
        if let index = table.index(of: place), index < table.expandedCount {
            for (choice, target) in table.targets(of: index).enumerated() {
                if let target { body(choice, table.place(of: target), Int(table.nodes[target].fanout)) }
            }
        } else if let ahead = ahead(of: place) {
            for choice in 0..<ahead.fanout {
                guard let arrival = ahead[choice], !arrival.hasEnded, arrival.finding == nil else { continue }
                if let index = table.index(of: arrival.place) {
                    body(choice, table.place(of: index), Int(table.nodes[index].fanout))
                } else {
                    body(choice, arrival.place, Int(arrival.fanout))
                }
            }
        }
    }
}
