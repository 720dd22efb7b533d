import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("A table whose rows fold")
struct TreeTableTests {
    struct Node: Hashable, Sendable {
        var name: String
        var size: Int
        var children: [Node]?
        init(_ name: String, _ size: Int, _ children: [Node]? = nil) {
            (self.name, self.size, self.children) = (name, size, children)
        }
    }

    struct Shown: Component {
        static let columns = [
            ListColumn<Node>("Name", sortedBy: \.name) { "\($0.name)" },
            ListColumn<Node>("Size", width: .fixed(6), alignment: .end, sortedBy: \.size),
        ]
        var roots = [
            Node("src", 30, [Node("b.c", 10), Node("lib", 15, [Node("x.c", 15)]), Node("a.c", 5)]), Node("doc", 7),
        ]
        var tree = TreeState<String>()
        var sorting = ListSorting(column: 0)
        var filter = ""
        var rows: [TreeRow<Node>] {
            tree.rows(
                of: roots, id: \.name, sorting: sorting, columns: Self.columns,
                where: filter.isEmpty ? nil : { $0.name.contains(filter) }
            ) { $0.children }
        }
        var view: View { tree.table(of: rows, id: \.name, columns: Self.columns, sorting: sorting).region(0) }
        mutating func handle(_ input: Input) -> Outcome {
            sorting.handle(input.at(0)).otherwise { tree.handle(input.at(0), table: rows, id: \.name) }
        }
        mutating func press(_ keys: Key...) -> Outcome {
            var outcome = Outcome.ignored
            for key in keys { outcome = handle(ScreenInput(.key(key), layout(22, 7, view))) }
            return outcome
        }
        mutating func click(_ row: Int, _ column: Int) -> Outcome {
            let mouse = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: row, column: column))
            return handle(ScreenInput(.mouse(mouse), layout(22, 7, view)))
        }
        var text: [String] {
            layout(22, 7, view).canvas.text.split(separator: "\n").map { $0.trimmingSuffix() }
        }
    }

    var shown = Shown()

    @Test("has the lines of a tree in its first column, and is folded by the keys of a tree")
    mutating func folds() {
        #expect(shown.press(.down, .right, .right, .down, .down, .enter) == .changed)
        #expect(
            shown.text == [
                " Name ▲           Size", "   doc               7", " ▾ src              30", " ├─ a.c              5",
                " ├─ b.c             10", "▌└▾ lib             15", "   └─ x.c           15",
            ])
        #expect(shown.press(.left) == .changed && shown.tree.open == ["src"])
        #expect(shown.press(.left, .left) == .changed && shown.tree.open == [])
        #expect(shown.text == [" Name ▲           Size", "   doc               7", "▌▸ src              30"])
        #expect(shown.press(.left) == .ignored)
    }

    @Test("is sorted below each node, by keys and by a press on a title, and the selection stays")
    mutating func sorts() {
        shown.tree.open = ["src", "lib"]
        shown.tree.list.selected = "lib"
        #expect(shown.click(0, 20) == .changed)
        #expect(shown.rows.map(\.node.name) == ["doc", "src", "a.c", "b.c", "lib", "x.c"])
        #expect(shown.click(0, 20) == .changed)
        #expect(shown.rows.map(\.node.name) == ["src", "lib", "x.c", "b.c", "a.c", "doc"])
        #expect(shown.tree.selected(in: shown.rows, id: \.name)?.name == "lib")
        #expect(shown.text[2] == "▌├▾ lib             15")
    }

    @Test("is not sorted by a press on the title of a column without an order")
    func unsortable() {
        let columns =
            Shown.columns + [
                ListColumn<Node>("Kind", width: .fixed(5)) { $0.children == nil ? "leaf" : "node" },
                .views("Bar", width: .fixed(5), isBefore: { $0.size < $1.size }) { .text("\($0.size)") },
            ]
        let tree = TreeState<String>(open: ["src"])
        var sorting = ListSorting(column: 0)
        func press(_ column: Int) -> Outcome {
            let rows = tree.rows(of: shown.roots, id: \.name, sorting: sorting, columns: columns) { $0.children }
            let view = tree.table(of: rows, id: \.name, columns: columns, sorting: sorting)
            let mouse = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: 0, column: column))
            return sorting.handle(ScreenInput(.mouse(mouse), layout(40, 5, view)))
        }
        #expect(press(30) == .ignored && sorting == ListSorting(column: 0))
        #expect(press(36) == .changed && sorting == ListSorting(column: 3))
        #expect(press(26) == .changed && sorting == ListSorting(column: 1))
    }

    @Test("is filtered as a tree: what passes, with all around it, open and not to be closed")
    mutating func filters() {
        shown.filter = "x"
        #expect(
            shown.text == [
                " Name ▲           Size", "▌▾ src              30", " └▾ lib             15", "   └─ x.c           15",
            ])
        #expect(shown.press(.left) == .ignored && shown.tree.open == [])
        #expect(shown.press(.right, .right) == .changed)
        #expect(shown.tree.selected(in: shown.rows, id: \.name)?.name == "x.c")
        #expect(shown.press(.enter) == .submitted)
        shown.filter = "lib"
        #expect(shown.rows.map(\.node.name) == ["src", "lib"] && shown.rows.map(\.isOpen) == [true, false])
        shown.filter = "nothing"
        #expect(shown.rows.isEmpty)
    }

    @Test("where cells are selected, goes among them by arrows, and folds in the column of the tree")
    mutating func cells() {
        shown.tree.list.column = 0
        #expect(shown.press(.down, .right) == .changed && shown.tree.open == ["src"] && shown.tree.list.column == 0)
        #expect(shown.press(.right) == .changed && shown.tree.list.column == 1)
        #expect(shown.press(.left, .left) == .changed && shown.tree.list.column == 0 && shown.tree.open == [])
    }

    @Test("is found by two clicks, and in a column of views and another column of the tree, too")
    mutating func views() {
        _ = shown.click(2, 5)
        #expect(shown.click(2, 5) == .changed && shown.tree.open == ["src"])
        let columns = [
            ListColumn<Node>("n", width: .fixed(3)) { "\($0.size)" },
            ListColumn<Node>.views("name") { .text($0.name, .bold) },
        ]
        let view = shown.tree.table(of: shown.rows, id: \.name, columns: columns, treeColumn: 1)
        #expect(text(16, 6, view).split(separator: "\n")[3] == " 5   ├─ a.c")
    }

    /// Counts the elements that are read.
    private struct Counting: RandomAccessCollection {
        final class Reads {
            var count = 0
        }
        let base: [TreeRow<Node>]
        let reads = Reads()
        var startIndex: Int { 0 }
        var endIndex: Int { base.count }
        subscript(position: Int) -> TreeRow<Node> {
            reads.count += 1
            return base[position]
        }
    }

    @Test("reads only the rows that are seen, of 100,000 that are open")
    func virtual() {
        let roots = (0..<100).map { outer in
            Node("\(outer)", 0, (0..<1_000).map { Node("\(outer).\($0)", $0) })
        }
        let tree = TreeState(open: Set(roots.map(\.name)))
        let rows = Counting(base: tree.rows(of: roots, id: \.name) { $0.children })
        #expect(rows.count == 100_100)
        _ = layout(40, 20, tree.table(of: rows, id: \.name, columns: Shown.columns))
        #expect(rows.reads.count < 100)
    }

    @Test("keeps what any filter finds, in trees whose nodes contain themselves or are shared")
    func random() {
        for seed in FuzzSeeds(300) {
            var chance = SeededChance(seed: seed)
            let children = (0..<8).map { _ in (0..<chance.below(3)).map { _ in chance.below(8) } }
            let wanted = Set((0..<chance.below(3)).map { _ in chance.below(8) })
            let tree = TreeState<Int>(open: Set(0..<8))
            func inner(_ node: Int) -> [Int]? { children[node].isEmpty ? nil : children[node] }
            let all = tree.rows(of: [0, 1], id: \.self, children: inner)
            let found = tree.rows(of: [0, 1], id: \.self, where: wanted.contains, children: inner)
            // Each row has a node that passes at it or below it, unless that one is closed as it contains itself.
            #expect(Set(found.map(\.node)).isSuperset(of: Set(all.map(\.node)).intersection(wanted)), "seed \(seed)")
            for (row, next) in zip(found, found.dropFirst()) where !wanted.contains(row.node) && row.isOpen {
                #expect(next.depth > row.depth, "seed \(seed): \(row.node)")
            }
        }
    }
}

extension Substring {
    fileprivate func trimmingSuffix() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
