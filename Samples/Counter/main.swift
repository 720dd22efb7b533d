import Cycle
import CycleDrivers
import CycleMonitor
import SampleArguments

let options = Program.options(of: "counter", known: Options.known, help: Options.help, Options.init)

let cycle = counter(options)
if let path = options.recording {
    do throws(RecordingError) {
        cycle.record(into: try Recorder(appendingTo: path))
    } catch {
        Program.fail("\(error)", in: "counter")
    }
}
let last = await cycle.run(until: \.isDone)
if let complaint = last.complaint { Program.fail(complaint, in: "counter") }
