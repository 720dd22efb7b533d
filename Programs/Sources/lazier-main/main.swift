import Cycle
import CycleDrivers
import CycleInspector
import FoundationEssentials
import Lazier

let words = CommandLine.arguments.dropFirst()
let variables = ProcessInfo.processInfo.environment
let folder = URL(filePath: words.first ?? ".").path
var isFolder = false
_ = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
let first = Lazier(folder: folder, editor: variables["VISUAL"] ?? variables["EDITOR"] ?? "vi")
if words.first == "-h" || words.first == "--help" {
    print("usage: lazier [FOLDER]")
} else if words.count > 1 {
    StandardError.exit(2, "lazier: it takes one folder, not \(words.joined(separator: " "))\nusage: lazier [FOLDER]")
} else if !isFolder {
    StandardError.exit(2, "lazier: there is no folder \(folder); name one with a repository\nusage: lazier [FOLDER]")
} else if variables["LAZIER_INSPECT"] != nil {
    await lazier(first).inspected().run(until: \.isDone)
} else {
    await lazier(first).run(until: \.isDone)
}
