/// A state, and what is left of allowances in it.
struct Place: Hashable, Sendable {
    let key: Fingerprint.Key
    var budget: SIMD16<UInt8>

    /// Few states have more than one budget.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The result of a happening, as far as the search needs it.
struct Arrival: Sendable {
    var place: Place
    var owed: UInt16 = 0
    /// How many things may happen there.
    var fanout: UInt16 = 0
    var isResting = false
    var hasEnded = false
    /// Whether no run went there: it follows from other arrivals.
    var isDeduced = false
    /// Facts that most arrivals do not have.
    var more: More?

    final class More: Sendable {
        /// The thing that happened, if it was due and the search looks for circles.
        let thing: Int?
        let interruptions: [Interruption]
        let agreements: [Agreement]
        /// The failure. The state is unknown then.
        let finding: Finding?
        /// The failure of the application to go on from the frame that it rests with.
        let resumption: Finding?
        /// The features that the happening has touched, if it has touched nothing else.
        let touch: Touch?
        /// The parts of the state, of a system whose turns are learned.
        let system: SystemState?

        init(
            thing: Int? = nil, interruptions: [Interruption] = [], agreements: [Agreement] = [],
            finding: Finding? = nil, resumption: Finding? = nil, touch: Touch? = nil, system: SystemState? = nil
        ) {
            self.thing = thing
            self.interruptions = interruptions
            self.agreements = agreements
            self.finding = finding
            self.resumption = resumption
            self.touch = touch
            self.system = system
        }
    }

    var finding: Finding? { more?.finding }
    var interruptions: [Interruption] { more?.interruptions ?? [] }
    var touch: Touch? { more?.touch }
}

/// The effect of a happening that has touched some features alone, in one turn.
struct Touch: Sendable {
    /// The bytes of the frame that it has read or changed at most.
    let extent: Range<Int>
    /// For each thing that may happen then, its place among those that might have happened before; -1 for a new one.
    let origins: [Int16]
    /// The program that it has happened to; 0 where there are no several.
    var program = 0
    /// The programs to which something new may happen then.
    var heirs: Set<Int> = []

    func isApart(from other: Touch) -> Bool { !extent.overlaps(other.extent) }

    /// Whether something that it makes possible may come between the turns of the other.
    func mayInterrupt(_ other: Touch) -> Bool { other.program > 0 && heirs.contains(other.program) }
}

/// A value by which all orders of some happenings must agree.
struct Agreement: Sendable {
    let law: Int
    let happenings: [String: Int]
    let result: Fingerprint.Key
    let text: String
}
