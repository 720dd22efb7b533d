extension ConsoleDriver {
    /// One press of a key.
    ///
    ///     case .key("q"), .key(.escape), .key(.control("d")): …
    public struct Key: Hashable, Sendable {
        /// The key itself, whatever is held down with it.
        public enum Base: Hashable, Sendable {
            /// One Unicode scalar: a letter with combining marks comes as several keys.
            case character(Character)
            case enter, escape, tab, backspace, delete, insert
            case up, down, left, right, home, end, pageUp, pageDown
            /// F1 is `function(1)`.
            case function(Int)
        }

        public struct Modifiers: OptionSet, Hashable, Sendable {
            public let rawValue: UInt8

            public init(rawValue: UInt8) {
                self.rawValue = rawValue
            }

            public static let shift = Modifiers(rawValue: 1)
            public static let alt = Modifiers(rawValue: 2)
            public static let control = Modifiers(rawValue: 4)
        }

        public var base: Base
        /// What is held down; Shift only where the terminal tells it apart from the character.
        public var modifiers: Modifiers

        public init(_ base: Base, _ modifiers: Modifiers = []) {
            self.base = base
            self.modifiers = modifiers
        }

        /// The character, if the key is one and neither Control nor Alt is held: what to put into a text.
        public var character: Character? {
            guard case .character(let character) = base, modifiers.isDisjoint(with: [.control, .alt]) else {
                return nil
            }
            return character
        }

        public static let enter = Key(.enter)
        public static let escape = Key(.escape)
        public static let tab = Key(.tab)
        public static let backspace = Key(.backspace)
        public static let delete = Key(.delete)
        public static let insert = Key(.insert)
        public static let up = Key(.up)
        public static let down = Key(.down)
        public static let left = Key(.left)
        public static let right = Key(.right)
        public static let home = Key(.home)
        public static let end = Key(.end)
        public static let pageUp = Key(.pageUp)
        public static let pageDown = Key(.pageDown)

        public static func function(_ number: Int) -> Key { Key(.function(number)) }
        /// Ctrl and a key: `.control("d")`, `.control(.left)`.
        public static func control(_ key: Key) -> Key { key.with(.control) }
        /// Alt and a key.
        public static func alt(_ key: Key) -> Key { key.with(.alt) }
        /// Shift and a key that is not a character.
        public static func shift(_ key: Key) -> Key { key.with(.shift) }

        func with(_ modifiers: Modifiers) -> Key { Key(base, self.modifiers.union(modifiers)) }
    }
}

extension ConsoleDriver.Key: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let character = text.first, text.count == 1 else {
            preconditionFailure("a key is one character: \"\(text)\" is not")
        }
        self.init(.character(character))
    }
}

extension ConsoleDriver.Key: CustomStringConvertible {
    public var description: String {
        var held = ""
        if modifiers.contains(.control) { held += "ctrl-" }
        if modifiers.contains(.alt) { held += "alt-" }
        if modifiers.contains(.shift) { held += "shift-" }
        return switch base {
        case .character(let character): held + String(character)
        case .function(let number): held + "f\(number)"
        default: held + "\(base)"
        }
    }
}
