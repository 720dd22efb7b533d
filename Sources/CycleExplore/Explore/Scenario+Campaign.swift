import CycleTesting

// A campaign asks this of a scenario beside the public calls: CycleCampaign is a product of its own.

/// The result of one seed.
package struct SeedOutcome: Sendable {
    package let seed: UInt64
    package let eventCount: Int
    /// The law that it breaks.
    package let law: String?
}

extension Scenario {
    /// The results of all these seeds, failures among them.
    package func outcomes(
        of seeds: Range<UInt64>, _ steps: Int, _ powerCuts: Int, _ jobs: Int?
    ) -> [SeedOutcome] {
        var bounds = Bounds.unlimited
        bounds.powerCuts = powerCuts
        bounds.jobs = jobs
        return results(of: seeds, bounds, steps, upToFailure: false).map { result in
            SeedOutcome(seed: result.seed, eventCount: result.eventCount, law: result.finding.map { law(of: $0) })
        }
    }

    /// The exploration with other processes that take part in it.
    package func result(
        _ bounds: Bounds, by processes: WorkerProcesses?, file: StaticString, path: StaticString, line: UInt,
        column: UInt
    ) -> Result<Exploration, ExplorationFailure> {
        result(bounds, processes, at: UnexpectedTurn.Place(file, path, line, column))
    }

    /// Expands pieces for another process, until it asks for no more.
    ///
    /// - Returns: Whether all of its messages were requests.
    package func serve(_ bounds: Bounds, _ pipe: (input: Int32, output: Int32), identity: UInt64) -> Bool {
        var copy = SearchCopy(self, bounds)
        return copy.serve(MessagePipe(input: pipe.input, output: pipe.output), identity: identity)
    }

    /// A way through the exploration that a person chooses.
    package func walk(_ bounds: Bounds) -> any ScenarioWalk { WalkOf(self, bounds) }
}
