/// The work that a search must not save: a law of such a kind would be broken in what is left out.
///
/// This is the one place that says it. A search, a run and a monitor ask for the needs of all laws together, and the compiler asks for
/// those of a new kind.
struct LawNeeds: OptionSet, Sendable {
    let rawValue: UInt8

    /// A look at the frame after each turn, until the law is satisfied for good.
    static let turns = LawNeeds(rawValue: 1)
    /// All orders of two events, though they lead to one state: the law compares frames along a timeline, or timelines.
    static let orders = LawNeeds(rawValue: 2)
    /// Everything that may come between turns, though its own turn comes behind them or never: the law sees the world, which has changed by
    /// then, or counts what has happened.
    static let betweenTurns = LawNeeds(rawValue: 4)
    /// The due happenings from state to state, among which circles are looked for.
    static let circles = LawNeeds(rawValue: 8)
    /// The happenings so far as a part of the state.
    static let happenings = LawNeeds(rawValue: 16)
    /// A new start from each frame at rest.
    static let newStarts = LawNeeds(rawValue: 32)
    /// The world as it is, beside the frame.
    static let world = LawNeeds(rawValue: 64)
}

extension Law.Kind {
    var needs: LawNeeds {
        switch self {
        case .always(_, ofWorld: false), .sometimes: .turns
        case .always(_, ofWorld: true): [.turns, .betweenTurns, .world]
        case .everyTurn, .history: [.turns, .orders]
        case .atRest(_, ofWorld: false), .atEnd(_, ofWorld: false): []
        case .atRest(_, ofWorld: true): .world
        case .atEnd(_, ofWorld: true): [.betweenTurns, .world]
        case .leadsTo: [.turns, .orders, .circles]
        case .agrees: [.orders, .happenings, .betweenTurns]
        case .resumes: [.orders, .newStarts]
        }
    }
}
