import CycleDrivers
import SampleArguments

let words = Program.words(
    of: "pager", help: "pager FILE: shows a text file page by page; Return shows the next page, q ends",
    atLeast: 1, atMost: 1)
// The folder is the root of the driver, so the file is the last part of its path.
let parts = words[0].split(separator: "/", omittingEmptySubsequences: false)
let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
let system = Pager.system(
    PersistenceDriver.Path(String(parts[parts.count - 1])), console: ConsoleDriver(),
    files: PersistenceDriver(root: folder))
let last = await system.run(on: RealTime(), until: \.isDone)
if let failure = last.failure { Program.fail("\(words[0]): \(failure)", in: "pager") }
