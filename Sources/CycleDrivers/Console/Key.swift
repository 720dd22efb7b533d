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

        public struct Modifiers: OptionSet, Hashable, Sendable, Codable {
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

/// One character between quotes is its key; more than one is not a key, which the compiler says.
extension ConsoleDriver.Key: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral character: Character) {
        self.init(.character(character))
    }
}

extension ConsoleDriver.Key: LosslessStringConvertible {
    /// Such as `q`, `ctrl-c`, `alt-shift-left` or `f5`: what is held, then the key.
    public var description: String {
        var held = ""
        if modifiers.contains(.control) { held += "ctrl-" }
        if modifiers.contains(.alt) { held += "alt-" }
        if modifiers.contains(.shift) { held += "shift-" }
        return held + base.description
    }

    /// The key of a ``description``, as in a user's table of keys; `nil` when it is none.
    public init?(_ description: String) {
        var rest = description[...]
        var modifiers: Modifiers = []
        for (word, modifier) in [("ctrl-", Modifiers.control), ("alt-", .alt), ("shift-", .shift)]
        where rest.count > word.count && rest.hasPrefix(word) {
            modifiers.insert(modifier)
            rest.removeFirst(word.count)
        }
        guard let base = Base(String(rest)) else { return nil }
        self.init(base, modifiers)
    }
}

extension ConsoleDriver.Key.Base: LosslessStringConvertible {
    private static let named: [(name: String, base: Self)] = [
        ("enter", .enter), ("escape", .escape), ("tab", .tab), ("backspace", .backspace), ("delete", .delete),
        ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
        ("end", .end), ("pageUp", .pageUp), ("pageDown", .pageDown),
    ]

    /// The character, or a name such as `pageUp` or `f1`.
    public var description: String {
        switch self {
        case .character(let character): String(character)
        case .function(let number): "f\(number)"
        default: Self.named.first { $0.base == self }?.name ?? ""
        }
    }

    public init?(_ description: String) {
        if let character = description.first, description.count == 1 {
            self = .character(character)
        } else if let named = Self.named.first(where: { $0.name == description }) {
            self = named.base
        } else if description.first == "f", let number = Int(description.dropFirst()) {
            self = .function(number)
        } else {
            return nil
        }
    }
}

/// As JSON, its description: `"ctrl-c"`.
extension ConsoleDriver.Key: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let key = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no key is called \(text)")
        }
        self = key
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
