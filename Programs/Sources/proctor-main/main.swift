import Cycle
import CycleDrivers
import CycleMonitor
import Proctor

let usage = "usage: proctor [-C FOLDER] [-f PROCFILE] [--plain | --colors | --json] [--record FILE]"
var options = Options()
var recording: String?
if !ConsoleDriver().canDraw { options.output = .plain }
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
    switch (word, words.first) {
    case ("-h", _), ("--help", _):
        print(usage)
        StandardError.exit(0)
    case ("--plain", _): options.output = .plain
    case ("--colors", _): options.output = .colors
    case ("--json", _): options.output = .json
    case ("-C", let folder?): (options.folder, words) = (folder, words.dropFirst())
    case ("-f", let file?): (options.file, words) = (file, words.dropFirst())
    case ("--record", let file?): (recording, words) = (file, words.dropFirst())
    default: StandardError.exit(2, usage)
    }
}
let cycle = proctor(options)
if let recording { _ = cycle.record(into: try Recorder(appendingTo: recording)) }
let last = await cycle.run(until: \.isDone)
if let problem = last.problem { StandardError.exit(1, "proctor: \(problem)") }
