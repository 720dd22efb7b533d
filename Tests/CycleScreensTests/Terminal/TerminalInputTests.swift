import CycleDrivers
import CycleScreens
import Testing

@Suite("TerminalScreen.bytes")
struct TerminalInputTests {
    private func screen(_ modes: String = "") -> TerminalScreen {
        var screen = TerminalScreen(.init(columns: 80, rows: 24))
        screen.receive(modes.utf8)
        return screen
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        "sends a key as xterm does",
        arguments: [
            ("a", "a"), ("日", "日"), ("ctrl-c", "\u{3}"), ("ctrl-z", "\u{1a}"), ("ctrl-space", "\u{0}"),
            ("ctrl-[", "\u{1b}"),
            ("ctrl-/", "\u{1f}"), ("alt-x", "\u{1b}x"), ("ctrl-alt-a", "\u{1b}\u{1}"), ("enter", "\r"),
            ("alt-enter", "\u{1b}\r"),
            ("tab", "\t"), ("shift-tab", "\u{1b}[Z"), ("backspace", "\u{7f}"), ("ctrl-backspace", "\u{8}"),
            ("escape", "\u{1b}"),
            ("up", "\u{1b}[A"), ("left", "\u{1b}[D"), ("home", "\u{1b}[H"), ("end", "\u{1b}[F"),
            ("ctrl-left", "\u{1b}[1;5D"),
            ("shift-up", "\u{1b}[1;2A"), ("insert", "\u{1b}[2~"), ("delete", "\u{1b}[3~"), ("pageUp", "\u{1b}[5~"),
            ("ctrl-pageDown", "\u{1b}[6;5~"), ("f1", "\u{1b}OP"), ("shift-f1", "\u{1b}[1;2P"), ("f5", "\u{1b}[15~"),
            ("f12", "\u{1b}[24~"), ("alt-f5", "\u{1b}[15;3~"), ("f63", ""),
        ])
    func keys(name: String, sent: String) throws {
        let key = try #require(ConsoleDriver.Key(name))
        #expect(text(screen().bytes(for: key)) == sent)
    }

    @Test("sends arrows in the other form where a program has asked for it")
    func applicationKeys() {
        let screen = screen("\u{1b}[?1h")
        #expect(text(screen.bytes(for: .up)) == "\u{1b}OA" && text(screen.bytes(for: .end)) == "\u{1b}OF")
        #expect(
            text(screen.bytes(for: .control(.up))) == "\u{1b}[1;5A" && text(screen.bytes(for: .delete)) == "\u{1b}[3~")
    }

    @Test(
        "sends a pasted text between marks where a program has asked for them, and never the mark of its end from inside"
    )
    func paste() {
        #expect(text(screen().bytes(forPaste: "a\nb\r\nc\td")) == "a\rb\rc\td")
        let hostile = "a\u{1b}[201~rm\u{3}\n\u{9b}"
        #expect(text(screen("\u{1b}[?2004h").bytes(forPaste: hostile)) == "\u{1b}[200~a[201~rm\r\u{1b}[201~")
    }

    @Test(
        "sends what the mouse does, as far as a program has asked for it",
        arguments: [
            ("", ["", "", "", "", ""]), ("\u{1b}[?1000h\u{1b}[?1006h", ["<0;3;2M", "<0;3;2m", "", "", "<64;3;2M"]),
            ("\u{1b}[?1002h\u{1b}[?1006h", ["<0;3;2M", "<0;3;2m", "<32;3;2M", "", "<64;3;2M"]),
            ("\u{1b}[?1003h\u{1b}[?1006h", ["<0;3;2M", "<0;3;2m", "<32;3;2M", "<35;3;2M", "<64;3;2M"]),
            ("\u{1b}[?1000h", ["M #\"", "M##\"", "", "", "M`#\""]),
            ("\u{1b}[?1000h\u{1b}[?1000l", ["", "", "", "", ""]),
        ])
    func mouse(modes: String, sent: [String]) {
        let actions: [ConsoleDriver.Mouse.Action] = [
            .pressed(.left), .released(.left), .dragged(.left), .moved, .scrolled(.up),
        ]
        let screen = screen(modes)
        let bytes = actions.map { text(screen.bytes(for: ConsoleDriver.Mouse($0, at: .init(row: 1, column: 2)))) }
        #expect(bytes == sent.map { $0.isEmpty ? "" : "\u{1b}[" + $0 })
    }

    @Test("sends the keys that are held with the mouse, and nothing from outside of the screen")
    func mouseEdges() {
        let screen = screen("\u{1b}[?1000h\u{1b}[?1006h")
        let held = ConsoleDriver.Mouse(.pressed(.right), at: .init(row: 23, column: 79), modifiers: [.control, .shift])
        #expect(text(screen.bytes(for: held)) == "\u{1b}[<22;80;24M")
        for position in [
            ConsoleDriver.Position(row: 24, column: 0), .init(row: -1, column: 0), .init(row: 0, column: 80),
        ] {
            #expect(screen.bytes(for: ConsoleDriver.Mouse(.pressed(.left), at: position)).isEmpty)
        }
        var wide = TerminalScreen(.init(columns: 300, rows: 2))
        wide.receive("\u{1b}[?1000h".utf8)
        #expect(wide.bytes(for: ConsoleDriver.Mouse(.pressed(.left), at: .init(row: 0, column: 200))).isEmpty)
    }

    @Test("sends the focus where a program has asked for it")
    func focus() {
        #expect(screen().bytes(forFocus: true).isEmpty)
        let screen = screen("\u{1b}[?1004h")
        #expect(text(screen.bytes(forFocus: true)) == "\u{1b}[I" && text(screen.bytes(forFocus: false)) == "\u{1b}[O")
    }
}
