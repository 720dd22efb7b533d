import CycleBase
public import CycleExplore

/// A program that explores and simulates scenarios, on one machine or as a worker of any engine that starts programs.
///
///     @main struct Checks: Campaign {
///         static var scenarios: [NamedScenario] { [.init("search", searching), .init("weather", cities)] }
///     }
///
///     checks list
///     checks run search --seeds 1_000_000 --out results/
///     checks explore search
///     checks replay search --seed 8127
///     checks walk search
///     checks report results/*.jsonl --html campaign.html
///
/// Results are lines of JSON, each appended whole: any range of seeds may be run twice, any worker may be killed at any time, and files are
/// merged in any order. The exit code is 0, 1 where a law is broken, 2 for wrong arguments, 3 where something is missing.
public protocol Campaign {
    /// The scenarios that may be run, each with a name of its own.
    static var scenarios: [NamedScenario] { get }
}

extension Campaign {
    /// Does what the arguments say, and exits.
    public static func main() {
        exit(CampaignProgram(scenarios).run(Array(CommandLine.arguments.dropFirst())))
    }
}

/// A scenario of a ``Campaign``, by its name in arguments and results.
public struct NamedScenario: Sendable {
    /// One word.
    public let name: String
    let bounds: Bounds
    let steps: Int
    let simulate: @Sendable (_ seeds: Range<UInt64>, _ jobs: Int?) -> [SeedOutcome]
    let replay: @Sendable (_ seed: UInt64, _ jobs: Int?) -> ExplorationFailure?
    let walk: @Sendable (_ bounds: Bounds) -> any ScenarioWalk
    let explore: @Sendable (_ bounds: Bounds, _ processes: WorkerProcesses?) -> Result<Exploration, ExplorationFailure>
    /// Expands pieces for another process, until it asks for no more.
    let serve: @Sendable (_ bounds: Bounds, _ pipe: (input: Int32, output: Int32), _ identity: UInt64) -> Bool

    /// - Parameters:
    ///   - name: One word: letters, digits, `-`, `_` and `.`.
    ///   - scenario: The scenario.
    ///   - bounds: The limits of its exploration.
    ///   - steps: How many things happen in one random run before the world heals.
    ///   - powerCuts: How many of them may be power cuts.
    ///   - file: Of this call, for reports.
    ///   - path: Of this call.
    ///   - line: Of this call.
    ///   - column: Of this call.
    public init<Frame>(
        _ name: String, _ scenario: Scenario<Frame>, bounds: Bounds = Bounds(), steps: Int = 200, powerCuts: Int = 0,
        file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        if name.isEmpty || !name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }) {
            stop("the name of a scenario is one word: \"\(name)\"")
        }
        self.name = name
        self.bounds = bounds
        self.steps = steps
        simulate = { seeds, jobs in scenario.outcomes(of: seeds, steps, powerCuts, jobs) }
        replay = { seed, jobs in
            let result = scenario.simulationResult(
                seeds: 1, from: seed, steps: steps, powerCuts: powerCuts, jobs: jobs, file: file, path: path,
                line: line, column: column)
            if case .failure(let failure) = result { return failure }
            return nil
        }
        walk = { scenario.walk($0) }
        explore = { scenario.result($0, by: $1, file: file, path: path, line: line, column: column) }
        serve = { scenario.serve($0, $1, identity: $2) }
    }
}
