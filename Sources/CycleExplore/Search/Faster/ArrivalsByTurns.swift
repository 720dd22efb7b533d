/// Knows of choices in a system of programs where they lead, without a run, because runs have seen the turns that they lead to.
struct ArrivalsByTurns {
    /// How a choice leads on, as far as that is known.
    enum Outcome {
        case known(Arrival)
        /// No run has seen it yet.
        case unknown(Cue)
        /// Only a run can tell.
        case unknowable
    }

    /// A look at one state, until the next one is looked at.
    typealias Look = (_ system: SystemState, _ budget: SIMD16<UInt8>) -> (Question, KnownTurns) -> Outcome

    /// One in so many is compared with a run, by how many there were: all of the first ones, and fewer later.
    private var distance: Int { comparesAll || count <= 64 ? 1 : count <= 16_384 ? 64 : 1_024 }
    /// How many states are remembered. Beyond, runs are made.
    private static var limit: Int { 200_000 }

    private let look: Look
    private var systems: [Int: SystemState] = [:]
    /// The first state that may be among them.
    private var first = 0
    /// The states between whose turns something may come at this depth, and at the next.
    private var parents: (now: [Int: SystemState], next: [Int: SystemState]) = ([:], [:])
    private var turns = KnownTurns()
    /// How many arrivals were known.
    private(set) var count = 0
    private let comparesAll: Bool

    /// - Parameters:
    ///   - comparesAll: Whether a run is compared with each of them.
    ///   - look: Finds what comes of choices.
    init(comparesAll: Bool, _ look: @escaping Look) { (self.comparesAll, self.look) = (comparesAll, look) }

    // MARK: Notes

    /// Takes note of a state that is yet to be expanded.
    mutating func note(_ arrival: Arrival, at state: Int) {
        if systems.count < Self.limit { systems[state] = arrival.more?.system }
    }

    /// Takes note of a state between whose turns something may come later.
    mutating func noteTurns(of state: Int) { parents.next[state] = systems[state] }

    mutating func learn(_ turns: KnownTurns) { self.turns.add(turns) }

    mutating func beginDepth() { parents = (parents.next, [:]) }

    /// States that are expanded are not looked at again.
    mutating func forget(before end: Int) {
        while first < end {
            systems[first] = nil
            first += 1
        }
    }

    // MARK: A batch

    /// The choices of a batch, by how they are found out.
    struct Plan {
        var arrivals: [Position: Arrival] = [:]
        /// The choices that a run takes. A choice that is neither known nor taken becomes known once a run has taken one like it.
        var taken: [Int: [Int]] = [:]
        /// The known choices that a run takes all the same, to compare.
        var compared: [Position] = []
    }

    /// - Parameters:
    ///   - positions: All choices of the batch.
    ///   - taken: The choices that are to be taken.
    ///   - table: The states.
    mutating func plan(_ positions: BatchPositions, _ taken: [Int: [Int]], _ table: StateTable) -> Plan {
        var plan = Plan()
        var asked: Set<Cue> = []
        for (part, choices) in positions.parts.map({ ($0.number, taken[$0.number] ?? []) }) {
            plan.taken[part] = []
            let outcomes = outcomes(of: part, positions, table)
            for choice in choices {
                let position = Position(state: part, choice: choice)
                switch outcomes?(choice) ?? .unknowable {
                case .known(let arrival):
                    plan.arrivals[position] = arrival
                    count += 1
                    guard count.isMultiple(of: distance) else { continue }
                    plan.compared.append(position)
                    plan.taken[part]?.append(choice)
                case .unknown(let cue) where !asked.insert(cue).inserted: break
                case .unknown, .unknowable: plan.taken[part]?.append(choice)
                }
            }
        }
        return plan
    }

    /// The outcomes of the choices of a state, or of a place between turns; `nil` where only runs can tell.
    private func outcomes(of part: Int, _ positions: BatchPositions, _ table: StateTable) -> ((Int) -> Outcome)? {
        guard let state = positions.state(of: part),
            let system = part < 0 ? parents.now[state] : systems[state]
        else { return nil }
        let outcome = look(system, table.place(of: state).budget)
        return { [turns] choice in outcome(positions.question(at: Position(state: part, choice: choice)), turns) }
    }

    /// Where a choice leads by now; `nil` where only a run can tell.
    func arrival(at position: Position, _ positions: BatchPositions, _ table: StateTable) -> Arrival? {
        let outcome = outcomes(of: position.state, positions, table)?(position.choice)
        return if case .known(let arrival)? = outcome { arrival } else { nil }
    }
}

/// A choice of a state, and something that comes between its turns.
struct Question {
    let choice: Int
    var interruption: Interruption?
}

extension BatchPositions {
    /// The state of a part: of a place between turns, that in which they begin, if they begin in one.
    fileprivate func state(of part: Int) -> Int? {
        if part >= 0 { return part }
        let place = places[-1 - part]
        return place.parent >= 0 && place.afterTurns == nil ? place.parent : nil
    }

    fileprivate func question(at position: Position) -> Question {
        if position.state >= 0 { return Question(choice: position.choice) }
        let place = places[-1 - position.state]
        return Question(choice: Int(place.choice), interruption: place.interruptions[position.choice])
    }
}

extension Arrival {
    /// Whether the search goes on from both alike.
    func isSame(as other: Arrival) -> Bool {
        place == other.place && owed == other.owed && fanout == other.fanout && isResting == other.isResting
            && hasEnded == other.hasEnded && interruptions == other.interruptions
    }
}
