import CycleDrivers
import CycleScreens
import Testing

@Suite("A scroll bar")
struct ScrollBarTests {
    typealias Action = ConsoleDriver.Mouse.Action

    let rows = Array(0..<100)
    private func mouse(_ action: Action, _ row: Int, _ shown: View, column: Int = 9) -> ScreenInput {
        ScreenInput(.mouse(.init(action, at: .init(row: row, column: column))), layout(10, 10, shown.region(0))).at(0)
    }

    private func list(_ list: ListState<Int>, _ height: Int? = 1) -> View {
        list.view(of: rows, id: \.self, rowHeight: height, hasScrollBar: true) { number, _ in "\(number)" }
    }

    private func top(_ view: View) -> Substring? { text(10, 10, view).split(whereSeparator: \.isWhitespace).first }

    @Test("of a list is dragged with the mouse, wherever that goes meanwhile", arguments: [1, nil])
    func drags(_ height: Int?) {
        var state = ListState<Int>()
        func send(_ action: Action, _ row: Int, column: Int = 9) -> Outcome {
            state.handle(
                mouse(action, row, list(state, height), column: column), rows: rows, id: \.self, rowHeight: height)
        }
        #expect(send(.pressed(.left), 0) == .changed && state.selected == 0)
        #expect(send(.dragged(.left), 5, column: 2) == .changed && top(list(state, height)) == "50")
        #expect(state.selected == 50)
        #expect(send(.dragged(.left), 40) == .changed && top(list(state, height)) == "90")
        #expect(send(.dragged(.left), -7) == .changed && top(list(state, height)) == "0" && state.selected == 9)
        #expect(send(.released(.left), 3, column: 0) == .changed)
        #expect(send(.dragged(.left), 5) == .ignored && send(.released(.left), 5) == .ignored)
    }

    @Test("of numbers that make no sense is drawn as of the nearest that do")
    func absurd() {
        let numbers = [Int.min, -1, 0, 1, .max]
        for first in numbers {
            for shown in numbers {
                for count in numbers {
                    #expect(text(1, 5, .scrollBar(first: first, shown: shown, of: count)).isEmpty == (count <= 0))
                }
            }
        }
        var state = ListState<Int>()
        for height in [Int.min, 0, .max] {
            #expect(text(10, 3, list(state, height)).hasPrefix("0"))
            let input = ScreenInput(.key(.pageDown), layout(10, 3, list(state, height).region(0))).at(0)
            #expect(state.handle(input, rows: rows, id: \.self, rowHeight: height) == .changed)
            state = ListState()
        }
    }

    @Test("turns a page by a press beside its thumb, and takes no press for a row")
    func pages() {
        var state = ListState<Int>()
        for (row, first) in [(9, "10"), (9, "20"), (0, "10"), (1, "10"), (0, "0"), (0, "0")] {
            _ = state.handle(mouse(.pressed(.left), row, list(state)), rows: rows, id: \.self)
            #expect(top(list(state)) == Substring(first), "\(row)")
        }
        let columns = [ListColumn<Int>("n") { "\($0)" }]
        state = ListState()
        let table = state.table(of: rows, id: \.self, columns: columns)
        _ = state.handle(mouse(.pressed(.left), 9, table), table: rows, id: \.self)
        #expect(state.selected == 9)
    }

    @Test("of a text or a log is dragged, too; at its end what follows goes on")
    func reading() {
        let content = View.stack(.column, rows.map { .text("\($0)") })
        var viewport = Viewport(isFollowing: true)
        var log = LogBuffer()
        for row in rows { log.append("\(row)") }
        func send(_ action: Action, _ row: Int) {
            _ = viewport.handle(mouse(action, row, viewport.view(of: content)), content: content)
            _ = log.handle(mouse(action, row, log.view))
        }
        func tops() -> [Substring?] { [top(viewport.view(of: content)), top(log.view)] }
        #expect(tops() == ["90", "90"])
        send(.pressed(.left), 0)
        #expect(tops() == ["80", "80"])
        send(.pressed(.left), 8)
        send(.dragged(.left), 0)
        #expect(tops() == ["0", "0"])
        send(.dragged(.left), 9)
        send(.released(.left), 9)
        log.append("100")
        #expect(tops() == ["90", "91"])
    }

    @Test("of an open drop-down chooses nothing")
    func dropDown() {
        var drop = DropDown(from: rows, height: 4)
        _ = drop.handle(ScreenInput(.enter))
        let shown = drop.view.width(.fit)
        _ = drop.handle(mouse(.pressed(.left), 4, View.column { shown }, column: 8))
        #expect(drop.isOpen && drop.chosen == nil && text(10, 9, drop.view).contains("4"))
    }
}
