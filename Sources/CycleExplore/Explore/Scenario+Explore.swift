public import Cycle
public import CycleMachine
import CycleTesting

extension Scenario {
    /// Runs the application through every order of what can happen, and fails with the shortest timeline that breaks a law.
    ///
    /// Breadth first: the first failure is the shortest. A happening that leads to a known state is not followed
    /// further. Wherever a run passes known states, and by samples, the search checks that two runs in one state continue alike.
    /// Where they do not, the application keeps state that its frame does not show, and that is the failure.
    ///
    /// - Parameters:
    ///   - bounds: The limits of the search.
    ///   - file: Of this call.
    ///   - path: Of this call.
    ///   - line: Of this call.
    ///   - column: Of this call.
    /// - Returns: The result; complete only if no bound has cut anything off. If the task is cancelled, the result so far.
    /// - Throws: ``ExplorationFailure``, with the place of this call; in a test of Swift Testing the failure is told at that
    ///   place, and the test ends there.
    @discardableResult
    public func explore(
        _ bounds: Bounds = Bounds(), file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) throws -> Exploration {
        let result = result(bounds, file: file, path: path, line: line, column: column)
        switch result {
        case .success(let exploration): return exploration
        case .failure(let failure): try failure.fail()
        }
    }

    /// The same without failing a test, for callers that inspect the failure.
    ///
    /// - Parameters:
    ///   - bounds: The limits of the search.
    ///   - file: Of this call.
    ///   - path: Of this call.
    ///   - line: Of this call.
    ///   - column: Of this call.
    /// - Returns: The result, or the shortest timeline that breaks a law.
    public func result(
        _ bounds: Bounds = Bounds(), file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Result<Exploration, ExplorationFailure> {
        let (clock, place) = (ContinuousClock(), UnexpectedTurn.Place(file, path, line, column))
        let start = clock.now
        let result = result(bounds, nil, at: place)
        let time = clock.now - start
        if case .success(let exploration) = result, time >= SearchProgress.delay {
            say("\(place): \(exploration.told(after: time.components.seconds))")
        }
        return result
    }

    /// The same with other processes that take part in the search.
    ///
    /// - Parameters:
    ///   - again: The reason why it begins again, for its progress.
    func result(
        _ bounds: Bounds, _ processes: WorkerProcesses?, at place: UnexpectedTurn.Place, again: String = ""
    ) -> Result<Exploration, ExplorationFailure> {
        let bounds = bounds.clamped
        var search = Search(self, bounds, processes: processes)
        search.progress.again = again
        do throws(Finding) {
            var report = try search.run()
            if !report.cuts.isEmpty { report.mostValues = search.mostValues }
            if report.isComplete || report.cuts.contains(Search<Frame>.cancelling) == false,
                let law = search.neverReached
            {
                throw Finding(.neverReached(law: law), [])
            }
            return .success(report)
        } catch {
            if case .hiddenState = error.kind, search.usesTurns || search.isMisled {
                // Where something is remembered beside the frames, only runs can tell where a choice leads.
                var all = bounds
                all.leavesOutOrders = false
                return result(all, processes, at: place, again: "with a run for each event").map { report in
                    var report = report
                    report.forgetsTurns = true
                    return report
                }
            }
            let finding = error.isOfOtherTime ? error : shorter(error, bounds)
            if finding.isOfOtherTime, !bounds.countsTime {
                // The application keeps the times of its turns: they are a part of the state.
                var timed = bounds
                timed.countsTime = true
                timed.checkpoint = nil
                return result(timed, processes, at: place, again: "with kept times")
            }
            var report = search.finish()
            report.hasFailed = true
            return .failure(failure(finding, bounds, report, at: place))
        }
    }

    /// Looks for the hidden state that a long walk has found once more where timelines are short: breadth first, with every
    /// join compared.
    private func shorter(_ finding: Finding, _ bounds: Bounds) -> Finding {
        guard case .hiddenState(let hidden) = finding.kind, finding.path.count > 2 || hidden.isUnexplained else {
            return finding
        }
        for wide in [bounds, finding.bounds].compactMap(\.self) {
            var careful = wide
            careful.comparedJoins = 1
            careful.preemptions = min(1, wide.preemptions)
            careful.pauses = min(1, wide.pauses)
            careful.faults = min(1, wide.faults ?? 1)
            careful.states = min(wide.states, hidden.isUnexplained ? Self.explainedStates : 300)
            (careful.checkpoint, careful.spill) = (nil, nil)
            var search = Search(self, careful, isCareful: true)
            search.progress.again = "for a short timeline"
            do throws(Finding) {
                _ = try search.run()
            } catch {
                guard case .hiddenState = error.kind, error.path.count < finding.path.count || hidden.isUnexplained
                else { continue }
                return Finding(error.kind, error.path, with: careful)
            }
        }
        return withoutDetours(finding)
    }

    /// How many states are looked at for the other timeline, where none is known.
    private static var explainedStates: Int { 3_000 }

    /// The same hidden state, shown by a timeline from which happenings are left out that it does not need.
    private func withoutDetours(_ finding: Finding) -> Finding {
        let bounds = finding.bounds ?? Bounds()
        guard case .hiddenState(let hidden) = finding.kind, let known = hidden.other else { return finding }
        var (best, timeline) = (finding, happenings(of: finding.path, bounds))
        let other = happenings(of: known, bounds) + timeline.suffix(1)
        var size = timeline.count / 2
        while size > 0 {
            var start = 0
            while start < timeline.count - 1 {
                var fewer = timeline
                fewer.removeSubrange(start..<min(start + size, timeline.count - 1))
                if let shorter = comparison(of: fewer, and: other), case .hiddenState = shorter.kind {
                    (best, timeline) = (Finding(shorter.kind, shorter.path, with: .unlimited), fewer)
                } else {
                    start += size
                }
            }
            size /= 2
        }
        return best
    }
}

/// Runs an application through every order of what can happen, and throws the shortest timeline that breaks a law.
///
///     try explore(
///         Law<Search>.atRest("the shown result belongs to the typed text") { $0.results == "r\($0.text)" },
///         .sometimes("an answer is shown") { !$0.results.isEmpty }
///     ) { world in
///         world.console.keys("ab", atMost: 3)
///         world.network.answers { request in [.text("r\(request.query)"), .fails(.refused)] }
///         return searchBox()
///     }
///
/// A ``Scenario`` that is explored at once.
///
/// - Parameters:
///   - laws: The laws. The first names its frame; at most 15.
///   - bounds: The limits of the search.
///   - until: Where the run ends, as the condition of `run`.
///   - file: Of this call.
///   - path: Of this call.
///   - line: Of this call.
///   - column: Of this call.
///   - application: Makes the application, and describes its world.
/// - Returns: The result.
/// - Throws: ``ExplorationFailure``, with the place of this call.
@discardableResult
public func explore<Receiver, Frame>(
    _ laws: Law<Frame>..., bounds: Bounds = Bounds(), until: @escaping @Sendable (Frame) -> Bool = { _ in false },
    file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ application: @escaping @Sendable (World) -> CycledLens<Receiver, Frame>
) throws -> Exploration {
    try Scenario(laws, until) { Application(application($0)) }.explore(
        bounds, file: file, path: path, line: line, column: column)
}

/// The same of a `Property`, a `Store`, a `FeedbackLoop` or a `Harvester`.
///
/// - Parameters:
///   - laws: The laws. The first names its state; at most 15.
///   - bounds: The limits of the search.
///   - until: Where the run ends.
///   - file: Of this call.
///   - path: Of this call.
///   - line: Of this call.
///   - column: Of this call.
///   - machine: Makes the machine, and describes its world.
/// - Returns: The result.
/// - Throws: ``ExplorationFailure``, with the place of this call.
@discardableResult
public func explore<M: Machine, State>(
    // Not `M.State`: beside the function above the compiler would try each law for both, 30 times as long.
    _ laws: Law<State>..., bounds: Bounds = Bounds(), until: @escaping @Sendable (State) -> Bool = { _ in false },
    file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ machine: @escaping @Sendable (World) -> M
) throws -> Exploration where M.State == State, M: SendableMetatype {
    try Scenario(laws, until) { Application(machine($0)) }.explore(
        bounds, file: file, path: path, line: line, column: column)
}
