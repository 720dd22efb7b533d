import Cycle
import CycleDrivers

// The contestant: `CycleConsole frames all|two|coloured|none|text COUNT`, or `CycleConsole keys` for rows D2 and D3.
let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "frames", let count = Int(arguments[3]) {
    measureFrames(arguments[2], count)
} else {
    await countKeys()
}

/// Each plus counts one up; the end of the input, or q, ends it.
func countKeys() async {
    let cycle = CycledLens(startingWith: (total: 0, isDone: false)) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .fullScreen("total \($0.total)", input: .keys) },
            eventFilter: { frame, event in
                switch event {
                case .key("+"): frame.total += 1
                case .key("q"), .ended: frame.isDone = true
                default: break
                }
            })
    }
    await cycle.run(until: \.isDone)
}
