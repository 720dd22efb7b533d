/// The turns of programs that runs have taken: in any state of the system in which a program is the same, the same happening leads it to the
/// same turns.
///
/// A turn of a program sees that program alone, its alarms, the ends of its streams, and what is of no program. So all of these are the cue;
/// and what a run has seen to come of it is done again without a run. Where time passes, each of the other programs grows older by itself.
struct KnownTurns: Sendable {
    /// A program, and the time that passes for it.
    private struct Age: Hashable {
        let state: Fingerprint.Key
        let offers: Fingerprint.Key
        let time: Duration

        init(_ program: ProgramState, _ time: Duration) {
            (state, offers, self.time) = (program.key, program.offers, time)
        }
    }

    private static var limit: Int { 100_000 }
    private var turns: [Cue: KnownTurn] = [:]
    private var aged: [Age: ProgramState] = [:]

    subscript(cue: Cue) -> KnownTurn? { turns[cue] }

    /// A program to which nothing happens, after some time; `nil` where no run has seen that.
    func program(_ program: ProgramState, after time: Duration) -> ProgramState? {
        time == .zero ? program : aged[Age(program, time)]
    }

    mutating func note(_ turn: KnownTurn, for cue: Cue) {
        if turns.count < Self.limit, turns[cue] == nil { turns[cue] = turn }
    }

    mutating func note(_ program: ProgramState, _ later: ProgramState, after time: Duration) {
        let age = Age(program, time)
        if aged.count < Self.limit, aged[age] == nil { aged[age] = later }
    }

    mutating func add(_ other: KnownTurns) {
        for (cue, turn) in other.turns { note(turn, for: cue) }
        aged.merge(other.aged) { known, _ in known }
    }
}

/// All that decides what comes of a happening.
struct Cue: Hashable, Sendable {
    /// Something that happens to the same program between the turns.
    struct Between: Hashable {
        let happening: ProgramHappening
        let afterTurns: Int

        init(_ happening: ProgramHappening, afterTurns: Int) {
            (self.happening, self.afterTurns) = (happening, afterTurns)
        }
    }

    private let happening: ProgramHappening
    private let between: Between?
    private let state: Fingerprint.Key
    private let offers: Fingerprint.Key
    private let rest: Fingerprint.Key
    /// Its alarms, its attempts, and the ends of its streams.
    private let parts: Fingerprint.Key
    /// Whether anything is left of each allowance that the program sees.
    private let isLeft: SIMD16<UInt8>

    init(
        _ happening: ProgramHappening, _ between: Between?, in system: SystemState, isLeft: SIMD16<UInt8>
    ) {
        (self.happening, self.between, self.isLeft) = (happening, between, isLeft)
        state = system[program: happening.program].key
        offers = system[program: happening.program].offers
        rest = system.rest.key
        var parts = Fingerprint()
        let number = happening.program
        for alarm in system.alarms where alarm.program == number { alarm.remember(in: &parts) }
        parts.combine(0)
        for attempt in system.attempts where attempt.program.number == number { parts.combine(attempt) }
        for link in system.links where link.concerns(number) { parts.combine(link) }
        self.parts = parts.key
    }
}

/// All that has come of a happening.
final class KnownTurn: Sendable {
    /// A frame of the program, and whether a turn has led to it, or its end.
    ///
    /// Unchecked: the frame is a value, and laws may read it on any thread.
    struct Step: @unchecked Sendable {
        let frame: Any
        let isTurn: Bool
    }

    /// A gap before a turn, or right after the last, in which something else may come.
    struct Gap: Sendable {
        /// The change by then.
        let change: ProgramChange
        /// Whether each of the program's own choices is still one after the next turn.
        let stays: [Bool]
    }

    /// The difference to the state before it, or to the one that something between its turns finds.
    let change: ProgramChange
    let steps: [Step]
    /// One before each turn, and one after the last; empty where nothing may come between turns.
    let gaps: [Gap]
    /// The allowances that it has used.
    let used: SIMD16<UInt8>
    /// Whether anything was left then of each allowance that the program sees.
    let isLeft: SIMD16<UInt8>

    init(
        _ change: ProgramChange, _ steps: [Step], _ gaps: [Gap], used: SIMD16<UInt8>, isLeft: SIMD16<UInt8>
    ) {
        (self.change, self.steps, self.gaps, self.used) = (change, steps, gaps, used)
        self.isLeft = isLeft
    }
}
