import CycleDrivers

/// Something that is on or off: a blank, Enter or a press changes it.
///
///     var sound = Switch("Sound", isOn: true)
///
///     sound.view.region(Place.sound, in: focus)
///     _ = sound.handle(input.at(Place.sound))
///
/// Its looks are those of ``ScreenTheme/Marks``; in plain text it is `[x]` or `[ ]`.
public struct Switch: Component, Hashable, Codable, Sendable {
    /// Behind the switch.
    public var title: String
    /// Whether it is on.
    public var isOn: Bool

    /// A switch with a text behind it.
    public init(_ title: String = "", isOn: Bool = false) {
        (self.title, self.isOn) = (title, isOn)
    }

    /// A blank, Enter or a press changes it; Left switches it off, and Right on.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        switch input.key {
        case " ", .enter: isOn.toggle()
        case .left where isOn: isOn = false
        case .right where !isOn: isOn = true
        case nil where input.isPressedHere: isOn.toggle()
        default: return .ignored
        }
        return .changed
    }

    /// The switch, and its title.
    public var view: ScreenView {
        .row(spacing: 1) {
            Switch.mark(isOn)
            if !title.isEmpty { ScreenView.label(StyledText(title)) }
        }.height(1)
    }

    /// The switch alone: a knob at the left or at the right.
    static func mark(_ isOn: Bool) -> ScreenView {
        .sized(fitting: { .init(columns: min(5, $0.columns), rows: min(1, $0.rows)) }) { space in
            guard !space.isPlain else { return .text(isOn ? "[x]" : "[ ]") }
            let marks = space.theme.marks
            let text = isOn ? "  \(marks.knob)" : "\(marks.knob)  "
            return ScreenView.text(space.theme.chip(StyledText(text), isOn ? marks.on : marks.off))
                .cursor(.init(row: 0, column: isOn ? 3 : 1))
        }.width(.fit).height(1)
    }
}
