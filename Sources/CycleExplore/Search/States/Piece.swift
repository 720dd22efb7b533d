/// States of one depth, or places between turns, that one thread expands.
enum Piece: Sendable {
    case states([Int])
    case turns([BetweenTurns])
}

/// The turns of a decision between which something else may come.
struct BetweenTurns: Sendable {
    let parent: Int
    let choice: UInt16
    let afterTurns: Int?
    let interruptions: [Interruption]

    /// - Parameters:
    ///   - first: The decision whose turns they are.
    ///   - parent: The state in which that happened; -1 for the start.
    ///   - interruptions: All that may come between.
    init(_ first: Decision, of parent: Int, _ interruptions: [Interruption]) {
        (choice, afterTurns) = (UInt16(first.choice), first.afterTurns)
        self.parent = parent
        self.interruptions = interruptions
    }

    /// The same with some of the interruptions, by their places.
    func having(_ places: [Int]) -> BetweenTurns {
        BetweenTurns(first, of: parent, places.map { interruptions[$0] })
    }

    /// The decision whose turns they are.
    var first: Decision { Decision(choice: Int(choice), afterTurns: afterTurns) }

    /// The timeline that ends with that decision.
    func path(in table: StateTable) -> [Decision] { parent < 0 ? [] : table.path(to: parent) + [first] }
}

extension Piece {
    /// The states of which choices may be left out.
    var expanded: [Int] {
        switch self {
        case .states(let states): states
        case .turns: []
        }
    }
}
