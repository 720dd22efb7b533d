import Cycle
import CycleDrivers
import CycleExplore
import CycleScreens
import CycleTesting
import Foundation
import Testing

@Suite("Book: a to-do in eight steps")
struct ATodoInEightStepsTests {
    struct Item: Equatable, Identifiable, Codable {
        var id: Int
        var text: String
        var isDone = false
    }

    struct Todo: Screen, Equatable {
        var size: Size?
        var isDone = false
        /// `nil` until the file was read.
        var items: Undoable<[Item]>?
        var list = ListState<Int>()
        var field: TextInput?
        var problem: String?

        var view: View {
            .column {
                list.view(of: items?.value ?? [], empty: "nothing to do: a adds") { item, row in
                    "\(row.pointer)\(item.isDone ? "✓" : "○") \(item.text)"
                }
                if let problem { View.text(problem) }
                if let field { field.view } else { View.text("a add  space done  d delete  u undo  q quit") }
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            if field != nil { return handleField(input) }
            switch input.key {
            case "a": field = TextInput(prompt: "add")
            case " ": if let place { items?.value[place].isDone.toggle() }
            case "d": if let place { items?.value.remove(at: place) }
            case "u": items?.undo()
            case "q": isDone = true
            default: return list.handle(input, rows: items?.value ?? [])
            }
            return .changed
        }

        private var place: Int? {
            items?.value.firstIndex { $0.id == list.element(in: items?.value ?? [])?.id }
        }

        private mutating func handleField(_ input: Input) -> Outcome {
            let outcome = field?.handle(input) ?? .ignored
            if outcome == .submitted, let text = field?.text, !text.isEmpty {
                let item = Item(id: (items?.value.map(\.id).max() ?? 0) + 1, text: text)
                items?.value.append(item)
                list.selected = item.id
            }
            if outcome == .submitted || outcome == .cancelled { field = nil }
            return outcome
        }
    }

    func todo(in folder: String) -> CycledLens<some Any, Todo> {
        let stored = StoredValue<[Item]>.json(
            "todo.json",
            encode: { items in
                let encoder = JSONEncoder()
                // Without it keys come in any order: another text each time, which each frame would write.
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
                return try encoder.encode(items)
            }, decode: JSONDecoder().decode)
        return CycledLens(startingWith: Todo()) { frames in
            frames.lens(screen: ConsoleDriver())
            frames.lens(
                driver: PersistenceDriver(root: folder), of: \.items,
                frameFilter: { items in .files(items.map { stored.write($0.value) } ?? stored.read) },
                eventFilter: { todo, event in
                    switch stored.event(from: event) {
                    case .loaded(let items): todo.items = Undoable(items ?? [])
                    case .failed(let failure): todo.problem = failure.reason
                    default: break
                    }
                })
        }
    }

    @Test("a line is added, marked and taken back, and is in the file")
    func adds() {
        let console = SimulatedConsole(columns: 60, rows: 6)
        let files = SimulatedFiles()
        let test = TestRun(todo(in: "/"), exhaustive: false, standIns: console, files)
        test.settle()
        console.type("amilk")
        console.press(.enter)
        console.type(" u")
        test.settle()
        #expect(test.frame.items?.value == [Item(id: 1, text: "milk")])
        #expect(files[text: "todo.json"]?.contains("milk") == true)
    }

    @Test("no order of keys and answers of the disk loses the file")
    func explored() throws {
        try explore(
            Law<Todo>.always("undo never loses the file") { todo in
                todo.items == nil || todo.items?.canUndo == true || todo.items?.value.isEmpty == true
            }
        ) { world in
            world.console.keys("u d", atMost: 2)
            return todo(in: "/")
        }
    }

    @Test("the page shows what the program shows")
    func picture() {
        let console = SimulatedConsole(columns: 44, rows: 4)
        let test = TestRun(todo(in: "/"), exhaustive: false, standIns: console, SimulatedFiles())
        test.settle()
        for text in ["milk", "bread"] {
            console.type("a\(text)")
            console.press(.enter)
        }
        console.press(.up, " ")
        test.settle()
        let screen = console.terminal.lines.joined(separator: "\n")
        #expect(GuidePage("Docs/Book.docc/Start/ATodoInEightSteps.md").shows(screen), "\(screen)")
    }

    /// Compiled, not run: it would read the tests' own input.
    private func run() async -> Todo {
        let last = await todo(in: ".").run(until: \.isDone)
        return last
    }
}
