import Cycle
import CycleDrivers

struct Clock: Equatable {
    var seconds = 0
    var isDone = false
}

let cycle = CycledLens(startingWith: Clock()) { frames in
    MutatingLens.zip(
        frames.lens(
            driver: ConsoleDriver(),
            frameFilter: { .screen("\($0.seconds) s   q", plain: "\($0.seconds)", input: .keys) },
            eventFilter: { frame, event in
                switch event {
                case .key("q"), .interrupted, .ended: frame.isDone = true
                default: break
                }
            }),
        frames.lens(
            driver: TimerDriver<String>(), frameFilter: { _ in .timers(.every("second", .seconds(1))) },
            eventFilter: { frame, _ in frame.seconds += 1 }))
}
await cycle.run(until: \.isDone)
