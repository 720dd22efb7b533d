extension FormState {
    private func content(_ name: Name) -> FormContent? { fields.first { $0.name == name }?.content }

    /// The content of a field, as text.
    public func text(_ name: Name) -> String { content(name)?.text ?? "" }

    /// Whether a switch is on.
    public func isOn(_ name: Name) -> Bool { content(name) == .toggle(true) }

    /// The checked options of a field of boxes.
    public func chosen(_ name: Name) -> [String] {
        if case .boxes(let boxes) = content(name) { boxes.chosen } else { [] }
    }

    /// Its number.
    public func number(_ name: Name) -> Int? {
        if case .number(let number) = content(name) { number.value } else { nil }
    }

    /// Its day, if one is chosen.
    public func day(_ name: Name) -> CalendarDay? {
        if case .date(let date) = content(name) { date.chosen } else { nil }
    }

    // MARK: By the program

    /// Puts a text in the place of that of a field; of a choice or a drop-down, the option that is called so. Fields of other kinds
    /// stay as they are.
    public mutating func set(_ name: Name, to text: String) {
        change(name) { content in
            switch content {
            case .text(var input):
                input.text = text
                content = .text(input)
            case .area(var area, let height):
                area.text = text
                content = .area(area, height: height)
            case .choice(let options, let chosen):
                content = .choice(options, options.firstIndex(of: text) ?? chosen)
            case .dropDown(var dropDown):
                if dropDown.options.contains(text) { dropDown.chosen = text }
                content = .dropDown(dropDown)
            case .toggle, .date, .boxes, .number, .button: break
            }
        }
    }

    /// Switches a field on or off.
    public mutating func set(_ name: Name, to isOn: Bool) {
        change(name) { if case .toggle = $0 { $0 = .toggle(isOn) } }
    }

    /// The nearest number that it may be.
    public mutating func set(_ name: Name, to value: Int) {
        change(name) { content in
            guard case .number(var number) = content else { return }
            number.value = value
            content = .number(number)
        }
    }

    /// Chooses a day, or none.
    public mutating func set(_ name: Name, to day: CalendarDay?) {
        change(name) { content in
            guard case .date(var date) = content else { return }
            date.chosen = day
            content = .date(date)
        }
    }

    /// Checks these of its boxes, and no others.
    public mutating func set(_ name: Name, to chosen: [String]) {
        change(name) { content in
            guard case .boxes(var boxes) = content else { return }
            boxes.chosen = chosen
            content = .boxes(boxes)
        }
    }

    private mutating func change(_ name: Name, _ change: (inout FormContent) -> Void) {
        for index in fields.indices where fields[index].name == name {
            change(&fields[index].content)
            fields[index].rejection = nil
        }
    }

    /// Shows a problem that a server or another judge has found in a field, and moves the focus there. It is shown
    /// until the field is edited or the form submitted again.
    public mutating func reject(_ name: Name, _ problem: String) {
        for index in fields.indices where fields[index].name == name { fields[index].rejection = problem }
        go(to: name)
    }
}
