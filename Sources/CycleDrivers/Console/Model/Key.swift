import CycleBase

extension ConsoleDriver {
    /// One press of a key.
    ///
    ///     case .key("q"), .key(.escape), .key(.control("d")): …
    ///
    /// A key that is held with others is a pattern like any other, and so are its parts:
    ///
    ///     switch key {
    ///     case .alt("x"): …
    ///     case _ where key.modifiers == .alt: …
    ///     }
    ///     switch (key.modifiers, key.base) {
    ///     case (.alt, .character(let letter)): …
    ///     case ([.control, .shift], .up): …
    ///     }
    public struct Key: Hashable, Sendable {
        /// The key itself, whatever is held down with it.
        public enum Base: Hashable, Sendable {
            /// One Unicode scalar: a letter with combining marks comes as several keys.
            case character(Character)
            /// Keys with a name of their own, as all terminals have them.
            case enter, escape, tab, backspace, delete, insert
            /// Keys that move a cursor.
            case up, down, left, right, home, end, pageUp, pageDown
            /// F1 is `function(1)`.
            case function(Int)
        }

        /// The keys that were held down. Most terminals do not report Shift with a letter.
        public struct Modifiers: OptionSet, Hashable, Sendable, Codable {
            public let rawValue: UInt8

            public init(rawValue: UInt8) {
                self.rawValue = rawValue
            }

            /// With a letter it is the capital letter instead.
            public static let shift = Modifiers(rawValue: 1)
            /// Alt or Option; many terminals send Escape before the key.
            public static let alt = Modifiers(rawValue: 2)
            /// Ctrl. With some letters it is another key: Ctrl-I is Tab, Ctrl-M Enter.
            public static let control = Modifiers(rawValue: 4)
        }

        /// The key without what was held down with it.
        public var base: Base
        /// The keys that are held down; Shift only where the terminal reports it apart from the character.
        public var modifiers: Modifiers

        /// A key as it is reported, to compare with.
        public init(_ base: Base, _ modifiers: Modifiers = []) {
            self.base = base
            self.modifiers = modifiers
        }

        /// The key of a character, as where the keys come from a table: `Key(digit)`.
        public init(_ character: Character) {
            self.init(.character(character))
        }

        /// The character, if the key is one and neither Control nor Alt is held: what to put into a text.
        public var character: Character? {
            guard case .character(let character) = base, modifiers.isDisjoint(with: [.control, .alt]) else {
                return nil
            }
            return character
        }

        /// Return; of a pipe, a new line.
        public static let enter = Key(.enter)
        /// Escape by itself: reported after the driver's `escapeDelay`, when nothing has followed it.
        public static let escape = Key(.escape)
        /// Tab, and Ctrl-I.
        public static let tab = Key(.tab)
        /// The key that deletes to the left, whichever of its two codes the terminal sends.
        public static let backspace = Key(.backspace)
        /// The key that deletes to the right.
        public static let delete = Key(.delete)
        /// The key that switches between inserting and overwriting.
        public static let insert = Key(.insert)
        /// The arrow.
        public static let up = Key(.up)
        /// The arrow.
        public static let down = Key(.down)
        /// The arrow.
        public static let left = Key(.left)
        /// The arrow.
        public static let right = Key(.right)
        /// To the beginning of a line.
        public static let home = Key(.home)
        /// To the end of a line.
        public static let end = Key(.end)
        /// A screen back.
        public static let pageUp = Key(.pageUp)
        /// A screen on.
        public static let pageDown = Key(.pageDown)

        /// F1 and so on; terminals know 12, some 20.
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

    /// The key of a ``description``, as in a user's table of keys, or `space`; `nil` when it is none. No terminal has more than 63
    /// function keys.
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
        case .enter, .tab, .backspace, .escape, .insert, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
            .pageDown:
            Self.named.first { $0.base == self }?.name ?? ""
        }
    }

    public init?(_ description: String) {
        if let character = description.first, description.count == 1 {
            self = .character(character)
        } else if let named = Self.named.first(where: { $0.name == description }) {
            self = named.base
        } else if description == "space" {
            self = .character(" ")
        } else if description.first == "f", let number = Int(digits: description.dropFirst()),
            (1...63).contains(number), description == "f\(number)"
        {
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
