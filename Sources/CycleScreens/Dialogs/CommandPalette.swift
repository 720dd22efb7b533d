import CycleDrivers

/// All actions of a table of keys, to be found by typing some letters of their names.
///
///     var palette: CommandPalette<Action>?
///
///     view.dialog(palette, title: "Commands")
///     if case .submitted(let palette) = input.answer(of: &palette) { perform(palette.chosen) }
public struct CommandPalette<Action: Hashable & Sendable>: Component, Hashable, Sendable {
    private let bindings: [KeyBindings<Action>.Binding]
    /// How many commands are seen at once.
    public var height: Int
    /// The field with the text to find.
    public private(set) var field = TextInput(placeholder: "type to find")
    private var list = ListState<Int>()

    /// - Parameters:
    ///   - keys: Of these, what appears in a help.
    ///   - height: How many commands are seen at once.
    public init(_ keys: KeyBindings<Action>, height: Int = 8) {
        bindings = keys.bindings.filter { !$0.help.isEmpty }
        self.height = max(1, height)
    }

    /// The matching actions, the best match first.
    private var rows: [Int] {
        guard !field.text.isEmpty else { return Array(bindings.indices) }
        let pattern = FuzzyPattern(field.text)
        return bindings.indices.compactMap { index in pattern.match(in: bindings[index].help).map { (index, $0.score) }
        }
        .sorted { $0.1 > $1.1 }.map(\.0)
    }

    /// The selected one: what was chosen, after `submitted`.
    public var chosen: Action? { list.element(in: rows, id: \.self).map { bindings[$0].action } }

    /// Typing looks for commands; Enter chooses the selected one.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let input = input.typed
        let outcome = list.handle(input.at(Part.list), rows: rows, id: \.self, keys: ListCommand.keysBesideTyping)
        if outcome == .submitted { return chosen == nil ? .changed : .submitted }
        guard outcome == .ignored else { return outcome }
        let before = field.text
        let typed = field.handle(input.at(Part.field))
        if field.text != before { list.select(position: 0, in: rows, id: \.self) }
        return typed == .submitted ? .changed : typed
    }

    private enum Part: Hashable { case field, list }

    /// The field above the commands that match, each with its keys.
    public var view: ScreenView {
        let pattern = FuzzyPattern(field.text)
        return .column {
            field.view.style(\.fields.shape, .plain).region(Part.field)
            ScreenView.divider
            list.view(of: rows, id: \.self, empty: "no command", hasScrollBar: true) { index, row in
                let name = pattern.highlighted(bindings[index].help, row.match)
                return .row(spacing: 1) {
                    ScreenView.text(row.pointer + name, overflow: .ellipsis).width(.growing())
                    ScreenView.text(KeyHelp(bindings[index].keys, "").keys + " ", .muted)
                }
            }.height(min(height, max(1, bindings.count))).region(Part.list)
        }
    }
}

extension CommandPalette: Codable where Action: Codable {}
