extension ConsoleDriver {
    /// Something done with the mouse.
    public struct Mouse: Hashable, Sendable {
        public enum Button: Hashable, Sendable {
            case left, middle, right
        }

        public enum Direction: Hashable, Sendable {
            case up, down, left, right
        }

        public enum Action: Hashable, Sendable {
            case pressed(Button)
            case released(Button)
            case dragged(Button)
            case moved
            case scrolled(Direction)
        }

        public var action: Action
        /// The cell, counted from 0 at the top left of the terminal.
        public var row: Int
        public var column: Int
        public var modifiers: Key.Modifiers

        public init(_ action: Action, row: Int, column: Int, modifiers: Key.Modifiers = []) {
            self.action = action
            self.row = row
            self.column = column
            self.modifiers = modifiers
        }
    }
}
