import CycleExplore
import TestSupport

extension Bounds {
    /// A debug build explores without a pre-emption and without a pause.
    static var inThisBuild: Bounds {
        var bounds = Bounds()
        if !exploresAll { (bounds.preemptions, bounds.pauses) = (0, 0) }
        return bounds
    }
}
