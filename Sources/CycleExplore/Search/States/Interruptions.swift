/// The happenings that may come between the turns of one decision, and make a difference there.
///
/// Something that comes between two turns has its own turn behind all that waits then, and before what follows from that. So where
/// nothing more follows, to come before the last turns is to come after them, as long as it can still come then. Two kinds are
/// left: happenings that these turns make impossible, as a key that is not read any more, and those before answers. An answer
/// that waits for its turn and is not wanted any more is dropped, as if it had not come.
///
/// A law of the world needs all of them: a write has changed the disk before its event has a turn.
struct Interruptions {
    private let needsAll: Bool
    private let program: Int
    /// The possible happenings before each turn, and after the last.
    private var possible: [[WorldChoice]] = []

    /// - Parameters:
    ///   - needs: The needs of the laws.
    ///   - program: The number of the program whose turns these are, of several: nothing that happens to another one comes between them.
    init(_ needs: LawNeeds, of program: Int) {
        needsAll = needs.contains(.betweenTurns)
        self.program = program
    }

    mutating func note(_ choices: [WorldChoice]) { possible.append(choices) }

    private func canInterrupt(_ choice: WorldChoice) -> Bool {
        let other = choice.possibility.program
        return choice.canInterrupt && (needsAll || program == 0 || other == 0 || other == program)
    }

    var all: [Interruption] {
        Interruption.all(in: possible, where: canInterrupt) { [needsAll, possible] choice, turn in
            let possibility = choice.possibility
            return needsAll
                || !possibility.isSilentOnceUnwanted && !possible[turn + 1].contains { $0.possibility == possibility }
        }
    }
}

/// After how many turns something comes between, and its place among what is possible then.
struct Interruption: Hashable, Sendable {
    let afterTurns: UInt16
    let choice: UInt16

    /// All of them, as runs see them and as known turns do: ``Interruptions`` says which make a difference.
    ///
    /// - Parameters:
    ///   - moments: The possible happenings before each turn, and after the last.
    ///   - canInterrupt: Whether one may come between turns.
    ///   - isUnmade: Whether one cannot happen any more after the turn of that number, and makes a difference before it.
    static func all<Choice>(
        in moments: [[Choice]], where canInterrupt: (Choice) -> Bool, isUnmade: (Choice, _ turn: Int) -> Bool
    ) -> [Interruption] {
        moments.indices.dropLast().flatMap { turn in
            moments[turn].enumerated().compactMap { place, choice in
                guard canInterrupt(choice), turn < moments.count - 2 || isUnmade(choice, turn) else { return nil }
                return Interruption(afterTurns: UInt16(turn), choice: UInt16(place))
            }
        }
    }
}

extension WorldChoice {
    /// Neither time nor the power comes between turns.
    fileprivate var canInterrupt: Bool { part != nil && !(part is ExploredAlarms) }
}
