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

    /// The happenings that runs could have met, and that were not allowed.
    var notAllowed: NotAllowed = []

    mutating func cut(_ what: String) {
        if !cuts.contains(what) { cuts.append(what) }
    }

    mutating func add(_ other: Tally) {
        runCount += other.runCount
        turnCount += other.turnCount
        comparedJoinCount += other.comparedJoinCount
        seen |= other.seen
        taken.formUnion(other.taken)
        notAllowed.formUnion(other.notAllowed)
        for what in other.cuts { cut(what) }
    }
}
