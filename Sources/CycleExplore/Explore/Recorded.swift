import Cycle

/// One turn of a run that was recorded: whose event it was, and which.
///
///     RecordedTurn(moment.lens) { RecordedValue($0) == moment.event }
public struct RecordedTurn {
    /// The path of the lens, as moments name it.
    public let lens: String
    let matches: (_ event: Any) -> Bool

    /// - Parameters:
    ///   - lens: The path of the lens.
    ///   - matches: Whether an event is the one that was recorded. It should ignore details that a world cannot do again, as
    ///     being late by so many nanoseconds.
    public init(_ lens: String, _ matches: @escaping (_ event: Any) -> Bool) {
        self.lens = lens
        self.matches = matches
    }
}

/// A recorded run as happenings of a world.
public struct RecordedTimeline: Sendable {
    /// The happenings that lead to the recorded turns.
    public internal(set) var happenings: [Happening] = []
    /// How many turns of the recording nothing in the world leads to. They were passed over.
    public internal(set) var missedCount = 0
}

extension Scenario {
    /// Finds what has to happen in this world for the turns that were recorded, one after the other.
    ///
    /// - Complexity: The run is done again for each guess that was wrong; letters that were seen are not guessed twice.
    public func happenings(following turns: [RecordedTurn]) -> RecordedTimeline {
        // A recorded happening has happened, whatever law it breaks.
        var following = Following(Scenario([], until, make))
        for (index, turn) in turns.enumerated() where !following.take(turn, before: turns[(index + 1)...]) {
            following.timeline.missedCount += 1
        }
        return following.timeline
    }

    /// The shortest timeline that breaks the law that these happenings break; `nil` if they break none.
    ///
    /// - Parameters:
    ///   - happenings: As of a recorded run, or of a report that is too long.
    ///   - file: Of this call.
    ///   - path: Of this call.
    ///   - line: Of this call.
    ///   - column: Of this call.
    /// - Returns: The failure, with its test.
    public func shortestFailure(
        of happenings: [Happening], file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> ExplorationFailure? {
        var replay = ReplayedRun(self, afterTurns: happenings.first?.afterTurns)
        replay.take(happenings)
        replay.goToRest()
        guard let finding = replay.finding else { return nil }
        let shrunk = Shrinking(self, .unlimited).shrink(finding)
        var report = Exploration()
        report.hasFailed = true
        return failure(shrunk, .unlimited, report, at: .init(file, path, line, column))
    }
}

/// Follows a recording, turn by turn.
private struct Following<Frame> {
    private let scenario: Scenario<Frame>
    private var path: [Decision] = []
    private var logged: LoggedRun<Frame>
    /// The turns of the last happening that the recording has yet to come to.
    private var ahead: [TurnRecord<Frame>] = []
    /// The event that a letter has led to. It leads to the same event again.
    private var known: [Possibility.Letter: Any] = [:]
    /// The lanes that have led to events of a lens.
    private var lanes: [String: Set<String>] = [:]
    var timeline = RecordedTimeline()

    init(_ scenario: Scenario<Frame>) {
        self.scenario = scenario
        logged = LoggedRun(scenario, .unlimited)
        logged.run.settle()
        ahead = logged.takeTurns()
    }

    /// - Returns: Whether something led to this turn.
    mutating func take(_ turn: RecordedTurn, before rest: ArraySlice<RecordedTurn>) -> Bool {
        if let place = ahead.firstIndex(where: { $0.lens == turn.lens && turn.matches($0.event) }) {
            ahead.remove(at: place)
            return true
        }
        for place in guesses(for: turn) {
            let choices = logged.run.choices()
            let happening = choices.happening(place)
            let possibility = choices[place].possibility
            logged.go(place)
            let turns = logged.takeTurns()
            if let first = turns.first, possibility.kind == .offered { known[possibility.letter] = first.event }
            guard let found = turns.firstIndex(where: { $0.lens == turn.lens && turn.matches($0.event) }) else {
                logged = LoggedRun(scenario, .unlimited, following: path)
                logged.takeTurns()
                continue
            }
            path.append(Decision(choice: place))
            timeline.happenings.append(happening)
            lanes[turn.lens, default: []].insert(possibility.lane)
            ahead += turns[..<found] + turns[(found + 1)...]
            return true
        }
        return false
    }

    /// The choices that may lead to a turn, the likeliest first.
    private func guesses(for turn: RecordedTurn) -> [Int] {
        let choices = logged.run.choices()
        let ranks = choices.map { choice -> Int? in
            let possibility = choice.possibility
            if possibility.kind == .powerCut || possibility.kind == .pause { return nil }
            if let event = known[possibility.letter], possibility.kind == .offered {
                return turn.matches(event) ? 0 : nil
            }
            return lanes[turn.lens]?.contains(possibility.lane) == true ? 1 : 2
        }
        return choices.indices.filter { ranks[$0] != nil }.sorted { (ranks[$0] ?? 0, $0) < (ranks[$1] ?? 0, $1) }
    }
}
