import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

@testable import todo

/// `CYCLE_EXPLORE=6` for longer timelines: so many keys.
@Suite("Things to do, explored")
struct TodoExploreTests {
    private let keyCount = exploredCount(3)

    private func law(_ frame: Todo, _ world: World) -> Bool {
        guard let items = frame.items?.value, frame.problem == nil else { return true }
        let file = world.files["todo.txt"] ?? ""
        return items.isEmpty || items.allSatisfy { file.contains($0.text) }
    }

    @Test("each thing to do is on the disk, or the screen says why not")
    func everyOrder() throws {
        let seen = try explore(
            Law<Todo>.inWorld(.atRest, "what is to be done is on the disk, or it is said why not", law),
            .always("a choice is one of the items") { frame in
                frame.shown.count <= (frame.items?.value ?? []).count
            },
            .sometimes("something is to be done") { $0.items?.value.isEmpty == false }, until: \.isDone
        ) { world in
            world.console.keys(
                [.init(.character("a")), .enter, .init(.character("d")), .init(.character("u"))], atMost: keyCount)
            world.files.mayFail = false
            return todo()
        }
        #expect(seen.isComplete, "\(seen)")
        print("todo:", seen)
    }
}
