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
}
