import Courier
import Cycle
import CycleDrivers
import CycleNetwork
import Foundation

let words = Array(CommandLine.arguments.dropFirst())
let methods = HTTP.Method.allCases.map(\.rawValue)
let folder = words.first ?? "."
var isFolder: ObjCBool = false
_ = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
if words.contains("--help") || words.contains("-h") {
    print(Single.usage)
} else if words.count > 1 {
    guard methods.contains(words[0].uppercased()) else {
        let known = methods.joined(separator: ", ")
        StandardError.exit(2, "courier: \(words[0]) is no method; there are \(known)\n\(Single.usage)")
    }
    let isTerminal = isatty(1) == 1
    guard let first = Single(words, isPretty: isTerminal) else {
        StandardError.exit(2, "courier: NAME:VALUE and -d BODY may stand behind the address\n\(Single.usage)")
    }
    let last = await single(first).run(until: \.isDone)
    if let failure = last.failure { StandardError.exit(1, "courier: \(failure)") }
    if isTerminal { StandardError.print("HTTP \(last.response?.status ?? 0)") }
    StandardError.exit(last.response?.isSuccess == true ? 0 : 4)
} else if isFolder.boolValue {
    await courier(Courier(folder: folder)).run(until: \.isDone)
} else {
    StandardError.exit(2, "courier: there is no folder \(folder); make it, or name another one\n\(Single.usage)")
}
