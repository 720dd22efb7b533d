import CycleDrivers
import CycleScreens
import Testing

@Suite("Borders that join")
struct JoinedBorderTests {
    @Test("neighbours with a spacing of -1 share a line, which has the arms of both")
    func joined() {
        let view = View.column(spacing: -1) {
            View.row(spacing: -1) {
                View.text("a").growing().border(.line)
                View.text("b").growing().border(.line)
            }
            View.text("c").growing().border(.line)
        }
        #expect(
            text(9, 5, view) == """
                ┌───┬───┐
                │a  │b  │
                ├───┴───┤
                │c      │
                └───────┘
                """)
    }

    @Test("round corners and heavy and double lines join their own kind; of two kinds the later one stays")
    func kinds() {
        func row(_ one: ScreenBorder, _ other: ScreenBorder) -> String {
            text(
                5, 3,
                View.row(spacing: -1) {
                    View.text("a").border(one)
                    View.text("b").border(other)
                })
        }
        #expect(row(.round, .round) == "╭─┬─╮\n│a│b│\n╰─┴─╯")
        #expect(row(.heavy, .heavy) == "┏━┳━┓\n┃a┃b┃\n┗━┻━┛")
        #expect(row(.double, .double) == "╔═╦═╗\n║a║b║\n╚═╩═╝")
        #expect(row(.line, .heavy) == "┌─┏━┓\n│a┃b┃\n└─┗━┛")
    }

    @Test("what is in them stays apart, and a title covers the line")
    func inside() {
        let view = View.row(spacing: -1) {
            View.text("─").border(.line)
            View.text("x").border(.line).border(.line, title: "t").width(9)
        }
        #expect(text(11, 5, view).split(separator: "\n").prefix(3) == ["┌─┬─ t ───┐", "│─│┌─────┐│", "│ ││x    ││"])
    }
}
