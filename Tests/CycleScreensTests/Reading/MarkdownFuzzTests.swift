import CycleDrivers
import CycleScreens
import CycleTesting
import TestSupport
import Testing

/// Random texts, made of what readers trip over. `CYCLE_FUZZ_SECONDS=600` for ten minutes of it.
@Suite("Markdown and styled text at random")
struct MarkdownFuzzTests {
    private static let inlines = [
        "*", "**", "***", "_", "__", "~", "~~", "a", "b", "foo", " ", " ", "\n", "[", "]", "](", ")", "(", "![", "[r]",
        "[r][]",
        "](u)", "](<u v>)", "](u \"t\")", "[a](b)", "`", "``", "\\", "\\*", "\\[", "\\\n", "  \n", "<", ">",
        "<http://a.b>",
        "<me@a.b>", "<i>", "</b>", "<a b='c'>", "<!--", "-->", "<?", "?>", "<![CDATA[", "]]>", "&amp;", "&#65;", "&",
        ";", "é", "—",
        "日", "\u{a0}", "\u{301}", "\"", "'", "|", "\\|", "!", ".", "1", ":", "\u{200d}", "\0", "\u{1b}[31m",
    ]
    private static let blocks = [
        "> ", ">", "- ", "* ", "1. ", "1) ", "14. ", "   ", "    ", "\t", "\n", "\n\n", "# ", " #", "***", "---", "===",
        "```", "~~~",
        "[r]: /u", "[r]: <u v> 't'\n", "<div>", "</pre>", "<!-- ", "<x y>", "|a|b|\n|-|-|\n", "|-|", "a|b\n", "- [x] ",
        "\r\n", "\r",
    ]

    private func text(_ random: inout SplitMix, without marks: Set<String> = []) -> String {
        let pieces =
            Int.random(in: 0...3, using: &random) == 0 ? Self.inlines : Self.inlines + Self.blocks + Self.blocks
        return (0..<Int.random(in: 1...40, using: &random)).map { _ in
            let piece = pieces.randomElement(using: &random) ?? ""
            return marks.contains(piece) ? "" : piece
        }.joined()
    }

    /// Some hundreds of texts of different seeds, and more as long as the switch says.
    private func repeating(_ count: UInt64, _ body: (inout SplitMix, String) throws -> Void) rethrows {
        for seed in FuzzSeeds(count) {
            var random = SplitMix(seed: seed)
            try body(&random, "seed \(seed)")
        }
    }

    @Test("any text is laid out at any width, and nothing in it reaches the terminal as a control character")
    func anyText() {
        repeating(400) { random, seed in
            let view = Markdown(text(&random)).view
            let columns = Int.random(in: 0...70, using: &random)
            let canvas = layout(columns, 12, view).canvas
            let isText = canvas.text.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.properties.generalCategory != .control
            }
            #expect(isText, "\(seed)")
        }
    }

    @Test("a text in a quote means what it means alone, quoted")
    func quoted() {
        repeating(600) { random, seed in
            // Tabs stand elsewhere in a quote, and returns end lines of their own.
            // A line that ends in nothing is a line of code in one of them.
            let pieces = text(&random, without: ["\t", "\r", "\r\n"])
            let text = String(pieces.reversed().drop { $0 == "\n" }.reversed())
            let alone = Markdown(text).notation
            let quote = Markdown(
                text.split(separator: "\n", omittingEmptySubsequences: false).map { "> \($0)" }.joined(separator: "\n"))
            let lines = alone.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { " \($0)\n" }
            #expect(quote.notation == "quote\n" + lines.joined(), "\(seed): \(text.debugDescription)")
        }
    }

    @Test("a text whose marks are escaped is itself")
    func escaped() {
        repeating(300) { random, seed in
            let marks = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ab".randomElement(using: &random) ?? "a"
            }
            let source = marks.map { $0 == "a" || $0 == "b" ? "\($0)" : "\\\($0)" }.joined()
            #expect(CycleScreensTests.text(99, 1, Markdown(source).view) == String(marks), "\(seed)")
        }
    }

    @Test("any line of another program becomes text without sequences, and its styles")
    func sequences() {
        let pieces = [
            "\u{1b}[", "\u{1b}]8;;", "\u{1b}\\", "\u{7}", "\u{9b}", "m", "31", "1;", "38;5;", "38:2::1:2:3m", "0m", "a",
            "日", "é",
            "\u{301}", "\u{200d}", "\t", "\u{8}", "\r", "\u{1b}", "H", "2J", "K", "http://a.b", "99999999999", "\u{0}",
            " ",
        ]
        repeating(400) { random, seed in
            let line = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let styled = StyledText(sequences: line)
            let shown = layout(40, 1, View.text(styled)).canvas.text
            #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(seed)")
        }
    }
}
