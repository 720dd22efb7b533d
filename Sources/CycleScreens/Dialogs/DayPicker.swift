import CycleDrivers

/// A month to choose a day from. Arrows go by days and weeks, Page Up and Down and the wheel by months, with Shift or Ctrl by years,
/// as `<` and `>` do. The names of months and days are those of ``ScreenTheme/Calendar``.
public struct DayPicker: Component, Hashable, Codable, Sendable {
    /// The selected day, or the nearest that can be.
    public var selected: CalendarDay { didSet { selected = nearest(selected) } }
    /// Shown otherwise, and gone to by `t`.
    public var today: CalendarDay?
    /// The days that can be selected; `nil` for all.
    public var range: ClosedRange<CalendarDay>? { didSet { selected = nearest(selected) } }

    /// - Parameters:
    ///   - selected: The selected day, or the nearest that can be.
    ///   - today: Shown otherwise, and gone to by `t`.
    ///   - range: The days that can be selected; `nil` for all.
    public init(_ selected: CalendarDay, today: CalendarDay? = nil, in range: ClosedRange<CalendarDay>? = nil) {
        self.selected = selected
        self.today = today
        self.range = range
        self.selected = nearest(selected)
    }

    private func nearest(_ day: CalendarDay) -> CalendarDay {
        range.map { min(max(day, $0.lowerBound), $0.upperBound) } ?? day
    }

    /// `submitted` for Enter, `cancelled` for Escape; a press selects a day.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        if let pressed: CalendarDay = input.pressed() {
            selected = pressed
            return .changed
        }
        if input.position != nil, case .scrolled(let direction) = input.mouse?.action {
            guard direction == .up || direction == .down else { return .ignored }
            selected = selected.adding(months: direction == .up ? -1 : 1)
            return .changed
        }
        switch input.key {
        case .left, "h": selected = .init(number: selected.number - 1)
        case .right, "l": selected = .init(number: selected.number + 1)
        case .up, "k": selected = .init(number: selected.number - 7)
        case .down, "j": selected = .init(number: selected.number + 7)
        case .pageUp: selected = selected.adding(months: -1)
        case .pageDown: selected = selected.adding(months: 1)
        case .shift(.pageUp), .control(.pageUp), "<": selected = selected.adding(months: -12)
        case .shift(.pageDown), .control(.pageDown), ">": selected = selected.adding(months: 12)
        case .home: selected = .init(year: selected.year, month: selected.month, day: 1)
        case .end: selected = .init(year: selected.year, month: selected.month + 1, day: 0)
        case "t" where today != nil: selected = today ?? selected
        case .enter: return .submitted
        case .escape: return .cancelled
        default: return .ignored
        }
        return .changed
    }

    /// Eight rows of 21 columns.
    public var view: ScreenView { .themed { view($0.calendar) } }

    private func view(_ words: ScreenTheme.Calendar) -> ScreenView {
        let first = CalendarDay(year: selected.year, month: selected.month, day: 1)
        let shift = words.firstWeekday % 7
        let offset = (first.weekday - shift + 7) % 7
        return .column {
            ScreenView.text("\("\(words.name(ofMonth: selected.month)) \(selected.year)", .bold)").aligned(.center)
                .width(21)
            ScreenView.row(spacing: 1) {
                for column in 0..<7 { ScreenView.text(words.name(ofWeekday: column + shift), .muted).width(2) }
            }
            for week in 0..<6 {
                ScreenView.row(spacing: 0) {
                    for column in 0..<7 {
                        cell(.init(number: first.number - offset + 7 * week + column))
                    }
                }
            }
        }
    }

    private func cell(_ day: CalendarDay) -> ScreenView {
        guard day.month == selected.month else { return ScreenView.text("").width(3) }
        let number = day.day < 10 ? " \(day.day)" : "\(day.day)"
        let style: ScreenView.Style = day == selected ? .filled(.accent) : day == today ? .bold + .accent : .plain
        guard nearest(day) == day else { return ScreenView.text("\(number, .muted + .strikethrough)").width(3) }
        return ScreenView.text("\(number, style)").width(3).region(day)
    }
}
