public import CycleDrivers

extension ScreenTheme {
    /// The colour of each token, on a dark ground or on a light one.
    public struct Colors: Hashable, Sendable, Codable {
        /// See ``ScreenTheme/Token/text``.
        public var text: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/muted``.
        public var muted: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/accent``.
        public var accent: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/secondary``.
        public var secondary: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/surface``.
        public var surface: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/raised``.
        public var raised: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/field``.
        public var field: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/selected``.
        public var selected: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/border``.
        public var border: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/danger``.
        public var danger: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/warning``.
        public var warning: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/success``.
        public var success: ConsoleDriver.Color
        /// See ``ScreenTheme/Token/onAccent``.
        public var onAccent: ConsoleDriver.Color

        /// A set of colours. Without a `text` and a `surface` the terminal's own are shown.
        public init(
            text: ConsoleDriver.Color = .standard, muted: ConsoleDriver.Color, accent: ConsoleDriver.Color,
            secondary: ConsoleDriver.Color, surface: ConsoleDriver.Color = .standard, raised: ConsoleDriver.Color,
            field: ConsoleDriver.Color, selected: ConsoleDriver.Color, border: ConsoleDriver.Color,
            danger: ConsoleDriver.Color, warning: ConsoleDriver.Color, success: ConsoleDriver.Color,
            onAccent: ConsoleDriver.Color
        ) {
            (self.text, self.muted, self.accent, self.secondary) = (text, muted, accent, secondary)
            (self.surface, self.raised, self.field, self.selected) = (surface, raised, field, selected)
            (self.border, self.danger, self.warning, self.success) = (border, danger, warning, success)
            self.onAccent = onAccent
        }

        /// The colour of a token.
        public subscript(token: Token) -> ConsoleDriver.Color {
            switch token {
            case .text: text
            case .muted: muted
            case .accent: accent
            case .secondary: secondary
            case .surface: surface
            case .raised: raised
            case .field: field
            case .selected: selected
            case .border: border
            case .danger: danger
            case .warning: warning
            case .success: success
            case .onAccent: onAccent
            }
        }
    }
}
