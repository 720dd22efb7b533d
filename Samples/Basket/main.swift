import Cycle
import CycleDrivers
import CycleInspector
import CycleMonitor
import CycleScreens
import SampleArguments

/// The basket as a loop.
func basket() -> CycledLens<some Any, Basket> {
    CycledLens(startingWith: Basket()) { frames in frames.lens(screen: ConsoleDriver(), label: "console") }
}

let known = [
    Arguments.Option("--record", "PATH", "write all moments of the run, as JSON Lines"),
    Arguments.Option("--live", "PATH", "have it looked at by a socket"),
    Arguments.Option("--monitor", "PATH", "look at a recording, and compute what follows a change"),
    Arguments.Option("--page", "PATH", "write a recording as one HTML file, with the screens of then"),
]
let help = Arguments.help("basket adds up what is bought. F12 opens the monitor.", options: known)
let options = Program.options(of: "basket", known: known, help: help) { $0 }

do {
    if let path = options["--monitor"] {
        let moments = try IndexedRecording(path: path)
        await inspector(of: moments, named: .recording(path: path), recomputing: NextFrame(in: basket()))
            .run(until: \.isDone)
    } else if let path = options["--page"] {
        let recording = Redaction().applied(to: try Recording(path: path))
        print(TerminalFilm(of: recording, through: basket()).page(of: recording, title: path))
    } else {
        let cycle = basket().inspected()
        if let path = options["--record"] { cycle.record(into: try Recorder(appendingTo: path)) }
        if let path = options["--live"] { _ = cycle.monitored(at: path) }
        await cycle.run(until: \.isDone)
    }
} catch {
    Program.fail("\(error)", in: "basket")
}
