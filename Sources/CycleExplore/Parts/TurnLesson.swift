/// Notes what a happening does to one program in a run, and one that comes between its turns, for ``KnownTurns``.
struct TurnLesson {
    private let before: SystemState
    private let budget: SIMD16<UInt8>
    private let happening: ProgramHappening
    /// What comes between the turns, and the state that it finds: letters that the turns before have sent are on their way there.
    private var between: (cue: Cue.Between, state: SystemState)?
    private var wasUp: Bool
    private var steps: [KnownTurn.Step] = []
    /// The states before each turn, and right after the last; empty where nothing may come between turns.
    private var states: [SystemState] = []
    /// Whether something may come between the turns that follow.
    private var hasGaps: Bool

    /// - Parameters:
    ///   - world: Before it happens.
    ///   - choice: The place of what happens.
    /// - Returns: `nil` for what does not happen to one program alone.
    init?(_ world: World, _ choice: Int) {
        let system = SystemState(world, hasFrames: true)
        guard let happening = SystemChoices(of: system, in: world)[choice] else { return nil }
        (before, self.happening) = (system, happening)
        budget = world.common.allowances.budget.packed
        hasGaps = Budget.canPreempt(budget)
        wasUp = world.programs[happening.program - 1].isUp
        world.common.touches.begin()
    }

    private var number: Int { happening.program }
    private func program(in world: World) -> any SystemProgram { world.programs[number - 1] }

    /// Something else is to come now, between turns.
    ///
    /// - Parameters:
    ///   - choice: The place of what comes.
    ///   - count: The number of turns before it.
    ///   - world: Before it comes.
    /// - Returns: Whether it happens to the same program.
    mutating func note(_ choice: Int, afterTurns count: Int, in world: World) -> Bool {
        guard let state = states.last,
            let other = SystemChoices(of: state, in: world)[choice], other.program == number
        else { return false }
        between = (Cue.Between(other, afterTurns: count), state)
        wasUp = program(in: world).isUp
        // It was the last one that may.
        (states, hasGaps) = ([], false)
        return true
    }

    /// It has happened; no turn has followed yet.
    mutating func noteHappening(in world: World) {
        // The end of a program has a frame, without a turn.
        if wasUp, !program(in: world).isUp { steps.append(.init(frame: program(in: world).anyFrame, isTurn: false)) }
        noteState(of: world)
    }

    mutating func noteTurn(in world: World) {
        steps.append(.init(frame: program(in: world).anyFrame, isTurn: true))
        noteState(of: world)
    }

    private mutating func noteState(of world: World) {
        if hasGaps { states.append(SystemState(world, hasFrames: true)) }
    }

    /// Notes the turn, unless more was touched than the program.
    ///
    /// - Parameters:
    ///   - turns: Where it is noted.
    ///   - world: At rest.
    ///   - after: The state.
    func note(in turns: inout KnownTurns, _ world: World, after: SystemState) {
        guard let (cue, turn) = learned(in: world, after: after) else { return }
        turns.note(turn, for: cue)
        if turn.change.time == .zero { return }
        for (place, program) in before.programs.enumerated() where place != number - 1 {
            turns.note(program, after.programs[place], after: turn.change.time)
        }
    }

    private func learned(in world: World, after: SystemState) -> (Cue, KnownTurn)? {
        guard world.common.touches.areWithin(number),
            let change = ProgramChange(
                between?.cue.happening ?? happening, from: between?.state ?? before, to: after)
        else { return nil }
        let allowances = world.common.allowances
        let left = allowances.budget.packed
        var gaps: [KnownTurn.Gap] = []
        for place in states.indices {
            guard let change = ProgramChange(happening, from: before, to: states[place]) else { return nil }
            let next = states[min(place + 1, states.count - 1)][program: number].choices
            gaps.append(.init(change: change, stays: change.program.choices.map(next.contains)))
        }
        let turn = KnownTurn(change, steps, gaps, used: budget &- left, isLeft: allowances.isLeft(left, for: number))
        let cue = Cue(happening, between?.cue, in: before, isLeft: allowances.isLeft(budget, for: number))
        return (cue, turn)
    }
}
