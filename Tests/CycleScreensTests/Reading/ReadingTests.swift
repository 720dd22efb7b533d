import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("Reading")
struct ReadingTests {
    let article = View.wrapped(StyledText((0..<30).map { "line \($0) of the text" }.joined(separator: "\n")))

    private func press(_ keys: Key..., on viewport: inout Viewport, _ content: View, rows: Int = 5) {
        for key in keys {
            let layout = layout(12, rows, viewport.view(of: content).region(0))
            _ = viewport.handle(ScreenInput(.key(key), layout).at(0), content: content)
        }
    }

    private func shown(_ viewport: Viewport, _ content: View, rows: Int = 5) -> [Substring] {
        text(12, rows, viewport.view(of: content)).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test("reaches the end, and not more, also where lines are wrapped")
    func end() {
        var viewport = Viewport()
        press("G", on: &viewport, article)
        #expect(shown(viewport, article).last?.hasPrefix("the text") == true)
        press(.down, .pageDown, on: &viewport, article)
        #expect(shown(viewport, article).last?.hasPrefix("the text") == true)
        press("g", on: &viewport, article)
        #expect(shown(viewport, article).first?.hasPrefix("line 0 of") == true)
    }

    @Test("reaches the end where lines are wrapped anew beside the bar")
    func endBesideBar() {
        // Each line is as wide as the view without a bar.
        let content = View.wrapped(StyledText((10..<20).map { "abcdef ghi\($0)" }.joined(separator: "\n")))
        var viewport = Viewport()
        press("G", on: &viewport, content)
        #expect(shown(viewport, content).last?.hasPrefix("ghi19") == true)
    }

    @Test("every step moves, also from a wrapped line to the next")
    func steps() {
        var viewport = Viewport()
        var before = shown(viewport, article)
        for _ in 0..<20 {
            press(.down, on: &viewport, article)
            let now = shown(viewport, article)
            #expect(now != before)
            before = now
        }
        press(.pageDown, .pageUp, on: &viewport, article)
        #expect(shown(viewport, article).first == before.first)
    }

    @Test("lines of which only those are laid out that are seen look as a column of all of them")
    func lines() throws {
        let article = TextLines(
            (0..<300).map { "line \($0) \($0 % 3 == 0 ? "日本語 that is long" : "")" }.joined(separator: "\n"))
        let column = View.stack(.column, article.lines.map { .text($0) })
        var (one, other) = (Viewport(), Viewport())
        let keys: [Key] = [
            "G", .up, .pageUp, .right, "/", "l", "o", "n", "g", .enter, "n", "N", "n", .escape, .left, .home, "d", "j",
            " ",
        ]
        for key in keys {
            press(key, on: &one, article.view)
            press(key, on: &other, column)
            #expect(one == other && shown(one, article.view) == shown(other, column), "\(key)")
        }
        #expect(try copy(article) == article)
    }

    @Test("follows what is added while the end is seen, and stays where one looks otherwise")
    func follows() {
        var log = LogBuffer(limit: 100)
        func lines() -> [Substring] { text(12, 3, log.view).split(separator: "\n") }
        func press(_ key: Key) {
            let layout = layout(12, 3, log.view.region(0))
            _ = log.handle(ScreenInput(.key(key), layout).at(0))
        }
        for number in 0..<10 { log.append("line \(number)") }
        #expect(lines().last?.hasPrefix("line 9") == true)
        press(.up)
        log.append("line 10")
        #expect(lines().last?.hasPrefix("line 8") == true)
        press("G")
        log.append("a\nb")
        #expect(lines().last?.hasPrefix("b") == true)
    }

    @Test("of a log no more is kept than it may, and what is looked at stays in sight while lines go")
    func bounded() {
        var log = LogBuffer(limit: 100)
        func press(_ key: Key) {
            let layout = layout(12, 3, log.view.region(0))
            _ = log.handle(ScreenInput(.key(key), layout).at(0))
        }
        for number in 0..<100 { log.append("line \(number)") }
        for _ in 0..<20 { press(.up) }
        let before = text(12, 3, log.view).split(separator: "\n").first?.prefix(8)
        for number in 100..<140 { log.append("line \(number)") }
        #expect(log.lines.count <= 125)
        #expect(text(12, 3, log.view).split(separator: "\n").first?.prefix(8) == before)
    }

    @Test("Markdown is shown as what it means, and what is no mark as it is")
    func markdown() {
        let text = """
            # Title
            Some **bold** and *slanted* text, `code`, a [link](https://example.org) and snake_case_name.

            - one
            - two
              that is long
            1. first
            - [x] done

            > quoted

            ```swift
            let x = *1*
            ```
            ---
            | a | b |
            |---|---|
            | 1 | 22 |
            """
        let layout = layout(40, 30, Markdown(text).view)
        #expect(
            layout.canvas.text == """
                Title
                ────────────────────────────────────────

                Some bold and slanted text, code, a link
                and snake_case_name.

                • one
                • two that is long
                1. first
                ☑ done

                ┃ quoted

                  let x = *1*

                ────────────────────────────────────────

                a  b
                ────────────────────────────────────────
                1  22
                """)
        #expect(layout.canvas.style(at: .init(row: 3, column: 5)) == .bold)
        #expect(layout.canvas.link(at: .init(row: 3, column: 36)) == "https://example.org")
    }

    @Test("Markdown of marks alone, or without ends, is shown in good time")
    func hostileMarkdown() {
        for text in ["**", "*", "[", "](", "`", "_", "```", "|", "|-|\n|-|", ">", "#", "1.", "\\"] {
            for count in [1, 2, 3_000] {
                _ = layout(20, 5, Markdown(String(repeating: text, count: count)).view)
                _ = layout(20, 5, Markdown(String(repeating: text + "\n", count: count)).view)
            }
        }
    }

    // MARK: Looking for a text

    /// The matches on the canvas: each underlined stretch, and the current one, which is reversed.
    private func marks(_ canvas: ConsoleDriver.Canvas) -> [String] {
        (0..<canvas.size.rows).flatMap { row in
            var (marks, last) = ([String](), ConsoleDriver.Style.plain)
            for column in 0..<canvas.size.columns {
                let position = Position(row: row, column: column)
                guard let style = canvas.style(at: position), let character = canvas.character(at: position) else {
                    continue
                }
                defer { last = style }
                guard style.attributes.contains(.reverse) || style.underline != .none else { continue }
                if last != style { marks.append(style.attributes.contains(.bold) ? ">" : "") }
                marks[marks.count - 1].append(character)
            }
            return marks
        }
    }

    @Test("matches are tinted and underlined, so that a page of them does not glare, and are seen without colours")
    func quietMarks() {
        var viewport = Viewport()
        let content = View.column {
            "one two"
            "two"
        }
        let shown = ScreenLayout(viewport.view(of: content).region(0), Size(columns: 9, rows: 3))
        viewport.find("two", content: content, ScreenInput(.key("x"), shown).at(0))
        let canvas = ScreenLayout(viewport.view(of: content), Size(columns: 9, rows: 3)).canvas
        let (current, other) = (canvas.style(at: .init(row: 0, column: 4)), canvas.style(at: .init(row: 1, column: 0)))
        #expect(current?.attributes == [.reverse, .bold])
        let quiet = ScreenTheme.quiet
        #expect(other?.attributes == [] && other?.underline == .single)
        #expect(other?.background == quiet.color(of: .selected) && other?.foreground == quiet.color(of: .accent))
    }

    @Test(
        "a slash looks for a text in any view; n and N go round, all matches are marked, and the one gone to otherwise")
    func search() {
        var viewport = Viewport()
        let content = View.column {
            View.text("Alpha beta"); View.wrapped("the beta of it\nand no more"); View.text("日本 BETA beta")
            for number in 0..<20 { View.text("line \(number)") }
            View.text("one Beta")
        }
        func canvas() -> ConsoleDriver.Canvas { layout(20, 5, viewport.view(of: content).region(0)).canvas }
        func press(_ keys: Key...) {
            for key in keys {
                let layout = layout(20, 5, viewport.view(of: content).region(0))
                _ = viewport.handle(ScreenInput(.key(key), layout).at(0), content: content)
            }
        }
        press("/", "b", "e", "x", .backspace, "t")
        #expect(canvas().text.split(separator: "\n").last == "/ bet")
        #expect(canvas().cursor == .init(row: 4, column: 5))
        press("a", .enter)
        #expect(marks(canvas()) == [">beta", "beta", "BETA", "beta"])
        press("n")
        #expect(marks(canvas()) == ["beta", ">beta", "BETA", "beta"])
        press("n", "n")
        #expect(marks(canvas()) == ["beta", "beta", "BETA", ">beta"])
        press("n")
        #expect(marks(canvas()) == [">Beta"])
        press("n")
        #expect(marks(canvas()).first == ">beta")
        press("N")
        #expect(marks(canvas()) == [">Beta"])
        press("N")
        #expect(marks(canvas()).contains(">beta"))
        press(.escape)
        #expect(marks(canvas()) == [] && viewport.query.isEmpty)
    }

    @Test(
        "a capital letter is meant, a text that is nowhere moves nothing, and what is far to the right is scrolled to")
    func searchFurther() {
        var viewport = Viewport()
        let content = View.column {
            View.text("beta"); View.text(String(repeating: "-", count: 50) + "Beta"); View.text("end")
        }
        let input = ScreenInput(.key("x"), layout(20, 3, viewport.view(of: content).region(0))).at(0)
        #expect(viewport.find("Beta", content: content, input) == true)
        #expect(viewport.column == 42)
        let found = layout(20, 3, viewport.view(of: content)).canvas
        #expect(marks(found) == [">Beta"])
        #expect(!found.styles.contains("token"))
        #expect(viewport.find("gamma", content: content, input) == false)
        #expect(viewport.column == 42)
        #expect(viewport.find("", content: content, input) == false)
        #expect(viewport.query.isEmpty)
    }

    @Test("a match in the thousandth row is found, and only the rows around it are laid out to show it")
    func searchFar() {
        var viewport = Viewport()
        let content = View.stack(.column, (0..<3_000).map { .text($0 == 1_000 ? "here" : "row \($0)") })
        let input = ScreenInput(.key("x"), layout(20, 6, viewport.view(of: content).region(0))).at(0)
        #expect(viewport.find("here", content: content, input) == true)
        #expect(viewport.row == 998)
        #expect(text(20, 6, viewport.view(of: content)).contains("here"))
    }

    @Test("a mark that begins a run is on the letter before it, in a line with tabs, too")
    func marksOfLetters() {
        let line = StyledText("ae", .bold) + StyledText("\u{301}\tb", .green)
        #expect(text(9, 1, Reader().view(of: [0]) { _ in line }) == "ae\u{301}  b")
        #expect(text(9, 1, .wrapped("\("a👩", .bold)\("\u{200d}🚀b")")) == "a👩‍🚀b")
    }

    @Test("a slash looks for a text in a log, from its newest line on")
    func searchLog() {
        var log = LogBuffer()
        for number in 0..<50 { log.append(number % 10 == 3 ? "error \(number)" : "line \(number)") }
        func press(_ keys: Key...) {
            for key in keys { _ = log.handle(ScreenInput(.key(key), layout(12, 4, log.view.region(0))).at(0)) }
        }
        func canvas() -> ConsoleDriver.Canvas { layout(12, 4, log.view).canvas }
        press("/", "e", "r", "r")
        #expect(canvas().text.split(separator: "\n").last == "/ err")
        press(.enter)
        #expect(canvas().text.hasPrefix("error 43") && marks(canvas()) == [">err"])
        press("N")
        #expect(canvas().text.hasPrefix("error 33"))
        press("n", "n")
        #expect(canvas().text.hasPrefix("error 3 "))
        press(.escape)
        #expect(log.query.isEmpty && marks(canvas()) == [])
    }

    @Test("a match that is seen already stays where it is while lines are added to what is followed")
    func followedMatch() {
        func log(_ count: Int) -> View { .stack(.column, (0..<count).map { .text("row \($0)") }) }
        var viewport = Viewport(isFollowing: true)
        #expect(shown(viewport, log(10)).last?.hasPrefix("row 9") == true)
        let layout = layout(12, 5, viewport.view(of: log(10)).region(0))
        viewport.find("row 8", content: log(10), ScreenInput(.key("x"), layout).at(0))
        #expect(shown(viewport, log(10)).last?.hasPrefix("row 9") == true)
        #expect(shown(viewport, log(20)).last?.hasPrefix("row 9") == true)
    }

    @Test("the only match follows itself, round the end")
    func onlyMatch() {
        let content = View.stack(.column, ["one", "two", "three"].map { .text($0) })
        var viewport = Viewport()
        press("/", "w", .enter, "n", "N", "n", on: &viewport, content)
        #expect(!text(12, 5, viewport.view(of: content)).contains("no match"))
        press("/", "q", .enter, on: &viewport, content)
        #expect(text(12, 5, viewport.view(of: content)).contains("no match: q"))
    }
}
