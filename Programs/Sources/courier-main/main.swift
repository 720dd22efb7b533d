import Courier
import Cycle
import CycleDrivers
import Foundation

let words = Array(CommandLine.arguments.dropFirst())
let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]
if words.contains("--help") || words.contains("-h") {
    print(Single.usage)
} else if let method = words.first, methods.contains(method.uppercased()) {
    let isTerminal = isatty(1) == 1
    guard let first = Single(words, isPretty: isTerminal) else { StandardError.exit(2, Single.usage) }
    let last = await single(first).run(until: \.isDone)
    if let failure = last.failure { StandardError.exit(1, "courier: \(failure)") }
    if isTerminal { StandardError.print("HTTP \(last.response?.status ?? 0)") }
    StandardError.exit(last.response?.isSuccess == true ? 0 : 4)
} else {
    await courier(Courier(folder: words.first ?? ".")).run(until: \.isDone)
}
