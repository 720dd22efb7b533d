import CycleDrivers
import CycleScreens

struct Item: Equatable, Identifiable, Sendable {
    var id: Int
    var text: String
    var isDone = false
}

/// Things to do: a list, and a field below it.
struct Todo: Screen, Equatable {
    enum Mode { case list, add, edit, filter }
    enum Action { case add, toggle, edit, remove, undo, filter, quit }

    static let keys = KeyBindings<Action>(
        .init("a", .add, "add"), .init([" ", "x"], .toggle, "done"), .init(["e", .enter], .edit, "edit"),
        .init(["d", .delete], .remove, "delete"), .init("u", .undo, "undo"), .init("/", .filter, "filter"),
        .init("q", .quit, "quit"))

    var size: Size?
    var isDone = false
    /// `nil` until they have been read.
    var items: Undoable<[Item]>? {
        didSet { if items?.value != oldValue?.value { isSettled = false } }
    }
    /// Why they are not in the file, or not from it.
    var problem: String?
    /// Whether they are in the file, or it is known why not.
    var isSettled = false
    /// Whether somebody wants to leave: the program ends when they are settled.
    var isLeaving = false
    var mode = Mode.list
    var list = ListState<Int>()
    var field = TextInput()
    var filter = ""

    /// A line for each: what is in the file, and what is printed in a pipe.
    var plain: String {
        get { (items?.value ?? []).map { "\($0.isDone ? "x" : "-") \($0.text)" }.joined(separator: "\n") }
        set {
            let rows = newValue.split(whereSeparator: \.isNewline).enumerated()
            items = .init(rows.map { Item(id: $0, text: "\($1.trimmingPrefix(/[x-]\s/))", isDone: $1.hasPrefix("x ")) })
        }
    }

    var shown: [Item] {
        let pattern = FuzzyPattern(filter)
        return (items?.value ?? []).filter { filter.isEmpty || pattern.matches($0.text) }
    }

    var view: View {
        .column {
            View.row {
                "\("To do", .bold)\(filter.isEmpty ? "" : "  /\(filter)", .accent)"
                View.spacer
                "\("\(shown.count { !$0.isDone }) of \(shown.count) open", .muted)"
            }
            list.view(of: shown, empty: "nothing: a adds", hasScrollBar: true) { item, row in
                let text: Style = item.isDone ? .muted + .strikethrough : .plain
                return "\(row.pointer)\(item.isDone ? "✓" : "○", item.isDone ? .success : .muted) \(item.text, text)"
            }.region(Mode.list)
            View.divider
            if let problem { "\(problem, .danger)" }
            mode == .list ? View.help(Self.keys.help()) : field.view.region(Mode.add)
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        if input.event == .interrupted || input.event == .ended { return leave() }
        guard mode == .list else { return handleField(input) }
        guard let action = Self.keys.action(for: input) else { return list.handle(input.at(Mode.list), rows: shown) }
        switch action {
        case .add: if items != nil { (mode, field) = (.add, TextInput(prompt: "add")) }
        case .filter: (mode, field) = (.filter, TextInput(filter, prompt: "filter"))
        case .edit: if let place { (mode, field) = (.edit, TextInput(items?.value[place].text ?? "", prompt: "edit")) }
        case .toggle: if let place { items?.value[place].isDone.toggle() }
        case .remove: if let place { items?.value.remove(at: place) }
        case .undo: items?.undo()
        case .quit: return leave()
        }
        return .changed
    }

    private mutating func leave() -> Outcome {
        // A second request to quit does not wait for the disk.
        isDone = isSettled || items == nil || isLeaving
        isLeaving = true
        return .changed
    }

    mutating func settle(_ problem: String? = nil) {
        (self.problem, isSettled) = (problem, true)
        if isLeaving { isDone = true }
    }

    /// Where the selected item is.
    private var place: Int? { items?.value.firstIndex { $0.id == list.element(in: shown)?.id } }

    private mutating func handleField(_ input: Input) -> Outcome {
        let outcome = field.handle(input.at(Mode.add))
        if mode == .filter { filter = outcome == .cancelled ? "" : field.text }
        if outcome == .submitted, !field.text.isEmpty { submit(field.text) }
        if outcome == .submitted || outcome == .cancelled { mode = .list }
        return outcome
    }

    private mutating func submit(_ text: String) {
        if mode == .edit, let place { items?.value[place].text = text }
        guard mode == .add else { return }
        let new = Item(id: (items?.value.map(\.id).max() ?? 0) + 1, text: text)
        items?.value.append(new)
        (list.selected, filter) = (new.id, "")
    }
}
