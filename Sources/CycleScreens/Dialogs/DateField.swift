import CycleDrivers

/// A day that is chosen from a calendar, which is seen while it is open.
///
///     var day = DateField(picker: DayPicker(today))
///
///     day.view.region(Place.day, in: focus)
///     if day.handle(input.at(Place.day)) == .submitted { plan(day.chosen) }
///
/// Enter, a blank, Up, Down and a press open it; Enter, a blank and a press choose, Escape, Tab and a press elsewhere leave it as
/// it was. Delete and Backspace empty it.
public struct DateField: Component, Hashable, Codable, Sendable {
    /// The chosen day; `nil` for none.
    public var chosen: CalendarDay?
    /// The picker that it opens, with its range, and the day that is selected while none is chosen.
    public var picker: DayPicker
    /// Shown while nothing is chosen.
    public var placeholder: String
    /// Whether the calendar is seen.
    public private(set) var isOpen = false

    /// A field with a day, or with none.
    public init(_ chosen: CalendarDay? = nil, picker: DayPicker, placeholder: String = "choose") {
        self.chosen = chosen
        self.picker = picker
        self.placeholder = placeholder
    }

    private enum Part: Hashable { case picker }

    /// See the keys above. `submitted` when a day was chosen.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        if isOpen { return handleOpen(input) }
        if input.opens {
            isOpen = true
            picker.selected = chosen ?? picker.selected
        } else if input.key == .delete || input.key == .backspace, chosen != nil {
            chosen = nil
        } else {
            return .ignored
        }
        return .changed
    }

    private mutating func handleOpen(_ input: ScreenInput) -> Outcome {
        let inner = input.at(Part.picker)
        if let outcome = input.closing(inner) {
            isOpen = false
            return outcome
        }
        let outcome = input.key == " " ? .submitted : picker.handle(inner)
        guard outcome == .submitted || inner.pressed(CalendarDay.self) != nil else {
            // While it is open it takes every key.
            return input.key == nil ? outcome : .changed
        }
        (isOpen, chosen) = (false, picker.selected)
        return .submitted
    }

    /// Leaves it as it was: for a program that takes the focus away while it is open.
    public mutating func close() { isOpen = false }

    /// The chosen day, in the shape of a field; below it the calendar, while it is open.
    public var view: ScreenView { view(FieldFrame()) }

    func view(_ frame: FieldFrame) -> ScreenView {
        let text = chosen.map { StyledText("\($0)") } ?? StyledText(placeholder, .muted)
        let menu = picker.view.width(21).region(Part.picker).padding(0, 1).raisedWithFocus().fitting
        return .opener(
            text, width: max(10, ConsoleDriver.CharacterWidth.of(placeholder)), frame, open: isOpen ? menu : nil)
    }
}
