import CycleDrivers

/// A command that a key gives to a list.
public enum ListCommand: String, Hashable, Sendable, Codable, CaseIterable {
    case up, down, pageUp, pageDown, halfPageUp, halfPageDown, first, last
    case mark, markAll, submit
    /// Among the columns of a table.
    case left, right

    /// Arrows, and those of vi and less.
    public static let keys = KeyBindings<ListCommand>(
        .init([.up, "k", .control("p")], .up, "up"), .init([.down, "j", .control("n")], .down, "down"),
        .init([.pageUp, .control("b")], .pageUp), .init([.pageDown, .control("f")], .pageDown),
        .init([.control("u")], .halfPageUp), .init([.control("d")], .halfPageDown),
        .init([.left, "h"], .left), .init([.right, "l"], .right), .init([.home, "g"], .first),
        .init([.end, "G"], .last), .init([" "], .mark, "mark"),
        .init([.control("a")], .markAll, "all"), .init([.enter], .submit, "choose"))

    /// The same without letters, and without what edits a text, for a list below a field.
    public static let keysBesideTyping = KeyBindings<ListCommand>(
        keys.bindings.map { binding in
            .init(binding.keys.filter { $0.character == nil && !edits.contains($0) }, binding.action, binding.help)
        })

    /// Keys that go back and forth in a field, or empty it.
    private static let edits: [ConsoleDriver.Key] = [.control("b"), .control("f"), .control("d"), .control("u")]

    /// How far a motion goes.
    func distance(_ place: Int, _ page: Int, _ count: Int) -> Int {
        switch self {
        case .up: -1
        case .down: 1
        case .pageUp: -page
        case .pageDown: page
        case .halfPageUp: -max(1, page / 2)
        case .halfPageDown: max(1, page / 2)
        case .first: -place
        case .last: count - 1 - place
        case .mark, .markAll, .submit, .left, .right: 0
        }
    }
}
