import Cycle
import CycleDrivers
import CycleInspector
import FoundationEssentials
import Lazier

let words = CommandLine.arguments.dropFirst()
let variables = ProcessInfo.processInfo.environment
let folder = URL(filePath: words.first ?? ".").path
let first = Lazier(folder: folder, editor: variables["VISUAL"] ?? variables["EDITOR"] ?? "vi")
if words.first == "-h" || words.first == "--help" {
    print("usage: lazier [FOLDER]")
} else if variables["LAZIER_INSPECT"] != nil {
    await lazier(first).inspected().run(until: \.isDone)
} else {
    await lazier(first).run(until: \.isDone)
}
