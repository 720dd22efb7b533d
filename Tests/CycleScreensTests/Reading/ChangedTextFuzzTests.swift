import CycleDrivers
import CycleScreens
import TestSupport
import Testing

/// Pages and output of programs, of which bytes were flipped, cut, doubled and nested deep.
@Suite("Markdown and styled text that was changed")
struct ChangedTextFuzzTests {
    private static let pages = Mutator(
        [
            """
            # A title *with* `code`

            A paragraph with [a link](http://a.b "t"), ![a picture](u), <http://c.d> and **strong _words_**.
            > a quote
            > 1. one
            >    - two

            ```swift
            let one = 1
            ```

            | a | b |
            |---|:-:|
            | 1 | é日 |

            - [x] done
            [r]: /u 't'
            """,
            "a\n===\n\n* * *\n\n    code\n\n<div>\n<!-- c -->\n</div>\n\n1) x\n\n2) y &amp; &#65; \\* ~~gone~~",
        ],
        words: [
            "\n\n", "\n", "    ", "> ", "- ", "1. ", "```", "|-|-|\n", "](", "*", "_", "**", "<!--", "&#x110000;",
            "[r]", "\t", "\u{301}",
        ],
        limit: 8 << 10)

    private func isText(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
    }

    @Test("a page is laid out at any width, and twice as the same; no control character reaches the terminal")
    func pages() {
        for seed in FuzzSeeds(400) {
            var chance = SeededChance(seed: seed)
            let source = Self.pages.text(&chance)
            let columns = chance.below(70)
            let markdown = Markdown(source)
            let text = layout(columns, 12, markdown.view).canvas.text
            #expect(isText(text), "seed \(seed)")
            #expect(layout(columns, 12, Markdown(source).view).canvas.text == text, "seed \(seed)")
        }
    }

    private static let output = Mutator(
        [
            "\u{1b}[1;31mred\u{1b}[0m \u{1b}[38;5;200mx\u{1b}[48;2;1;2;3my\u{1b}[4:3mz\u{1b}[m",
            "\u{1b}]8;;http://a.b\u{1b}\\link\u{1b}]8;;\u{1b}\\ b",
            "日本 é e\u{301} 👨‍👩‍👧 🇩🇪\t\u{8}\r", "\u{9b}31ma\u{1b}[2J\u{1b}[H\u{1b}P\u{1b}\\\u{1b}]0;t\u{7}",
        ], words: ["\u{1b}[", "\u{1b}]8;;", "\u{1b}\\", "\u{7}", "m", ";", ":", "38;2;", "\u{9c}", "\u{85}"],
        limit: 4 << 10)

    @Test("a line of another program becomes text and styles; of that text nothing more is a sequence")
    func output() {
        for seed in FuzzSeeds(1_000) {
            var chance = SeededChance(seed: seed)
            let styled = StyledText(sequences: Self.output.text(&chance))
            #expect(isText(layout(40, 2, View.text(styled)).canvas.text), "seed \(seed)")
            let plain = styled.runs.map(\.text).joined()
            #expect(StyledText(sequences: plain).runs.map(\.text).joined() == plain, "seed \(seed)")
        }
    }
}
