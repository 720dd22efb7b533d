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

    @Test(
        "keys that are left to the program are ignored by readers, viewports, lists, trees and tabs, but not where a text is typed"
    )
    func leaving() {
        let own = KeyBindings<Action>(.init(["n", "/", "j", "G", .left], .add), .init(["q", .enter], .quit))
        let lines = (1...9).map { "line \($0) which is longer than the screen" }
        let screen = layout(10, 3, View.text("").region(0))
        func press(_ key: ConsoleDriver.Key) -> ScreenInput { ScreenInput(.key(key), screen).leaving(own).at(0) }
        var (reader, viewport, list, tree) = (Reader(), Viewport(), ListState<String>(), TreeState<String>())
        var tabs = Tabs(["a", "b"])
        let rows = tree.rows(of: lines, id: \.self) { _ in nil }
        for key in own.bindings.flatMap(\.keys) {
            #expect(reader.handle(press(key), lines: lines) == .ignored)
            #expect(viewport.handle(press(key), content: .text(lines.joined(separator: "\n"))) == .ignored)
            #expect(list.handle(press(key), rows: lines, id: \.self) == .ignored)
            #expect(tree.handle(press(key), rows: rows, id: \.self) == .ignored)
            #expect(tabs.handle(press(key)) == .ignored && press(key).key == nil)
            #expect(own.action(for: ScreenInput(key)) != nil && ScreenInput(key).key == key)
        }
        #expect(
            reader.handle(press("k"), lines: lines) == .changed
                && list.handle(press(.down), rows: lines, id: \.self) == .changed)
        // A text is typed.
        #expect(reader.handle(ScreenInput("/"), lines: lines) == .changed && reader.isSearching)
        #expect(
            reader.handle(press("n"), lines: lines) == .changed
                && reader.handle(press(.enter), lines: lines) == .changed)
        #expect(reader.query == "n" && !reader.isSearching)
        var (field, area, number) = (TextInput(), TextArea(), NumberField())
        #expect(field.handle(press("q")) == .changed && field.handle(press(.enter)) == .submitted && field.text == "q")
        #expect(area.handle(press("n")) == .changed && area.text == "n")
        #expect(number.handle(ScreenInput("5").leaving(KeyBindings(.init("5", 5)))) == .changed && number.value == 5)
    }

    @Test("a reader and a viewport ignore keys to the side where nothing is scrolled to the side")
    func sideways() {
        let screen = layout(10, 3, View.text("").region(0))
        var (reader, wrapping, viewport) = (Reader(), Reader(wraps: true), Viewport())
        for key: ConsoleDriver.Key in [.left, .right, "h", "l"] {
            let input = ScreenInput(.key(key), screen).at(0)
            #expect(reader.handle(input, lines: ["short"]) == .ignored)
            #expect(wrapping.handle(input, lines: ["longer than the screen is"]) == .ignored)
            #expect(viewport.handle(input, content: .text("short")) == .ignored)
        }
        let right = ScreenInput(.key(.right), screen).at(0)
        #expect(reader.handle(right, lines: ["longer than the screen is"]) == .changed)
        #expect(viewport.handle(right, content: .text("longer than the screen is")) == .changed)
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
