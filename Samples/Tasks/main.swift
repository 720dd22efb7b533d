import Cycle
import CycleDrivers
import CycleScreens
import Foundation
import SampleArguments

/// Does tasks in the order of their needs, four at a time. A task that was done before a failure, a cancel or a kill is not done
/// again.
func tasks(_ recipe: Recipe, of file: URL) -> CycledLens<some Any, Tasks> {
    CycledLens(startingWith: Tasks(recipe, in: file.lastPathComponent)) { frames in
        frames.lens(
            screen: ConsoleDriver(), readsPipes: false, plain: { _ in "" },
            model: { frame, model in
                guard frame.size == nil else { return }
                (model.lines, model.edition) = (frame.news, frame.newsCount)
            })
        frames.lens(
            driver: ProcessDriver<String>(), frameFilter: { $0.programs }, eventFilter: { $0.take($1) })
        frames.lens(
            driver: PersistenceDriver(root: file.deletingLastPathComponent().path), frameFilter: { $0.files },
            eventFilter: { $0.take($1) })
        frames.rule(onChangeOf: { $0.tasks.map(\.state) }) { $0.start() }
    }
}

let help = """
    tasks FILE [NAME …]: does the tasks of a file, or only those and what they need, four at a time

    library:
        cc -c library.c
    program: library
        cc -o program program.c library.o
    """
let words = Program.words(of: "tasks", help: help, atLeast: 1)
do {
    let recipe = try Recipe(String(contentsOfFile: words[0], encoding: .utf8), only: Array(words.dropFirst()))
    let last = await tasks(recipe, of: URL(fileURLWithPath: words[0])).run(until: \.isDone)
    if let problem = last.problem { Program.fail(problem, in: "tasks") }
    let rest = last.tasks.filter { $0.state != .done }.map(\.id)
    if !rest.isEmpty { Program.fail("not done: \(rest.joined(separator: ", "))", in: "tasks") }
} catch let mistake as Recipe.Mistake {
    Program.fail("\(words[0]), \(mistake.text)", in: "tasks")
} catch {
    Program.fail("\(words[0]) cannot be read; is there such a file, in UTF-8?", in: "tasks")
}
