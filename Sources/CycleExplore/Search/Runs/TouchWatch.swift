/// The memory of a world, apart by lenses.
struct DividedMemory {
    private var lenses: [String: Fingerprint.Key]
    private let rest: Fingerprint.Key

    init(_ world: World) {
        var memories: [String: Fingerprint] = [:]
        var rest = Fingerprint()
        for part in world.parts {
            if let divided = part as? any DividedByLens {
                divided.remember(in: &memories)
                divided.rememberRest(in: &rest)
            } else {
                part.remember(in: &rest)
                for possibility in part.possibilities where possibility.kind == .due {
                    rest.combine(possibility.letter)
                }
            }
            rest.combine(0)
        }
        lenses = memories.mapValues(\.key)
        self.rest = rest.key
    }

    /// Whether nothing is different but what is of lenses of which this holds.
    func isLike(_ other: DividedMemory, butIn isMeant: (_ lens: String) -> Bool) -> Bool {
        rest == other.rest
            && Set(lenses.keys).union(other.lenses.keys).allSatisfy { lenses[$0] == other.lenses[$0] || isMeant($0) }
    }
}

/// A world before something happens, to be compared with the world after it.
struct TouchWatch {
    private enum Memory {
        case lenses(DividedMemory)
        case programs(SystemState)

        init(_ world: World) {
            self = world.programs.isEmpty ? .lenses(.init(world)) : .programs(.init(world, hasFrames: false))
        }
    }

    private let memory: Memory
    private let choices: [WorldChoice]
    /// The number of the program whose turns follow; 0 where there are no several.
    private let program: Int

    /// - Returns: `nil` for what touches everything: time, the power, and what comes between turns.
    init?(_ world: World, _ choices: [WorldChoice], _ possibility: Possibility, _ decision: Decision) {
        guard decision.afterTurns == nil, let part = choices[decision.choice].part, part !== world.common.alarms,
            !(part is any SystemProgram), possibility.kind != .powerCut, choices.count < Int(Int16.max)
        else { return nil }
        memory = Memory(world)
        self.choices = choices
        program = possibility.program
        world.common.touches.begin()
    }

    func touch(_ world: World, _ after: [WorldChoice]) -> Touch? {
        guard after.count < Int(Int16.max), let extent = extent(world) else { return nil }
        let origins = after.map { choice in
            Int16(choices.firstIndex { $0.part === choice.part && $0.possibility == choice.possibility } ?? -1)
        }
        let new = zip(after, origins).filter { $1 < 0 }.map(\.0.possibility.program)
        return Touch(extent: extent, origins: origins, program: program, heirs: Set(new))
    }

    private func extent(_ world: World) -> Range<Int>? {
        let touches = world.common.touches
        guard let extent = program == 0 ? touches.extent : touches.extent(of: program) else { return nil }
        let isLike =
            switch (memory, Memory(world)) {
            case (.lenses(let before), .lenses(let after)):
                after.isLike(before) { touches.isLens($0, within: extent) }
            case (.programs(let before), .programs(let after)): after.isLike(before, butIn: program)
            case (.lenses, .programs), (.programs, .lenses): false
            }
        return isLike ? extent : nil
    }
}
