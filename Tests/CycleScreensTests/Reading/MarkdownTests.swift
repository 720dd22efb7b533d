import CycleDrivers
import CycleScreens
import Testing

@Suite("Markdown")
struct MarkdownTests {
    private func lines(_ markdown: String, columns: Int = 24) -> [String] {
        text(columns, 30, Markdown(markdown).view).split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0)
        }
    }

    @Test("of a table that is too wide nothing is cut: its columns share the room, and their cells are wrapped")
    func wideTables() {
        let table = "|name|what it is|\n|-|-:|\n|ab|a text that has no room on one row|\n|c|d|"
        #expect(
            lines(table, columns: 20) == [
                "name      what it is", String(repeating: "─", count: 20), "ab       a text that",
                "      has no room on",
                "             one row", "c                  d",
            ])
        #expect(lines(table, columns: 60)[2] == "ab    a text that has no room on one row")
        for columns in 0..<9 { _ = lines(table, columns: columns) }
        // Of more columns than there is room for the first are seen; the others make no row higher.
        let cells = String(repeating: "|longer", count: 9)
        #expect(
            lines("\(cells)\n\(String(repeating: "|-", count: 9))|\n\(cells)", columns: 12) == [
                "long  long", "er    er", "────────────", "long  long", "er    er",
            ])
    }

    @Test("a text may have any number of quotes and items, though not so many inside of one another")
    func manyQuotes() {
        let shown = text(24, 200, Markdown(String(repeating: "> a\n\n- b\n\n", count: 40)).view)
        #expect(shown.split(separator: "\n").filter { $0 == "┃ a" }.count == 40, "\(shown)")
    }

    @Test("paragraphs, code and quotes of an item stand below its text; others do not")
    func itemBlocks() {
        #expect(
            lines("1. one\n\n   two\n   three\n2. four\n   ```\n   x\n   ```\n   > y\n\nfive") == [
                "1. one", "", "   two three", "", "2. four", "", "     x", "", "   ┃ y", "", "five",
            ])
        #expect(lines("- a\n  - b\n\n    c\n\n  d") == ["• a", "  • b", "", "    c", "", "  d"])
        #expect(lines("a\n\n  b") == ["a", "", "b"])
    }

    @Test("an address between angle brackets is a link, without them; anything else there is as it is")
    func addresses() {
        let shown = layout(60, 1, Markdown("see <https://a.b/c> or <me@a.b>, <br> <a b:c>").view)
        #expect(shown.canvas.text == "see https://a.b/c or me@a.b, <br> <a b:c>")
        #expect(shown.canvas.link(at: .init(row: 0, column: 5)) == "https://a.b/c")
        #expect(shown.canvas.link(at: .init(row: 0, column: 22)) == "mailto:me@a.b")
        #expect(shown.canvas.link(at: .init(row: 0, column: 30)) == nil)
    }

    @Test("code that is too wide goes on in the next row")
    func wideCode() {
        #expect(lines("```\nlet x = 12345678\n```", columns: 12) == ["  let x =", "  12345678"])
    }

    @Test(
        "marks around words are emphasis where words begin and end, and characters elsewhere",
        arguments: [
            ("***both***", "both"), ("*what **the** end*", "what the end"), ("_private_name", "_private_name"),
            ("_foo_bar_", "foo_bar"), ("__init__py", "__init__py"), ("*a\\*b*", "a*b"), ("*x `*` y*", "x * y"),
            ("`` a`b ``", "a`b"), ("*foo bar *", "*foo bar *"),
        ])
    func emphasis(_ markdown: String, _ shown: String) {
        #expect(lines(markdown) == [shown])
    }

    @Test(
        "a link has marks, brackets and pictures in its text, and parentheses, a title and angle brackets around its address",
        arguments: [
            ("[x](https://a.b/Foo_(bar))", "x", "https://a.b/Foo_(bar)"),
            ("[x](https://a.b \"Title\")", "x", "https://a.b"),
            ("[x](<https://a.b>)", "x", "https://a.b"), ("[**x**](https://a.b)", "x", "https://a.b"),
            ("[`x`](https://a.b)", "x", "https://a.b"), ("[[x]](https://a.b)", "[x]", "https://a.b"),
            ("[x\\]y](https://a.b)", "x]y", "https://a.b"),
            ("[![x](https://i.b/i.png)](https://a.b)", "x", "https://a.b"),
            ("[x][y]\n\n[Y]: https://a.b", "x", "https://a.b"),
        ])
    func links(_ markdown: String, _ shown: String, _ address: String) {
        let canvas = layout(60, 1, Markdown(markdown).view).canvas
        #expect(canvas.text == shown)
        #expect(canvas.link(at: .init(row: 0, column: 0)) == address)
    }

    @Test("a bar is escaped in the code of a table, too; no line but one with 1 begins a list below a text")
    func barsAndNumbers() {
        #expect(lines("|a|b|\n|-|-|\n|`x\\|y`|z|").last == "x|y  z")
        let doors = "The number of windows is\n14. The number of doors is 6."
        #expect(lines(doors, columns: 70) == ["The number of windows is 14. The number of doors is 6."])
    }

    @Test("items are counted from the first number on; a blank line between items of a list sets all of them apart")
    func itemsOfLists() {
        #expect(lines("9. a\n9. b\n12. c") == ["9. a", "10. b", "11. c"])
        #expect(lines("- a\n- b\n\n- c\n  - d\n  - e") == ["• a", "", "• b", "", "• c", "  • d", "  • e"])
        #expect(lines("- a\n - b\n  - c") == ["• a", "• b", "• c"])
        #expect(
            lines("- > a\n- # b\n- - c\n-\n- d").filter { !$0.contains("─") } == [
                "• ┃ a", "", "• b", "", "• • c", "•", "• d",
            ])
        #expect(lines("1. [x] a\n2. [ ] b\n3. [y] c") == ["1. ☑ a", "2. ☐ b", "3. [y] c"])
    }

    @Test("HTML is shown as it is, line by line, and comments are not")
    func html() {
        #expect(lines("<div>\n*a*\n</div>\n\n<!-- b\n\nc -->\nd <!-- e -->f") == ["<div>", "*a*", "</div>", "", "d f"])
    }

    @Test("a mark that a combining character follows is a mark")
    func combining() {
        #expect(
            lines("*\u{301}a* **b**") == ["\u{301}a b"] || lines("*\u{301}a* **b**").first?.hasSuffix("a b") == true)
        #expect(lines("# a\n- b\r\n- c\r- d").suffix(3) == ["• b", "• c", "• d"])
    }
}
