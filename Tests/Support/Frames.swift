package import Cycle

/// Every frame of a run, which `drive` starts; it is stopped afterwards.
package func frames<Receiver, Frame>(of cycle: CycledLens<Receiver, Frame>, _ drive: () -> Void) -> [Frame] {
    var frames: [Frame] = []
    let watching = cycle.observe { frames.append($0) }
    drive()
    watching.cancel()
    cycle.stop()
    return frames
}
