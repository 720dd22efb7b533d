import Cycle
import CycleDrivers
import CycleScreens

func makeTodo<
    Console: Driver<ConsoleDriver.Model, ConsoleDriver.Event>,
    Files: Driver<PersistenceDriver.Model, PersistenceDriver.Event>
>(
    console: Console, files: Files
) -> CycledLens<(Console, Files), Todo> {
    CycledLens(startingWith: Todo()) { frames in
        MutatingLens.zip(
            frames.lens(
                screen: console,
                plain: { ($0.items ?? []).map { "\($0.isDone ? "x" : "-") \($0.text)" }.joined(separator: "\n") }),
            frames.lens(
                driver: files, frameFilter: { .files($0.items.map { Todo.file.write($0) } ?? Todo.file.read) },
                eventFilter: { frame, event in
                    switch Todo.file.event(from: event) {
                    case .loaded(let items): frame.items = items ?? []
                    case .failed(let failure): frame.problem = "not saved: \(failure)"
                    case .saved: frame.problem = nil
                    default: break
                    }
                }))
    }
}

await makeTodo(console: ConsoleDriver(), files: PersistenceDriver(root: CommandLine.arguments.dropFirst().first ?? "."))
    .run(until: \.isDone)
