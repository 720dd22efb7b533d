import CycleDrivers
import CycleScreens
import Testing

@Suite("A table")
struct TableTests {
    struct File: Identifiable, Equatable {
        var name: String
        var size: Int
        var id: String { name }
    }

    static let columns = [
        ListColumn<File>("Name", sortedBy: \.name),
        ListColumn<File>("Size", width: .fixed(6), alignment: .end, sortedBy: \.size) { "\($0.size, .green)" },
    ]

    struct Shown: Component {
        var files = [
            File(name: "b.txt", size: 20), File(name: "a.txt", size: 100), File(name: "long-name.swift", size: 3),
        ]
        var list = ListState<String>()
        var sorting = ListSorting(column: 0)
        var rows: [File] { sorting.sorted(files, by: TableTests.columns) }
        var view: View { list.table(of: rows, columns: TableTests.columns, sorting: sorting).region(0) }
        mutating func handle(_ input: Input) -> Outcome {
            sorting.handle(input.at(0)).otherwise { list.handle(input.at(0), table: rows) }
        }
        mutating func press(_ row: Int, _ column: Int) {
            let event = ConsoleDriver.Event.mouse(.init(.pressed(.left), at: .init(row: row, column: column)))
            _ = handle(ScreenInput(event, layout(18, 5, view)))
        }
    }

    @Test("has a header, and columns that are fixed or grow, cut with an ellipsis")
    func shows() {
        #expect(
            text(18, 5, Shown().view) == """
                Name ▲        Size
                a.txt          100
                b.txt           20
                long-name.…      3
                """)
    }

    @Test("the selected row is one bar, whatever its colours; without the focus it is bold, on a ground of its own")
    func highlight() {
        let canvas = layout(18, 5, Shown().view).canvas
        #expect(canvas.style(at: .init(row: 1, column: 8)) == .reverse)
        #expect(canvas.style(at: .init(row: 1, column: 16)) == .reverse)
        let other = layout(18, 5, Shown().view.focused(false)).canvas
        let ground = ConsoleDriver.Color.adaptive(light: .indexed(254), dark: .indexed(236))
        #expect(other.style(at: .init(row: 1, column: 8)) == .bold + .background(ground))
    }

    @Test("a press on a title sorts by it, another one the other way round; the selection stays with its row")
    func sorting() {
        var shown = Shown()
        shown.press(2, 0)
        #expect(shown.list.selected == "b.txt")
        shown.press(0, 14)
        #expect(shown.rows.map(\.size) == [3, 20, 100])
        #expect(shown.list.position(in: shown.rows) == 1)
        shown.press(0, 14)
        #expect(shown.rows.map(\.size) == [100, 20, 3])
        #expect(text(18, 5, shown.view).hasPrefix("Name        Size ▼\n"))
        shown.press(0, 0)
        #expect(shown.rows.map(\.name) == ["a.txt", "b.txt", "long-name.swift"])
    }

    @Test("a column that grows has room for its title, or the table is scrolled")
    func leastWidth() {
        let columns = [
            ListColumn<File>("Size", width: .fixed(12)) { "\($0.size)" },
            ListColumn<File>("Name", sortedBy: \.name),
        ]
        let table = ListState<String>().table(of: Shown().files, columns: columns)
        #expect(
            text(17, 4, table) == """
                Size         Name
                20           b.t…
                100          a.t…
                3            lon…
                """)
        #expect(
            text(16, 4, table) == """
                Size           ›
                20
                100
                3
                """)
    }

    @Test("works at any size, with no columns and no rows")
    func small() {
        for columns in 0..<20 { for rows in 0..<6 { _ = text(columns, rows, Shown().view) } }
        let list = ListState<String>()
        #expect(text(5, 2, list.table(of: [File](), columns: TableTests.columns, empty: "none")).hasSuffix("none"))
        _ = text(5, 2, list.table(of: Shown().files, columns: []))
    }

    @Test("in plain text has all rows, and no bar")
    func plain() {
        #expect(ScreenLayout(plain: Shown().view).canvas.text.split(separator: "\n").count == 4)
    }
}
