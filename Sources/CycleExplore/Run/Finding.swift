/// A failure that ends an exploration, and the timeline that leads there.
struct Finding: Error {
    enum Kind: Sendable {
        /// A frame, or a rest, that breaks a law.
        case broken(law: Int)
        /// A law of the kind `sometimes` that no frame satisfies.
        case neverReached(law: Int)
        /// Something that the author of the world has to mend.
        case mistake(String)
        /// One happening leads to turns without end.
        case restless(turns: Int)
        /// State that the application keeps beside its frame.
        case hiddenState(HiddenState)
        /// Another order of the same happenings led to something else.
        case disagrees(law: Int, here: String, there: String, other: [Decision])
        /// Due happenings go round in a circle, and a promise is never kept.
        case circle(law: Int, round: [Decision])
        /// The application, started again from its frame, comes to another.
        case resumesElsewhere(law: Int, difference: String)
    }

    let kind: Kind
    let path: [Decision]
    /// The bounds by which the path was found, where they are not those of the exploration.
    let bounds: Bounds?

    init(_ kind: Kind, _ path: [Decision], with bounds: Bounds? = nil) {
        self.kind = kind
        self.path = path
        self.bounds = bounds
    }

    /// Whether it shows nothing but that two runs were at different times.
    var isOfOtherTime: Bool {
        if case .hiddenState(let hidden) = kind { hidden.isOfOtherTime } else { false }
    }
}

/// Two runs of which the same was known went on differently: something is remembered that no frame shows.
struct HiddenState: Sendable {
    /// Another way to the same state, also none at all; `nil` where the same was done in both runs.
    let other: [Decision]?
    /// The happening that showed it.
    let happening: String
    /// The turn, in words.
    let turn: String
    /// Where the frames differ.
    let difference: String
    /// Where two frames differ that `canonical` has taken for one; empty where it has not.
    var merged = ""
    /// Whether the other timeline is not known: a run that walked on from one state to the next has taken it.
    var isUnexplained = false
    /// It shows, and where it comes from is yet to be found.
    static let unexplained = HiddenState(
        other: nil, happening: "", turn: "the end of the timeline", difference: "", isUnexplained: true)
    /// Whether the runs are at different times, which an application may know of its turns: nothing hidden.
    var isOfOtherTime = false
}
