import Cycle
import CycleDrivers
import CycleMonitor
import CycleNetwork
import SampleArguments

let options: Options
do throws(Arguments.Mistake) {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()), options: Options.known)
    if arguments.isAskingForHelp { Program.print(Options.help) }
    options = try Options(arguments)
} catch {
    Program.refuse(error, in: "counter")
}

let cycle = counter(
    options, console: ConsoleDriver(), files: PersistenceDriver(root: options.location?.folder ?? "."),
    network: NetworkDriver<Int>())
if let path = options.recording {
    do throws(RecordingError) {
        cycle.record(into: try Recorder(appendingTo: path))
    } catch {
        Program.fail("\(error)", in: "counter")
    }
}
let last = await cycle.run(until: \.isDone)
if let complaint = last.complaint { Program.fail(complaint, in: "counter") }
