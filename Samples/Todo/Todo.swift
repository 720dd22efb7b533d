import CycleDrivers
import CycleScreens

struct Item: Equatable, Codable, Identifiable, Sendable {
    var id: Int
    var text: String
    var isDone = false
}

/// Things to do: a list, and a field below it.
struct Todo: Screen, Equatable {
    enum Mode: String { case list, add, edit, filter }
    enum Action { case add, toggle, edit, remove, undo, filter, quit }

    var size: Size?
    var isDone = false
    /// `nil` until they have been read.
    var items: [Item]?
    /// The items after each change, the newest last: a rule keeps them.
    var past: [[Item]] = []
    var problem: String?
    var mode = Mode.list
    var list = ListState<Int>()
    var field = TextInput()
    var filter = ""

    var shown: [Item] {
        let pattern = FuzzyPattern(filter)
        return (items ?? []).filter { filter.isEmpty || pattern.matches($0.text) }
    }

    /// In a pipe, the list whenever it has changed.
    var plain: String { (items ?? []).map { "\($0.isDone ? "x" : "-") \($0.text)" }.joined(separator: "\n") }

    var view: View {
        .column {
            View.row {
                "\("To do", .bold)\(filter.isEmpty ? "" : "  /\(filter)", .cyan)"
                View.spacer
                "\("\(shown.count { !$0.isDone }) of \(shown.count) open", .dim)"
            }
            list.view(of: shown, empty: "nothing: a adds", hasScrollBar: true) { item, row in
                let text: Style = item.isDone ? .dim + .strikethrough : row.isSelected ? .bold : .plain
                return "\(row.pointer)\(item.isDone ? "✓" : "○", item.isDone ? .green : .dim) \(item.text, text)"
            }.region(Mode.list)
            View.divider
            if let problem { "\(problem, .red)" }
            if mode == .list {
                View.help(Self.keys.help())
            } else {
                View.row(spacing: 1) {
                    "\(mode.rawValue, .bold)"
                    field.view.region(Mode.add)
                }
            }
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        if input.key != nil, items != nil { problem = nil }
        guard mode == .list else { return handleField(input) }
        guard let action = Self.keys.action(for: input) else { return list.handle(input.at(Mode.list), rows: shown) }
        let place = selected
        switch action {
        case .add: if items != nil { (mode, field) = (.add, TextInput()) }
        case .filter: (mode, field) = (.filter, TextInput(filter))
        case .edit: if let place { (mode, field) = (.edit, TextInput(items?[place].text ?? "")) }
        case .toggle: if let place { items?[place].isDone.toggle() }
        case .remove: if let place { items?.remove(at: place) }
        case .undo: if past.count > 1 { (items, past) = (past[past.count - 2], past.dropLast()) }
        case .quit: isDone = true
        }
        return .changed
    }

    private var selected: Int? { items?.firstIndex { $0.id == list.element(in: shown)?.id } }

    private mutating func handleField(_ input: Input) -> Outcome {
        let outcome = field.handle(input.at(Mode.add))
        if mode == .filter { filter = outcome == .cancelled ? "" : field.text }
        if outcome == .submitted, !field.text.isEmpty { submit(field.text) }
        if outcome == .submitted || outcome == .cancelled { mode = .list }
        return outcome
    }

    private mutating func submit(_ text: String) {
        if mode == .edit, let selected { items?[selected].text = text }
        guard mode == .add, let items else { return }
        let new = Item(id: (items.map(\.id).max() ?? 0) + 1, text: text)
        (self.items, list.selected, filter) = (items + [new], new.id, "")
    }
}

extension Todo {
    static let keys = KeyBindings<Action>(
        .init("a", .add, "add"), .init([" ", "x"], .toggle, "done"), .init(["e", .enter], .edit, "edit"),
        .init(["d", .delete], .remove, "delete"), .init("u", .undo, "undo"), .init("/", .filter, "filter"),
        .init("q", .quit, "quit"))
}
