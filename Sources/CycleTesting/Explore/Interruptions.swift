/// What may come between the turns of one decision, and makes a difference there.
///
/// Something that comes between two turns has its own turn behind all that waits then, and before what follows from that. So where
/// nothing more follows, to come before the last turns is to come after them, as long as it can still come then. What is left is
/// what these turns make impossible, as a key that nobody reads any more, and what comes before answers to answers. An answer
/// that waits for its turn and is not wanted any more is dropped, as if it had not come.
struct Interruptions<Frame> {
    /// What was possible before each turn, and after the last.
    private var possible: [[Possibility]] = []

    mutating func note(_ run: Run<Frame>) {
        let choices = run.choices()
        possible.append(choices.map { $0.part === run.world.alarms || $0.part == nil ? .none : $0.possibility })
    }

    /// After how many turns, and the place among what is possible then.
    var all: [(afterTurns: Int, place: Int)] {
        var all: [(Int, Int)] = []
        let turnCount = max(0, possible.count - 1)
        for turn in 0..<turnCount {
            for (place, possibility) in possible[turn].enumerated() where possibility != .none {
                let comesBeforeAnswers = turn > 0 && turn < turnCount - 1
                let isUnmade = !possibility.isSilentOnceUnwanted && !possible[turn + 1].contains(possibility)
                if comesBeforeAnswers || isUnmade { all.append((turn, place)) }
            }
        }
        return all
    }
}

extension Possibility {
    /// Stands for time, and for the power: neither comes between turns.
    fileprivate static let none = Possibility("", "", thing: -1)
}
