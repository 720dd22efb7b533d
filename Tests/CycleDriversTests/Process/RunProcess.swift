import Cycle
import CycleDrivers

/// The output of a program, and its last event.
struct ProcessOutcome: Equatable {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var last: ProcessDriver<Int>.Event?
}

/// Runs a program to its end, and keeps what it prints as it comes.
func outcome(of command: ProcessCommand) async -> ProcessOutcome {
    let cycle = CycledLens(startingWith: ProcessOutcome()) { frames in
        frames.lens(
            driver: ProcessDriver<Int>(), frameFilter: { _ in .running([.init(1, command)]) },
            eventFilter: { frame, event in
                switch event {
                case .started: break
                case .output(_, let bytes): frame.output += bytes
                case .errors(_, let bytes): frame.errors += bytes
                case .inputTaken, .inputClosed, .signalled, .ended, .failed: frame.last = event
                }
            })
    }
    return await cycle.run(until: { $0.last != nil })
}
