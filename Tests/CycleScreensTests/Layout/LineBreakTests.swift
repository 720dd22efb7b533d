import CycleDrivers
import CycleScreens
import CycleTesting
import Testing

@Suite("Line breaks")
struct LineBreakTests {
    @Test("of a text that is higher than its room the rows that are seen are those of the whole text")
    func seenRows() {
        let long = (0..<60).map { "word\($0) 日本語 e\u{301}\($0 % 7 == 0 ? "\n" : "")" }.joined(separator: " ")
        let whole = text(11, 200, .wrapped(StyledText(long))).split(separator: "\n", omittingEmptySubsequences: false)
        for rows in 1...20 {
            let top = whole.prefix(rows).joined(separator: "\n")
            #expect(text(11, rows, .wrapped(StyledText(long))) == top)
            let scrolled = View.wrapped(StyledText(long)).scrolled(by: .init(row: 9, column: 0))
            #expect(text(11, rows, scrolled) == whole[9..<9 + rows].joined(separator: "\n"))
        }
    }

    private func wrapped(_ text: String, _ columns: Int) -> [String] {
        layout(columns, 20, View.wrapped("\(text)")).canvas.text.split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .map { String($0) }
    }

    @Test("are between words; a word longer than a row is broken between characters")
    func words() {
        #expect(wrapped("one two three", 7) == ["one two", "three"])
        #expect(wrapped("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"])
        #expect(wrapped("a\n\nb", 5) == ["a", "", "b"])
        #expect(wrapped("a\r\nb\rc", 5) == ["a", "b", "c"])
    }

    @Test("a text as wide as its row has no further row")
    func exact() {
        #expect(wrapped("abcd", 4) == ["abcd"])
        #expect(wrapped("abcd efgh", 4) == ["abcd", "efgh"])
        let view = View.column {
            View.wrapped("abcd "); "end"
        }
        #expect(text(4, 3, view) == "abcd\nend")
    }

    @Test("are not at a no-break space, and are around wide characters but not before closing punctuation")
    func kinds() {
        #expect(wrapped("aa b\u{a0}c", 5) == ["aa", "b\u{a0}c"])
        #expect(wrapped("日本語。です", 6) == ["日本", "語。で", "す"])
        #expect(wrapped("「日」本", 6) == ["「日」", "本"])
        #expect(wrapped("abc日本", 4) == ["abc", "日本"])
    }

    @Test("are never inside of a character")
    func clusters() {
        #expect(wrapped("👨‍👩‍👧👨‍👩‍👧", 3) == ["👨‍👩‍👧", "👨‍👩‍👧"])
        #expect(wrapped("e\u{301}e\u{301}e\u{301}", 2) == ["e\u{301}e\u{301}", "e\u{301}"])
    }

    @Test("take a word of any length, as of a minified file", .timeLimit(.minutes(60)))
    func longWords() {
        #expect(wrapped(String(repeating: "a", count: 500_000), 80).count == 20)
    }

    @Test("keep the styles of pieces")
    func styles() {
        let canvas = layout(4, 2, View.wrapped("ab \("cd ef", .bold)")).canvas
        #expect(canvas.text == "ab\ncd")
        #expect(canvas.style(at: .init(row: 1, column: 0)) == .bold)
        #expect(canvas.style(at: .init(row: 0, column: 0)) == .plain)
    }

    @Test("lose no character but blanks and line ends, whatever the text")
    func lossless() {
        var random = SplitMix(seed: 7)
        let pieces = ["a", "bc", " ", "  ", "日", "語。", "\n", "e\u{301}", "👩‍🚀", "-", "\u{a0}", "\t", "("]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let columns = Int.random(in: 2...9, using: &random)
            func visible(_ text: String) -> String { String(text.filter { !" \n\t\u{a0}".contains($0) }) }
            #expect(
                visible(wrapped(text, columns).joined()) == visible(text),
                "\(text.debugDescription) \(columns) \(wrapped(text, columns))")
        }
    }
}
