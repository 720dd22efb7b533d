import CycleDrivers
import CycleScreens
import Testing

@Suite("Borders that join")
struct JoinedBorderTests {
    typealias Token = ScreenTheme.Token

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

    @Test("the contents of joined borders stay apart, and a title covers the line")
    func inside() {
        let view = View.row(spacing: -1) {
            View.text("─").border(.line)
            View.text("x").border(.line).border(.line, title: "t").width(9)
        }
        #expect(text(11, 5, view).split(separator: "\n").prefix(3) == ["┌─┬─ t ───┐", "│─│┌─────┐│", "│ ││x    ││"])
    }

    @Test("the border of the focused pane is closed, in whichever order the panes are drawn", arguments: 0..<3)
    func accent(_ focused: Int) {
        func pane(_ number: Int) -> View {
            View.text("\(number)").growing().border(title: "t", style: number == focused ? .accent : nil)
        }
        let view = View.row(spacing: -1) {
            pane(0).width(12)
            View.column(spacing: -1) {
                pane(1)
                pane(2)
            }
        }
        let canvas = ScreenLayout(view, Size(columns: 24, rows: 9), theme: .night).canvas
        let area = [
            ConsoleDriver.Rectangle(row: 0, column: 0, rows: 9, columns: 12),
            .init(row: 0, column: 11, rows: 5, columns: 13), .init(row: 4, column: 11, rows: 5, columns: 13),
        ][focused]
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn {
                let position = Position(row: row, column: column)
                let isEdge =
                    [area.row, area.endRow - 1].contains(row) || [area.column, area.endColumn - 1].contains(column)
                let isLine = canvas.character(at: position).map { "─│┌┐└┘├┤┬┴┼╭╮╰╯".contains($0) } ?? false
                guard isEdge, isLine else { continue }
                #expect(canvas.style(at: position)?.foreground == ScreenTheme.night.dark.accent, "\(position)")
            }
        }
    }

    @Test("a footer stays in a line that a border below shares, unless that one's title needs the room")
    func footer() {
        func view(_ title: StyledText) -> View {
            View.column(spacing: -1) {
                View.text("a").growing().border(.line, footer: "4 files")
                View.text("b").growing().border(.line, title: title)
            }
        }
        #expect(text(20, 5, view("x")).split(separator: "\n")[2] == "├─ x ───┘ 4 files └┤")
        #expect(text(20, 5, view("a long title")).split(separator: "\n")[2] == "├─ a long title ───┤")
    }

    @Test("a footer in a shared line ends the border above it, so that it is read as no title of the pane below")
    func footerOfPane() {
        let below = SplitPane(.row).view(
            View.text("c").border(title: "Staged"), View.text("d").border(.line, title: "Stash"))
        let view = SplitPane(.column).view(
            View.text("a").border(.round, title: "Files", footer: "3 files"),
            SplitPane(.column).view(
                View.text("b").border(.round, title: "Branches", footer: "2 branches"), below))
        #expect(
            text(38, 12, view) == """
                ╭─ Files ────────────────────────────╮
                │a                                   │
                │                                    │
                │                                    │
                │                                    │
                │                                    │
                ├─ Branches ──────────────╯ 3 files ╰┤
                │b                                   │
                │                                    │
                ├─ Staged ─────────┬─ Stash ─────────┤
                │c                 │d                │
                ╰──────────────────┴─────────────────┘
                """)
    }

    @Test("the title of a pane with the focus is as bold as those of others, in the colour of its border")
    func titles() {
        for (style, color) in [(nil, Token.text), (.accent, .accent)] as [(View.Style?, Token)] {
            let view = View.text("").growing().border(title: "t", style: style)
            let canvas = ScreenLayout(view, Size(columns: 12, rows: 3), theme: .night).canvas
            let shown = canvas.style(at: .init(row: 0, column: 3))
            #expect(shown?.attributes == .bold && shown?.foreground == ScreenTheme.night.color(of: color))
        }
    }
}
