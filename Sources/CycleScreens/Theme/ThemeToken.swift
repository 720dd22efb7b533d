public import CycleDrivers

extension ScreenTheme {
    /// The colours that components name. A theme says what each of them is.
    ///
    /// A view uses one as any other colour or style: `"\("saved", .success)"`, `.style(.background(.raised))`.
    public enum Token: UInt8, Hashable, Sendable, Codable, CaseIterable {
        /// Words.
        case text = 1
        /// Words beside the point: hints, units, what is switched off.
        case muted
        /// The part with the focus, the chosen row, a button.
        case accent
        /// A second accent: folders, headings, names in code.
        case secondary
        /// The ground of the screen.
        case surface
        /// The ground of what stands above the screen: menus, dialogs, toasts.
        case raised
        /// The ground of what can be typed into, and of buttons.
        case field
        /// The ground of the selected row.
        case selected
        /// Lines between parts, and around them.
        case border
        /// Mistakes, and what destroys.
        case danger
        /// A warning.
        case warning
        /// A success.
        case success
        /// Words on a ground of accent, danger, warning or success.
        case onAccent

        var color: ConsoleDriver.Color { .token(rawValue) }
    }
}

extension ConsoleDriver.Color {
    /// The theme's words: see ``ScreenTheme/Token``.
    public static let text = ScreenTheme.Token.text.color
    /// The theme's words beside the point.
    public static let muted = ScreenTheme.Token.muted.color
    /// The theme's colour of focus and choice.
    public static let accent = ScreenTheme.Token.accent.color
    /// The theme's second accent.
    public static let secondary = ScreenTheme.Token.secondary.color
    /// The theme's ground.
    public static let surface = ScreenTheme.Token.surface.color
    /// The theme's ground of menus and dialogs.
    public static let raised = ScreenTheme.Token.raised.color
    /// The theme's ground of fields and buttons.
    public static let field = ScreenTheme.Token.field.color
    /// The theme's ground of the selected row.
    public static let selected = ScreenTheme.Token.selected.color
    /// The theme's lines.
    public static let border = ScreenTheme.Token.border.color
    /// The theme's colour of mistakes.
    public static let danger = ScreenTheme.Token.danger.color
    /// The theme's colour of what needs care.
    public static let warning = ScreenTheme.Token.warning.color
    /// The theme's colour of what went well.
    public static let success = ScreenTheme.Token.success.color
    /// The theme's words on a ground of accent.
    public static let onAccent = ScreenTheme.Token.onAccent.color
}

extension ConsoleDriver.Style {
    /// Words beside the point, in the theme's colour.
    public static let muted = foreground(.muted)
    /// The theme's colour of focus and choice.
    public static let accent = foreground(.accent)
    /// The theme's second accent.
    public static let secondary = foreground(.secondary)
    /// The theme's lines.
    public static let border = foreground(.border)
    /// The theme's colour of mistakes.
    public static let danger = foreground(.danger)
    /// The theme's colour of what needs care.
    public static let warning = foreground(.warning)
    /// The theme's colour of what went well.
    public static let success = foreground(.success)
    /// The theme's ground of menus and dialogs, behind its words.
    public static let raised = Self(foreground: .text, background: .raised)

    /// A ground of a colour with words that are read on it: a button that has the focus. It is reversed, so that it is seen
    /// without colours, too.
    public static func filled(_ color: ConsoleDriver.Color) -> Self {
        Self(foreground: color, background: .onAccent, attributes: .reverse)
    }
}
