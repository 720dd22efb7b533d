import CycleDrivers
import CycleScreens
import Testing

@Suite("A log")
struct LogTests {
    @Test("a new line ends a line, and does not begin another one, in a log and in a text")
    func newLines() {
        var log = LogBuffer()
        for piece in ["one\n", "two\r\n", "three\nfour", "", "\n", "five\n\n"] { log.append(piece) }
        #expect(log.lines == ["one", "two", "three", "four", "", "", "five", ""])
        #expect(TextLines("one\ntwo\n").lines == ["one", "two"] && TextLines("").lines == [""])
    }

    @Test(
        "shows the text of a line, and on demand the styles that are set in it, and nothing else that a terminal would obey"
    )
    func styles() {
        var log = LogBuffer()
        log.append("a \u{1b}[31mred\u{1b}[0m b\u{1b}[2J\u{1b}[9;9H\u{1b}]0;title\u{7}c \u{1b}[7m \n\u{1b}[1m日本\u{1b}[")
        log.append("plain\u{9b}31m |")
        let canvas = layout(20, 3, log.view { StyledText(sequences: $0) }).canvas
        let plain = layout(20, 3, log.view).canvas
        #expect(plain.text == canvas.text && plain.styles.isEmpty)
        #expect(canvas.text == "a red bc\n日本\nplain |")
        func style(_ row: Int, _ column: Int) -> ConsoleDriver.Style? {
            canvas.style(at: .init(row: row, column: column))
        }
        #expect(style(0, 0) == .plain && style(0, 2) == .foreground(.red) && style(0, 5) == .plain)
        #expect(style(0, 9)?.attributes.contains(.reverse) == true && style(0, 10) == .plain)
        #expect(style(1, 0) == .bold && style(2, 0) == .plain && style(2, 6) == .foreground(.red))
        #expect(ScreenLayout(plain: log.view).canvas.text == canvas.text)
        #expect(log.lines[1] == "\u{1b}[1m日本\u{1b}[", "kept as it was")
    }

    @Test("is looked through without the sequences of styles, and its tabs stand as if there were none")
    func sequences() {
        var log = LogBuffer()
        log.append("\u{1b}[31mer\u{1b}[32mror\u{1b}[0m\tx")
        #expect(log.find("error") && !log.find("31m") && log.find("x"))
        #expect(text(20, 1, log.view) == "error   x")
        let link = StyledText(sequences: "\u{1b}]8;;http://a\u{1b}\\b\u{1b}]8;;\u{1b}\\c")
        #expect(link.runs == [.init("b", link: "http://a"), .init("c")])
        #expect(StyledText(sequences: "").isEmpty && StyledText(sequences: "\u{1b}").isEmpty)
    }

    @Test("shows lines with styles that are longer than a canvas, up to its end")
    func longLines() {
        let line = "a|" + String(repeating: "b", count: 20_000)
        #expect(StyledText(sequences: "\u{1b}[31m\(line)") == StyledText(String(line.prefix(10_000)), .red))
        #expect(StyledText(sequences: "\u{1b}[31ma| ") == StyledText("a| ", .red))
    }

    @Test("keeps all lines without a limit, and looks for the same text among others when it was cleared")
    func cleared() {
        var log = LogBuffer(limit: .max)
        for word in ["one", "two", "one more"] { log.append(word) }
        #expect(log.lines.count == 3 && log.find("one"))
        _ = log.handle(ScreenInput(.key(.home), layout(20, 1, log.view)))
        log.clear()
        #expect(log.lines.isEmpty && log.query == "one" && text(20, 1, log.view).isEmpty)
        for word in ["none", "last"] { log.append(word) }
        #expect(text(20, 1, log.view).hasPrefix("last"))
        _ = log.handle(ScreenInput(.key("n"), layout(20, 1, log.view)))
        #expect(text(20, 1, log.view).hasPrefix("none"))
    }

    @Test("hands lines with blanks for their tabs to who gives them styles")
    func ownStyles() {
        var log = LogBuffer()
        log.append("a\tb")
        #expect(text(20, 1, log.view { "\($0, .red)" }) == "a   b")
    }
}
