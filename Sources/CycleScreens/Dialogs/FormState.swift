import CycleDrivers

/// Fields to fill in, by names that the compiler knows.
///
///     enum Field { case name, port, isPublic }
///     var form = FormState<Field>([
///         .text(.name, "Name", TextInput(rules: [.notEmpty])),
///         .text(.port, "Port", TextInput("80", rules: [.integer(1...65_535)])),
///         .toggle(.isPublic, "Public"),
///     ])
///     if form.handle(input) == .submitted { open(form.text(.name)) }
///
/// Tab, Shift-Tab, Up and Down go from field to field, whatever is in them: what is wrong is shown, and stops nobody but
/// Enter in the last field. Boxes and areas take Up, Down and Enter as long as they have a use for them; what opens does so by a
/// blank. A form that is higher than its room scrolls to its field.
public struct FormState<Name: Hashable & Sendable>: Component, Hashable, Sendable {
    public internal(set) var fields: [Field]
    /// The field that has the focus.
    public private(set) var current: Name?
    /// Whether somebody has tried to submit it: from then on all that is wrong is shown.
    public private(set) var isChecked = false

    public init(_ fields: [Field]) {
        self.fields = fields
        current = fields.first?.name
    }

    private var shown: [Field] { fields.filter { !$0.isHidden } }
    private var index: Int? {
        fields.firstIndex { $0.name == current && !$0.isHidden } ?? fields.firstIndex { !$0.isHidden }
    }

    /// Whether all is right.
    public var isValid: Bool { shown.allSatisfy { $0.problem == nil } }

    /// Shows a field, or not; one that is hidden is not asked, and nothing is wrong with it.
    public mutating func hide(_ name: Name, if isHidden: Bool) {
        for index in fields.indices where fields[index].name == name { fields[index].isHidden = isHidden }
    }

    // MARK: Input

    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let pressed: Name? = input.pressed()
        // What has popped up is told of a press elsewhere, and nobody else.
        let hasPopup = index.map { input.at(fields[$0].name).hasPopup } ?? false
        if let pressed, !hasPopup { go(to: pressed) }
        guard let index else { return .ignored }
        current = fields[index].name
        let outcome = handleField(index, input.at(fields[index].name))
        switch outcome {
        case .submitted: return move(1) == .ignored ? submit() : .changed
        case .ignored: return pressed == nil ? handleMotion(input) : .changed
        case .changed, .cancelled: return outcome
        }
    }

    private mutating func handleMotion(_ input: ScreenInput) -> Outcome {
        switch input.key {
        case .tab, .down: move(1)
        case .shift(.tab), .up: move(-1)
        case .enter: move(1) == .ignored ? submit() : .changed
        case .escape: .cancelled
        default: .ignored
        }
    }

    private mutating func handleField(_ index: Int, _ input: ScreenInput) -> Outcome {
        let before = fields[index].content.text
        let outcome = fields[index].content.handle(input)
        if fields[index].content.text != before { fields[index].rejection = nil }
        return outcome
    }

    private mutating func move(_ step: Int) -> Outcome {
        let names = shown.map(\.name)
        guard let place = names.firstIndex(where: { $0 == current }), names.indices.contains(place + step) else {
            return .ignored
        }
        go(to: names[place + step])
        return .changed
    }

    mutating func go(to name: Name) {
        if name != current, let index { fields[index].content.close() }
        current = name
    }

    /// Submits it, or goes to the first field that is wrong.
    public mutating func submit() -> Outcome {
        isChecked = true
        for index in fields.indices { fields[index].rejection = nil }
        guard let wrong = shown.first(where: { $0.problem != nil }) else { return .submitted }
        go(to: wrong.name)
        return .changed
    }

    // MARK: View

    public var view: ScreenView {
        let width = shown.map { ConsoleDriver.CharacterWidth.of($0.label) }.max() ?? 0
        let now = index.map { fields[$0].name }
        let heights = shown.map(\.content.height)
        let (place, count) = (shown.firstIndex { $0.name == now } ?? 0, heights.reduce(0, +))
        return .sized(fitting: { .init(columns: $0.columns, rows: count) }) { space in
            let rows = ScreenView.stack(
                .column,
                zip(shown, heights).map { row($0, width, isCurrent: $0.name == now).region($0.name).height($1) })
            guard !space.isPlain else { return rows }
            let middle = heights.prefix(place).reduce(0, +) + (heights.isEmpty ? 0 : heights[place] / 2)
            return rows.scrolled(by: .init(row: min(middle - space.rows / 2, count - space.rows), column: 0))
        }
    }

    private func row(_ field: Field, _ width: Int, isCurrent: Bool) -> ScreenView {
        let problem = field.rejection ?? (isChecked ? field.problem : nil)
        return .row(spacing: 1) {
            ScreenView.text("\(isCurrent ? "❯" : " ", .cyan) \(field.label, isCurrent ? .bold : .plain)").width(
                width + 2)
            field.content.view.focused(isCurrent)
            if let problem { ScreenView.text("✗ \(problem)", .red) }
        }
    }
}

extension FormState: Codable where Name: Codable {}
