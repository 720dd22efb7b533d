import CycleDrivers
import CycleScreens
import Testing

@Suite("Layout")
struct LayoutTests {
    @Test("a view that fits is as large as what is in it, wherever it stands")
    func fits() {
        let box = View.text("a").border(.line).fitting
        #expect(text(9, 4, .layers { box }) == "┌─┐\n│a│\n└─┘")
        #expect(text(9, 4, box.padding(top: 1, left: 2)) == "\n  ┌─┐\n  │a│\n  └─┘")
        #expect(
            text(9, 4, View.wrapped("one two").width(.fit).border(.line))
                == "┌───────┐\n│one two│\n│       │\n└───────┘")
    }

    @Test("rows and columns stand one after the other, what grows takes what is left")
    func stacks() {
        let view = View.column {
            View.row {
                "left"
                View.spacer
                "right"
            }
            View.divider
            View.row(spacing: 1) {
                View.text("a").width(3)
                View.text("b").width(.growing())
                View.text("c")
            }
        }
        #expect(text(12, 5, view) == "left   right\n────────────\na   b      c")
    }

    @Test("fixed and fitting views come first, in order, and the least of growing views is kept back")
    func order() {
        let view = View.row {
            View.text("aaaaaa")
            View.text("bbbbbb").width(.growing(1, min: 3))
            View.text("cccccc")
        }
        #expect(text(10, 1, view) == "aaaaaabbbc")
        #expect(text(20, 1, view) == "aaaaaabbbbbb  cccccc")
    }

    @Test("the room that is left is shared by weight, and no child shrinks while its parent grows")
    func shares() {
        let weights = [3, 1, 2]
        func view(_ least: Int, _ most: Int) -> View {
            View.stack(
                .row,
                weights.enumerated().map { index, weight in
                    View.text(String(repeating: "\(index)", count: 300))
                        .width(.growing(weight, min: index == 1 ? least : 0, max: index == 0 ? most : .max))
                })
        }
        for (least, most) in [(0, Int.max), (5, 40), (0, 7)] {
            var before = [0, 0, 0]
            for columns in 0..<200 {
                let row = text(columns, 1, view(least, most))
                let now = (0..<3).map { index in row.count { $0 == Character("\(index)") } }
                #expect(now.reduce(0, +) == columns)
                if columns > least { #expect(zip(before, now).allSatisfy { $0 <= $1 }, "\(columns): \(before) \(now)") }
                if columns > least { #expect(now[1] >= least && now[0] <= most) }
                before = now
            }
            if most == .max { #expect(abs(before[0] - 100) <= 1 && abs(before[2] - 66) <= 2, "\(before)") }
        }
    }

    @Test("a text that is too long is cut at the end; half of a wide character becomes a blank")
    func cut() {
        #expect(text(5, 1, "abcdefgh") == "abcde")
        #expect(text(5, 1, "日本語") == "日本")
        #expect(text(3, 1, View.text("日本語").scrolled(by: .init(row: 0, column: 1))) == " 本")
        #expect(text(0, 0, "x").isEmpty)
    }

    @Test("padding, border, style and focus are transparent to growing")
    func transparent() {
        let view = View.row {
            "a"
            View.spacer.padding(1).border().style(.bold).focused(true).region(1)
            "b"
        }
        #expect(text(12, 1, view).hasPrefix("a╭"))
        #expect(text(12, 1, view).hasSuffix("╮b"))
    }

    @Test("layers are as large as their largest, and the last is on top")
    func layers() {
        let view = View.column {
            View.layers {
                "aaaa"
                View.wrapped("b\nc")
            }
            "end"
        }
        #expect(text(6, 4, view) == "baaa\nc\nend")
    }

    @Test("a border is opaque, and hides the cursor of what is below it")
    func opaque() {
        let view = View.layers {
            View.text("0123456789").cursor(.init(row: 0, column: 4))
            View.text("x").border().width(5)
        }
        let layout = layout(10, 3, view)
        #expect(layout.canvas.text == "╭───╮56789\n│x  │\n╰───╯")
        #expect(layout.canvas.cursor == nil)
    }

    @Test("a border has titles, any of its kinds, and any of its sides")
    func borders() {
        #expect(
            text(16, 3, View.text("x").border(.double, title: "Title", footer: "1/2")) == """
                ╔═ Title ══════╗
                ║x             ║
                ╚════════ 1/2 ═╝
                """)
        #expect(text(12, 3, View.text("x").border(title: "A long title")) == "╭─ A lon… ─╮\n│x         │\n╰──────────╯")
        #expect(text(5, 2, View.text("x").border(.line, sides: [.left, .bottom])) == "│x\n└────")
        #expect(text(4, 3, View.text("x").border(.ascii)) == "+--+\n|x |\n+--+")
        #expect(text(4, 3, View.text("x").border(.outerHalf)) == "▛▀▀▜\n▌x ▐\n▙▄▄▟")
    }

    @Test("text is one row; wrapped it is as high as it needs, at the width that it gets")
    func wrapped() {
        let view = View.column {
            View.row {
                View.text("> ")
                View.wrapped("the quick brown fox").width(.growing())
            }
            "end"
        }
        #expect(text(12, 5, view) == "> the quick\n  brown fox\nend")
        #expect(text(40, 5, view) == "> the quick brown fox\nend")
    }

    @Test("a growing view inside of one that fits, or scrolls, is as short as may be, and no error")
    func greedyInside() {
        let view = View.column {
            View.row { View.sized { _ in "never" } }.fitting
            "end"
        }
        #expect(text(10, 2, view) == "end")
        let scrolled = View.column {
            "a"
            View.sized { .text("\($0.rows)") }
            "b"
        }.scrolled(by: .init(row: 0, column: 0))
        #expect(text(10, 5, scrolled) == "a\n3\n\n\nb")
    }

    @Test("alignment places a view in the room that there is")
    func alignment() {
        #expect(text(7, 3, View.text("x").centered) == "\n   x")
        #expect(text(7, 3, View.text("x").aligned(.end, .end)) == "\n\n      x")
        #expect(
            text(
                9, 1,
                View.row {
                    "a"; View.text("x").aligned(.end)
                }) == "a       x")
        #expect(text(7, 2, View.wrapped("aaa bb c", alignment: .end).width(5)) == "  aaa\n bb c")
        #expect(text(7, 2, View.wrapped("aaa bb c", alignment: .center).width(5)) == " aaa\nbb c")
    }

    @Test("text that does not fit can end, begin or be broken with an ellipsis, between characters")
    func ellipsis() {
        #expect(text(6, 1, .text("abcdefgh", overflow: .ellipsis)) == "abcde…")
        #expect(text(6, 1, .text("abcdefgh", overflow: .ellipsisAtStart)) == "…defgh")
        #expect(text(6, 1, .text("abcdefgh", overflow: .ellipsisInTheMiddle)) == "ab…fgh")
        #expect(text(6, 1, .text("abcdef", overflow: .ellipsis)) == "abcdef")
        #expect(text(4, 1, .text("日本語", overflow: .ellipsis)) == "日…")
        #expect(text(5, 1, .text("\("ab", .bold)\("cdefg", .dim)", overflow: .ellipsis)) == "abcd…")
        // Nothing behind a wide character that has no room stands in its place.
        #expect(text(3, 1, .text("\("a日", .bold)\("bc", .dim)", overflow: .ellipsis)) == "a…")
        #expect(text(3, 1, .text("\("ab", .bold)\("日c", .dim)", overflow: .ellipsisAtStart)) == "…c")
    }

    @Test("the mark of a cut has the style of the text's end: what stands before it may be too quiet to be read")
    func ellipsisStyle() {
        for (overflow, column) in [(ScreenOverflow.ellipsis, 3), (.ellipsisInTheMiddle, 1), (.ellipsisAtStart, 0)] {
            let canvas = layout(4, 1, .text("\("│ ├─", .dim) \("name", .bold)", overflow: overflow)).canvas
            #expect(canvas.style(at: .init(row: 0, column: column)) == .bold, "\(canvas.text)")
        }
    }

    @Test(
        "styles inside lie over those around; a background fills the view, and nothing of what is below shows through")
    func styles() {
        let view = View.layers {
            "below"
            View.row {
                "\("a", .bold)"; "b"
            }.style(.red + .background(.blue)).height(1)
        }
        #expect(
            layout(5, 1, view).canvas.description == """
                ab
                abbbb
                a: bold foreground=1 background=4
                b: foreground=1 background=4
                """)
    }

    @Test("a dialog stands on a dimmed screen, which places no cursor")
    func dimmed() {
        let view = View.layers {
            View.text("under under", .green).cursor(.init(row: 0, column: 9)).dimmed
            View.text("ok").border().centered
        }
        let layout = layout(11, 3, view)
        #expect(layout.canvas.text == "und╭──╮nder\n   │ok│\n   ╰──╯")
        #expect(layout.canvas.cursor == nil)
        #expect(layout.canvas.style(at: .init(row: 0, column: 0)) == .foreground(ScreenTheme.quiet.color(of: .muted)))
    }

    @Test("each view is measured once: a tree of 60 levels costs no more than its depth times its size")
    func depth() {
        var view: View = "deep"
        for level in 0..<60 {
            view = View.stack(level % 2 == 0 ? .row : .column, [view, View.text("\(level)"), View.spacer])
        }
        #expect(text(200, 60, view).contains("58"))
        #expect(ScreenLayout(view, fitting: .init(columns: 200, rows: 60)).canvas.text.contains("59"))
    }

    @Test("no number of cells, however large or small, is an error")
    func extremes() {
        let numbers = [Int.min, -1, 0, 1, .max]
        for number in numbers {
            let view = View.column(spacing: number) {
                View.text("a").width(number).height(number).padding(number)
                View.text("b").width(.growing(number, min: number, max: number)).height(.growing(number, min: number))
                View.text("c").scrolled(by: .init(row: number, column: number))
                View.text("d").cursor(.init(row: number, column: number))
                View.row(spacing: number) {
                    View.spacer(number, min: number, max: number); "e"
                }
            }
            for size in numbers where size < 100 { _ = ScreenLayout(view, Size(columns: size, rows: size)) }
            _ = ScreenLayout(view, fitting: Size(columns: 20, rows: 20))
        }
    }

    @Test("text between quotes in a row or column keeps the styles of its pieces")
    func quotes() {
        let piece: StyledText = "\("b", .bold)"
        #expect(
            layout(5, 1, View.row { "a\(piece)\(1, .red)" }).canvas.description == "ab1\n.ab\na: bold\nb: foreground=1")
    }

    @Test("styles of a text stay below a style, a link, an optional and a generic value")
    func keptStyles() {
        let piece: StyledText = "a\("b", .bold, link: "https://b.example")"
        func hidden(_ value: some Any) -> StyledText { "\(value)" }
        #expect(hidden(piece) == piece && hidden(Optional(piece)) == piece && hidden(7) == "7")
        #expect("\(Optional(piece), .dim)" as StyledText == piece.style(.dim))
        let linked: StyledText = "\(piece, .dim, link: "https://c.example")"
        #expect(linked.runs.map(\.link) == ["https://c.example", "https://b.example"])
        #expect(linked.runs.map(\.style) == [.dim, .dim + .bold])
        #expect(layout(2, 1, .text(piece, .dim)).canvas == layout(2, 1, .text(piece.style(.dim))).canvas)
    }

    @Test("where there is little room, rows between and around views are given up for what is in them")
    func contentFirst() {
        let words = View.column(spacing: 1) {
            "a"; "b"; "c"
        }
        #expect((1...5).map { text(3, $0, words) } == ["a", "a\nb", "a\nb\nc", "a\n\nb\nc", "a\n\nb\n\nc"])
        let padded = words.padding(1)
        #expect(text(3, 3, padded) == " a\n b\n c" && text(3, 5, padded) == " a\n\n b\n\n c")
        #expect(text(3, 7, padded) == "\n a\n\n b\n\n c" && text(3, 6, padded) == "\n a\n\n b\n\n c")
        let boxed = View.layers { padded.border().fitting.centered }
        #expect(text(5, 5, boxed) == "╭───╮\n│ a │\n│ b │\n│ c │\n╰───╯")
        // A growing view would take all rows, so this one has a fixed number.
        let list = View.column(spacing: 1) {
            "top"; View.stack(.column, (0..<9).map { .text("\($0)") }).height(.growing()); "end"
        }
        #expect(text(3, 5, list) == "top\n\n0\n1\nend" && text(3, 7, list) == "top\n\n0\n1\n2\n\nend")
        let columns = View.row(spacing: 1) {
            "ab"; "cd"
        }
        #expect(text(4, 1, columns) == "ab c")
    }

    @Test("a text of which only the beginning is measured is as wide as its room, without half of a character")
    func longTexts() {
        let long = String(repeating: "日", count: 40)
        for columns in 0...6 {
            let shown = String(repeating: "日", count: columns / 2)
            #expect(text(columns, 1, View.text(long).aligned(.end)) == shown)
            #expect(text(columns, 1, View.text("\(long, .bold)\(long)").aligned(.end)) == shown)
        }
        #expect(text(4, 1, .text(StyledText(long), overflow: .ellipsis)) == "日…")
        #expect(text(5, 1, View.text("\("日", .bold)本").aligned(.end)) == " 日本")
        #expect(text(9, 1, View.text(String(repeating: "e\u{301}", count: 40)).aligned(.end)).count == 9)
    }

    @Test("an inline screen has as many rows as its view needs")
    func fitting() {
        let view = View.column {
            "a"; View.divider; "b"
        }
        #expect(ScreenLayout(view, fitting: .init(columns: 4, rows: 10)).canvas.size == .init(columns: 4, rows: 3))
        #expect(ScreenLayout(view, fitting: .init(columns: 4, rows: 2)).canvas.text == "a\n────")
    }

    @Test("plain, a row that is longer than 80 columns is whole, since a pipe has no end, and others are as they were")
    func longRows() {
        let path = String(repeating: "/folder", count: 30)
        let view = View.column {
            View.wrapped(StyledText(String(repeating: "word ", count: 30)))
            View.row(spacing: 1) {
                "file"; View.text(path).border()
            }
            View.text(path).width(10)
        }
        let lines = ScreenLayout(plain: view).canvas.text.split(separator: "\n").map(String.init)
        #expect(lines.suffix(2) == ["file \(path)", String(path.prefix(10))])
        let log = (0..<10_000).reduce(into: LogBuffer()) { $0.append($1 == 7 ? path : "line \($1)") }
        let text = ScreenLayout(plain: log.view).canvas.text.split(separator: "\n")
        #expect(text.count == 10_000 && text[7].count == 200, "two million cells at most")
        #expect(ScreenLayout(plain: View.text(path).width(.growing())).canvas.text == path)
        #expect(
            ScreenLayout(
                plain: View.row {
                    View.spacer; "end"
                }
            ).canvas.text.count == 80)
    }

    @Test("plain, a view is its text without decoration, also of what is made when its size is known")
    func plain() {
        let view = View.column {
            View.row(spacing: 1) {
                "a"; View.text("♥").decoration
            }.border(title: "Box").padding(2)
            View.divider
            View.sized { .text($0.isPlain ? "plain" : "drawn").border() }.height(1)
        }
        #expect(ScreenLayout(plain: view).canvas.text == "Box\na\nplain")
    }
}
