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
    /// Half of the seeds choose among the possible happenings with equal chances. A quarter gives each lane, letter and fault a weight of its
    /// own, often none. In the others time passes where all is done, but for a few things on their way that take longer than that.
    ///
    /// Of a system of programs half of the seeds go by priorities, which are drawn: of a quarter each thing has one, and gets another one once
    /// something has happened to the same program; of a quarter each lane has one, and now and then the first lane becomes the last. An
    /// eighth goes by weights, and three eighths have things that take longer.
    ///
    /// How often a letter comes is not limited by the world here. At the end the faults are over, what is due happens, and all must come to
    /// rest.
    ///
    /// - Source: Priorities of things by "Partial Order Aware Concurrency Sampling" (Yuan, Yang and Gu, 2018), priorities of lanes by "A
    ///   Randomized Scheduler with Probabilistic Guarantees of Finding Bugs" (Burckhardt and others, 2010).
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
