import CycleDrivers

extension FormState {
    /// One of its fields.
    public struct Field: Hashable, Sendable {
        /// Its name in the program.
        public let name: Name
        /// Its name for people.
        public var label: String
        /// Whether it is not there: nothing is wrong with it then.
        public var isHidden = false
        var content: FormContent
        /// A mistake in its present content that the application has found.
        var rejection: String?
        /// Whether the focus has left it: then a mistake is shown.
        var isVisited = false
        /// Whether something outside judges its text, too.
        var isAsked = false
        /// The last answer about its text, or about an earlier text.
        var answer: FormAnswer?

        private init(_ name: Name, _ label: String, _ content: FormContent) {
            (self.name, self.label, self.content) = (name, label, content)
        }

        /// A line of text.
        public static func text(_ name: Name, _ label: String, _ input: TextInput = TextInput()) -> Field {
            Field(name, label, .text(input))
        }

        /// Text of several lines, of which so many rows are seen. Enter puts in a line end, unless the area submits on it.
        public static func area(_ name: Name, _ label: String, _ area: TextArea = TextArea(), height: Int = 3) -> Field
        {
            Field(name, label, .area(area, height: max(1, height.bounded)))
        }

        /// A switch.
        public static func toggle(_ name: Name, _ label: String, isOn: Bool = false) -> Field {
            Field(name, label, .toggle(isOn))
        }

        /// One of a few beside each other, which Left and Right go through, and a press chooses.
        public static func choice(_ name: Name, _ label: String, from options: [String], chosen: Int = 0) -> Field {
            Field(name, label, .choice(options, min(max(0, chosen), max(0, options.count - 1))))
        }

        /// One of many, which a blank or a press opens.
        public static func dropDown(_ name: Name, _ label: String, _ dropDown: DropDown<String>) -> Field {
            Field(name, label, .dropDown(dropDown))
        }

        /// A day, from a calendar that a blank or a press opens.
        public static func date(_ name: Name, _ label: String, _ date: DateField) -> Field {
            Field(name, label, .date(date))
        }

        /// Several things to check, or radio buttons.
        public static func boxes(_ name: Name, _ label: String, _ boxes: CheckBoxes<String>) -> Field {
            Field(name, label, .boxes(boxes))
        }

        /// A number, with or without a bar.
        public static func number(_ name: Name, _ label: String, _ number: NumberField) -> Field {
            Field(name, label, .number(number))
        }

        /// Submits the form.
        public static func button(_ name: Name, _ title: String, role: Button.Role = .primary) -> Field {
            Field(name, "", .button(Button(title, role: role)))
        }

        /// This, with a text that something outside judges, too: see ``FormState/questions``.
        public func asked() -> Field {
            var field = self
            field.isAsked = true
            return field
        }

        /// The message of its first broken rule.
        public var problem: String? {
            switch content {
            case .text(let input): input.problem
            case .number(let number): number.problem
            case .area, .toggle, .choice, .dropDown, .date, .boxes, .button: nil
            }
        }

        /// The mistake that was found outside, in its present text.
        var answeredProblem: String? { answer.flatMap { $0.text == content.text ? $0.problem : nil } }
    }
}

extension FormState.Field: Codable where Name: Codable {}

/// The content of one field of a form.
enum FormContent: Hashable, Codable, Sendable {
    case text(TextInput)
    case area(TextArea, height: Int)
    case toggle(Bool)
    case choice([String], Int)
    case dropDown(DropDown<String>)
    case date(DateField)
    case boxes(CheckBoxes<String>)
    case number(NumberField)
    case button(Button)

    var isButton: Bool { if case .button = self { true } else { false } }

    /// Whether it has the shape that the theme gives to fields.
    var hasShape: Bool {
        switch self {
        case .text, .area, .dropDown, .date: true
        case .number(let number): !number.hasBar
        case .toggle, .choice, .boxes, .button: false
        }
    }

    var text: String {
        switch self {
        case .text(let input): input.text
        case .area(let area, _): area.text
        case .toggle(let isOn): "\(isOn)"
        case .choice(let options, let index): options.indices.contains(index) ? options[index] : ""
        case .dropDown(let dropDown): dropDown.chosen ?? ""
        case .date(let date): date.chosen?.description ?? ""
        case .boxes(let boxes): boxes.chosen.joined(separator: ", ")
        case .number(let number): "\(number.value)"
        case .button: ""
        }
    }

    // MARK: Input

    /// - Parameter input: For the region of the field.
    mutating func handle(_ input: ScreenInput) -> Outcome {
        switch self {
        case .text(var field):
            // A mistake does not keep the focus in the field. The form shows it when all is submitted.
            let outcome = handle(&field, input) { .text($0) }
            return input.key == .enter ? .submitted : outcome
        case .area(var area, let height): return handle(&area, input) { .area($0, height: height) }
        case .boxes(var boxes): return handle(&boxes, input) { .boxes($0) }
        case .number(var number): return handle(&number, input) { .number($0) }
        case .button(let button): return button.handle(input.at(FormPart.content))
        case .dropDown(var dropDown): return handle(&dropDown, dropDown.isOpen, input) { .dropDown($0) }
        case .date(var date): return handle(&date, date.isOpen, input) { .date($0) }
        case .toggle(let isOn):
            var own = Switch(isOn: isOn)
            // Enter goes on to the next field.
            let outcome = input.key == .enter ? .ignored : own.handle(input)
            self = .toggle(own.isOn)
            return outcome
        case .choice(let options, let chosen):
            guard !options.isEmpty, let place = place(of: input, among: options, chosen) else { return .ignored }
            self = .choice(options, place)
            return .changed
        }
    }

    private mutating func handle<Part: Component>(
        _ part: inout Part, _ input: ScreenInput, _ content: (Part) -> FormContent
    ) -> Outcome {
        let outcome = part.handle(input.at(FormPart.content))
        self = content(part)
        return outcome
    }

    /// A closed field leaves Enter and arrows to the form, and choosing in an open one does not submit the form.
    private mutating func handle<Part: Component>(
        _ part: inout Part, _ isOpen: Bool, _ input: ScreenInput, _ content: (Part) -> FormContent
    ) -> Outcome {
        if !isOpen, input.key == .enter || input.key == .up || input.key == .down { return .ignored }
        let outcome = handle(&part, input, content)
        return outcome == .submitted ? .changed : outcome
    }

    /// Closes what is open.
    mutating func close() {
        switch self {
        case .dropDown(var dropDown):
            dropDown.close()
            self = .dropDown(dropDown)
        case .date(var date):
            date.close()
            self = .date(date)
        case .text, .area, .toggle, .choice, .boxes, .number, .button: break
        }
    }

    private func place(of input: ScreenInput, among options: [String], _ chosen: Int) -> Int? {
        let pressed = input.at(FormPart.content).pressed(Int.self)
        if let pressed, options.indices.contains(pressed) { return pressed }
        let place = options.indices.contains(chosen) ? chosen : 0
        switch input.key {
        case .right, " ", "l",
            nil where input.isPressedHere:
            return (place + 1) % options.count
        case .left, "h": return (place + options.count - 1) % options.count
        default: return nil
        }
    }

    // MARK: View

    /// - Parameters:
    ///   - frame: The label and the problem around it.
    ///   - available: For the whole form.
    func view(_ frame: FieldFrame, _ available: ConsoleDriver.Size) -> ScreenView {
        switch self {
        case .text(let input): input.view(frame).region(FormPart.content)
        case .area(let area, let height):
            area.view(frame, height: max(1, min(height.bounded, available.rows))).region(FormPart.content)
        case .dropDown(let dropDown): dropDown.view(frame).width(.fit).region(FormPart.content)
        case .date(let date): date.view(frame).width(.fit).region(FormPart.content)
        case .boxes(let boxes):
            boxes.view.region(FormPart.content)
                .inBox(frame, height: boxes.axis == .row ? 1 : max(1, min(boxes.options.count, available.rows)))
        case .number(let number):
            number.hasBar
                ? number.view(frame).region(FormPart.content).inBox(frame)
                : number.view(frame).width(16).region(FormPart.content)
        case .toggle(let isOn): Switch.mark(isOn).region(FormPart.content).inBox(frame)
        case .choice(let options, let chosen):
            ScreenView.segments(options, chosen).region(FormPart.content).inBox(frame)
        case .button(let button): button.view.region(FormPart.content)
        }
    }
}

extension ScreenView {
    /// This in a box, where the theme gives boxes to fields; otherwise it has a shape of its own.
    fileprivate func inBox(_ frame: FieldFrame, height: Int = 1) -> ScreenView {
        .themed { theme in theme.fields.shape == .box ? .field(self, frame, height: height) : self }
    }

    /// Some options beside each other, the chosen one on a ground of its own; where there is not room for all, that one alone.
    static func segments(_ options: [String], _ chosen: Int) -> ScreenView {
        let width = options.reduce(-1) { $0 + ConsoleDriver.CharacterWidth.of($1) + 5 }
        return .sized(fitting: { .init(columns: min(width, $0.columns), rows: min(1, $0.rows)) }) { space in
            guard options.indices.contains(chosen) else { return "–" }
            guard !space.isPlain else { return .text(options[chosen]) }
            guard width <= space.columns else {
                return .text("\("‹", .muted) \(options[chosen], .accent) \("›", .muted)", overflow: .ellipsis)
            }
            let marks = space.theme.marks
            let style = space.isFocused ? marks.on : Style(foreground: .accent, background: .field)
            return .row(spacing: 1) {
                for (index, option) in options.enumerated() {
                    let text = index == chosen ? space.theme.chip(StyledText(" \(option) "), style) : "  \(option)  "
                    ScreenView.text(text).region(index)
                }
            }
        }.width(.fit).height(1)
    }
}

/// Names where the content of a field stands.
enum FormPart: Hashable { case content }
