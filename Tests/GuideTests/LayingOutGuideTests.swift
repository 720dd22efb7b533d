import CycleDrivers
import CycleScreens
import Testing

@Suite("Guide: laying out a screen")
struct LayingOutGuideTests {
    typealias View = ScreenView

    private func expectPicture(of view: View, _ columns: Int, _ rows: Int) {
        let text = ScreenLayout(view, .init(columns: columns, rows: rows)).canvas.text
        let page = GuidePage("Sources/CycleScreens/CycleScreens.docc/LayingOut.md")
        #expect(page.shows(text), "the page has another picture")
    }

    @Test("a bar above, a bar below, and the rest between them")
    func bars() {
        let mail = View.column {
            View.row {
                "Mail"; View.spacer; "3 new"
            }
            View.divider
            View.text("From Ada").centered
            View.divider
            View.help(.init(["r"], "reply"), .init(["q"], "quit"))
        }
        expectPicture(of: mail, 36, 7)
    }

    @Test("a sidebar, whose border is that of its neighbour")
    func sidebar() {
        let panes = View.row(spacing: -1) {
            View.column {
                "Inbox"; "Sent"
            }.border(title: "Boxes").width(12)
            View.wrapped("The rest of the row is for the letter.").border(title: "Letter")
        }
        expectPicture(of: panes, 36, 5)
    }

    @Test("shares of the room, with limits")
    func shares() {
        let shares = View.row {
            View.text("a third").centered.border().width(.growing(1))
            View.text("two thirds").centered.border().width(.growing(2))
        }
        expectPicture(of: shares, 36, 3)
        let limited = View.row {
            View.text("8 to 10").centered.border().width(.growing(1, min: 8, max: 10))
            View.text("all the rest").centered.border()
        }
        expectPicture(of: limited, 36, 3)
    }

    @Test("in the middle, in a corner, at both ends")
    func places() {
        let middle = View.text("in the middle").border().fitting.centered
        expectPicture(of: middle.border(.dashed), 36, 7)
        let corner = View.text("saved 12:50").aligned(.end, .end)
        expectPicture(of: corner.border(.dashed), 36, 4)
        let ends = View.row {
            "left"; View.spacer; "middle"; View.spacer; "right"
        }
        expectPicture(of: ends.border(.dashed), 36, 3)
    }

    @Test("a grid is rows in a column, as many in each as there is room for")
    func grid() {
        let names = ["Ada", "Bob", "Cleo", "Dan", "Eve"]
        let cards = View.sized { space in
            let perRow = max(1, space.columns / 12)
            return View.column {
                for start in stride(from: 0, to: names.count, by: perRow) {
                    View.row {
                        for name in names[start..<min(start + perRow, names.count)] {
                            View.text(name).centered.border().width(12)
                        }
                    }.height(3)
                }
            }
        }
        expectPicture(of: cards, 36, 6)
        expectPicture(of: cards, 25, 9)
    }

    @Test("another layout where there is little room")
    func narrow() {
        let list = View.text("list").centered.border()
        let letter = View.text("letter").centered.border()
        let screen = View.sized { space in
            View.stack(space.columns < 30 ? .column : .row, [list, letter])
        }
        expectPicture(of: screen, 36, 3)
        expectPicture(of: screen, 20, 6)
    }

    @Test("a box over others")
    func over() {
        let below = View.wrapped(StyledText(String(repeating: "what lies below ", count: 12)))
        let box = View.text("14 new").border().fitting.aligned(.end, .start)
        expectPicture(
            of: .layers {
                below; box
            }, 36, 5)
    }
}
