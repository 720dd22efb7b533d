import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("Key bindings")
struct KeyBindingTests {
    enum Action: String { case add, remove, quit }

    static let keys = KeyBindings<Action>(
        .init("a", .add, "add"), .init(["d", .delete], .remove, "delete"), .init(["q", .control("c")], .quit, "quit"))

    @Test("one table tells the action of a key, and the keys of an action")
    func table() {
        #expect(Self.keys.action(for: ScreenInput("a")) == .add)
        #expect(Self.keys.action(for: .delete) == .remove)
        #expect(Self.keys.action(for: "x") == nil)
        #expect(Self.keys.keys(for: .remove) == ["d", .delete])
    }

    @Test("the help is made from the table, and never disagrees with it")
    func help() {
        #expect(text(40, 1, .help(Self.keys.help())) == "a add   d/del delete   q/^c quit")
        #expect(text(20, 1, .help(Self.keys.help())) == "a add …")
        #expect(text(10, 1, .help(Self.keys.help())).count <= 10)
        #expect(ScreenLayout(plain: .help(Self.keys.help())).canvas.text.isEmpty)
        // A panel that fits what is in it has room for all keys.
        let panel = View.column { View.help(Self.keys.help()) }.fitting
        #expect(text(40, 1, panel.centered) == "    a add   d/del delete   q/^c quit")
    }

    @Test("keys that a field takes are not offered while somebody types")
    func typing() {
        #expect(text(40, 1, .help(Self.keys.help(isTyping: true))) == "^c quit")
        let keys = KeyBindings<Int>(
            .init(.escape, 0, "close"), .init(.enter, 1, "take"), .init(.control("u"), 2, "undo"),
            .init(.left, 3, "back"), .init(.up, 4, "up"), .init(.tab, 5, "next"), .init(.control("s"), 6, "save"),
            .init(.function(5), 7, "again"))
        #expect(text(60, 1, .help(keys.help(isTyping: true))) == "↑ up   tab next   ^s save   f5 again")
    }

    @Test("the user's keys replace those of an action")
    func configured() throws {
        let keys = try Self.keys.configured(by: ["add": ["n", "ctrl-n"], "quit": ["escape"]])
        #expect(keys.action(for: "n") == .add)
        #expect(keys.action(for: "a") == nil)
        #expect(keys.action(for: .escape) == .quit)
        #expect(text(60, 1, .help(keys.help())) == "n/^n add   d/del delete   esc quit")
    }

    @Test("a key for two actions is an error that names both, and so are unknown keys and actions")
    func mistakes() {
        #expect(throws: KeyBindings<Action>.Mistake.conflict(key: "d", first: "add", second: "remove")) {
            try Self.keys.configured(by: ["add": ["d"]])
        }
        #expect(throws: KeyBindings<Action>.Mistake.unknownKey("hyper-x")) {
            try Self.keys.configured(by: ["add": ["hyper-x"]])
        }
        #expect(throws: KeyBindings<Action>.Mistake.unknownAction("fly")) {
            try Self.keys.configured(by: ["fly": ["f"]])
        }
    }

    @Test("a table with a conflict ends the program when it is made, and says which", .waiting)
    func conflict() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = KeyBindings<Action>(.init("a", .add), .init("a", .quit))
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("the key a stands for add and for quit"))
    }

    @Test("keys are shown as people write them")
    func symbols() {
        let keys: [ConsoleDriver.Key] = [
            " ", .enter, .control("u"), .alt("b"), .shift(.tab), .up, .escape, .function(5), .pageDown,
        ]
        #expect(keys.map(\.symbol) == ["space", "enter", "^u", "alt-b", "shift-tab", "↑", "esc", "f5", "pgdn"])
    }

    @Test("all keys stand in columns")
    func full() {
        #expect(text(30, 2, .fullHelp(Self.keys.help())) == "a     add      q/^c quit\nd/del delete")
    }

    @Test("below a text in a dialog all keys are seen")
    func fullInDialog() {
        let screen = View.empty.dialog(1, width: 20) { _ in
            View.column {
                View.text("The keys")
                View.fullHelp(Self.keys.help())
            }
        }
        let shown = text(40, 12, screen)
        #expect(["The keys", "add", "delete", "quit"].allSatisfy(shown.contains))
    }
}
