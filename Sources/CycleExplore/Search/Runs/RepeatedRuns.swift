import CycleBase
import CycleDrivers

/// Long runs at random that are done twice: chance, clocks and globals show at once. And what happens in one state leads to one state,
/// however long ago the state was seen: a count that is kept somewhere shows in the end.
struct RepeatedRuns<Frame> {
    private let scenario: Scenario<Frame>
    private let bounds: Bounds
    private let memo = WorldMemo()

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds) {
        self.scenario = scenario
        self.bounds = bounds
    }

    func run() throws(Finding) {
        guard bounds.comparedJoins > 0 else { return }
        var wide = Bounds.unlimited
        wide.powerCuts = bounds.powerCuts
        (wide.horizon, wide.timePasses) = (bounds.horizon, bounds.timePasses)
        wide.timersAreSlow = bounds.timersAreSlow
        wide.countsTime = bounds.countsTime
        var known: [Transition: (to: Fingerprint.Key, path: [Decision])] = [:]
        for seed in 0..<UInt64(walkCount) {
            let path = try walk(seed, wide, &known)
            if seed < 2 { try walkAgain(path, wide) }
        }
    }

    /// No longer than the exploration needs.
    private var walkCount: Int { min(6, 1 + (bounds.steps ?? 6)) }
    private var walkLength: Int { min(24, 4 * (bounds.steps ?? 6)) }

    /// Something that happens in a state.
    private struct Transition: Hashable {
        let from: Fingerprint.Key
        let happening: Happening
    }

    private func walk(
        _ seed: UInt64, _ wide: Bounds, _ known: inout [Transition: (to: Fingerprint.Key, path: [Decision])]
    ) throws(Finding) -> [Decision] {
        var random = SplitMix64(seed: seed)
        var path: [Decision] = []
        let run = Run(scenario, wide, memo)
        run.settle()
        while path.count < walkLength {
            let all = run.choices()
            let places = all.indices.filter { all[$0].possibility.kind != .pause || seed % 2 == 1 }
            guard let place = places.randomElement(using: &random) else { break }
            let transition = Transition(from: run.key(all), happening: all.happening(place))
            run.happen(place)
            run.settle()
            path.append(Decision(choice: place))
            run.rest(run.choices())
            if run.monitor.broken != nil || run.mistake != nil || run.hasEnded || run.isStuck { break }
            let to = run.key(run.choices())
            if let before = known[transition], before.to != to {
                let (first, again) = (LoggedRun(scenario, wide), LoggedRun(scenario, wide))
                first.follow(before.path)
                again.follow(path)
                throw Finding(
                    .hiddenState(
                        HiddenState(first, again, Array(before.path.dropLast()), path: path, all[place].text)), path,
                    with: wide)
            }
            if known[transition] == nil { known[transition] = (to, path) }
        }
        return path
    }

    /// Does a run again, of every length, beside one that goes on.
    private func walkAgain(_ path: [Decision], _ wide: Bounds) throws(Finding) {
        let (first, again) = (LoggedRun(scenario, wide), LoggedRun(scenario, wide))
        for length in 0...path.count {
            if length > 0 {
                first.follow(path[(length - 1)..<length])
                again.follow(path[(length - 1)..<length])
            }
            if again.run.lostTheWay || first.turns.count != again.turns.count
                || again.differs(from: first, upTo: again.turns.count)
            {
                throw Finding(
                    .hiddenState(HiddenState(first, again, nil, path: Array(path[..<length]))), Array(path[..<length]),
                    with: wide)
            }
        }
    }
}
