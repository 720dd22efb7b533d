import Cycle
import CycleDrivers

/// One frame of the animation.
struct Picture: Equatable, Sendable {
    var total = 0
    var hasInputEnded = false
    var isDone = false
}

/// A number that moves to its target, one integer a tick.
func animatedInteger(_ options: Options) -> CycledLens<some Any, Reel<Picture>> {
    CycledLens(startingWith: [Picture()]) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { screen($0.shown ?? Picture()) },
            eventFilter: { retarget(&$0, $1, options.policy) })
        // Every frame is shown, however late: a pipe gets all of them.
        frames.emittingTail(every: .seconds(1) / options.rate, missed: .all)
    }
}

/// Whether there is nothing more to show.
func isDone(_ frames: Reel<Picture>) -> Bool {
    guard let shown = frames.shown else { return true }
    return shown.isDone || shown.hasInputEnded && !frames.isInFlight
}

private func screen(_ picture: Picture) -> ConsoleDriver.Model {
    let bar = String(repeating: picture.total < 0 ? "░" : "█", count: abs(picture.total))
    return .screen("\(picture.total)\t\(bar)\n+ - q", plain: "\(picture.total)", input: .keys)
}

private func retarget(_ frames: inout Reel<Picture>, _ event: ConsoleDriver.Event, _ policy: AnimationPolicy) {
    let target = frames.last?.total ?? 0
    switch event {
    case .key("+"): frames.animate(policy) { path(from: $0, to: target + 10) }
    case .key("-"): frames.animate(policy) { path(from: $0, to: target - 10) }
    // The last two: nothing can be printed any more; the driver says why.
    case .key("q"), .interrupted, .failed(.outputClosed), .failed(.output): frames.changeAll { $0.isDone = true }
    case .ended: frames.changeAll { $0.hasInputEnded = true }
    default: break
    }
}

/// The pictures after `picture`, one integer apart.
private func path(from picture: Picture, to target: Int) -> [Picture] {
    stride(from: picture.total, through: target, by: picture.total <= target ? 1 : -1).dropFirst().map {
        Picture(total: $0, hasInputEnded: picture.hasInputEnded)
    }
}
