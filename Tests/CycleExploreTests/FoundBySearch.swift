import CycleExplore
import Synchronization

/// Everything that a search has found, but how many events that took.
struct FoundBySearch<Frame: Hashable & Sendable>: Equatable, CustomStringConvertible {
    let text: String
    let resting: Set<Frame>
    let eventCount: Int
    let turnCount: Int
    /// How many results were known without a run, and whether one of them was wrong.
    let (knownCount, forgetsTurns): (Int, Bool)

    /// - Parameters:
    ///   - bounds: The limits.
    ///   - tellsTimeline: Whether the timeline of a failure counts, and the states up to it, or its length alone.
    ///   - makeScenario: Makes the scenario, with a law that notes the frames at rest.
    init(_ bounds: Bounds, tellsTimeline: Bool, _ makeScenario: (_ isNoted: Law<Frame>) -> Scenario<Frame>) {
        let noted = Mutex<Set<Frame>>([])
        let isNoted = Law<Frame>.atRest("is noted") { frame in
            noted.withLock { _ = $0.insert(frame) }
            return true
        }
        switch makeScenario(isNoted).result(bounds) {
        case .success(let seen):
            // The states before a bound of states depend on the orders.
            let isCut = seen.stateCount >= bounds.states
            let rest = isCut ? "" : ", depth \(seen.depth), \(seen.cuts), \(seen.neverTaken)"
            text = "\(seen.stateCount) states\(rest)"
            resting = isCut ? [] : noted.withLock { $0 }
            (eventCount, turnCount) = (seen.edgeCount, seen.turnCount)
            (knownCount, forgetsTurns) = (seen.knownCount, seen.forgetsTurns)
        case .failure(let failure):
            // How far a search was by then is no part of what it has found.
            let timeline = "\(failure.happenings) \(failure.exploration.stateCount)"
            text = "\(failure.law) \(tellsTimeline ? timeline : "\(failure.happenings.count)")"
            (resting, eventCount, turnCount) = ([], failure.exploration.edgeCount, 0)
            (knownCount, forgetsTurns) = (failure.exploration.knownCount, failure.exploration.forgetsTurns)
        }
    }

    static func == (one: Self, other: Self) -> Bool { one.text == other.text && one.resting == other.resting }
    var description: String { "\(text), \(resting.count) at rest" }
}
