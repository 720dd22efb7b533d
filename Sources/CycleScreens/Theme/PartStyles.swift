public import CycleDrivers

extension ScreenTheme {
    /// How buttons look.
    public struct Buttons: Hashable, Sendable {
        /// A button like others.
        public var normal: ConsoleDriver.Style = .init(foreground: .text, background: .field)
        /// The button that is meant.
        public var primary: ConsoleDriver.Style = .init(foreground: .accent, background: .field, attributes: .bold)
        /// A button that destroys.
        public var danger: ConsoleDriver.Style = .init(foreground: .danger, background: .field, attributes: .bold)
        /// The button with the focus.
        public var focused: ConsoleDriver.Style = .filled(.accent) + .bold
        /// A button that destroys and has the focus.
        public var focusedDanger: ConsoleDriver.Style = .filled(.danger) + .bold
        /// A button that cannot be pressed.
        public var disabled: ConsoleDriver.Style = .init(foreground: .muted, background: .field)

        /// Tinted, and filled with the accent where the focus is.
        public init() {}
    }

    /// How tabs look.
    public struct TabBar: Hashable, Sendable {
        /// The shape of a row of tabs.
        public enum Shape: String, Hashable, Sendable, Codable, CaseIterable {
            /// A line below all of them, heavy below the chosen one.
            case underline
            /// A ground behind the chosen one.
            case pill
        }

        /// The shape of the row. Where there is one row alone, a pill takes the place of an underline.
        public var shape = Shape.underline
        /// The chosen one.
        public var chosen: ConsoleDriver.Style = .accent + .bold
        /// The others.
        public var other: ConsoleDriver.Style = .muted
        /// The ground of a pill.
        public var pill: ConsoleDriver.Style = .filled(.accent)
        /// The line below the others.
        public var line: ConsoleDriver.Style = .border
        /// The line below the chosen one.
        public var mark: ConsoleDriver.Style = .accent

        /// Underlined.
        public init() {}
    }

    /// How borders and dividers look.
    public struct Borders: Hashable, Sendable {
        /// The characters of a border that names none.
        public var border = ScreenBorder.round
        /// Borders that name no style, and dividers.
        public var style: ConsoleDriver.Style = .border
        /// The border of a panel that has the focus.
        public var focused: ConsoleDriver.Style = .accent
        /// The title of a border that names no style.
        public var title: ConsoleDriver.Style = .init(foreground: .text, attributes: .bold)
        /// The footer of a border that names no style.
        public var footer: ConsoleDriver.Style = .muted
        /// The border of what stands above the screen: dialogs, menus, toasts.
        public var raisedBorder = ScreenBorder.round
        /// Its style.
        public var raised: ConsoleDriver.Style = .border

        /// Round and thin.
        public init() {}
    }

    /// How charts and bars of progress look.
    public struct Charts: Hashable, Sendable {
        /// The styles of series and bars that name none, one after the other.
        public var palette: [ConsoleDriver.Style] = [.accent, .secondary, .success, .warning, .danger]
        /// Axes and their ticks.
        public var axis: ConsoleDriver.Style = .border
        /// The lines behind a chart.
        public var grid: ConsoleDriver.Style = .border
        /// The part of an area below its line.
        public var area: ConsoleDriver.Style = .background(.selected)
        /// Numbers and names beside a chart.
        public var label: ConsoleDriver.Style = .muted
        /// The part of a bar that is not filled.
        public var rest: ConsoleDriver.Style = .border

        /// In the colours of the theme.
        public init() {}

        /// The style of a series without one.
        func style(_ index: Int) -> ConsoleDriver.Style { palette.isEmpty ? .accent : palette[index % palette.count] }
    }

    /// How helps look.
    public struct Help: Hashable, Sendable {
        /// Keys.
        public var key: ConsoleDriver.Style = .bold
        /// The text that says what a key does.
        public var text: ConsoleDriver.Style = .muted
        /// Stands between two of them.
        public var separator = "   "

        /// Keys in bold.
        public init() {}
    }
}
