import Testing

@testable import CycleDrivers

@Suite("Text of a screen")
struct CanvasTextTests {
    private func canvas(_ text: String, columns: Int = 20, rows: Int = 5) -> ConsoleDriver.Canvas {
        ConsoleDriver.Canvas(sequences: text, fitting: .init(columns: columns, rows: rows))
    }

    @Test("obeys no sequence unless it is asked to, and shows the same characters")
    func inert() {
        for text in ["\u{1b}[1;31mx\u{1b}[0my", "\u{9b}7ma\tb", "\u{1b}]8;;http://x\u{7}a\u{1b}]8;;\u{7}\nb"] {
            let plain = ConsoleDriver.Canvas(text, fitting: .init(columns: 20, rows: 5))
            #expect(plain.text == canvas(text).text && plain.styles.isEmpty, "\(text.debugDescription)")
        }
    }

    @Test(
        "links to addresses of http, https and mailto alone",
        arguments: [
            ("http://x", true), ("HTTPS://x/y", true), ("mailto:a@b", true), ("file:///etc/passwd", false),
            ("javascript:x", false), ("ssh://x", false), ("x-app:y", false), ("http:", false), ("//x", false),
            ("httpx://x", false), ("mailto", false),
        ])
    func schemes(address: String, isAllowed: Bool) {
        let shown = canvas("\u{1b}]8;;http://before\u{7}a\u{1b}]8;;\(address)\u{7}your invoice")
        #expect(shown.link(at: .init(row: 0, column: 0)) == "http://before")
        #expect(shown.link(at: .init(row: 0, column: 1)) == (isAllowed ? address : nil))
    }

    @Test("has a row for each line, as many as fit, cut at the right; a wide one at the edge is a blank")
    func rows() {
        #expect(canvas("a\nb\r\nc\u{2028}d").size.rows == 4)
        #expect(canvas("a\nb\nc", rows: 2).text == "a\nb")
        #expect(canvas("日本語", columns: 5).text == "日本")
        #expect(canvas("", rows: 2).size.rows == 1)
        #expect(canvas("a", rows: 0).size.rows == 0)
        #expect(canvas("a\tb").text == "a       b")
    }

    @Test(
        "is styled by sequences, with sub-parameters apart by colons and colours of underlines",
        arguments: [
            ("\u{1b}[1;31mx\u{1b}[0my", "a\na: bold foreground=1"),
            ("\u{1b}[4:3mx", "a\na: underline=curly"),
            ("\u{1b}[4:0mx", ""),
            ("\u{1b}[21mx", "a\na: underline=double"),
            ("\u{1b}[58;5;9m\u{1b}[4mx", "a\na: underline underline-color=9"),
            ("\u{1b}[58:2::1:2:3;4mx", "a\na: underline underline-color=#010203"),
            ("\u{1b}[38:2::255:100:0mx", "a\na: foreground=#ff6400"),
            ("\u{1b}[38:2:255:100:0mx", "a\na: foreground=#ff6400"),
            ("\u{1b}[38;2;255;100;0mx", "a\na: foreground=#ff6400"),
            ("\u{1b}[38:5:208mx", "a\na: foreground=208"),
            ("\u{1b}[38;5;208;48;5;1mx", "a\na: foreground=208 background=1"),
            ("\u{1b}[97;100mx", "a\na: foreground=15 background=8"),
            ("\u{1b}[1;2;3;5;7;8;9;53mx", "a\na: bold dim italic blink reverse conceal strikethrough overline"),
            ("\u{1b}[1;22;3;23;4;24;5;25;7;27;8;28;9;29;53;55mx", ""),
            ("\u{1b}[99;1mx", "a\na: bold"),
            ("\u{1b}[38;9;1mx", "a\na: bold"),
            ("\u{1b}[;;1mx", "a\na: bold"),
            ("\u{1b}[99999999999999999999mx", ""),
            ("\u{1b}[1mx\u{1b}[my", "a\na: bold"),
            ("\u{1b}[?1mx\u{1b}[>1my\u{1b}[1 mz", ""),
            ("\u{9b}1mx", "a\na: bold"),
        ])
    func styles(text: String, styles: String) {
        #expect(canvas(text).styles == styles)
    }

    @Test("links what stands between the sequences of a link")
    func links() {
        let shown = canvas("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\ \u{1b}]8;id=1;http://y\u{7}b")
        #expect(shown.text == "link b")
        #expect(shown.styles == "aaaa.b\na: link=http://x\nb: link=http://y")
    }

    @Test(
        "swallows every other sequence whole",
        arguments: [
            "\u{1b}]0;title\u{7}", "\u{1b}]52;c;YQ==\u{1b}\\", "\u{1b}P1$r0m\u{1b}\\", "\u{1b}_Gi=1\u{1b}\\",
            "\u{1b}^x\u{1b}\\",
            "\u{1b}Xx\u{1b}\\", "\u{1b}[2J", "\u{1b}[?1049h", "\u{1b}[10;10H", "\u{1b}c", "\u{1b}(0", "\u{1b}#8",
            "\u{1b}7",
            "\u{9d}0;x\u{9c}", "\u{90}x\u{1b}\\", "\u{9b}5A", "\u{0}\u{1}\u{7f}\u{8}",
            "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}",
            "\u{2066}\u{2067}\u{2068}\u{2069}\u{200e}\u{200f}\u{61c}", "\u{1b}[1;2\u{1b}[m", "\u{feff}\u{200b}",
            "\u{1b}]0;\u{1b}[m",
        ])
    func swallowing(sequence: String) {
        #expect(canvas("a" + sequence + "b") == canvas("ab"), "\(sequence.debugDescription)")
    }

    @Test("a sequence without an end takes no more than its line")
    func unfinished() {
        #expect(canvas("a\u{1b}]0;xx\nb").text == "a\nb")
        #expect(canvas("a\u{1b}[31").text == "a")
        #expect(canvas("a\u{1b}").text == "a")
    }
}
