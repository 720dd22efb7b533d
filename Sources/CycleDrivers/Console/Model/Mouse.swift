extension ConsoleDriver {
    /// Something done with the mouse.
    ///
    /// As JSON: `{"action": "pressed-left", "position": {"row": 0, "column": 0}, "modifiers": 0}`.
    public struct Mouse: Hashable, Sendable, Codable {
        /// The events that a terminal should report.
        public enum Reports: String, Hashable, Sendable, Codable {
            /// Nothing: the terminal keeps the mouse for selecting text.
            case none
            /// Presses, releases, wheels, and moves while a button is held.
            case drags
            /// All moves, too: many events.
            case moves
        }

        /// A button of the mouse.
        public enum Button: String, Hashable, Sendable, Codable, CaseIterable {
            /// As the terminal counts them, which a left-handed user may have swapped.
            case left, middle, right

            /// Its number in the sequences of terminals.
            package var number: Int {
                switch self {
                case .left: 0
                case .middle: 1
                case .right: 2
                }
            }
        }

        /// Where a wheel was turned.
        public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
            /// The direction of the view: `up` shows the part above.
            case up, down, left, right
        }

        /// The action of the user.
        public enum Action: Hashable, Sendable {
            /// A button went down.
            case pressed(Button)
            /// It came up again.
            case released(Button)
            /// The mouse moved to another cell while a button was held.
            case dragged(Button)
            /// The mouse moved to another cell; with ``Reports/moves`` only.
            case moved
            /// A wheel was turned by one notch.
            case scrolled(Direction)
        }

        /// The action of the user.
        public var action: Action
        /// The cell, counted from the top left of the terminal.
        public var position: Position
        /// The keys that were held down, as far as the terminal reports them.
        public var modifiers: Key.Modifiers

        /// For tests and stand-ins: the driver makes its own.
        public init(_ action: Action, at position: Position, modifiers: Key.Modifiers = []) {
            self.action = action
            self.position = position
            self.modifiers = modifiers
        }
    }
}

extension ConsoleDriver.Mouse.Action: CustomStringConvertible {
    /// Such as `pressed-left`, `moved` or `scrolled-up`.
    public var description: String {
        switch self {
        case .pressed(let button): "pressed-\(button)"
        case .released(let button): "released-\(button)"
        case .dragged(let button): "dragged-\(button)"
        case .moved: "moved"
        case .scrolled(let direction): "scrolled-\(direction)"
        }
    }
}

/// As JSON, its description.
extension ConsoleDriver.Mouse.Action: Codable {
    private static let all: [Self] =
        ConsoleDriver.Mouse.Button.allCases.flatMap { [.pressed($0), .released($0), .dragged($0)] } + [.moved]
        + ConsoleDriver.Mouse.Direction.allCases.map { .scrolled($0) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let action = Self.all.first(where: { $0.description == text }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no action is called \(text)")
        }
        self = action
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
