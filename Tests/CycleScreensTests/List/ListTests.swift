import CycleDrivers
import CycleScreens
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("A list")
struct ListTests {
    struct Item: Identifiable, Equatable {
        var id: Int
        var name: String { "row \(id)" }
    }

    /// A list with its rows, on a screen of its own.
    struct Shown: Component {
        var rows: [Item] = (0..<20).map { Item(id: $0) }
        var list = ListState<Int>()
        var height = 5
        var view: View { list.view(of: rows) { item, row in "\(row.pointer)\(item.name)" }.region(0) }
        mutating func handle(_ input: Input) -> Outcome { list.handle(input.at(0), rows: rows) }

        var lines: [Substring] { text(20, height, view).split(separator: "\n") }
        mutating func press(_ keys: Key...) {
            for key in keys { _ = handle(ScreenInput(.key(key), layout(20, height, view))) }
        }
        mutating func mouse(_ action: ConsoleDriver.Mouse.Action, _ row: Int) {
            let event = ConsoleDriver.Event.mouse(.init(action, at: .init(row: row, column: 3)))
            _ = handle(ScreenInput(event, layout(20, height, view)))
        }
        var selected: Int? { list.position(in: rows) }
    }

    @Test("shows the rows that fit, and a sign before the selected one")
    func shows() {
        var shown = Shown()
        #expect(shown.lines == ["▌ row 0", "  row 1", "  row 2", "  row 3", "  row 4"])
        shown.press(.down)
        #expect(shown.lines.first == "  row 0")
        #expect(shown.lines[1] == "▌ row 1")
    }

    @Test("moves with arrows, j k g G, pages and half pages, as far as needed and never outside")
    func motions() {
        var shown = Shown()
        shown.press("j", .down, "j", .down, "j")
        #expect(shown.lines == ["  row 1", "  row 2", "  row 3", "  row 4", "▌ row 5"])
        shown.press("k", .up)
        #expect(shown.lines.first == "  row 1" && shown.selected == 3)
        shown.press(.pageDown)
        #expect(shown.selected == 8)
        shown.press(.control("d"), .control("u"), .pageUp)
        #expect(shown.selected == 3)
        shown.press("G", .down)
        #expect(shown.lines.last == "▌ row 19")
        shown.press("g", .up)
        #expect(shown.lines.first == "▌ row 0")
    }

    @Test("the selection stays with its row when rows are sorted, put in above or taken out")
    func identity() {
        var shown = Shown()
        shown.press("j", "j", "j")
        shown.rows.reverse()
        #expect(shown.selected == 16)
        #expect(shown.lines.contains("▌ row 3"))
        shown.rows.reverse()
        let before = shown.lines.firstIndex { $0.hasPrefix("▌") }
        shown.rows.insert(contentsOf: (100..<110).map { Item(id: $0) }, at: 0)
        #expect(shown.lines.firstIndex { $0.hasPrefix("▌") } == before, "nothing jumps")
        #expect(shown.lines[3] == "▌ row 3")
        shown.rows.removeAll { $0.id == 100 }
        #expect(shown.lines[3] == "▌ row 3")
    }

    @Test("of a row that is gone the selection goes to the one in its place, also when it was the last")
    func gone() {
        var shown = Shown()
        shown.press("j")
        shown.rows.remove(at: 1)
        #expect(shown.list.element(in: shown.rows)?.id == 2)
        shown.press("G")
        shown.rows.removeLast(15)
        #expect(shown.lines.last == "▌ row 4")
        shown.rows = []
        #expect(shown.selected == nil)
        shown.press("j", "G", .enter, " ")
        shown.rows = [Item(id: 7)]
        #expect(shown.lines == ["▌ row 7"])
    }

    @Test("without rows it says so, and Enter is nobody's")
    func empty() {
        var list = ListState<Int>()
        let rows: [Item] = []
        #expect(text(20, 3, list.view(of: rows, empty: "nothing here") { _, _ in "row" }) == "nothing here")
        #expect(list.handle(ScreenInput(.enter), rows: rows) == .ignored)
    }

    @Test("Enter submits; a press selects, a wheel moves, a press below the rows does nothing")
    func mouse() {
        var shown = Shown()
        #expect(shown.handle(ScreenInput(.enter)) == .submitted)
        shown.mouse(.pressed(.left), 3)
        #expect(shown.selected == 3)
        shown.mouse(.scrolled(.down), 0)
        #expect(shown.selected == 6)
        shown.mouse(.pressed(.left), 0)
        #expect(shown.lines.first?.hasPrefix("▌") == true)
        shown.rows.removeLast(18)
        shown.mouse(.pressed(.left), 4)
        #expect(shown.selected == 1)
    }

    @Test("marks rows up to a limit, all or none")
    func marks() {
        var shown = Shown()
        shown.press(" ")
        #expect(shown.list.marked.isEmpty)
        shown.list.markLimit = 3
        shown.press(" ", "j", " ", "j", " ", "j", " ")
        #expect(shown.list.marked == [0, 1, 2])
        #expect(shown.lines[2] == "  ◉ row 2" && shown.lines[3] == "▌ ○ row 3")
        let told = shown.list.view(of: shown.rows) { _, row in "\(row.isMarked)" }
        #expect(text(8, 4, told).split(separator: "\n").map { $0.contains("true") } == [true, true, true, false])
        shown.rows.reverse()
        #expect(shown.list.marked == [0, 1, 2])
        shown.list.markLimit = .max
        shown.press(.control("a"))
        #expect(shown.list.marked.count == 20)
        shown.press(.control("a"))
        #expect(shown.list.marked.isEmpty)
        shown.list.markLimit = 3
        shown.press(.control("a"))
        #expect(shown.list.marked.count == 3)
    }

    @Test("when its room shrinks or grows, the selected row is seen")
    func resized() {
        var shown = Shown()
        shown.press(.pageDown, .pageDown)
        for height in [5, 1, 3, 20, 40, 2, 5] {
            shown.height = height
            #expect(shown.lines.contains { $0.hasPrefix("▌") }, "\(height)")
            #expect(shown.lines.count == min(height, 20))
        }
    }

    @Test("rows of several lines: the mouse and the pages go by rows")
    func tall() {
        let rows = (0..<9).map { Item(id: $0) }
        var list = ListState<Int>()
        func view() -> View {
            list.view(of: rows, rowHeight: 2) { item, row in
                .column {
                    "\(row.pointer)\(item.name)"; "   detail"
                }
            }.region(0)
        }
        #expect(text(12, 5, view()) == "▌ row 0\n   detail\n  row 1\n   detail\n  row 2")
        let mouse = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: 3, column: 0)))
        _ = list.handle(ScreenInput(mouse, layout(12, 5, view())).at(0), rows: rows, rowHeight: 2)
        #expect(list.selected == 1)
        _ = list.handle(ScreenInput(.key(.pageDown), layout(12, 5, view())).at(0), rows: rows, rowHeight: 2)
        #expect(list.selected == 3)
    }

    @Test("a bar shows where the rows are that are seen; it is never empty, and never outside")
    func scrollBar() {
        var shown = Shown()
        func bar() -> String {
            text(8, 5, shown.list.view(of: shown.rows, hasScrollBar: true) { item, _ in "\(item.id)" })
                .split(separator: "\n").compactMap(\.last).map { String($0) }.joined()
        }
        #expect(bar() == "┃││││")
        shown.press("G")
        #expect(bar() == "││││┃")
        for (first, count) in [(0, 1_000_000), (999_999, 1_000_000), (-5, 3), (50, 3), (.max / 4, 10)] {
            #expect(text(1, 4, .scrollBar(first: first, shown: 2, of: count)).contains("┃"))
        }
    }

    /// Rows that tell how often one was asked for.
    final class Counter { var count = 0 }
    struct Rows: RandomAccessCollection {
        let counter: Counter
        var startIndex: Int { 0 }
        var endIndex: Int { 1_000_000 }
        subscript(position: Int) -> Int {
            counter.count += 1
            return position
        }
    }

    @Test("of 1,000,000 rows only those are asked for that are seen")
    func million() {
        let rows = Rows(counter: Counter())
        var list = ListState<Int>()
        func view() -> View { list.view(of: rows, id: \.self) { row, _ in "\(row)" }.region(0) }
        for key in [Key.down, .pageDown, .end, .up, .pageUp, .home] {
            rows.counter.count = 0
            let layout = layout(20, 10, view())
            _ = list.handle(ScreenInput(.key(key), layout).at(0), rows: rows, id: \.self)
            #expect(rows.counter.count < 100, "\(key): \(rows.counter.count)")
        }
    }

    @Test("is written as JSON and read again")
    func coding() throws {
        var shown = Shown()
        shown.list.markLimit = 2
        shown.press("j", " ", "G")
        #expect(try copy(shown.list) == shown.list)
    }
}
