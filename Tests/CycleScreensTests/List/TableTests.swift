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
            text(18, 5, Shown().view)
                == " Name ▲       Size\n▌a.txt         100\n b.txt          20\n long-name…      3")
    }

    @Test(
        "the selected row has a ground of its own and an edge, which the focus alone colours; its cells keep their colours"
    )
    func highlight() {
        let canvas = layout(18, 5, Shown().view).canvas
        let ground = ScreenTheme.quiet.color(of: .selected)
        #expect(canvas.style(at: .init(row: 1, column: 8)) == .background(ground))
        #expect(canvas.style(at: .init(row: 1, column: 16)) == .foreground(.green) + .background(ground))
        let other = layout(18, 5, Shown().view.focused(false)).canvas
        #expect(other.style(at: .init(row: 1, column: 8)) == .background(ground))
        let edges = [canvas, other].map { $0.style(at: .init(row: 1, column: 0))?.foreground }
        #expect(edges == [ScreenTheme.quiet.color(of: .accent), ScreenTheme.quiet.color(of: .border)])
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
        #expect(text(18, 5, shown.view).hasPrefix(" Name       Size ▼\n"))
        shown.press(0, 0)
        #expect(shown.rows.map(\.name) == ["a.txt", "b.txt", "long-name.swift"])
    }

    @Test("rows without an order stay as they are until a title is pressed")
    func unsorted() {
        var shown = Shown(sorting: .unsorted)
        #expect(shown.rows == shown.files)
        #expect(text(18, 5, shown.view).hasPrefix(" Name         Size\n▌b.txt"))
        shown.press(0, 14)
        #expect(shown.rows.map(\.size) == [3, 20, 100])
        #expect(shown.sorting == ListSorting(column: 1))
    }

    @Test("a press on the title of a column without an order is passed over, unless the application sorts by itself")
    func unsortable() {
        func press(_ column: Int, _ columns: [ListColumn<Int>], _ sorting: inout ListSorting) -> Outcome {
            let view = ListState<Int>().table(of: [3, 1, 2], id: \.self, columns: columns, sorting: sorting)
            let mouse = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: 0, column: column))
            return sorting.handle(ScreenInput(.mouse(mouse), layout(20, 4, view)))
        }
        let plain = ListColumn<Int>("Plain", width: .fixed(6)) { "\($0)" }
        let bars = ListColumn<Int>.views("Bars", width: .fixed(6)) { .text("\($0)") }
        let columns = [ListColumn<Int>("Value", width: .fixed(6), sortedBy: \.self), plain, bars]
        var sorting = ListSorting(column: 0, isDescending: true)
        #expect(press(9, columns, &sorting) == .ignored && press(16, columns, &sorting) == .ignored)
        #expect(sorting == ListSorting(column: 0, isDescending: true))
        #expect(press(2, columns, &sorting) == .changed && sorting == ListSorting(column: 0))
        #expect(press(9, [plain, bars], &sorting) == .changed && sorting == ListSorting(column: 1))
    }

    @Test("values that are no number stand behind all others, which are sorted")
    func noNumbers() {
        let column = [ListColumn<Double>("Value", sortedBy: \.self)]
        let values = [3, .nan, 1, .infinity, 2, .nan, -1]
        let up = ListSorting(column: 0).sorted(values, by: column)
        #expect(up.prefix(5) == [-1, 1, 2, 3, .infinity] && up.suffix(2).allSatisfy(\.isNaN))
        let down = ListSorting(column: 0, isDescending: true).sorted(values, by: column)
        #expect(down.suffix(5) == [.infinity, 3, 2, 1, -1])
    }

    @Test("a sort by a property reads each value once, and keeps the order of rows whose values are alike")
    func sortReadsOnce() {
        let columns = [ListColumn<CountedRow>("Value", sortedBy: \.value)]
        let reads = ReadCount()
        let rows = (0..<500).map { CountedRow(place: $0, reads: reads) }
        let sorted = ListSorting(column: 0, isDescending: true).sorted(rows, by: columns)
        #expect(reads.count == 500)
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { ($1.value, $0.place) < ($0.value, $1.place) })
    }

    @Test("a column that grows has room for its title, or the table is scrolled")
    func leastWidth() {
        let columns = [
            ListColumn<File>("Size", width: .fixed(12)) { "\($0.size)" },
            ListColumn<File>("Name", sortedBy: \.name),
        ]
        let table = ListState<String>().table(of: Shown().files, columns: columns)
        #expect(
            text(17, 4, table) == " Size           ›\n▌20\n 100\n 3")
        #expect(
            text(16, 4, table) == " Size          ›\n▌20\n 100\n 3")
    }

    @Test(
        "a column that is wider than the terminal shows what is aligned at its end, and no sign where all are seen"
    )
    func wideColumns() {
        let columns = [
            ListColumn<Int>("Name", width: .fixed(6)) { "row \($0)" },
            ListColumn<Int>("Sum", width: .fixed(30), alignment: .end) { "\($0)00" },
        ]
        func shown(_ list: ListState<Int>, fixed: Int) -> String {
            text(16, 3, list.table(of: [1, 2], id: \.self, columns: columns, fixedColumns: fixed))
        }
        #expect(shown(ListState(), fixed: 1) == " Name       Sum\n▌row 1      100\n row 2      200")
        #expect(shown(ListState(column: 1), fixed: 0) == "            Sum‹\n▌           100\n            200")
    }

    @Test("columns that were scrolled away come back on the left as soon as there is room for them")
    func scrolledBack() {
        let columns = ["A", "B", "C", "D"].map { ListColumn<File>("\($0)", width: .fixed(4)) { _ in "" } }
        var list = ListState<String>()
        func titles(_ width: Int) -> String {
            text(width, 4, list.table(of: Shown().files, columns: columns).region(0)).prefix { $0 != "\n" }
                .filter(\.isLetter)
        }
        #expect(titles(12) == "AB")
        for _ in 0..<3 {
            let table = list.table(of: Shown().files, columns: columns).region(0)
            _ = list.handle(ScreenInput(.key(.right), layout(12, 4, table)).at(0), table: Shown().files)
        }
        #expect(titles(12) == "CD" && titles(17) == "BCD" && titles(40) == "ABCD")
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

private final class ReadCount {
    var count = 0
}

/// Counts how often its value is read.
private struct CountedRow {
    let place: Int
    let reads: ReadCount
    var value: Int {
        reads.count += 1
        return place * 7 % 50
    }
}
