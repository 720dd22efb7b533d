public import CycleDrivers

/// The keys of actions: one table for handling, for help, and for the user's own configuration.
///
///     enum Action: String { case add, remove, quit }
///     static let keys = KeyBindings<Action>(
///         .init("a", .add, "add"), .init(["d", .delete], .remove, "delete"), .init("q", .quit, "quit"))
///
///     switch Self.keys.action(for: input) { case .add: … }
///
/// A key that stands for two actions is a mistake, which ends the program when the table is made.
public struct KeyBindings<Action: Hashable & Sendable>: Hashable, Sendable {
    public typealias Key = ConsoleDriver.Key

    /// The keys of one action.
    public struct Binding: Hashable, Sendable {
        public var keys: [Key]
        public var action: Action
        /// The action in a word. A binding without it does not appear in the help.
        public var help: String

        public init(_ keys: [Key], _ action: Action, _ help: String = "") {
            self.keys = keys
            self.action = action
            self.help = help
        }

        public init(_ key: Key, _ action: Action, _ help: String = "") {
            self.init([key], action, help)
        }
    }

    public private(set) var bindings: [Binding]

    public init(_ bindings: Binding...) {
        self.init(bindings)
    }

    public init(_ bindings: [Binding]) {
        self.bindings = bindings
        if let mistake { stop("\(mistake). Give each key one action") }
    }

    /// The first key that stands for two actions.
    private var mistake: Mistake? {
        for binding in bindings {
            for key in binding.keys {
                guard let first = action(for: key), first != binding.action else { continue }
                return .conflict(key: "\(key)", first: "\(first)", second: "\(binding.action)")
            }
        }
        return nil
    }

    /// The action that the user asks for by a key.
    public func action(for input: ScreenInput) -> Action? { input.key.flatMap { action(for: $0) } }

    /// Looked for in one binding after the other: to make a dictionary of so few takes longer than a program has time to start.
    public func action(for key: Key) -> Action? { bindings.first { $0.keys.contains(key) }?.action }

    /// The keys of an action.
    public func keys(for action: Action) -> [Key] { bindings.filter { $0.action == action }.flatMap(\.keys) }

    /// A mistake in a table of keys.
    public enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        case conflict(key: String, first: String, second: String)
        case unknownKey(String)
        case unknownAction(String)

        public var description: String {
            switch self {
            case .conflict(let key, let first, let second): "the key \(key) stands for \(first) and for \(second)"
            case .unknownKey(let key): "no key is called \(key)"
            case .unknownAction(let action): "no action is called \(action)"
            }
        }
    }

    /// This with the keys of a user, as from a file: names of actions, and of keys such as `ctrl-s` or `f5`.
    ///
    /// An action that is named has those keys and no others.
    public func configured(by table: [String: [String]]) throws(Mistake) -> KeyBindings {
        var result = self
        for (name, keys) in table.sorted(by: { $0.key < $1.key }) {
            guard let index = result.bindings.firstIndex(where: { "\($0.action)" == name }) else {
                throw .unknownAction(name)
            }
            let action = result.bindings[index].action
            for other in result.bindings.indices where result.bindings[other].action == action {
                result.bindings[other].keys = []
            }
            for key in keys {
                guard let key = Key(key == "space" ? " " : key) else { throw .unknownKey(key) }
                result.bindings[index].keys.append(key)
            }
        }
        if let mistake = result.mistake { throw mistake }
        return result
    }

    /// The keys with what they do, for ``ScreenView/help(_:)-([KeyHelp])``.
    ///
    /// - Parameter isTyping: Whether a text field has the focus: keys that it takes, as text, Delete or Escape, are not offered.
    public func help(isTyping: Bool = false) -> [KeyHelp] {
        let field = TextInput("text")
        return bindings.compactMap { binding in
            let keys = binding.keys.filter { !isTyping || !field.takes($0) }
            return binding.help.isEmpty || keys.isEmpty ? nil : KeyHelp(keys, binding.help)
        }
    }
}

extension KeyBindings.Binding: Codable where Action: Codable {}

/// A key and its action, in a word.
public struct KeyHelp: Hashable, Sendable {
    /// As they are shown: `^S`, `⏎`, `↑`.
    public var keys: String
    public var text: String

    public init(_ keys: [ConsoleDriver.Key], _ text: String) {
        self.keys = keys.prefix(2).map(\.symbol).joined(separator: "/")
        self.text = text
    }
}

extension ConsoleDriver.Key {
    /// As it is shown in a help: `^S`, `⏎`, `↑`, `esc`, `space`.
    public var symbol: String {
        var held = ""
        if modifiers.contains(.alt) { held += "alt-" }
        if modifiers.contains(.shift) { held += "⇧" }
        if modifiers.contains(.control) { held += "^" }
        return held + base.symbol(isControlled: modifiers.contains(.control))
    }
}

extension ConsoleDriver.Key.Base {
    fileprivate func symbol(isControlled: Bool) -> String {
        switch self {
        case .character(" "): "space"
        case .character(let character): isControlled ? character.uppercased() : String(character)
        case .enter: "⏎"
        case .escape: "esc"
        case .tab: "⇥"
        case .backspace: "⌫"
        case .delete: "del"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "pgup"
        case .pageDown: "pgdn"
        case .insert, .home, .end, .function: description
        }
    }
}

extension ScreenView {
    /// Keys with what they do: on one row as many as fit, then `…`. It grows: a spacer beside it takes half of its room.
    /// Nothing in plain text.
    public static func help(_ keys: [KeyHelp]) -> ScreenView {
        .sized { space in
            guard !space.isPlain else { return .empty }
            var line = StyledText()
            var width = 0
            for (index, key) in keys.enumerated() {
                let piece: StyledText = "\(index == 0 ? "" : "   ")\(key.keys, .bold) \(key.text, .dim)"
                let own = piece.width
                let isLast = index == keys.count - 1
                guard width + own + (isLast ? 0 : 2) <= space.columns else {
                    line += " \("…", .dim)"
                    break
                }
                line += piece
                width += own
            }
            return .text(line)
        }.height(1)
    }

    public static func help(_ keys: KeyHelp...) -> ScreenView { help(keys) }

    /// All keys, in as many columns as fit, of which none is cut but the only one.
    public static func fullHelp(_ keys: [KeyHelp]) -> ScreenView {
        .sized { space in
            let rows = max(1, space.rows)
            let columns = stride(from: 0, to: keys.count, by: rows).map { keys[$0..<min($0 + rows, keys.count)] }
            var end = -3
            let count = columns.prefix { column in
                let text = column.map { ConsoleDriver.CharacterWidth.of($0.text) }.max() ?? 0
                end += 3 + keyWidth(of: column) + 1 + text
                return end <= space.columns
            }.count
            return .row(spacing: 3) {
                for column in columns.prefix(max(1, count)) {
                    let width = keyWidth(of: column)
                    View.column {
                        for key in column {
                            View.row(spacing: 1) {
                                View.text(key.keys, .bold).width(width)
                                View.text(key.text, .dim)
                            }
                        }
                    }
                }
            }
        }
    }

    private static func keyWidth(of keys: some Sequence<KeyHelp>) -> Int {
        keys.map { ConsoleDriver.CharacterWidth.of($0.keys) }.max() ?? 0
    }

    private typealias View = ScreenView
}
