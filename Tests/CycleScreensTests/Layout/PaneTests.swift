import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("The line between two panes")
struct PaneTests {
    private func pane(_ text: String) -> View { View.text(text).growing().border() }

    @Test("is the border of both, of the one that has one, or a line of its own")
    func common() {
        let split = SplitPane()
        #expect(text(9, 3, split.view(pane("a"), pane("b"))) == "╭───┬───╮\n│a  │b  │\n╰───┴───╯")
        #expect(text(9, 3, split.view(pane("a"), "b")) == "╭───╮b\n│a  │\n╰───╯")
        #expect(text(9, 3, split.view("a", pane("b"))) == "a   ╭───╮\n    │b  │\n    ╰───╯")
        #expect(text(9, 2, split.view("a", "b")) == "a   │b\n    │")
    }

    @Test("joins the lines of panes in panes, and the borders above and below")
    func nested() {
        let split = SplitPane()
        let inner = SplitPane(.column).view(pane("b"), split.view(pane("c"), "d"))
        #expect(
            text(17, 7, split.view(pane("a"), inner)) == """
                ╭───────┬───────╮
                │a      │b      │
                │       │       │
                │       ├───┬───╯
                │       │c  │d
                │       │   │
                ╰───────┴───╯
                """)
        let framed = View.column(spacing: -1) {
            pane("title").height(3)
            split.view(pane("a"), SplitPane(.column).view(pane("b"), "c"))
        }
        #expect(
            text(9, 8, framed) == """
                ╭───────╮
                │title  │
                ├───┬───┤
                │a  │b  │
                │   │   │
                │   ├───╯
                │   │c
                ╰───╯
                """)
    }

    @Test("is the border of a part of a pane where only that part has one")
    func parts() {
        let right = View.column {
            View.text("head").height(1)
            pane("body").growing()
        }
        #expect(
            text(11, 4, SplitPane().view("a", right)) == """
                a    │head
                     ├────╮
                     │body│
                     ╰────╯
                """)
        #expect(
            text(11, 4, SplitPane().view(pane("a"), right)) == """
                ╭────╮head
                │a   ├────╮
                │    │body│
                ╰────┴────╯
                """)
    }

    @Test("turns at its end where borders without a side of their own meet it")
    func open() {
        let view = SplitPane().view(
            View.text("a").growing().border(sides: [.top, .left, .bottom]),
            View.text("b").growing().border(sides: [.top, .right, .bottom]))
        #expect(text(9, 3, view) == "╭───┬───╮\n│a  │b  │\n╰───┴───╯")
    }

    @Test("stands through what lies around a border: styles, regions, lengths, themes")
    func wrapped() {
        let first = pane("a").style(.background(.selected)).region(1).theme { $0.dark.accent = .red }
        let second = View.themed { theme in pane("b").style(theme.borders.style) }.growing().focused(false)
        #expect(text(9, 3, SplitPane().view(first, second)) == "╭───┬───╮\n│a  │b  │\n╰───┴───╯")
        // A border that ends before the line is none of its own.
        #expect(text(9, 1, SplitPane().view(View.text("a").border(sides: .right).width(2), "b")) == "a│  │b")
    }

    @Test("has the colour of the accent while it is dragged, but for the words in it")
    func dragged() {
        var split = SplitPane(.column)
        func view() -> View {
            split.view(View.text("").growing().border(.line), View.text("").growing().border(.line, title: "t"))
                .region(0)
        }
        let press = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: 2, column: 3))
        #expect(split.handle(ScreenInput(.mouse(press), layout(9, 5, view())).at(0)) == .changed)
        let canvas = ScreenLayout(view(), Size(columns: 9, rows: 5), theme: .night).canvas
        #expect(canvas.text.split(separator: "\n")[2] == "├─ t ───┤")
        let colors = [0, 3, 8].map { canvas.style(at: .init(row: 2, column: $0))?.foreground }
        let theme = ScreenTheme.night
        #expect(colors == [theme.dark.accent, theme.color(of: .text), theme.dark.accent])
        #expect(canvas.style(at: .init(row: 1, column: 0))?.foreground == theme.color(of: .border))
    }
}

/// Panes in panes, three deep, of which each has room for its lines and a letter: what they show is their own letter.
private struct Panes {
    var letters = 0
    var chance: SeededChance

    mutating func view(depth: Int) -> View {
        guard depth > 0, chance.below(5) > 0 else { return leaf() }
        let split = SplitPane(
            chance.below(2) == 0 ? .row : .column, share: Double(40 + chance.below(20)) / 100, least: 3)
        let first = view(depth: depth - 1)
        return split.view(first, view(depth: depth - 1)).region("split")
    }

    private mutating func leaf() -> View {
        let letter = Character(Unicode.Scalar(UInt8(97 + letters % 26)))
        letters += 1
        let content = View.canvas { space in
            var canvas = ConsoleDriver.Canvas(Size(columns: space.columns, rows: space.rows))
            for row in 0..<space.rows {
                canvas.draw(String(repeating: letter, count: space.columns), at: .init(row: row, column: 0))
            }
            return canvas
        }
        return chance.below(3) == 0 ? content : content.border(.line)
    }
}

@Suite("Panes in panes")
struct PaneNestingTests {
    private struct Arms {
        var up = false
        var down = false
        var left = false
        var right = false

        init?(_ character: Character?) {
            guard let character, "─│┌┐└┘├┤┬┴┼".contains(character) else { return nil }
            up = "│└┘├┤┴┼".contains(character)
            down = "│┌┐├┤┬┼".contains(character)
            left = "─┐┘┤┬┴┼".contains(character)
            right = "─┌└├┬┴┼".contains(character)
        }
    }

    @Test("have one line between two, with the arms that its neighbours need, and lose no letter")
    func random() {
        for seed in FuzzSeeds(300) {
            var panes = Panes(chance: SeededChance(seed: seed))
            let view = panes.view(depth: 3)
            let canvas = layout(79, 79, view).canvas
            let cells = (0..<79).map { row in (0..<79).map { canvas.character(at: .init(row: row, column: $0)) } }
            var problems: [String] = []
            for row in 0..<79 {
                for column in 0..<79 {
                    let own = cells[row][column]
                    guard let arms = Arms(own) else {
                        if own?.isLetter != true { problems.append("nothing at \(row), \(column)") }
                        continue
                    }
                    let right = column < 78 ? Arms(cells[row][column + 1]) : nil
                    let below = row < 78 ? Arms(cells[row + 1][column]) : nil
                    if let right, arms.right != right.left { problems.append("right of \(row), \(column)") }
                    if let below, arms.down != below.up { problems.append("below \(row), \(column)") }
                    // Two lines side by side would have no arms towards each other.
                    if let right, !right.left, right.up || right.down {
                        problems.append("two lines at \(row), \(column)")
                    }
                    if let below, !below.up, below.left || below.right {
                        problems.append("two lines at \(row), \(column)")
                    }
                }
            }
            #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(3))\n\(canvas.text)")
            let shown = Set(cells.joined().compactMap { $0?.isLetter == true ? $0 : nil })
            #expect(shown.count == min(26, panes.letters), "seed \(seed)")
        }
    }
}
