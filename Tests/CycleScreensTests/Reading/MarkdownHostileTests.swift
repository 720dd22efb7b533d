import CycleDrivers
import CycleScreens
import Foundation
import Testing

/// Texts that are made to cost a reader the square of their length, or its stack.
@Suite("Hostile Markdown", .timeLimit(.minutes(60)))
struct MarkdownHostileTests {
    private static func twice(_ count: Int, _ before: String, _ middle: String, _ after: String) -> String {
        String(repeating: before, count: count) + middle + String(repeating: after, count: count)
    }

    /// Each text once, and again and again.
    static let texts: [(name: String, text: @Sendable (Int) -> String)] = [
        ("emphasis in emphasis", { twice($0, "*a **a ", "b", " a** a*") }),
        ("ends of emphasis", { String(repeating: "a_ ", count: $0) }),
        ("beginnings of emphasis", { String(repeating: "_a ", count: $0) }),
        ("ends of links", { String(repeating: "a]", count: $0) }),
        ("beginnings of links", { String(repeating: "[a", count: $0) }),
        ("marks that do not match", { String(repeating: "*a_ ", count: $0) }),
        ("sums of three", { "a**b" + String(repeating: "c* ", count: $0) }),
        ("beginnings of links, ends of emphasis", { String(repeating: "[ a_", count: $0) }),
        ("links without an end of their address", { String(repeating: "[a](<b", count: $0) }),
        ("links without an end", { String(repeating: "[a](b", count: $0) }),
        ("brackets and parentheses", { String(repeating: "[ (](", count: $0) }),
        ("pictures in pictures", { String(repeating: "![[]()", count: $0) }),
        ("brackets in brackets", { twice($0, "[", "a", "]") }),
        ("marks alone", { twice($0, "*", " a ", "*") }),
        ("tildes", { String(repeating: "~~a~ ", count: $0) }),
        ("runs of tildes", { String(repeating: "~", count: $0) }),
        (
            "backticks of all lengths",
            { count in
                (1...Int(Double(count).squareRoot())).map { "e" + String(repeating: "`", count: $0) }.joined()
            }
        ),
        ("comments without an end", { "a " + String(repeating: "<!-- ", count: $0) }),
        ("HTML without an end", { "a " + String(repeating: "<? <!A <![CDATA[ <a b=\"c ", count: $0) }),
        ("angle brackets", { String(repeating: "<", count: $0) }),
        ("addresses without an end", { String(repeating: "<http:a", count: $0) }),
        ("addresses of mail", { "<a@" + String(repeating: "a.", count: $0) }),
        ("entities without an end", { String(repeating: "&a", count: $0) }),
        ("backslashes", { String(repeating: "\\", count: $0) }),
        ("quotes in quotes", { String(repeating: "> ", count: $0) + "a" }),
        ("items in items", { String(repeating: "- ", count: $0) + "a" }),
        (
            "items of growing depth",
            { count in
                (0..<Int(Double(count).squareRoot())).map { String(repeating: "  ", count: $0) + "* a\n" }.joined()
            }
        ),
        ("empty quotes and items", { String(repeating: "> - 1. ", count: $0) }),
        ("quotes that end", { String(repeating: ">>>>a\nb\n\n", count: $0) }),
        ("definitions", { (0..<$0).map { "[a\($0)]: /u\n" }.joined() + "\n[a1]" }),
        (
            "labels that differ in case",
            { String(repeating: "[aA]: /u\n", count: $0) + "\n" + String(repeating: "[Aa]", count: $0) }
        ),
        ("a label without an end", { "[" + String(repeating: "a ", count: $0) + "\n\n[b]: /u" }),
        ("titles without an end", { String(repeating: "[a]: /u \"t\n", count: $0) }),
        (
            "columns",
            { count in
                let row = String(repeating: "|a", count: count) + "\n"
                return row + String(repeating: "|-", count: count) + "\n"
                    + String(repeating: "b\n", count: min(count, 500))
            }
        ),
        ("rows", { "|a|b|\n|-|-|\n" + String(repeating: "|c\n", count: $0) }),
        ("rules", { String(repeating: "* * * ", count: $0) + "a" }),
        ("fences", { String(repeating: "```\n", count: $0) }),
        ("lines of blanks", { String(repeating: "- a\n\n\n", count: $0) }),
        ("ends of lines", { String(repeating: "\\\n", count: $0) }),
        ("zeros", { String(repeating: "\0", count: $0) }),
    ]

    @Test("is read in the time of other text, however long it is", arguments: texts.indices)
    func inTime(_ index: Int) {
        let markdown = Markdown(Self.texts[index].text(5_000))
        // The first rows are laid out as well: what is in one another is bounded.
        #expect(layout(60, 5, markdown.view).canvas.size.rows == 5, "\(Self.texts[index].name)")
    }

    @Test("of quotes and items in one another sixteen are shown, and of more their marks")
    func depth() {
        let quotes = text(60, 1, Markdown(String(repeating: ">", count: 20) + " a").view)
        #expect(quotes.filter { $0 == "┃" }.count == 16 && quotes.hasSuffix(" >>>> a"))
        let items = text(60, 1, Markdown(String(repeating: "- ", count: 20) + "a").view)
        #expect(items.filter { $0 == "•" }.count == 16 && items.hasSuffix(" - - - - a"))
    }

    @Test("of a table a hundred columns are shown")
    func columns() {
        let row = (0..<200).map { "|\($0)" }.joined()
        let shown = text(1_000, 3, Markdown("\(row)\n\(String(repeating: "|-", count: 200))\n\(row)").view)
        #expect(shown.contains("  99") && !shown.contains("  100"))
    }
}
