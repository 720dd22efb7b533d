import Cycle
import CycleDrivers
import CycleInspector
import CycleScreens
import SampleArguments

/// Things to do, kept in a file of a folder.
func todo(in folder: String = ".") -> CycledLens<some Any, Todo> {
    CycledLens(startingWith: Todo()) { frames in
        frames.lens(
            screen: ConsoleDriver(), label: "console", plain: \.plain,
            // Keys wait until there is something that they can change.
            model: { frame, model in if frame.items == nil, frame.problem == nil { model.input = .none } })
        frames.lens(
            driver: PersistenceDriver(root: folder), label: "files",
            frameFilter: { .files($0.items == nil ? .read("todo.txt") : .write("todo.txt", $0.plain + "\n")) },
            eventFilter: { frame, event in
                if case .loaded = event { frame.plain = event.text ?? "" }
                if case .saved = event { frame.settle() }
                if case .failed(_, let failure) = event { frame.settle("\(folder)/todo.txt: \(failure.reason)") }
            })
    }
}

let folder = Program.words(
    of: "todo", help: "todo [folder]: things to do, kept in todo.txt there; F12 opens the monitor", atMost: 1
).first
let last = await todo(in: folder ?? ".").inspected().run(until: \.isDone)
if let problem = last.problem { Program.fail(problem, in: "todo") }
