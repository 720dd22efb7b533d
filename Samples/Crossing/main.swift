import CycleDrivers
import SampleArguments

_ = Program.words(of: "crossing", help: "crossing: a pedestrian light; Return presses its button, q ends", atMost: 0)
await Crossing.machine(console: ConsoleDriver()).run(on: RealTime(), until: { $0 == .off })
