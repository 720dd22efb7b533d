import CycleBase

/// Draws the happenings of one run from a seed.
struct Dice {
    /// The chances of a choice.
    private enum Chances {
        case equal
        /// Lanes, letters and faults have weights of their own.
        case byLane
        /// Some things that are on their way take longer than all others.
        case slowThings
        /// The thing with the greatest priority happens.
        case priorities(of: Ranked)
    }

    /// The owner of a priority.
    private enum Ranked {
        case things
        case lanes
    }

    private var random: SplitMix64
    private let chances: Chances
    private var weights: [String: Double] = [:]
    /// Below all priorities so far.
    private var leastPriority = 0.0

    /// - Parameters:
    ///   - seed: The same happenings come of the same seed.
    ///   - isOfPrograms: Whether several programs run. Most of their mistakes take a letter that comes late.
    init(_ seed: UInt64, isOfPrograms: Bool) {
        random = SplitMix64(seed: seed)
        chances =
            switch seed % 8 {
            case 0, 4: isOfPrograms ? .priorities(of: .things) : .equal
            case 2, 6: isOfPrograms ? .priorities(of: .lanes) : .equal
            case 1: .byLane
            case 5 where !isOfPrograms: .byLane
            default: .slowThings
            }
    }

    mutating func take<Frame>(one replay: inout ReplayedRun<Frame>) {
        // Now and then before all turns of the one before are taken, but not where only what is slow could come there.
        let turns =
            !hasSlowThings && replay.hasTurns && Double.random(in: 0..<1, using: &random) < 0.2
            ? Int.random(in: 0...2, using: &random) : nil
        replay.settle(atMost: turns)
        guard let place = place(in: replay.run.choices().map(\.possibility)) else { return replay.settle() }
        replay.post(place, afterTurns: turns)
    }

    private var hasSlowThings: Bool { if case .slowThings = chances { true } else { false } }

    /// The place of what happens next; `nil` where nothing may.
    private mutating func place(in all: [Possibility]) -> Int? {
        if case .priorities(let ranked) = chances { return place(in: all, byPrioritiesOf: ranked) }
        let shares = all.map { weight(of: $0) }
        let total = shares.reduce(0, +)
        guard total > 0 else { return nil }
        var dice = Double.random(in: 0..<total, using: &random)
        let place = shares.firstIndex { share in
            dice -= share
            return dice < 0
        }
        return place ?? 0
    }

    // MARK: Weights

    private mutating func weight(of possibility: Possibility) -> Double {
        let usual = possibility.isMishap ? 0.1 : 1
        switch chances {
        case .equal, .priorities: return usual
        case .byLane:
            // The letters of an answer are too many: they have the weight of their lane and outcome.
            let letter =
                possibility.kind == .offered ? possibility.label : "\(possibility.kind) \(possibility.outcome)"
            let lane = possibility.lane
            return usual * weight(of: lane, [0, 0.2, 1, 1, 5]) * weight(of: "\(lane) \(letter)", [0, 0.2, 1, 1, 5])
        case .slowThings:
            // Time passes where nothing else is left to do but for what is slow.
            if possibility.lane == "time" { return 0.05 }
            guard possibility.kind == .due else { return usual }
            return weight(of: "\(possibility.lane) \(possibility.thing)", Self.oneSlow)
        }
    }

    private static let oneSlow = [0.002] + Array(repeating: 1.0, count: 15)

    /// The weight of a name, which is drawn when it is asked for first.
    private mutating func weight(of name: String, _ weights: [Double]) -> Double {
        if let weight = self.weights[name] { return weight }
        let weight = weights.randomElement(using: &random) ?? 1
        self.weights[name] = weight
        return weight
    }

    // MARK: Priorities

    private mutating func place(in all: [Possibility], byPrioritiesOf ranked: Ranked) -> Int? {
        let mishaps = all.indices.filter { all[$0].isMishap }
        let usual = all.indices.filter { !all[$0].isMishap }
        if usual.isEmpty || Double.random(in: 0..<1, using: &random) < 0.02 * Double(mishaps.count) {
            return mishaps.randomElement(using: &random)
        }
        guard let first = first(of: usual, in: all, ranked) else { return nil }
        switch ranked {
        case .things:
            // The order of what happens to one program makes a difference: it is drawn anew.
            let program = all[first].program
            for other in all where other.program == program || other.program == 0 || program == 0 {
                weights[Self.name(of: other, ranked)] = nil
            }
        case .lanes:
            guard Double.random(in: 0..<1, using: &random) < 0.08 else { break }
            leastPriority -= 1
            weights[Self.name(of: all[first], ranked)] = leastPriority
            return self.first(of: usual, in: all, ranked)
        }
        return first
    }

    private mutating func first(of places: [Int], in all: [Possibility], _ ranked: Ranked) -> Int? {
        var first: (place: Int, priority: Double)?
        for place in places {
            let priority = priority(of: all[place], ranked)
            if priority > first?.priority ?? -.infinity { first = (place, priority) }
        }
        return first?.place
    }

    /// The priority of a possibility, which is drawn when it is asked for first.
    private mutating func priority(of possibility: Possibility, _ ranked: Ranked) -> Double {
        let name = Self.name(of: possibility, ranked)
        if let priority = weights[name] { return priority }
        let priority = possibility.lane == "time" ? priorityOfTime(ranked) : Double.random(in: 0..<1, using: &random)
        weights[name] = priority
        return priority
    }

    /// Time passes where nothing else is left to do, but seldom before, and before what comes in a lane that has become one of the last.
    private mutating func priorityOfTime(_ ranked: Ranked) -> Double {
        switch ranked {
        case .things: Double.random(in: 0..<1, using: &random) < 0.05 ? Double.random(in: 0..<1, using: &random) : -1
        case .lanes: Double.random(in: -4..<0, using: &random)
        }
    }

    private static func name(of possibility: Possibility, _ ranked: Ranked) -> String {
        switch ranked {
        case .things: "\(possibility.lane) \(possibility.thing) \(possibility.outcome)"
        case .lanes: possibility.kind == .offered ? "\(possibility.lane) \(possibility.label)" : possibility.lane
        }
    }
}

extension Possibility {
    /// Whether something goes wrong.
    fileprivate var isMishap: Bool { kind == .fault || kind == .powerCut }
}
