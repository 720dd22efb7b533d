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
/// Tab, Shift-Tab, Up and Down go from field to field, whatever is in them: a field that is left with a mistake shows it, and
/// only submitting is stopped by it. Enter goes on, and submits in the last field; Ctrl-S submits in every one, as a button
/// does: see ``FormCommand/keys``. Boxes and areas take Up, Down and Enter as long as they have a use for them; what opens
/// does so by a blank. A form that is higher than its room scrolls to its field.
///
/// Fields can stand in groups, all on one page or each on a page of its own. A driver answers questions that the form
/// cannot, for example whether a name is taken: see ``questions``.
public struct FormState<Name: Hashable & Sendable>: Component, Hashable, Sendable {
    /// The fields of all groups, from top to bottom.
    public internal(set) var fields: [Field]
    /// The field that has the focus.
    public private(set) var current: Name?
    /// Whether the user has tried to submit it: from then on all that is wrong is shown.
    public private(set) var isChecked = false
    /// Rules across fields.
    public internal(set) var rules: [FormRule<Name>]
    /// Whether it is submitted as soon as all ``questions`` are answered.
    public internal(set) var isWaiting = false
    /// The titles of groups, and how many fields each has; empty for a form without groups.
    let groups: [FormGroup]
    /// Whether each group is a page of its own.
    public let isPaged: Bool

    /// A form of one page.
    ///
    /// - Parameters:
    ///   - fields: From top to bottom.
    ///   - rules: Rules across fields.
    public init(_ fields: [Field], rules: [FormRule<Name>] = []) {
        (self.fields, self.rules, groups, isPaged) = (fields, rules, [], false)
        current = fields.first?.name
    }

    /// A form of groups, each with a title.
    ///
    /// - Parameters:
    ///   - groups: From top to bottom.
    ///   - isPaged: Whether each is a page of its own; Tab and Enter go on to the next page.
    ///   - rules: Rules across fields.
    public init(groups: [Group], isPaged: Bool = false, rules: [FormRule<Name>] = []) {
        fields = groups.flatMap(\.fields)
        self.groups = groups.map { FormGroup(title: $0.title, count: $0.fields.count) }
        (self.isPaged, self.rules) = (isPaged, rules)
        current = fields.first?.name
    }

    /// Some fields that belong together.
    public struct Group: Hashable, Sendable {
        /// Above them.
        public var title: String
        /// From top to bottom.
        public var fields: [Field]

        /// Fields below a title.
        public init(_ title: String, _ fields: [Field]) {
            (self.title, self.fields) = (title, fields)
        }
    }

    var shown: [Field] { fields.filter { !$0.isHidden } }
    private var index: Int? {
        fields.firstIndex { $0.name == current && !$0.isHidden } ?? fields.firstIndex { !$0.isHidden }
    }
    /// The field that is shown as having the focus.
    var shownCurrent: Name? { index.map { fields[$0].name } }

    /// Whether all is right, as far as is known.
    public var isValid: Bool { shown.allSatisfy { mistake(in: $0) == nil } }

    /// The mistake in a field, shown or not; `nil` for none.
    public func problem(_ name: Name) -> String? {
        shown.first { $0.name == name }.flatMap { $0.rejection ?? mistake(in: $0) }
    }

    /// The first mistake in a field, but for what the application has found.
    func mistake(in field: Field) -> String? {
        field.problem ?? rules.first { $0.field == field.name && !$0.holds(for: self) }?.problem
            ?? field.answeredProblem
    }

    /// Shows a field, or not; a hidden field is skipped, and has no problem.
    public mutating func hide(_ name: Name, if isHidden: Bool) {
        for index in fields.indices where fields[index].name == name { fields[index].isHidden = isHidden }
    }

    // MARK: Input

    /// - Returns: `submitted` when the user submits a form without problems; `cancelled` for Escape.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let input = input.typed
        let pressed: Name? = input.pressed()
        // Only the open popup gets a press outside of it.
        let hasPopup = index.map { input.at(fields[$0].name).hasPopup } ?? false
        if let pressed, !hasPopup { go(to: pressed) }
        guard let index else { return .ignored }
        current = fields[index].name
        let outcome = handleField(index, input.at(fields[index].name))
        switch outcome {
        case .submitted: return fields[index].content.isButton || move(1) == .ignored ? submit() : .changed
        case .ignored: return pressed == nil ? handleMotion(input) : .changed
        case .changed, .cancelled: return outcome
        }
    }

    private mutating func handleMotion(_ input: ScreenInput) -> Outcome {
        switch FormCommand.keys.action(for: input) {
        case .next: move(1)
        case .previous: move(-1)
        case .submit: submit()
        case .cancel: .cancelled
        case nil: input.key == .enter ? move(1) == .ignored ? submit() : .changed : .ignored
        }
    }

    private mutating func handleField(_ index: Int, _ input: ScreenInput) -> Outcome {
        let before = fields[index].content.text
        let outcome = fields[index].content.handle(input)
        if fields[index].content.text != before { (fields[index].rejection, isWaiting) = (nil, false) }
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
        if name != current, let index {
            fields[index].content.close()
            fields[index].isVisited = true
        }
        current = name
    }

    /// Submits it, or goes to the first field that is wrong.
    ///
    /// - Returns: `changed` where a field has a problem, or a driver has to answer first: see ``questions``.
    public mutating func submit() -> Outcome {
        isChecked = true
        for index in fields.indices { (fields[index].rejection, fields[index].isVisited) = (nil, true) }
        isWaiting = false
        if let wrong = shown.first(where: { mistake(in: $0) != nil }) {
            go(to: wrong.name)
            return .changed
        }
        isWaiting = !questions.isEmpty
        return isWaiting ? .changed : .submitted
    }

    /// The fields below their groups' titles, or those of the page with the focus.
    public var view: ScreenView {
        .sized(measuring: { available, look in
            Size(columns: available.columns, rows: FormRows(self, in: available, look).height)
        }) { space in
            let available = Size(columns: space.columns, rows: space.rows)
            return FormRows(self, in: available, space.look, isPlain: space.isPlain).view
        }
    }
}

extension FormState: Codable where Name: Codable {}

/// The title of some fields.
struct FormGroup: Hashable, Codable, Sendable {
    let title: String
    /// How many fields it has.
    let count: Int
}

/// A command that a key gives to a form, where its field has no use for the key.
public enum FormCommand: String, Hashable, Sendable, Codable, CaseIterable {
    /// Goes to the field below, or above.
    case next, previous
    /// Submits the form, whichever field has the focus.
    case submit
    /// Wants to be rid of it.
    case cancel

    /// Tab, arrows, Ctrl-S and Escape. Enter goes on, and submits in the last field.
    public static let keys = KeyBindings<FormCommand>(
        .init([.tab, .down], .next, "next"), .init([.shift(.tab), .up], .previous),
        .init([.control("s"), .alt(.enter)], .submit, "save"), .init(.escape, .cancel))
}
