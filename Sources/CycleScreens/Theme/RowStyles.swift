public import CycleDrivers

extension ScreenTheme {
    /// How rows of lists, tables, trees and menus look: one way to show what is selected, everywhere.
    public struct Rows: Hashable, Sendable {
        /// Lies below the styles of the selected row.
        public var selected: ConsoleDriver.Style = .background(.selected)
        /// The same, while another view has the focus.
        public var unfocused: ConsoleDriver.Style = .background(.selected)
        /// Stands before the selected row, as colour alone is not for everybody. An empty one takes no room.
        public var edge = "▌"
        /// The style of the edge.
        public var edgeStyle: ConsoleDriver.Style = .accent
        /// The style of the edge, while another view has the focus.
        public var unfocusedEdgeStyle: ConsoleDriver.Style = .border
        /// The selected cell of a table in which cells are selected.
        public var cell: ConsoleDriver.Style = .filled(.accent)
        /// The titles of a table.
        public var header: ConsoleDriver.Style = .bold + .muted
        /// A match of the search in a row.
        public var match: ConsoleDriver.Style = .accent + .underline

        /// A tinted row with an accent edge.
        public init() {}
    }

    /// How fields look: what can be typed into, and what opens.
    public struct Fields: Hashable, Sendable {
        /// The shape of a field.
        public enum Shape: String, Hashable, Sendable, Codable, CaseIterable {
            /// A ground of its own behind a thin edge, on one row.
            case tint
            /// A line below, on two rows.
            case underline
            /// A border around, on three rows: the label and the mistake stand in it.
            case box
            /// Nothing but the text.
            case plain
        }

        /// The shape of a field. Where there are too few rows for it, a tint takes its place.
        public var shape = Shape.tint
        /// Lies below the text of a tint.
        public var ground: ConsoleDriver.Style = .background(.field)
        /// The border of a box.
        public var border = ScreenBorder.round
        /// The style of the edge, the line or the border.
        public var line: ConsoleDriver.Style = .border
        /// The same, while the field has the focus.
        public var focusedLine: ConsoleDriver.Style = .accent
        /// The same, when there is a mistake in the field, and of the mistake itself.
        public var mistake: ConsoleDriver.Style = .danger
        /// The text of an empty field.
        public var placeholder: ConsoleDriver.Style = .muted + .italic
        /// The label of a field.
        public var label: ConsoleDriver.Style = .muted
        /// The same, while the field has the focus.
        public var focusedLabel: ConsoleDriver.Style = .accent + .bold

        /// A tint.
        public init() {}
    }

    /// How boxes, radio buttons and switches look. Plain text has `[x]` and `(x)` instead.
    public struct Marks: Hashable, Sendable {
        /// The sign in a box that is checked.
        public var check: Character = "✓"
        /// A box that is checked, and a switch that is on.
        public var on: ConsoleDriver.Style = .filled(.accent)
        /// A box that is not checked, and a switch that is off.
        public var off: ConsoleDriver.Style = .init(foreground: .muted, background: .field)
        /// The knob of a switch.
        public var knob: Character = "●"
        /// The radio button that is chosen, and the mark of a row.
        public var chosen: Character = "◉"
        /// A radio button that is not chosen.
        public var other: Character = "○"
        /// The style of a chosen radio button, and of the mark of a row.
        public var chosenStyle: ConsoleDriver.Style = .accent
        /// The style of one that is not.
        public var otherStyle: ConsoleDriver.Style = .muted

        /// Tinted boxes with a sign in them.
        public init() {}
    }
}
