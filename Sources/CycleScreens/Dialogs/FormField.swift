import CycleDrivers

extension FormState {
    /// One of its fields.
    public struct Field: Hashable, Sendable {
        public let name: Name
        public var label: String
        public var isHidden = false
        var content: FormContent
        /// A mistake in its present content that the application has found.
        var rejection: String?

        private init(_ name: Name, _ label: String, _ content: FormContent) {
            (self.name, self.label, self.content) = (name, label, content)
        }

        public static func text(_ name: Name, _ label: String, _ input: TextInput = TextInput()) -> Field {
            Field(name, label, .text(input))
        }

        /// Text of several lines, of which so many rows are seen. Enter puts in a line end, unless the area submits on it.
        public static func area(_ name: Name, _ label: String, _ area: TextArea = TextArea(), height: Int = 3) -> Field
        {
            Field(name, label, .area(area, height: max(1, height.bounded)))
        }

        public static func toggle(_ name: Name, _ label: String, isOn: Bool = false) -> Field {
            Field(name, label, .toggle(isOn))
        }

        /// One of a few, which Left and Right go through, and a press to the next.
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

        /// The message of its first broken rule.
        public var problem: String? {
            switch content {
            case .text(let input): input.problem
            case .number(let number): number.problem
            default: nil
            }
        }
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

    var height: Int {
        switch self {
        case .boxes(let boxes) where boxes.axis == .column: max(1, boxes.options.count)
        case .area(_, let height): max(1, height.bounded)
        default: 1
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
        case .dropDown(var dropDown): return handle(&dropDown, dropDown.isOpen, input) { .dropDown($0) }
        case .date(var date): return handle(&date, date.isOpen, input) { .date($0) }
        case .toggle(let isOn):
            guard input.key == " " || input.isPressedHere else { return .ignored }
            self = .toggle(!isOn)
            return .changed
        case .choice(let options, let chosen):
            guard !options.isEmpty, let step = step(input) else { return .ignored }
            let place = options.indices.contains(chosen) ? chosen : 0
            self = .choice(options, (place + step + options.count) % options.count)
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
        default: break
        }
    }

    private func step(_ input: ScreenInput) -> Int? {
        switch input.key {
        case .right, " ", "l",
            nil where input.isPressedHere:
            1
        case .left, "h": -1
        default: nil
        }
    }

    // MARK: View

    var view: ScreenView {
        switch self {
        case .text(let input): input.view.region(FormPart.content)
        case .area(let area, _): area.view.region(FormPart.content)
        case .dropDown(let dropDown): dropDown.view.width(.fit).region(FormPart.content)
        case .date(let date): date.view.width(.fit).region(FormPart.content)
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
