import Cycle
import CycleDrivers
import CycleScreens
import SampleArguments

/// The program: its screen, and its shells.
func panes(of shell: String) -> CycledLens<some Any, Panes> {
    CycledLens(startingWith: Panes(shell: shell)) { frames in
        frames.lens(
            screen: ConsoleDriver(secondInterruptEnds: false, suspends: false), readsPipes: false,
            model: { $1.focus = true })
        frames.lens(
            driver: ProcessDriver<Int>(), frameFilter: { $0.programs },
            eventFilter: { frame, event in frame.receive(event) })
    }
}

let words = Program.words(
    of: "panes", help: "panes [SHELL]: shells side by side; Ctrl-B and a key is a command", atMost: 1)
await panes(of: words.first ?? "sh").run(until: \.isDone)
