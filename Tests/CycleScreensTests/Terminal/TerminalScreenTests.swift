import CycleDrivers
import CycleScreens
import Testing

/// Each row: what is printed, the lines then, and the cursor as row and column.
private struct Step: Sendable, CustomTestStringConvertible {
    let printed: String
    let lines: [String]
    let row: Int
    let column: Int

    init(_ printed: String, _ lines: [String], _ row: Int, _ column: Int) {
        (self.printed, self.lines, self.row, self.column) = (printed, lines, row, column)
    }

    var testDescription: String { printed.debugDescription }
}

@Suite("TerminalScreen")
struct TerminalScreenTests {
    private func screen(_ printed: String, columns: Int = 10, rows: Int = 4) -> TerminalScreen {
        var screen = TerminalScreen(.init(columns: columns, rows: rows))
        screen.receive(printed.utf8)
        return screen
    }

    private func expect(_ step: Step) {
        let screen = screen(step.printed)
        #expect(screen.lines == step.lines)
        #expect(screen.cursor == .init(row: step.row, column: step.column))
    }

    @Test(
        "moves its cursor as each sequence says",
        arguments: [
            Step("abc", ["abc"], 0, 3), Step("ab\r\ncd", ["ab", "cd"], 1, 2), Step("a\tb\u{8}", ["a       b"], 0, 8),
            Step("\u{1b}[3;4Hx", ["", "", "   x"], 2, 4), Step("\u{1b}[99;99H", [], 3, 9),
            Step("\u{1b}[2;3H\u{1b}[A\u{1b}[2C", [], 0, 4), Step("\u{1b}[2;3f\u{1b}[B\u{1b}[2D", [], 2, 0),
            Step("\u{1b}[2;5H\u{1b}[E", [], 2, 0), Step("\u{1b}[3;5H\u{1b}[2F", [], 0, 0),
            Step("ab\u{1b}[7G.", ["ab    ."], 0, 7), Step("\u{1b}[3d.", ["", "", "."], 2, 1),
            Step("\u{1b}7ab\u{1b}8c", ["cb"], 0, 1), Step("\u{1b}[sab\u{1b}[uc", ["cb"], 0, 1),
            Step("a\u{1b}Db\u{1b}Ec\u{1b}M", ["a", " b", "c"], 1, 1), Step("\u{1b}[9G\u{1b}[Z", [], 0, 0),
            Step("\u{1b}[3g\u{1b}[3G\u{1b}H\r\tx", ["  x"], 0, 3),
        ])
    fileprivate func moves(step: Step) { expect(step) }

    @Test(
        "changes its cells as each sequence says",
        arguments: [
            Step("abcdef\u{1b}[3G\u{1b}[K", ["ab"], 0, 2), Step("abcdef\u{1b}[3G\u{1b}[1K", ["   def"], 0, 2),
            Step("abc\u{1b}[2K", [], 0, 3), Step("a\r\nb\r\nc\u{1b}[2;1H\u{1b}[J", ["a"], 1, 0),
            Step("a\r\nb\r\nc\u{1b}[2;1H\u{1b}[1J", ["", "", "c"], 1, 0), Step("a\r\nb\u{1b}[2J", [], 1, 1),
            Step("abcdef\u{1b}[2G\u{1b}[2P", ["adef"], 0, 1), Step("abcdef\u{1b}[2G\u{1b}[2@", ["a  bcdef"], 0, 1),
            Step("abcdef\u{1b}[2G\u{1b}[3X", ["a   ef"], 0, 1),
            Step("a\r\nb\u{1b}[1;1H\u{1b}[L", ["", "a", "b"], 0, 0),
            Step("a\r\nb\r\nc\u{1b}[1;1H\u{1b}[2M", ["c"], 0, 0), Step("a\r\nb\u{1b}[S", ["b"], 1, 1),
            Step("a\r\nb\u{1b}[T", ["", "a", "b"], 1, 1), Step("ab\u{1b}[3b", ["abbbb"], 0, 5),
            Step("ab\u{1b}[4h\u{1b}[Gxy", ["xyab"], 0, 2), Step("\u{1b}(0lqk\u{1b}(Blqk", ["┌─┐lqk"], 0, 6),
            Step("\u{1b})0q\u{e}q\u{f}q", ["q─q"], 0, 3),
            Step("\u{1b}[?6h\u{1b}#8", Array(repeating: "EEEEEEEEEE", count: 4), 0, 0),
        ])
    fileprivate func edits(step: Step) { expect(step) }

    @Test(
        "wraps a line when the next character comes, and not before",
        arguments: [
            Step("1234567890", ["1234567890"], 0, 9), Step("1234567890a", ["1234567890", "a"], 1, 1),
            Step("1234567890\r\nb", ["1234567890", "b"], 1, 1), Step("123456789日", ["123456789", "日"], 1, 2),
            Step("\u{1b}[?7l1234567890abc", ["123456789c"], 0, 9), Step("\u{1b}[?7l123456789日", ["123456789"], 0, 9),
        ])
    fileprivate func wraps(step: Step) { expect(step) }

    @Test(
        "scrolls a region by itself, and keeps the rest",
        arguments: [
            Step("a\r\nb\r\nc\r\nd\u{1b}[2;3r\u{1b}[3;1H\nx", ["a", "c", "x", "d"], 2, 1),
            Step("a\r\nb\r\nc\r\nd\u{1b}[2;3r\u{1b}[2;1H\u{1b}Mx", ["a", "x", "b", "d"], 1, 1),
            Step("\u{1b}[2;3r\u{1b}[?6h\u{1b}[1;1Hx\u{1b}[9;1Hy", ["", "x", "y"], 2, 1),
            Step("\u{1b}[3;3r\u{1b}[4;1Hx", ["", "", "", "x"], 3, 1),
        ])
    fileprivate func regions(step: Step) { expect(step) }

    @Test(
        "puts letters of several scalars, and wide ones, into their cells",
        arguments: [
            Step("日本", ["日本"], 0, 4), Step("e\u{301}x", ["e\u{301}x"], 0, 2), Step("👨‍👩‍👧x", ["👨‍👩‍👧x"], 0, 3),
            Step("日本\u{1b}[2Gx", [" x本"], 0, 2), Step("日本\u{1b}[3Gx", ["日x"], 0, 3), Step("\u{301}a", ["a"], 0, 1),
        ])
    fileprivate func letters(step: Step) { expect(step) }

    @Test(
        "passes over what it does not know, and never shows it",
        arguments: [
            Step("a\u{1b}]0;title\u{7}b", ["ab"], 0, 2), Step("a\u{1b}P1$rq\u{1b}\\b", ["ab"], 0, 2),
            Step("a\u{1b}_x\u{1b}\\b\u{1b}Xy\u{1b}\\c\u{1b}^z\u{1b}\\d", ["abcd"], 0, 4),
            Step("a\u{1b}[>1;2mb", ["ab"], 0, 2),
            Step("a\u{1b}[1;2;3;4;5;6;7;8;9zb", ["ab"], 0, 2), Step("a\u{1b}[99999999999Ab", ["ab"], 0, 2),
            Step("a\u{1b}[12\u{18}b", ["ab"], 0, 2), Step("a\u{85}\u{9b}b", ["ab"], 0, 2),
            Step("a\u{1b}[1\r;2Hb", ["ab"], 0, 2),
        ])
    fileprivate func passed(step: Step) { expect(step) }

    @Test("keeps the main screen and its cursor while a full-screen program has the other one")
    func alternate() {
        var screen = screen("shell\u{1b}[?1049h\u{1b}[Hvim")
        #expect(screen.isAlternate && screen.lines == ["vim"])
        screen.receive("\u{1b}[?1049l".utf8)
        #expect(!screen.isAlternate && screen.lines == ["shell"] && screen.cursor == .init(row: 0, column: 5))
    }

    @Test(
        "keeps lines that leave at the top, and forgets the oldest: at least so many stay, and a quarter more at most")
    func scrollback() {
        var screen = TerminalScreen(.init(columns: 10, rows: 2), scrollback: 8)
        for number in 0..<100 { screen.receive("\(number)\r\n".utf8) }
        #expect((8...10).contains(screen.scrollbackCount) && screen.scrolledCount == 99)
        #expect(screen.scrolledLines.last == "98" && screen.lines == ["99"])
        #expect(screen.canvas(scrolledBy: 1).text == "98\n99" && screen.canvas(scrolledBy: 3).text == "96\n97")
        #expect(screen.canvas(scrolledBy: 3).cursor == nil && screen.canvas().cursor == .init(row: 1, column: 0))
        screen.receive("\u{1b}[3J".utf8)
        #expect(screen.scrollbackCount == 0 && screen.lines == ["99"])
    }

    @Test("wraps lines anew when it becomes narrower, and joins them again; the alternate screen is cut")
    func resized() {
        var screen = screen("1234567890abc\r\nx")
        screen.resize(to: .init(columns: 5, rows: 4))
        #expect(screen.lines == ["12345", "67890", "abc", "x"] && screen.cursor == .init(row: 3, column: 1))
        screen.resize(to: .init(columns: 20, rows: 4))
        #expect(screen.lines == ["1234567890abc", "x"] && screen.cursor == .init(row: 1, column: 1))
        screen.receive("\u{1b}[?1049h\u{1b}[Habcdef".utf8)
        screen.resize(to: .init(columns: 3, rows: 2))
        #expect(screen.lines == ["abc"])
        screen.receive("\u{1b}[?1049l".utf8)
        #expect(screen.scrolledLines + screen.lines == ["123", "456", "789", "0ab", "c", "x"])
    }

    @Test(
        "a line that was wrapped ends where rows are put in or taken out between its rows",
        arguments: [
            // Rows that are put in and taken out, and rows of a region that are scrolled, one and several.
            ("1234567890abc\r\nx\u{1b}[2;1H\u{1b}[L", ["1234567890", "", "abc", "x"]),
            ("1234567890abc\r\nx\u{1b}[2;1H\u{1b}[M", ["1234567890", "x"]),
            ("1234567890abc\r\nx\u{1b}[2;4r\u{1b}[4;1H\n", ["1234567890", "x"]),
            ("1234567890abc\r\nx\r\ny\u{1b}[2;4r\u{1b}[2S", ["1234567890", "y"]),
            ("1234567890abc\r\nx\u{1b}[2;3r\u{1b}[2;1H\u{1b}M", ["1234567890", "", "abc"]),
            // At the end of the rows that move.
            ("\r\n1234567890abc\u{1b}[1;2r\u{1b}[M", ["1234567890", "", "abc"]),
            ("1234567890abc\r\nx\u{1b}[1;2r\u{1b}[L", ["", "1234567890", "x"]),
            // Nothing moves between them.
            ("1234567890abc\r\nx\u{1b}[3;1H\u{1b}[L", ["1234567890abc", "", "x"]),
        ])
    func movedRows(printed: String, lines: [String]) {
        var screen = screen(printed)
        screen.resize(to: .init(columns: 20, rows: 4))
        #expect(screen.lines == lines)
    }

    @Test("stops at every eighth column also where it has become wider")
    func widened() {
        var screen = screen("\u{1b}[3g")
        screen.resize(to: .init(columns: 30, rows: 4))
        screen.receive("\tx\ty".utf8)
        #expect(screen.lines == [String(repeating: " ", count: 16) + "x       y"])
    }

    @Test("has a size of one place at least, and ten thousand at most", arguments: [Int.min, -1, 0, 1, 10_001])
    func sizes(columns: Int) {
        var screen = TerminalScreen(.init(columns: columns, rows: 0))
        screen.receive("日a\r\nb\u{1b}[2J\u{1b}[9L\u{1b}[99@".utf8)
        #expect((1...10_000).contains(screen.size.columns) && screen.size.rows == 1)
        screen.resize(to: .init(columns: 3, rows: .max))
        #expect(screen.size == .init(columns: 3, rows: 10_000))
    }

    @Test("shows styles, colours and links in its canvas")
    func styles() {
        let canvas = screen(
            "\u{1b}[1;31ma\u{1b}[0;38;5;200mb\u{1b}[48;2;1;2;3mc\u{1b}[m\u{1b}]8;;http://x\u{7}d\u{1b}]8;;\u{7}e"
        ).canvas()
        let styles = (0..<5).map { canvas.style(at: .init(row: 0, column: $0)) }
        #expect(styles[0] == .bold + .foreground(.red) && styles[1] == .foreground(.indexed(200)))
        #expect(styles[2] == .foreground(.indexed(200)) + .background(.rgb(1, 2, 3)) && styles[3] == .plain)
        #expect(
            canvas.link(at: .init(row: 0, column: 3)) == "http://x" && canvas.link(at: .init(row: 0, column: 4)) == nil)
    }

    @Test("hands on titles, bells, copied texts and messages")
    func reports() {
        let screen = screen(
            "\u{1b}]0;one\u{7}\u{1b}[22t\u{1b}]2;two\u{1b}\\\u{7}\u{1b}]52;c;YQ==\u{7}\u{1b}]9;hello\u{7}")
        #expect(screen.title == "two" && screen.bellCount == 1 && screen.clipboard == "a")
        #expect(screen.notifications == [.init("hello")])
        #expect(self.screen("\u{1b}]0;one\u{7}\u{1b}[22t\u{1b}]2;two\u{7}\u{1b}[23t").title == "one")
    }

    @Test("shows a change as a whole to a program that asks for that, and not for ever")
    func synchronized() {
        var screen = screen("old\u{1b}[?2026h\u{1b}[Hnew")
        #expect(screen.canvas().text == "old")
        screen.receive("\u{1b}[?2026l".utf8)
        #expect(screen.canvas().text == "new")
        screen.receive("\u{1b}[?2026h\u{1b}[H".utf8)
        screen.receive([UInt8](repeating: 0, count: 2 << 20))
        screen.receive("end".utf8)
        #expect(screen.canvas().text == "end")
    }

    @Test(
        "answers the questions of programs",
        arguments: [
            ("\u{1b}[c", "\u{1b}[?62;1c"), ("\u{1b}[>c", "\u{1b}[>1;10;0c"), ("\u{1b}[5n", "\u{1b}[0n"),
            ("ab\u{1b}[6n", "\u{1b}[1;3R"), ("\u{1b}[?2004h\u{1b}[?2004$p", "\u{1b}[?2004;1$y"),
            ("\u{1b}[?7$p\u{1b}[?25$p\u{1b}[?1049$p", "\u{1b}[?7;1$y\u{1b}[?25;1$y\u{1b}[?1049;2$y"),
            ("\u{1b}[?77$p", "\u{1b}[?77;0$y"),
            ("\u{1b}[4$p", "\u{1b}[4;2$y"), ("\u{1b}[>q", "\u{1b}P>|Cycle\u{1b}\\"), ("\u{1b}[18t", "\u{1b}[8;4;10t"),
            ("\u{1b}]11;?\u{7}", ""),
        ])
    func answers(question: String, answer: String) {
        var screen = screen(question)
        #expect(String(decoding: screen.takeAnswers(), as: UTF8.self) == answer)
        #expect(screen.takeAnswers().isEmpty)
    }

    @Test("tells its background where it knows it, and that it has changed where a program wants that")
    func background() {
        var screen = screen("")
        screen.background = .dark
        screen.receive("\u{1b}]11;?\u{7}\u{1b}[?2031h".utf8)
        screen.background = .light
        let answers = String(decoding: screen.takeAnswers(), as: UTF8.self)
        #expect(answers == "\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\\u{1b}[?997;2n")
    }

    @Test("has the cursor that a program asks for")
    func cursor() {
        let screen = screen("\u{1b}[?25l\u{1b}[4 q")
        #expect(!screen.isCursorVisible && screen.cursorShape == .underline && screen.canvas().cursor == nil)
        #expect(self.screen("\u{1b}[6 q\u{1b}c").cursorShape == .block)
    }

    @Test("a new size takes the region away whose rows alone moved")
    func resizedRegion() {
        var screen = screen("\u{1b}[1;2r")
        screen.resize(to: .init(columns: 10, rows: 5))
        screen.receive("\u{1b}[5;1Ha\r\nb".utf8)
        #expect(screen.lines == ["", "", "", "a", "b"])
    }

    @Test("of more titles than it saves it keeps the newest")
    func savedTitles() {
        let titles = (0..<20).map { "\u{1b}]2;t\($0)\u{7}\u{1b}[22t" }.joined()
        #expect(screen(titles + "\u{1b}[23t").title == "t19")
        #expect(screen(titles + "\u{1b}[23t\u{1b}[23t").title == "t18")
    }

    @Test("a narrower screen cuts no wide character")
    func narrowedWide() {
        var screen = screen("日本語", columns: 6)
        screen.resize(to: .init(columns: 5, rows: 4))
        #expect(screen.lines == ["日本", "語"])
    }
}
