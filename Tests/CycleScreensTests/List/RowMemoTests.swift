import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("Rows with a key")
struct RowMemoTests {
    /// Counts the rows that were made.
    final class Counter { var count = 0 }

    @Test("are made once, but for the selected one, and anew when the key, the size or the theme changes")
    func once() {
        let counter = Counter()
        let rows = Array(0..<100)
        var (list, key, last) = (ListState<Int>(), 0, ScreenLayout?.none)
        func show(_ rows: [Int], columns: Int = 20, theme: ScreenTheme = .quiet, isFocused: Bool = true) -> Int {
            counter.count = 0
            let view = list.view(of: rows, id: \.self, hasScrollBar: true, memo: key) { number, row in
                counter.count += 1
                return "\(row.pointer)row \(number)"
            }.region(0).focused(isFocused)
            last = ScreenLayout(view, .init(columns: columns, rows: 16), theme: theme, after: last)
            return counter.count
        }
        func press(_ key: Key, _ rows: [Int]) {
            guard let last else { return }
            _ = list.handle(ScreenInput(.key(key), last).at(0), rows: rows, id: \.self)
        }
        #expect(show(rows) == 17)
        press(.down, rows)
        #expect(show(rows) == 1)
        press(.end, rows)
        // Rows 84 to 99 are seen, of blocks of eight that begin with row 80.
        #expect(show(rows) == 21)
        press(.up, rows)
        #expect(show(rows) == 1)
        key += 1
        #expect(show(rows) == 21)
        #expect(show(rows, columns: 19) == 21 && show(rows, columns: 19) == 1)
        #expect(show(rows, columns: 19, theme: .night) == 21)
        #expect(show(rows, columns: 19, theme: .night, isFocused: false) == 21)
        // Rows that have gone are not shown, also where the key says that nothing has changed.
        #expect(show(Array(0..<3)) == 4)
        #expect(last?.canvas.text.split(separator: "\n").count == 3)
    }

    /// A list, a table or a tree in a table, whose rows have a key or not.
    struct Shown: Component {
        enum Kind: CaseIterable { case list, high, table, cells, tree }
        struct Node: Identifiable {
            var id: Int
            var children: [Node]?
        }
        static let columns: [ListColumn<Node>] = [
            .init("Number", width: .growing(min: 12), sortedBy: \.id) { "node \($0.id, .accent)" },
            .init("Half", width: .fixed(9), alignment: .end) { "\($0.id / 2, .muted) 中" },
            .views("Bar", width: .fixed(10)) { View.gauge(Double($0.id % 10) / 10) },
        ]
        let kind: Kind
        var key: AnyHashable?
        var nodes = (0..<30).map { Node(id: $0, children: [Node(id: 100 + $0), Node(id: 200 + $0)]) }
        var tree = TreeState<Int>(closed: [])
        var list = ListState<Int>(markLimit: 5)
        var rows: [TreeRow<Node>] { tree.rows(of: nodes, id: \.id) { $0.children } }

        init(_ kind: Kind) {
            self.kind = kind
            if kind == .cells { list.column = 0 }
        }

        var view: View {
            View.column {
                "above"
                content.region(0)
                "below"
            }
        }

        private var content: View {
            switch kind {
            case .list, .high:
                list.view(of: nodes, rowHeight: kind == .list ? 1 : 2, hasScrollBar: true, memo: key) { node, row in
                    .column {
                        "\(row.pointer)\(node.id, row.isSelected ? .bold : .plain) \("link", link: "https://a.b/")"
                        "second"
                    }
                }
            case .table, .cells:
                list.table(
                    of: nodes, columns: Self.columns, rowStyle: { $0.id % 3 == 0 ? .background(.red) : .plain },
                    memo: key)
            case .tree:
                tree.table(of: rows, id: \.id, columns: Self.columns, memo: "\(key.map { "\($0)" } ?? "")\(tree)")
            }
        }

        mutating func handle(_ input: Input) -> Outcome {
            switch kind {
            case .list, .high:
                list.handle(input.at(0), rows: nodes, id: \.id, rowHeight: kind == .list ? 1 : 2)
            case .table, .cells: list.handle(input.at(0), table: nodes)
            case .tree: tree.handle(input.at(0), table: rows, id: \.id)
            }
        }
    }

    @Test("are shown as those without one, after any keys and presses, at any size", arguments: Shown.Kind.allCases)
    func same(_ kind: Shown.Kind) {
        var random = SeededChance(seed: 44)
        let keys: [Key] = [
            .up, .down, .down, .pageDown, .pageUp, .home, .end, .left, .right, " ", "a", .enter, "j", "k",
        ]
        for _ in 0..<seedCount(15) {
            var (plain, remembered) = (Shown(kind), Shown(kind))
            remembered.key = 7
            var last: ScreenLayout?
            for _ in 0..<40 {
                let size = Size(columns: 1 + random.below(44), rows: 1 + random.below(20))
                for _ in 0..<3 {
                    let isFocused = !random.once(in: 4)
                    let expected = ScreenLayout(plain.view.focused(isFocused), size, theme: .night)
                    let shown = ScreenLayout(remembered.view.focused(isFocused), size, theme: .night, after: last)
                    #expect(shown.canvas == expected.canvas)
                    last = shown
                    var event = ConsoleDriver.Event.key(random.one(of: keys))
                    if random.once(in: 3) {
                        let place = ConsoleDriver.Position(row: random.below(20), column: random.below(44))
                        event = .mouse(.init(random.once(in: 3) ? .scrolled(.down) : .pressed(.left), at: place))
                    }
                    let outcomes = (
                        plain.handle(ScreenInput(event, expected)), remembered.handle(ScreenInput(event, shown))
                    )
                    #expect(outcomes.0 == outcomes.1)
                }
                if random.once(in: 4) {
                    let count = random.below(30)
                    plain.nodes = Array(plain.nodes.prefix(count))
                    remembered.nodes = plain.nodes
                    remembered.key = count + 100
                    if kind == .tree { last = nil }
                }
            }
        }
    }
}
