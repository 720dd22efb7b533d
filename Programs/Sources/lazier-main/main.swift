import Cycle
import CycleDrivers
import CycleInspector
import Foundation
import Lazier

let words = CommandLine.arguments.dropFirst()
if words.first == "-h" || words.first == "--help" {
    print("usage: lazier [FOLDER]")
    exit(0)
}
let variables = ProcessInfo.processInfo.environment
let folder = URL(fileURLWithPath: words.first ?? ".").path
let first = Lazier(folder: folder, editor: variables["VISUAL"] ?? variables["EDITOR"] ?? "vi")
if variables["LAZIER_INSPECT"] != nil {
    await lazier(first).inspected().run(until: \.isDone)
} else {
    await lazier(first).run(until: \.isDone)
}
