import Cycle
import CycleDrivers
import SampleArguments

let options: Options
do throws(Arguments.Mistake) {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()), options: Options.known)
    if arguments.isAskingForHelp { Program.print(Options.help) }
    options = try Options(arguments)
} catch {
    Program.refuse(error, in: "animated-integer")
}

await animatedInteger(options, console: ConsoleDriver()).run(until: isDone)
