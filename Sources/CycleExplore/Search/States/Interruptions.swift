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
        var all: [Interruption] = []
        let turnCount = max(0, possible.count - 1)
        for turn in 0..<turnCount {
            for (place, choice) in possible[turn].enumerated() where canInterrupt(choice) {
                let comesBeforeAnswers = turn < turnCount - 1
                let possibility = choice.possibility
                let isUnmade =
                    !possibility.isSilentOnceUnwanted && !possible[turn + 1].contains { $0.possibility == possibility }
                guard needsAll || comesBeforeAnswers || isUnmade else { continue }
                all.append(Interruption(afterTurns: UInt16(turn), choice: UInt16(place)))
            }
        }
        return all
    }
}

/// After how many turns something comes between, and its place among what is possible then.
struct Interruption: Hashable, Sendable {
    let afterTurns: UInt16
    let choice: UInt16
}

extension WorldChoice {
    /// Neither time nor the power comes between turns.
    fileprivate var canInterrupt: Bool { part != nil && !(part is ExploredAlarms) }
}
