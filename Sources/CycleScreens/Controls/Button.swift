import CycleDrivers

/// Something to press: by Enter or a blank while it has the focus, or by the mouse.
///
///     let save = Button("Save", role: .primary)
///
///     save.view.region(Place.save, in: focus)
///     if save.handle(input.at(Place.save)) == .submitted { store() }
///
/// It has no state of its own. Its looks are those of ``ScreenTheme/Buttons``; in plain text it is its title between brackets.
public struct Button: Component, Hashable, Codable, Sendable {
    /// The purpose of a button, which decides how it looks.
    public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// One of several.
        case normal
        /// The one that is meant.
        case primary
        /// A button that destroys something.
        case danger
    }

    /// Its text.
    public var title: String
    /// The purpose of the button.
    public var role: Role
    /// Whether it can be pressed.
    public var isEnabled: Bool

    /// A button with a text.
    public init(_ title: String, role: Role = .normal, isEnabled: Bool = true) {
        (self.title, self.role, self.isEnabled) = (title, role, isEnabled)
    }

    /// - Returns: `submitted` when it is pressed.
    public func handle(_ input: ScreenInput) -> Outcome {
        guard input.key == .enter || input.key == " " || input.isPressedHere else { return .ignored }
        return isEnabled ? .submitted : .changed
    }

    /// One row, as wide as its title and a little more.
    public var view: ScreenView { view(isChosen: nil) }

    /// - Parameters:
    ///   - isChosen: Whether it is the one of several that Enter presses; `nil` where the focus alone says so.
    ///   - padding: How many blanks stand on each side.
    func view(isChosen: Bool?, padding: Int = 2) -> ScreenView {
        let blanks = String(repeating: " ", count: padding)
        let text = blanks + title + blanks
        let width = ConsoleDriver.CharacterWidth.of(text) + 2
        return .sized(fitting: { .init(columns: min(width, $0.columns), rows: min(1, $0.rows)) }) { space in
            guard !space.isPlain else { return .text(isChosen == true ? "[\(title)] *" : "[\(title)]") }
            let isHere = isEnabled && space.isFocused && isChosen != false
            let label = ScreenView.text(space.theme.chip(StyledText(text), style(space, isHere)))
            return isHere ? label.cursor(.init(row: 0, column: padding + 1)) : label
        }.width(.fit).height(1)
    }

    private func style(_ space: ScreenView.Space, _ isHere: Bool) -> Style {
        let styles = space.theme.buttons
        guard isEnabled else { return styles.disabled }
        switch role {
        case .normal: return isHere ? styles.focused : styles.normal
        case .primary: return isHere ? styles.focused : styles.primary
        case .danger: return isHere ? styles.focusedDanger : styles.danger
        }
    }
}
