import Cycle
import CycleDrivers
import CycleMonitor
import SampleArguments

let options = Program.options(of: "counter", known: Options.known, help: Options.help, Options.init)

let cycle = counter(options)
do throws(RecordingError) {
    if let path = options.trace {
        let recording = try Recording(path: path)
        var trace = TraceEvents(through: NextFrame(in: cycle)) { print($0, terminator: "") }
        for moment in recording.moments { trace.append(moment) }
        trace.end()
    } else if let path = options.recording {
        cycle.record(into: try Recorder(appendingTo: path))
    }
} catch {
    Program.fail("\(error)", in: "counter")
}
if options.trace == nil {
    let last = await cycle.run(until: \.isDone)
    if let complaint = last.complaint { Program.fail(complaint, in: "counter") }
}
