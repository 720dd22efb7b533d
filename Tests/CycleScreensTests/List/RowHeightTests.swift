import CycleDrivers
import CycleScreens
import Testing

@Suite("A list of rows of different heights")
struct RowHeightTests {
    /// Rows that take 1, 2 or 3 lines.
    struct Shown: Component {
        var rows = Array(0..<10)
        var list = ListState<Int>()
        var height = 6
        var view: View {
            list.view(of: rows, id: \.self, rowHeight: nil, hasScrollBar: true) { number, row in
                View.wrapped(
                    StyledText(
                        (0...number % 3).map { "\(row.isSelected ? "*" : "")\(number).\($0)" }.joined(separator: "\n")))
            }.region(0)
        }
        mutating func handle(_ input: Input) -> Outcome {
            list.handle(input.at(0), rows: rows, id: \.self, rowHeight: nil)
        }
        var lines: [String] {
            text(8, height, view).split(separator: "\n", omittingEmptySubsequences: false).map { line in
                String(line.prefix { $0 != " " && $0 != "│" && $0 != "┃" })
            }
        }
        mutating func press(_ keys: Key...) {
            for key in keys { _ = handle(ScreenInput(.key(key), layout(8, height, view))) }
        }
        mutating func press(row: Int, _ action: ConsoleDriver.Mouse.Action = .pressed(.left)) {
            let event = ConsoleDriver.Event.mouse(.init(action, at: .init(row: row, column: 1)))
            _ = handle(ScreenInput(event, layout(8, height, view)))
        }
    }

    @Test("shows each as high as it is, the last in part")
    func shows() {
        var shown = Shown()
        #expect(shown.lines == ["*0.0", "1.0", "1.1", "2.0", "2.1", "2.2"])
        shown.height = 5
        #expect(shown.lines == ["*0.0", "1.0", "1.1", "2.0", "2.1"])
    }

    @Test("scrolls as far as it takes to see all of the selected row, and no further")
    func scrolls() {
        var shown = Shown()
        shown.press("j", "j", "j")
        #expect(shown.lines == ["1.0", "1.1", "2.0", "2.1", "2.2", "*3.0"])
        shown.press("j")
        #expect(shown.lines == ["2.0", "2.1", "2.2", "3.0", "*4.0", "*4.1"])
        shown.press("k", "k", "k")
        #expect(shown.lines == ["*1.0", "*1.1", "2.0", "2.1", "2.2", "3.0"])
        shown.press("G")
        #expect(shown.lines == ["7.0", "7.1", "8.0", "8.1", "8.2", "*9.0"])
        shown.press("g")
        #expect(shown.lines.first == "*0.0")
    }

    @Test("a page goes on by the rows that were seen as a whole")
    func pages() {
        var shown = Shown()
        shown.press(.pageDown)
        #expect(shown.list.selected == 3)
        shown.press(.pageUp)
        #expect(shown.list.selected == 0)
    }

    @Test("a press selects the row that is there, whichever of its lines it meets; beside them it selects none")
    func presses() {
        var shown = Shown()
        shown.press(row: 4)
        #expect(shown.list.selected == 2)
        #expect(shown.lines == ["0.0", "1.0", "1.1", "*2.0", "*2.1", "*2.2"], "nothing jumps")
        shown.press(row: 0, .scrolled(.down))
        #expect(shown.list.selected == 5)
        shown.rows = [0]
        shown.press(row: 5)
        #expect(shown.list.position(in: shown.rows, id: \.self) == 0)
        shown.press(row: 0)
        #expect(shown.list.selected == 0)
    }

    @Test("of a million rows makes only those that are seen")
    func million() {
        final class Count { var made = 0 }
        let count = Count()
        let rows = 0..<1_000_000
        var list = ListState<Int>()
        func view() -> View {
            list.view(of: rows, id: \.self, rowHeight: nil, hasScrollBar: true) { number, _ in
                count.made += 1
                return View.wrapped("a\nb \(number)")
            }.region(0)
        }
        for key: Key in ["G", .pageUp, "k", "g", .pageDown] {
            count.made = 0
            _ = list.handle(
                ScreenInput(.key(key), layout(10, 20, view())).at(0), rows: rows, id: \.self, rowHeight: nil)
            #expect(count.made <= 24, "\(key)")
        }
        #expect(list.selected == 10)
    }

    @Test("a row that is higher than the screen is seen from its beginning, and the next one after it")
    func high() {
        var shown = Shown()
        shown.height = 2
        shown.press("j", "j")
        #expect(shown.lines == ["*2.0", "*2.1"])
        shown.press("j")
        #expect(shown.list.selected == 3)
        #expect(shown.lines.contains("*3.0"))
        for height in 0..<3 { _ = text(3, height, shown.view) }
    }

    @Test("stays at its end when rows are taken out")
    func shrinks() {
        var shown = Shown()
        shown.press("G")
        shown.rows.removeLast(5)
        #expect(shown.lines == ["2.0", "2.1", "2.2", "3.0", "*4.0", "*4.1"])
    }

    @Test("a region in a row is hit as anywhere else")
    func regions() {
        enum Button: Hashable { case open }
        let list = ListState<Int>()
        let view = list.view(of: 0..<3, id: \.self, rowHeight: nil) { _, _ in
            View.column {
                View.text("text"); View.text("open").region(Button.open)
            }
        }.region(0)
        let event = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 3, column: 1)))
        #expect(ScreenInput(event, layout(8, 6, view)).at(0).pressed(Button.self) == .open)
    }
}
