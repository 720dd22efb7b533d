import CycleBase
import CycleDrivers
import CycleTesting

/// The result of a simulation.
public struct Simulation: Sendable, CustomStringConvertible {
    /// How many seeds were run.
    public internal(set) var seedCount = 0
    /// How many things happened in all runs.
    public internal(set) var eventCount = 0
    /// Whether it was cancelled.
    public internal(set) var isCancelled = false

    /// `simulated 100 seeds, 20,000 events`.
    public var description: String {
        "simulated \(seedCount) seeds, \(eventCount) events" + (isCancelled ? ", cancelled" : "")
    }
}

extension Scenario {
    /// Runs the application through long timelines at random, and throws the shortest that breaks a law: for failures that are too
    /// deep to try every order. A simulation that finds nothing proves nothing.
    ///
    /// Half of the seeds choose among the possible happenings with equal chances. A quarter, of a system of programs an eighth, gives each lane,
    /// letter and fault a weight of its own, often none. In the others time passes where all is done, but for a few things on their way that
    /// take longer than that. How often a letter comes is not limited by the world here. At the end the faults are over, what is due
    /// happens, and all must come to rest.
    ///
    /// - Parameters:
    ///   - count: How many seeds; no fewer than none. The same seed does the same, in every process.
    ///   - first: The first of them: that of a report, to see it alone.
    ///   - steps: How many things happen in one run before the world heals.
    ///   - powerCuts: How many of them may be power cuts.
    ///   - jobs: How many threads; `nil` as in ``Bounds/jobs``. The result does not depend on it.
    ///   - file: Of this call.
    ///   - path: Of this call.
    ///   - line: Of this call.
    ///   - column: Of this call.
    /// - Returns: The result.
    /// - Throws: ``ExplorationFailure``, shrunk, with its seed.
    @discardableResult
    public func simulate(
        seeds count: Int, from first: UInt64 = 0, steps: Int = 200, powerCuts: Int = 0, jobs: Int? = nil,
        file: StaticString = #fileID,
        path: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws -> Simulation {
        let result = simulationResult(
            seeds: count, from: first, steps: steps, powerCuts: powerCuts, jobs: jobs, file: file, path: path,
            line: line,
            column: column)
        switch result {
        case .success(let simulation): return simulation
        case .failure(let failure): try failure.fail()
        }
    }

    /// The same without failing a test, for callers that inspect the failure.
    ///
    /// - Parameters:
    ///   - count: How many seeds.
    ///   - first: The first of them.
    ///   - steps: How many things happen in one run before the world heals.
    ///   - powerCuts: How many of them may be power cuts.
    ///   - jobs: How many threads; `nil` as in ``Bounds/jobs``. The result does not depend on it.
    ///   - file: Of this call.
    ///   - path: Of this call.
    ///   - line: Of this call.
    ///   - column: Of this call.
    /// - Returns: The result, or the shortest timeline that breaks a law.
    public func simulationResult(
        seeds count: Int, from first: UInt64 = 0, steps: Int = 200, powerCuts: Int = 0, jobs: Int? = nil,
        file: StaticString = #fileID,
        path: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Result<Simulation, ExplorationFailure> {
        var bounds = Bounds.unlimited
        bounds.powerCuts = powerCuts
        bounds.jobs = jobs
        var simulation = Simulation()
        var next = first
        let (last, isTooFar) = first.addingReportingOverflow(UInt64(max(0, count)))
        let end = isTooFar ? .max : last
        while next < end {
            simulation.isCancelled = Task.isCancelled
            if simulation.isCancelled { break }
            let last = end - next > Self.seedsAtOnce ? next + Self.seedsAtOnce : end
            for result in results(of: next..<last, bounds.clamped, steps) {
                simulation.seedCount += 1
                simulation.eventCount += result.eventCount
                guard let finding = result.finding else { continue }
                return .failure(
                    shrunkFailure(finding, seed: result.seed, bounds, at: .init(file, path, line, column)))
            }
            next = last
        }
        return .success(simulation)
    }

    /// The seeds that threads share before the simulation looks whether to go on.
    private static var seedsAtOnce: UInt64 { 256 }
    /// The seeds that a thread takes at once: their worlds share what is the same in all.
    private static var seedsOfPiece: Int { 4 }

    struct SeedResult: Sendable {
        let seed: UInt64
        var eventCount = 0
        var finding: Finding?
    }

    /// Those of the seeds in order.
    ///
    /// - Parameters:
    ///   - seeds: The seeds.
    ///   - bounds: The limits of all.
    ///   - steps: How many things happen in one run before the world heals.
    ///   - upToFailure: Whether those behind the first that fails are left out.
    func results(
        of seeds: Range<UInt64>, _ bounds: Bounds, _ steps: Int, upToFailure: Bool = true
    ) -> [SeedResult] {
        let pieces = stride(from: seeds.lowerBound, to: seeds.upperBound, by: Self.seedsOfPiece).map {
            $0..<(seeds.upperBound - $0 > Self.seedsOfPiece ? $0 + UInt64(Self.seedsOfPiece) : seeds.upperBound)
        }
        let results = Workers.shared.map(
            pieces, jobs: bounds.jobs, until: { upToFailure && $0.last?.finding != nil },
            { piece in
                let memo = WorldMemo()
                var results: [SeedResult] = []
                for seed in piece where !upToFailure || results.last?.finding == nil {
                    results.append(result(of: seed, bounds, steps, memo))
                }
                return results
            })
        return results.flatMap(\.self)
    }

    private func result(of seed: UInt64, _ bounds: Bounds, _ steps: Int, _ memo: WorldMemo) -> SeedResult {
        var replay = ReplayedRun(self, bounds, memo)
        var dice = Dice(seed, isOfPrograms: !replay.run.world.programs.isEmpty)
        var count = 0
        while count < steps, !replay.isOver {
            dice.take(one: &replay)
            count += 1
        }
        replay.settle()
        replay.goToRest()
        return SeedResult(seed: seed, eventCount: replay.path.count, finding: replay.finding)
    }

    private func shrunkFailure(
        _ finding: Finding, seed: UInt64, _ bounds: Bounds, at place: UnexpectedTurn.Place
    ) -> ExplorationFailure {
        let shrunk = Shrinking(self, bounds).shrink(finding)
        var report = Exploration()
        report.hasFailed = true
        report.depth = shrunk.path.count
        var failure = failure(shrunk, bounds, report, at: place)
        failure.seed = seed
        return failure
    }
}

/// Draws the happenings of one run from a seed.
private struct Dice {
    private var random: SplitMix64
    /// The chances of a choice.
    private enum Chances {
        case equal
        /// Lanes, letters and faults have weights of their own.
        case byLane
        /// Some things that are on their way take longer than all others.
        case slowThings
    }

    private let chances: Chances
    private var weights: [String: Double] = [:]

    /// - Parameter isOfPrograms: Whether several programs run. Most of their mistakes take a letter that comes late.
    init(_ seed: UInt64, isOfPrograms: Bool) {
        random = SplitMix64(seed: seed)
        chances = seed % 2 == 0 ? .equal : seed % (isOfPrograms ? 8 : 4) == 1 ? .byLane : .slowThings
    }

    mutating func take<Frame>(one replay: inout ReplayedRun<Frame>) {
        // Now and then before all turns of the one before are taken, but not where only what is slow could come there.
        let turns =
            chances != .slowThings && replay.hasTurns && Double.random(in: 0..<1, using: &random) < 0.2
            ? Int.random(in: 0...2, using: &random) : nil
        replay.settle(atMost: turns)
        let choices = replay.run.choices()
        let shares = choices.map { weight(of: $0.possibility) }
        let total = shares.reduce(0, +)
        guard total > 0 else { return replay.settle() }
        var dice = Double.random(in: 0..<total, using: &random)
        let place = shares.firstIndex { share in
            dice -= share
            return dice < 0
        }
        replay.post(place ?? 0, afterTurns: turns)
    }

    private mutating func weight(of possibility: Possibility) -> Double {
        let usual = possibility.kind == .fault || possibility.kind == .powerCut ? 0.1 : 1
        switch chances {
        case .equal: return usual
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
}
