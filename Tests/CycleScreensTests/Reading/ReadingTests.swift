import CycleDrivers
import CycleScreens
import Foundation
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
                • two

                that is long

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
}
