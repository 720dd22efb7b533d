import Cycle
import CycleDrivers
import CycleScreens
import Foundation
import SampleArguments

/// Things to do, kept in a file of a folder.
func todo(in folder: String = ".") -> CycledLens<some Any, Todo> {
    // Equal items are equal bytes: without this, `JSONEncoder` has another order of keys each time.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let file = StoredValue<[Item]>.json("todo.json", encode: encoder.encode, decode: JSONDecoder().decode)
    return CycledLens(startingWith: Todo()) { frames in
        frames.lens(
            screen: ConsoleDriver(), plain: \.plain,
            // Keys wait until there is something that they can change.
            model: { frame, model in if frame.items == nil, frame.problem == nil { model.input = .none } })
        frames.lens(
            driver: PersistenceDriver(root: folder), of: \.items,
            frameFilter: { .files($0.map { file.write($0) } ?? file.read) },
            eventFilter: { frame, event in
                switch file.event(from: event) {
                case .loaded(let items): frame.items = items ?? []
                case .failed(let failure): frame.problem = "todo.json: \(failure.reason)"
                default: break
                }
            })
        frames.rule(onChangeOf: \.items) { frame in
            if let items = frame.items, items != frame.past.last { frame.past = frame.past.suffix(99) + [items] }
        }
    }
}

let folder = Program.words(of: "todo", help: "todo [folder]: things to do, kept in todo.json there", atMost: 1).first
let last = await todo(in: folder ?? ".").run(until: \.isDone)
if let problem = last.problem { Program.fail(problem, in: "todo") }
