import Cycle
import CycleDrivers

struct Counter: Equatable {
    var total = 0
    var isDone = false
}

let cycle = CycledLens(startingWith: Counter()) { frames in
    frames.lens(
        driver: ConsoleDriver(),
        frameFilter: { .screen("total \($0.total)   + - q", plain: "\($0.total)", input: .keys) },
        eventFilter: { frame, event in
            switch event {
            case .key("+"): frame.total += 1
            case .key("-"): frame.total -= 1
            case .key("q"), .interrupted, .ended, .failed: frame.isDone = true
            default: break
            }
        })
}
await cycle.run(until: \.isDone)
