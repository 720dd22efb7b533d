import Cycle
import CycleDrivers
import SampleArguments

let options = Program.options(of: "animated-integer", known: Options.known, help: Options.help, Options.init)

let last = await animatedInteger(options).run(until: isDone)
if let problem = last.shown?.problem { Program.fail(problem, in: "animated-integer") }
