import CycleDrivers
import CycleScreens
import Foundation

struct Item: Equatable, Codable, Identifiable, Sendable {
    var id: Int
    var text: String
    var isDone = false
}

/// Things to do: a list with a field below it, kept in a file.
struct Todo: Screen, Equatable {
    enum Mode: String { case list, add, edit, filter }
    enum Action { case add, toggle, edit, remove, undo, filter, quit }

    static let file = StoredValue<[Item]>.json(
        "todo.json", encode: JSONEncoder().encode, decode: JSONDecoder().decode)

    var size: Size?
    var isDone = false
    /// `nil` until they were read.
    var items: [Item]?
    var undos: [[Item]] = []
    var mode = Mode.list
    var list = ListState<Int>()
    var field = TextInput()
    var filter = ""
    var problem: String?

    var shown: [Item] {
        let pattern = FuzzyPattern(filter)
        return (items ?? []).filter { filter.isEmpty || pattern.match(in: $0.text) != nil }
    }

    // MARK: View

    var view: View {
        .column {
            View.row {
                "\("To do", .bold)"
                View.spacer
                "\("\(shown.count { !$0.isDone }) of \(shown.count) open", .dim)"
            }
            list.view(of: shown, empty: items == nil ? "reading…" : "nothing here: a adds", hasScrollBar: true) {
                item, row in
                let style: Style = item.isDone ? .dim + .strikethrough : row.isSelected ? .bold : .plain
                return "\(row.pointer)\(item.isDone ? "✓" : "○", item.isDone ? .green : .dim) \(item.text, style)"
            }.region(Mode.list)
            View.divider
            if let problem { "\(problem, .red)" }
            if mode == .list {
                View.help(Self.keys.help())
            } else {
                View.row {
                    "\(mode.rawValue, .bold): "; field.view.region(Mode.add)
                }
            }
        }
    }

    // MARK: Input

    mutating func handle(_ input: Input) -> Outcome {
        guard mode == .list else { return handleField(input) }
        guard let action = Self.keys.action(for: input) else { return list.handle(input.at(Mode.list), rows: shown) }
        let current = list.element(in: shown)
        switch action {
        case .add: begin(.add, "")
        case .filter: begin(.filter, filter)
        case .edit: if let current { begin(.edit, current.text) }
        case .toggle: change { if $0.id == current?.id { $0.isDone.toggle() } }
        case .remove: replace { $0.filter { $0.id != current?.id } }
        case .undo: if let last = undos.popLast() { items = last }
        case .quit: isDone = true
        }
        return .changed
    }

    private mutating func begin(_ mode: Mode, _ text: String) { (self.mode, field) = (mode, TextInput(text)) }

    private mutating func handleField(_ input: Input) -> Outcome {
        let outcome = field.handle(input.at(Mode.add))
        if mode == .filter { filter = outcome == .cancelled ? "" : field.text }
        guard outcome == .submitted || outcome == .cancelled else { return outcome }
        if outcome == .submitted, !field.text.isEmpty { submit(field.text) }
        mode = .list
        return .changed
    }

    private mutating func submit(_ text: String) {
        if mode == .edit, let current = list.element(in: shown) { change { if $0.id == current.id { $0.text = text } } }
        guard mode == .add else { return }
        let id = ((items ?? []).map(\.id).max() ?? 0) + 1
        replace { $0 + [Item(id: id, text: text)] }
        (filter, list.selected) = ("", id)
    }

    private mutating func change(_ change: (inout Item) -> Void) {
        replace { items in
            items.map { item in
                var item = item
                change(&item)
                return item
            }
        }
    }

    private mutating func replace(_ change: ([Item]) -> [Item]) {
        guard let before = items, change(before) != before else { return }
        undos = undos.suffix(99) + [before]
        items = change(before)
    }
}

extension Todo {
    static let keys = KeyBindings<Action>(
        .init("a", .add, "add"), .init([" ", "x"], .toggle, "done"), .init(["e", .enter], .edit, "edit"),
        .init(["d", .delete], .remove, "delete"), .init("u", .undo, "undo"), .init("/", .filter, "filter"),
        .init("q", .quit, "quit"))
}
