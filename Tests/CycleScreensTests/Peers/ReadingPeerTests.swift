import CycleDrivers
import CycleScreens
import Testing

/// Faults of texts and numbers that users of other kits have reported, each tested as it should be.
@Suite("Faults of other libraries in texts")
struct ReadingPeerTests {
    private func lines(_ markdown: String) -> [String] {
        text(24, 20, Markdown(markdown).view).split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0)
        }
    }

    @Test("an item goes on in the lines below it; items are indented by tabs, too, and counted with a parenthesis")
    func items() {
        #expect(lines("- one\n  two\n- three") == ["• one two", "• three"])
        #expect(lines("- one\n\t- two\n1) three\n- [X] four") == ["• one", "    • two", "1) three", "☑ four"])
        #expect(lines("1. one\n   - two\nthree\n\nfour") == ["1. one", "   • two three", "", "four"])
    }

    @Test("a heading may be underlined or closed; a rule, a table and code end a paragraph")
    func blocks() {
        let rule = String(repeating: "─", count: 24)
        #expect(lines("Title\n=====\na\n***\nb\n___") == ["Title", rule, "", "a", "", rule, "", "b", "", rule])
        #expect(lines("Part\n----\n# C# #") == ["Part", "", "C#", rule])
        #expect(lines("a\n~~~\nb\n~~~\nc\n|n|\n|-|") == ["a", "", "  b", "", "c", "", "n", rule])
    }

    @Test("code keeps its tabs, loses the blanks of its fence, and ends with as many marks as it began with")
    func code() {
        #expect(lines("````\n```\n\tif x\n```\n````") == ["  ```", "      if x", "  ```"])
        #expect(lines("- a\n  ```\n  b\n   c\n  ```") == ["• a", "", "    b", "     c"])
        #expect(lines("``a`b`` and ``` c") == ["a`b and ``` c"])
    }

    @Test("a quote has paragraphs, items and quotes in it")
    func quotes() {
        let quote = ["┃ a", "┃", "┃ • b", "┃ • c", "┃", "┃ ┃ d e"]
        #expect(lines("> a\n>\n> - b\n> - c\n>> d\ne") == quote)
        #expect(lines("> a\nb\n\nc") == ["┃ a b", "", "c"])
    }

    @Test("cells of a table stand where the marks below the titles say, and may have a bar in them")
    func tables() {
        #expect(lines("|n|what|\n|-:|:-:|\n|1|a \\| b|\n|100|c|").suffix(2) == ["  1  a | b", "100    c"])
    }

    @Test("a backslash stands for itself before a letter, a picture is its name, a line may be broken")
    func spans() {
        #expect(lines("C:\\new \\*a\\*") == ["C:\\new *a*"])
        let picture = Markdown("![logo](https://a/b.png) of it").view
        #expect(text(24, 1, picture) == "logo of it")
        #expect(lines("a  \nb\\\nc\nd\\") == ["a", "b", "c d\\"])
    }

    @Test("marks alone, however many, are read and wrapped in the time of other text", .timeLimit(.minutes(60)))
    func hostile() {
        let count = 50_000
        for mark in [">", "[", "`a", "!["] {
            let shown = layout(60, 3, Markdown(String(repeating: mark, count: count) + "](x)").view)
            #expect(shown.canvas.text.contains(mark.suffix(1)))
        }
    }

    @Test("a text that is not wrapped is moved to its end sideways, and no further")
    func sideways() {
        let lines = TextLines("short\n" + String(repeating: "x", count: 12))
        var viewport = Viewport()
        for _ in 0..<9 {
            let shown = layout(10, 2, viewport.view(of: lines.view))
            _ = viewport.handle(ScreenInput(.key(.right), shown), content: lines.view)
        }
        #expect(viewport.column == 2 && text(10, 2, viewport.view(of: lines.view)) == "ort\nxxxxxxxxxx")
    }

    @Test("wrapped text is not moved sideways, nor wrapped anew")
    func wrappedSideways() {
        let content = View.wrapped("one two three four five six seven")
        var viewport = Viewport()
        let before = text(10, 3, viewport.view(of: content))
        for key in [Key.right, .right] {
            let shown = layout(10, 3, viewport.view(of: content))
            _ = viewport.handle(ScreenInput(.key(key), shown), content: content)
        }
        #expect(viewport.column == 0 && text(10, 3, viewport.view(of: content)) == before)
        // A text that was moved while there was room for it is wrapped where there is less.
        let lines = View.column {
            View.wrapped("one two three"); View.text(String(repeating: "x", count: 30))
        }
        let shown = layout(20, 3, viewport.view(of: lines))
        _ = viewport.handle(ScreenInput(.key(.right), shown), content: lines)
        #expect(viewport.column == 8)
        #expect(text(10, 4, viewport.view(of: lines)) == "one two\nthree\nxxxxxxxxxx")
    }

    @Test("a text that is nowhere is told of, until the next key")
    func noMatch() {
        let content = View.stack(.column, (0..<9).map { .text("line \($0)") })
        var (viewport, log) = (Viewport(), LogBuffer())
        for number in 0..<9 { log.append("line \(number)") }
        func press(_ keys: Key...) {
            for key in keys {
                let shown = layout(12, 3, viewport.view(of: content).region(0))
                _ = viewport.handle(ScreenInput(.key(key), shown).at(0), content: content)
                _ = log.handle(ScreenInput(.key(key), layout(12, 3, log.view.region(0))).at(0))
            }
        }
        func lines() -> [[Substring]] {
            [text(12, 3, viewport.view(of: content)), text(12, 3, log.view)].map { $0.split(separator: "\n") }
        }
        press("/", "z", .enter)
        #expect(lines().map { $0[2] } == ["no match: z", "no match: z"])
        press("g")
        #expect(lines().map { $0[2].prefix(6) } == ["line 2", "line 2"])
        press("n")
        #expect(lines().map { $0[2] } == ["no match: z", "no match: z"])
        press("/", "3", .enter)
        #expect(lines().allSatisfy { $0.count == 3 && !$0[2].hasPrefix("no match") })
    }

    @Test("a tab in a text or log goes on to the next column that is a multiple of four")
    func tabs() {
        let lines = TextLines("\tif\na\tb\n日本\tc")
        #expect(text(9, 3, lines.view) == "    if\na   b\n日本    c" && lines.lines[1] == "a\tb")
        var log = LogBuffer()
        log.append("abc\td")
        #expect(text(9, 1, log.view) == "abc d")
    }

    @Test("so many of a hundred are as many percent")
    func percents() {
        for done in 0...100 {
            #expect(text(6, 1, View.progress(Double(done) / 100)).hasSuffix(" \(done) %"))
            var meter = ProgressMeter(of: .items)
            meter.record(done, of: 100, at: .zero)
            #expect(text(60, 1, View.progress(meter)).hasSuffix(" \(done) %"))
        }
        #expect(text(6, 1, View.progress(0.999)).hasSuffix(" 99 %"))
    }

    @Test("a small value of a chart says something")
    func smallValues() {
        let bars = [0.04, 0.0015, 0.25, 1e-9, 0, -0.05].map { ChartBar("", $0) }
        let words = ["0.04", "0.0015", "0.3", "1e-09", "0", "-0.05"]
        #expect(
            ScreenLayout(plain: View.bars(bars)).canvas.text.split(separator: "\n").map { $0.filter { $0 != " " } }
                == words)
        #expect(text(20, 4, View.chart([ChartSeries("", values: [0.001, 0.002])])).hasPrefix("0.002 ┤"))
    }
}
