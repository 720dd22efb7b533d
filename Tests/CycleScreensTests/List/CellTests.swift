import CycleDrivers
import CycleScreens
import Testing

@Suite("A table that is wider than its room")
struct CellTests {
    struct Row: Identifiable, Equatable { var id: Int }

    static let columns =
        [ListColumn<Row>("Id", width: .fixed(2)) { "\($0.id)" }]
        + (1...6).map { number in
            ListColumn<Row>("C\(number)", width: .fixed(4)) { "\(number)\(number).\($0.id)" }
        }

    struct Shown: Component {
        var rows = (0..<3).map { Row(id: $0) }
        var list = ListState<Int>()
        var width = 18
        var fixed = 0
        var view: View { list.table(of: rows, columns: CellTests.columns, fixedColumns: fixed).region(0) }
        mutating func handle(_ input: Input) -> Outcome { list.handle(input.at(0), table: rows) }
        @discardableResult
        mutating func press(_ keys: Key...) -> Outcome {
            keys.reduce(.ignored) { _, key in handle(ScreenInput(.key(key), layout(width, 4, view))) }
        }
        mutating func press(_ row: Int, _ column: Int, _ action: ConsoleDriver.Mouse.Action = .pressed(.left)) {
            let event = ConsoleDriver.Event.mouse(.init(action, at: .init(row: row, column: column)))
            _ = handle(ScreenInput(event, layout(width, 4, view)))
        }
        var lines: [Substring] { text(width, 4, view).split(separator: "\n") }
        /// The text of the selected cell.
        var selected: String {
            let canvas = layout(width, 4, view).canvas
            return (0..<width).compactMap { column in
                let position = Position(row: 1 + (list.selected ?? 0), column: column)
                let isSelected = canvas.style(at: position)?.attributes.contains(.reverse) == true
                return isSelected ? canvas.character(at: position) : nil
            }.map { String($0) }.joined()
        }
    }

    @Test("is scrolled by columns with Left and Right, and says where there is more")
    func scrolls() {
        var shown = Shown()
        #expect(shown.lines[0] == " Id C1   C2      ›")
        #expect(shown.lines[1] == "▌0  11.0 22.0")
        shown.press(.right)
        #expect(shown.lines[0] == " C1   C2   C3    ›")
        shown.press("l", .right, .right, .right)
        #expect(shown.lines[0] == " C4   C5   C6    ‹")
        #expect(shown.press(.right) == .ignored)
        shown.press(.left, "h", .left, .left)
        #expect(shown.lines[0] == " Id C1   C2      ›")
        #expect(shown.press(.left) == .ignored)
        shown.press(0, 0, .scrolled(.right))
        #expect(shown.lines[0].hasPrefix(" C1"))
    }

    @Test("keeps its fixed columns in sight")
    func fixed() {
        var shown = Shown()
        shown.fixed = 1
        shown.press(.right, .right)
        #expect(shown.lines[0] == " Id C3   C4      ›")
        #expect(shown.lines[1] == "▌0  33.0 44.0")
        shown.press(.right, .right, .right)
        #expect(shown.lines[0] == " Id C5   C6      ‹")
    }

    @Test("scrolls its fixed columns, too, where they leave no room for the selected one")
    func narrow() {
        var shown = Shown(list: ListState(selected: 0, column: 3))
        for (width, selected) in [(12, "33.0"), (9, "33.0"), (6, "33.0"), (4, "3")] {
            (shown.width, shown.fixed) = (width, 2)
            #expect(shown.selected.hasPrefix(selected), "\(width)")
        }
    }

    @Test("with room for all columns is not scrolled, and Left and Right are somebody else's")
    func wide() {
        var shown = Shown()
        shown.press(.right, .right)
        shown.width = 40
        #expect(shown.lines[0] == " Id C1   C2   C3   C4   C5   C6")
        #expect(shown.press(.right) == .ignored && shown.press(.left) == .ignored)
    }

    @Test("selects cells where its state has a column, and shows the selected one")
    func cells() {
        var shown = Shown(list: ListState(selected: 0, column: 0))
        #expect(shown.selected == "0 ")
        shown.press(.right, .right, "l", .down)
        #expect(shown.list.column == 3 && shown.list.selected == 1)
        #expect(shown.selected == "33.1")
        shown.press(.right)
        #expect(shown.selected == "44.1")
        #expect(shown.lines[0] == " C2   C3   C4    ›")
        shown.press(.right, .right)
        #expect(shown.list.column == 6 && shown.selected == "66.1")
        #expect(shown.press(.right) == .ignored)
        shown.press(.left, .left, .left, .left, .left, .left)
        #expect(shown.list.column == 0 && shown.selected == "1 ")
        #expect(shown.press(.left) == .ignored)
        #expect(shown.press(.enter) == .submitted)
    }

    @Test("a press selects the cell that is there")
    func presses() {
        var shown = Shown(list: ListState(column: 0))
        shown.press(.right, .right, .right, .right)
        shown.press(3, 6)
        #expect(shown.list.column == 3 && shown.list.selected == 2)
        #expect(shown.selected == "33.2")
        shown.press(0, 0, .scrolled(.down))
        #expect(shown.list.column == 3)
    }

    @Test("works at any size, scrolled or not, whatever column is asked for")
    func small() {
        for column in [nil, -1, 0, 3, 99] {
            for fixed in [-1, 0, 1, 7, 99] {
                var shown = Shown(list: ListState(column: column), fixed: fixed)
                for width in 0..<40 {
                    shown.width = width
                    shown.press(.right, .right, .left, .right)
                    shown.press(1, 1)
                    _ = shown.lines
                }
            }
        }
    }
}
