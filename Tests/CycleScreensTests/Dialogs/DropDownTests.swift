import CycleDrivers
import CycleScreens
import Testing

@Suite("A drop-down")
struct DropDownTests {
    struct Shown: Component {
        enum Place: CaseIterable { case color, other }
        var color = DropDown(from: ["red", "green", "grey", "blue"], height: 3)
        var focus = FocusRing(Place.color)
        var height = 7
        var view: View {
            .column {
                color.view.width(.fit).region(.color, in: focus)
                View.text("below").region(.other, in: focus)
            }
        }
        mutating func handle(_ input: Input) -> Outcome {
            let (place, inner) = focus.target(of: input)
            let outcome = place == .color ? color.handle(inner) : .ignored
            return outcome.otherwise { focus.handle(input) }
        }
        var lines: [Substring] { text(20, height, view).split(separator: "\n") }
        @discardableResult
        mutating func press(_ keys: Key...) -> Outcome {
            keys.reduce(.ignored) { _, key in handle(ScreenInput(.key(key), layout(20, height, view))) }
        }
        mutating func press(_ row: Int, _ column: Int) -> Outcome {
            let event = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: row, column: column)))
            return handle(ScreenInput(event, layout(20, height, view)))
        }
    }

    @Test("shows what is chosen; opened, its options over what stands below")
    func opens() {
        var shown = Shown()
        #expect(shown.lines == ["choose ▾", "below"])
        shown.press(.enter)
        #expect(
            shown.lines == [
                "choose ▴", "╭─────────╮", "│▌ red   ┃│", "│  green ┃│", "│  grey  ││", "╰─────────╯",
            ])
    }

    @Test("is chosen from with arrows and Enter; Escape and Tab leave it as it was")
    func chooses() {
        var shown = Shown()
        #expect(shown.press(.down, .down, .enter) == .submitted)
        #expect(shown.color.chosen == "green" && shown.lines == ["green  ▾", "below"])
        shown.press(" ", .down, .down)
        #expect(shown.press(.escape) == .changed)
        #expect(shown.color.chosen == "green" && !shown.color.isOpen)
        #expect(shown.press(.escape) == .ignored)
        shown.press(" ", .down)
        #expect(shown.press(.tab) == .changed)
        #expect(shown.color.chosen == "green" && !shown.color.isOpen && shown.focus.current == .other)
    }

    @Test("goes to what begins with a letter, round the end")
    func letters() {
        var shown = Shown()
        #expect(shown.press("g") == .submitted)
        #expect(shown.color.chosen == "green")
        shown.press("G")
        #expect(shown.color.chosen == "grey")
        shown.press("g")
        #expect(shown.color.chosen == "green")
        #expect(shown.press("z") == .ignored)
        shown.press(.enter, "b")
        #expect(shown.color.chosen == "green")
        shown.press(.enter)
        #expect(shown.color.chosen == "blue")
    }

    @Test("a press opens it, another one chooses, outside of its own rows as well")
    func mouse() {
        var shown = Shown()
        #expect(shown.press(0, 1) == .changed)
        #expect(shown.color.isOpen)
        #expect(shown.press(3, 4) == .submitted)
        #expect(shown.color.chosen == "green" && !shown.color.isOpen)
        _ = shown.press(0, 1)
        #expect(shown.press(0, 1) == .changed)
        #expect(!shown.color.isOpen)
    }

    @Test("a press elsewhere closes it and does nothing else; it is closed when the focus comes back")
    func left() {
        var shown = Shown()
        shown.height = 12
        _ = shown.press(0, 1)
        #expect(shown.press(9, 0) == .changed)
        #expect(!shown.color.isOpen && shown.focus.current == .color)
        _ = shown.press(0, 1)
        #expect(shown.lines.count == 6)
        // Over what stands below, where the list does not reach.
        #expect(shown.press(1, 19) == .changed)
        #expect(!shown.color.isOpen && shown.focus.current == .color && shown.color.chosen == nil)
        _ = shown.press(1, 19)
        #expect(shown.focus.current == .other)
        shown.press(.shift(.tab))
        #expect(shown.focus.current == .color && shown.lines == ["choose ▾", "below"])
    }

    @Test("a press that what has popped up ignores moves the focus, and no more")
    func ignoredPress() {
        struct Suggesting: Component {
            enum Place: CaseIterable { case field, other }
            var focus = FocusRing(Place.field)
            var view: View {
                .column {
                    View.text("field").popup(View.text("popup")).region(.field, in: focus)
                    View.text("below")
                    View.text("other").region(.other, in: focus)
                }
            }
            mutating func handle(_ input: Input) -> Outcome {
                _ = focus.target(of: input)
                return focus.handle(input)
            }
        }
        var part = Suggesting()
        let press = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 2, column: 1)))
        #expect(part.handle(ScreenInput(press, layout(9, 3, part.view))) == .changed)
        #expect(part.focus.current == .other)
    }

    @Test("below what was printed the screen becomes higher for what pops up, as far as there is room")
    func inline() {
        var color = DropDown(from: ["red", "green", "blue"])
        let closed = ScreenLayout(color.view.width(.fit), fitting: .init(columns: 12, rows: 20))
        #expect(closed.canvas.size.rows == 1)
        _ = color.handle(ScreenInput(.enter))
        let view = View.column {
            "\("Colour", .bold)"
            color.view.width(.fit)
        }
        for rows in 1...20 {
            let open = ScreenLayout(view, fitting: .init(columns: 12, rows: rows))
            #expect(open.canvas.size.rows == min(rows, 7))
            if rows >= 7 {
                #expect(
                    open.canvas.text.split(separator: "\n") == [
                        "Colour", "▌choose ▴", "╭─────────╮", "│▌ red    │", "│  green  │", "│  blue   │",
                        "╰─────────╯",
                    ])
            }
        }
    }

    @Test("opens above itself where there is no room below, and never outside of the screen")
    func room() {
        var color = DropDown(from: ["red", "blue"])
        _ = color.handle(ScreenInput(.enter))
        let view = View.column {
            View.spacer
            color.view.width(.fit)
        }
        #expect(
            text(12, 6, view).split(separator: "\n", omittingEmptySubsequences: false) == [
                "", "╭─────────╮", "│▌ red    │", "│  blue   │", "╰─────────╯", "choose ▴",
            ])
        for columns in 0..<14 { for rows in 0..<8 { _ = text(columns, rows, view) } }
    }

    @Test("is closed where others have the focus, and a text where nothing is drawn")
    func elsewhere() {
        var color = DropDown(from: ["red"], chosen: "red")
        _ = color.handle(ScreenInput(.enter))
        #expect(text(12, 4, color.view.focused(false)) == "red        ▾")
        color.close()
        #expect(text(12, 4, color.view) == "red        ▾" && color.chosen == "red")
        #expect(ScreenLayout(plain: color.view).canvas.text == "red")
        #expect(DropDown<Int>(from: []).isOpen == false)
        var empty = DropDown<Int>(from: [])
        #expect(empty.handle(ScreenInput(.enter)) == .ignored)
    }

    @Test("a pop-up stands below a dialog that is over it")
    func layers() {
        let below = View.column { View.text("ab").popup(View.text("popup")) }
        let view = View.layers {
            below
            View.text("DIALOG").padding(top: 1)
        }
        #expect(text(8, 3, view) == "ab\nDIALOG")
        #expect(text(8, 3, below) == "ab\npopup")
    }
}
