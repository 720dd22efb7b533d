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
/// Enter in the last field. A form that is higher than its room scrolls to its field.
public struct FormState<Name: Hashable & Sendable>: Component, Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case text(TextInput)
        case toggle(Bool)
        case choice([String], Int)
        case boxes(CheckBoxes<String>)
        case number(NumberField)
    }

    /// One of its fields.
    public struct Field: Hashable, Sendable {
        public let name: Name
        public var label: String
        public var isHidden = false
        var content: Content

        public static func text(_ name: Name, _ label: String, _ input: TextInput = TextInput()) -> Field {
            Field(name: name, label: label, content: .text(input))
        }

        public static func toggle(_ name: Name, _ label: String, isOn: Bool = false) -> Field {
            Field(name: name, label: label, content: .toggle(isOn))
        }

        /// One of a few, which Left and Right go through, and a press to the next.
        public static func choice(_ name: Name, _ label: String, from options: [String], chosen: Int = 0) -> Field {
            Field(name: name, label: label, content: .choice(options, min(max(0, chosen), max(0, options.count - 1))))
        }

        /// Several things to check, or radio buttons.
        public static func boxes(_ name: Name, _ label: String, _ boxes: CheckBoxes<String>) -> Field {
            Field(name: name, label: label, content: .boxes(boxes))
        }

        /// A number, with or without a bar.
        public static func number(_ name: Name, _ label: String, _ number: NumberField) -> Field {
            Field(name: name, label: label, content: .number(number))
        }

        /// What is wrong with it.
        public var problem: String? {
            switch content {
            case .text(let input): input.problem
            case .number(let number): number.problem
            case .toggle, .choice, .boxes: nil
            }
        }

        fileprivate var height: Int {
            if case .boxes(let boxes) = content, boxes.axis == .column { max(1, boxes.options.count) } else { 1 }
        }
    }

    public private(set) var fields: [Field]
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

    public func text(_ name: Name) -> String {
        switch fields.first(where: { $0.name == name })?.content {
        case .text(let input): input.text
        case .toggle(let isOn): "\(isOn)"
        case .choice(let options, let index): options.indices.contains(index) ? options[index] : ""
        case .boxes(let boxes): boxes.chosen.joined(separator: ", ")
        case .number(let number): "\(number.value)"
        case nil: ""
        }
    }

    public func isOn(_ name: Name) -> Bool {
        fields.first { $0.name == name }?.content == .toggle(true)
    }

    /// What is checked among its boxes.
    public func chosen(_ name: Name) -> [String] {
        if case .boxes(let boxes) = fields.first(where: { $0.name == name })?.content { boxes.chosen } else { [] }
    }

    /// Its number.
    public func number(_ name: Name) -> Int? {
        if case .number(let number) = fields.first(where: { $0.name == name })?.content { number.value } else { nil }
    }

    /// Shows a field, or not; one that is hidden is not asked, and nothing is wrong with it.
    public mutating func hide(_ name: Name, if isHidden: Bool) {
        for index in fields.indices where fields[index].name == name { fields[index].isHidden = isHidden }
    }

    // MARK: Input

    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let pressed: Name? = input.pressed()
        if let pressed { current = pressed }
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
        switch fields[index].content {
        case .text(var field):
            // What is wrong is told when all is submitted, and keeps nobody in the field.
            let outcome = field.handle(input.at(FormPart.content))
            fields[index].content = .text(field)
            return input.key == .enter ? .submitted : outcome
        case .toggle(let isOn):
            guard input.key == " " || input.isPressedHere else { return .ignored }
            fields[index].content = .toggle(!isOn)
        case .boxes(var boxes):
            let outcome = boxes.handle(input.at(FormPart.content))
            fields[index].content = .boxes(boxes)
            return outcome
        case .number(var number):
            let outcome = number.handle(input.at(FormPart.content))
            fields[index].content = .number(number)
            return outcome
        case .choice(let options, let chosen):
            guard !options.isEmpty else { return .ignored }
            switch input.key {
            case .right, " ", "l",
                nil where input.isPressedHere:
                fields[index].content = .choice(options, (chosen + 1) % options.count)
            case .left, "h": fields[index].content = .choice(options, (chosen + options.count - 1) % options.count)
            default: return .ignored
            }
        }
        return .changed
    }

    private mutating func move(_ step: Int) -> Outcome {
        let names = shown.map(\.name)
        guard let place = names.firstIndex(where: { $0 == current }), names.indices.contains(place + step) else {
            return .ignored
        }
        current = names[place + step]
        return .changed
    }

    /// Submits it, or goes to the first field that is wrong.
    public mutating func submit() -> Outcome {
        isChecked = true
        guard let wrong = shown.first(where: { $0.problem != nil }) else { return .submitted }
        current = wrong.name
        return .changed
    }

    // MARK: View

    public var view: ScreenView {
        let width = shown.map { ConsoleDriver.CharacterWidth.of($0.label) }.max() ?? 0
        let now = index.map { fields[$0].name }
        let heights = shown.map(\.height)
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
        let problem = isChecked ? field.problem : nil
        return .row(spacing: 1) {
            ScreenView.text("\(isCurrent ? "❯" : " ", .cyan) \(field.label, isCurrent ? .bold : .plain)").width(
                width + 2)
            content(field).focused(isCurrent)
            if let problem { ScreenView.text("✗ \(problem)", .red) }
        }
    }

    private func content(_ field: Field) -> ScreenView {
        switch field.content {
        case .text(let input): input.view.region(FormPart.content)
        case .boxes(let boxes): boxes.view.region(FormPart.content)
        case .number(let number): number.view.region(FormPart.content)
        case .toggle(let isOn): "\(isOn ? "[x]" : "[ ]", isOn ? .green : .plain)"
        case .choice(let options, let chosen):
            options.indices.contains(chosen) ? "\("‹", .dim) \(options[chosen]) \("›", .dim)" : "–"
        }
    }
}

/// Names where the content of a field stands.
enum FormPart: Hashable { case content }

extension FormState: Codable where Name: Codable {}
extension FormState.Field: Codable where Name: Codable {}
extension FormState.Content: Codable where Name: Codable {}
