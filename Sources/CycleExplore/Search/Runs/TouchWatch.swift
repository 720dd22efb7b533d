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
    private let memory: DividedMemory
    private let choices: [WorldChoice]

    /// - Returns: `nil` for what touches everything: time, the power, and what comes between turns.
    init?(_ world: World, _ choices: [WorldChoice], _ possibility: Possibility, _ decision: Decision) {
        guard decision.afterTurns == nil, let part = choices[decision.choice].part, part !== world.alarms,
            possibility.kind != .powerCut, choices.count < Int(Int16.max)
        else { return nil }
        memory = DividedMemory(world)
        self.choices = choices
        world.touches.begin()
    }

    func touch(_ world: World, _ after: [WorldChoice]) -> Touch? {
        let touches = world.touches
        guard let extent = touches.extent, after.count < Int(Int16.max),
            DividedMemory(world).isLike(memory, butIn: { touches.isLens($0, within: extent) })
        else { return nil }
        let origins = after.map { choice in
            Int16(choices.firstIndex { $0.part === choice.part && $0.possibility == choice.possibility } ?? -1)
        }
        return Touch(extent: extent, origins: origins)
    }
}
