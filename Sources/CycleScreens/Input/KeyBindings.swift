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
    /// A key of the keyboard.
    public typealias Key = ConsoleDriver.Key

    /// The keys of one action.
    public struct Binding: Hashable, Sendable {
        /// Each of them stands for the action.
        public var keys: [Key]
        /// The action of the keys.
        public var action: Action
        /// The action in a word. A binding without it does not appear in the help.
        public var help: String

        /// Several keys of an action.
        public init(_ keys: [Key], _ action: Action, _ help: String = "") {
            self.keys = keys
            self.action = action
            self.help = help
        }

        /// One key of an action.
        public init(_ key: Key, _ action: Action, _ help: String = "") {
            self.init([key], action, help)
        }
    }

    /// In the order of the help.
    public private(set) var bindings: [Binding]

    /// A table of bindings, in the order of the help.
    public init(_ bindings: Binding...) {
        self.init(bindings)
    }

    /// The same, of an array.
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

        /// For the user whose table it is in.
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
}

extension KeyBindings.Binding: Codable where Action: Codable {}
