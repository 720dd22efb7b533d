import CycleDrivers
import CycleScreens
import Testing

/// Faults of lists and trees that users of other kits have reported, each tested as it should be.
@Suite("Faults of other libraries in lists")
struct ListPeerTests {
    private func mouse(_ action: ConsoleDriver.Mouse.Action, _ row: Int, _ column: Int) -> ConsoleDriver.Event {
        .mouse(.init(action, at: .init(row: row, column: column)))
    }

    @Test("a wheel reaches the last row, and the first; a press below the last one selects nothing")
    func wheels() {
        var list = ListState<Int>(selected: 3)
        func turn(_ action: ConsoleDriver.Mouse.Action, at row: Int = 0) -> Int? {
            let shown = layout(5, 9, list.view(of: 0..<5, id: \.self) { number, _ in "\(number)" })
            _ = list.handle(ScreenInput(mouse(action, row, 0), shown), rows: 0..<5, id: \.self)
            return list.selected
        }
        #expect(turn(.scrolled(.down)) == 4 && turn(.scrolled(.down)) == 4)
        #expect(turn(.scrolled(.up)) == 1 && turn(.scrolled(.up)) == 0)
        #expect(turn(.pressed(.left), at: 7) == 0 && turn(.pressed(.left), at: 2) == 2)
    }

    @Test("two clicks open and close a branch, as Enter does, and submit a leaf")
    func doubleClicks() {
        struct Node {
            let id: Int
            var children: [Node]?
        }
        var tree = TreeState<Int>()
        let roots = [Node(id: 1, children: [Node(id: 2)]), Node(id: 3)]
        func click(_ row: Int) -> Outcome {
            var outcome = Outcome.ignored
            let rows = tree.rows(of: roots, id: \.id) { $0.children }
            for _ in 0..<2 {
                let shown = layout(10, 4, tree.view(of: rows, id: \.id) { node, _ in "\(node.id)" })
                outcome = tree.handle(ScreenInput(mouse(.pressed(.left), row, 5), shown), rows: rows, id: \.id)
            }
            return outcome
        }
        #expect(click(0) == .changed && tree.open == [1])
        #expect(click(2) == .submitted)
        #expect(click(0) == .changed && tree.open.isEmpty)
    }

    @Test("a search for a file by its name selects the first match")
    func files() {
        var picker = FilePicker()
        picker.take(.listed(path: "", entries: ["a1", "b1", "b2", "c", "d"].map { .init($0) }))
        for key in [Key.end, "b"] { _ = picker.handle(ScreenInput(key)) }
        #expect(picker.selected == "b1")
        for key in [Key.down, .left] { _ = picker.handle(ScreenInput(key)) }
        #expect(picker.selected == "b2")
    }

    @Test("by which column a table is sorted is seen, also where there is not room for its title")
    func sorting() {
        let columns = [
            ListColumn<Int>("Name", width: .fixed(4)) { "\($0)" }, ListColumn("Id", width: .fit) { "\($0)" },
        ]
        let titles = [0, 1].map { column in
            text(8, 1, ListState<Int>().table(of: [1], id: \.self, columns: columns, sorting: .init(column: column)))
        }
        #expect(titles == [" Na…▲  ›", " Name  ›"])
    }
}
