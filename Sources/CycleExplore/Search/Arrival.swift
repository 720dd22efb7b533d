/// A state, and what is left of allowances in it.
struct Place: Hashable, Sendable {
    let key: Fingerprint.Key
    var budget: SIMD16<UInt8>

    /// Few states have more than one budget.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The result of a happening, as far as the search needs it.
struct Arrival: Sendable {
    var place: Place
    var owed: UInt16 = 0
    /// How many things may happen there.
    var fanout: UInt16 = 0
    var isResting = false
    var hasEnded = false
    /// Whether no run went there: it follows from other arrivals.
    var isDeduced = false
    /// Facts that most arrivals do not have.
    var more: More?

    final class More: Sendable {
        /// The thing that happened, if it was due and the search looks for circles.
        let thing: Int?
        let interruptions: [Interruption]
        let agreements: [Agreement]
        /// The failure. The state is unknown then.
        let finding: Finding?
        /// The failure of the application to go on from the frame that it rests with.
        let resumption: Finding?
        /// The features that the happening has touched, if it has touched nothing else.
        let touch: Touch?

        init(
            thing: Int? = nil, interruptions: [Interruption] = [], agreements: [Agreement] = [],
            finding: Finding? = nil, resumption: Finding? = nil, touch: Touch? = nil
        ) {
            self.thing = thing
            self.interruptions = interruptions
            self.agreements = agreements
            self.finding = finding
            self.resumption = resumption
            self.touch = touch
        }
    }

    var finding: Finding? { more?.finding }
    var interruptions: [Interruption] { more?.interruptions ?? [] }
    var touch: Touch? { more?.touch }
}

/// A value by which all orders of some happenings must agree.
struct Agreement: Sendable {
    let law: Int
    let happenings: [String: Int]
    let result: Fingerprint.Key
    let text: String
}

/// Counts and facts of many runs.
struct Tally: Sendable {
    var runCount = 0
    var turnCount = 0
    var comparedJoinCount = 0
    /// The laws that had a frame to look at, a bit each.
    var seen: UInt64 = 0
    /// The letters that have come.
    var taken: Set<Possibility.Letter> = []
    /// The bounds that have cut something off.
    private(set) var cuts: [String] = []

    mutating func cut(_ what: String) {
        if !cuts.contains(what) { cuts.append(what) }
    }

    mutating func add(_ other: Tally) {
        runCount += other.runCount
        turnCount += other.turnCount
        comparedJoinCount += other.comparedJoinCount
        seen |= other.seen
        taken.formUnion(other.taken)
        for what in other.cuts { cut(what) }
    }
}
