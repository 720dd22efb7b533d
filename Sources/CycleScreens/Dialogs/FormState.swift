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
        // Only the open popup gets a press outside of it.
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
        .sized(measuring: { .init(columns: $0.columns, rows: rows(in: $0, $1).reduce(0) { $0 + $1.height }) }) {
            space in
            let rows = rows(in: .init(columns: space.columns, rows: space.rows), space.look)
            let column = ScreenView.stack(.column, rows.map { $0.view.region($0.name).height($0.height) })
            guard !space.isPlain, let place = rows.firstIndex(where: { $0.name == shownCurrent }) else { return column }
            let middle = rows.prefix(place).reduce(0) { $0 + $1.height } + rows[place].height / 2
            let count = rows.reduce(0) { $0 + $1.height }
            return column.scrolled(by: .init(row: min(middle - space.rows / 2, count - space.rows), column: 0))
        }
    }

    private var shownCurrent: Name? { index.map { fields[$0].name } }

    private typealias Row = (name: Name, view: ScreenView, height: Int)

    /// The fields that are shown, none higher than the room: all of one that scrolls is seen then, and scrolls by itself.
    private func rows(in room: ConsoleDriver.Size, _ look: Look) -> [Row] {
        let width = shown.map { ConsoleDriver.CharacterWidth.of($0.label) }.max() ?? 0
        return shown.map { row($0, width, room, look) }
    }

    /// - Parameter width: Of the longest label.
    private func row(_ field: Field, _ width: Int, _ room: ConsoleDriver.Size, _ look: Look) -> Row {
        let isCurrent = field.name == shownCurrent
        let label = "\(isCurrent ? "❯" : " ", .cyan) \(field.label, isCurrent ? .bold : .plain)" as StyledText
        let own = field.content.view.focused(isCurrent)
        let line = { (parts: [ScreenView]) in
            ScreenView.stack(.row, spacing: 1, [ScreenView.text(label).width(width + 2)] + parts)
        }
        let height = min(field.content.height, max(1, room.rows))
        guard let problem = field.rejection ?? (isChecked ? field.problem : nil) else {
            return (field.name, line([own]), height)
        }
        let message = "\("✗ \(problem)", .red)" as StyledText
        // Near to what is wrong also on a wide screen, and never in its place.
        let (least, most) = (12, 60)
        if width + 2 + 1 + least + 1 + message.width <= room.columns {
            let isGrowing = own.growth(along: .row, look) != nil
            let limited = isGrowing ? own.width(.growing(1, min: least, max: most)) : own
            return (field.name, line([limited, .text(message)]), height)
        }
        let below = ScreenView.wrapped(message).padding(left: 2)
        let count = below.natural(along: .column, in: .init(columns: room.columns, rows: ScreenView.unlimited), look)
        let kept = max(1, min(height, room.rows - count))
        let view = ScreenView.stack(.column, [line([own]).height(kept), below])
        return (field.name, view, min(kept + count, max(1, room.rows)))
    }
}

extension FormState: Codable where Name: Codable {}
