/// The result of a happening, as far as the search needs it.
struct Arrival {
    var place: StateTable.Place
    var owed: UInt16 = 0
    /// How many things may happen there.
    var fanout: UInt16 = 0
    var isResting = false
    var hasEnded = false
    /// Facts that most arrivals do not have.
    var more: More?

    final class More {
        /// The thing that happened, if it was due and the search looks for circles.
        var thing: Int?
        var interruptions: [Interruption] = []
        var agreements: [Agreement] = []
        /// The failure. The state is unknown then.
        var finding: Finding?
    }

    var finding: Finding? { more?.finding }
    var interruptions: [Interruption] { more?.interruptions ?? [] }
}

/// A value by which all orders of some happenings must agree.
struct Agreement {
    let law: Int
    let happenings: [String: Int]
    let result: Fingerprint.Key
    let text: String
}

/// The results of a state's choices that were seen before the search came to that state.
final class Ahead {
    let place: StateTable.Place
    /// Of the same state, with something else left of allowances.
    var next: Ahead?
    private var arrivals: [Arrival?]
    private var seenCount = 0

    init(_ place: StateTable.Place, fanout: Int, next: Ahead?) {
        self.place = place
        self.next = next
        arrivals = Array(repeating: nil, count: fanout)
    }

    var fanout: Int { arrivals.count }

    subscript(choice: Int) -> Arrival? { choice < arrivals.count ? arrivals[choice] : nil }

    /// Whether there is a choice that nobody has taken yet.
    var isOpen: Bool { seenCount < arrivals.count }

    /// A choice that nobody has taken yet, of what is due if there is any: what is only offered uses up allowances, and leads
    /// sooner to where nothing more can happen.
    func unseen(among choices: [Choice]) -> Int? {
        var unseen: Int?
        for choice in arrivals.indices where arrivals[choice] == nil {
            if choices[choice].possibility.isDue { return choice }
            unseen = unseen ?? choice
        }
        return unseen
    }

    func note(_ arrival: Arrival, of choice: Int) {
        if arrivals[choice] == nil { seenCount += 1 }
        arrivals[choice] = arrival
    }
}

extension StateTable {
    /// How many states are remembered that were seen before their turns.
    private var aheadLimit: Int { 8_000 }
    /// How far a run goes over known ground, to where there is anything new.
    private static var knownLength: Int { 4 }
    private static var knownLimit: Int { 24 }

    /// The results that were seen of a state with the same rest of allowances.
    func ahead(of place: Place) -> Ahead? {
        var ahead = aheads[place.key]
        while let one = ahead, one.place.budget != place.budget { ahead = one.next }
        return ahead
    }

    /// The same, from now on if there is nothing yet; `nil` where there is no room.
    mutating func ahead(of place: Place, fanout: Int) -> Ahead? {
        if let ahead = ahead(of: place) { return ahead }
        guard aheadCount < aheadLimit else { return nil }
        let ahead = Ahead(place, fanout: fanout, next: aheads[place.key])
        aheads[place.key] = ahead
        aheadCount += 1
        return ahead
    }

    /// Forgets what was seen of a state whose turn has come, and of those in which no more may happen.
    mutating func forgetAhead(of index: Int) {
        let key = nodes[index].key
        var (old, kept) = (aheads[key], nil as Ahead?)
        while let ahead = old {
            old = ahead.next
            ahead.next = nil
            if self.index(of: ahead.place).map({ $0 <= index }) ?? false {
                aheadCount -= 1
            } else {
                ahead.next = kept
                kept = ahead
            }
        }
        aheads[key] = kept
    }

    /// Whether it has choices that nobody has taken yet, before its turn.
    func isOpen(_ place: Place, fanout: Int) -> Bool {
        if let ahead = ahead(of: place) { return ahead.isOpen }
        return fanout > 0 && (index(of: place) ?? .max) > expanding && aheadCount < aheadLimit
    }

    /// The steps to a state that is open, over those whose choices are all known; none where none is near.
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

    /// One of the choices of a state of which it is known where they lead, if there are any.
    func knownStep(from place: Place, number: Int) -> Way? {
        var ways: [Way] = []
        forEachKnown(from: place) { choice, to, _ in ways.append(Way(from: place, choice: choice, to: to)) }
        return ways.isEmpty ? nil : ways[number % ways.count]
    }

    /// Where the choices of a state lead that have been taken, and how many things may happen there.
    private func forEachKnown(from place: Place, _ body: (Int, Place, Int) -> Void) {
        if let index = index(of: place), index <= expanding {
            for choice in 0..<targetCount(of: index) {
                guard let target = target(of: index, choice) else { continue }
                body(choice, self.place(of: target), Int(nodes[target].fanout))
            }
        } else if let ahead = ahead(of: place) {
            for choice in 0..<ahead.fanout {
                guard let arrival = ahead[choice], !arrival.hasEnded, arrival.finding == nil else { continue }
                if let index = index(of: arrival.place) {
                    body(choice, self.place(of: index), Int(nodes[index].fanout))
                } else {
                    body(choice, arrival.place, Int(arrival.fanout))
                }
            }
        }
    }
}

/// A choice of which it is known where it leads.
struct Way {
    let from: StateTable.Place
    let choice: Int
    let to: StateTable.Place
}
