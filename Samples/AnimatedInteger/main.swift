import Cycle
import CycleDrivers
import SampleArguments

let options = Program.options(of: "animated-integer", known: Options.known, help: Options.help, Options.init)

await animatedInteger(options).run(until: isDone)
