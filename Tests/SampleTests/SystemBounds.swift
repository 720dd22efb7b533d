import CycleExplore
import Foundation

extension Bounds {
    /// For systems of several programs: no pre-emption and no pause.
    static let ofSystem = {
        var bounds = Bounds()
        (bounds.preemptions, bounds.pauses) = (0, 0)
        return bounds
    }()
}

/// Whether larger systems are explored, too: `CYCLE_EXPLORE=1`.
let exploresMore = ProcessInfo.processInfo.environment["CYCLE_EXPLORE"] != nil
