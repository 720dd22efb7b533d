import CycleDrivers
import CycleScreens
import Testing

/// Faults of tables and trees that users of other kits have reported, each tested as it should be.
@Suite("Faults of other libraries in tables and trees")
struct TablePeerTests {
    struct Row: Identifiable, Equatable {
        var id: Int
        var name: String
    }

    struct Shown: Component {
        var rows = (0..<20).map { Row(id: $0, name: "row \($0)") }
        var columns: [ListColumn<Row>] = [
            .init("Id", width: .fixed(3), sortedBy: \.id), .init("Name", width: .fixed(8), sortedBy: \.name),
            .init("Other", width: .fixed(8)) { "other \($0.id)" }, .init("Last", width: .fixed(8)) { "last \($0.id)" },
        ]
        var list = ListState<Int>()
        var sorting = ListSorting(column: 0)
        var size = Size(columns: 24, rows: 6)
        var sorted: [Row] { sorting.sorted(rows, by: columns) }
        var view: View { list.table(of: sorted, columns: columns, sorting: sorting).region(0) }
        mutating func handle(_ input: Input) -> Outcome {
            sorting.handle(input.at(0)).otherwise { list.handle(input.at(0), table: sorted) }
        }
        private var screen: ScreenLayout { layout(size.columns, size.rows, view) }
        mutating func press(_ keys: Key...) -> Outcome {
            var outcome = Outcome.ignored
            for key in keys { outcome = handle(ScreenInput(.key(key), screen)) }
            return outcome
        }
        mutating func mouse(_ action: ConsoleDriver.Mouse.Action, _ row: Int, _ column: Int) -> Outcome {
            handle(ScreenInput(.mouse(.init(action, at: .init(row: row, column: column))), screen))
        }
        var text: [String] {
            screen.canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        }
    }

    var shown = Shown()

    @Test("a row that is pressed is the one that is selected, scrolled and sorted, and nothing moves")
    mutating func pressed() {
        #expect(shown.press(.end, .up) == .changed)
        let before = shown.text
        #expect(shown.mouse(.pressed(.left), 2, 3) == .changed && shown.list.selected == 16)
        #expect(shown.text.map { $0.dropFirst() } == before.map { $0.dropFirst() })
        #expect(shown.mouse(.pressed(.left), 0, 2) == .changed && shown.list.selected == 16)
        #expect(shown.mouse(.pressed(.left), 3, 3) == .changed)
        let selected = shown.list.element(in: shown.sorted)
        #expect(shown.text[3].contains("▌") && shown.text[3].contains(selected?.name ?? "none"))
    }

    @Test("up after down moves the selection among the rows that are seen; the last row is seen below the header")
    mutating func seen() {
        #expect(shown.press(.end) == .changed && shown.text[5].contains("row 19") && shown.text[1].contains("row 15"))
        #expect(shown.press(.up, .up) == .changed && shown.text[5].contains("row 19") && shown.text[3].contains("▌"))
        #expect(shown.press(.pageDown, .pageDown, .down) == .changed && shown.list.selected == 19)
        #expect(shown.press(.home, .pageUp, .up) == .changed && shown.list.selected == 0)
    }

    @Test("columns that are scrolled stay so when another row is selected")
    mutating func sideways() {
        #expect(shown.press(.right) == .changed && shown.text[0].contains("Name") && !shown.text[0].contains("Id"))
        #expect(shown.press(.down, .end) == .changed && shown.text[0].hasPrefix(" Name"))
        #expect(shown.mouse(.pressed(.left), 2, 3) == .changed && shown.text[0].hasPrefix(" Name"))
        shown.list.column = 1
        for column in [2, 3, 3] {
            _ = shown.press(.right)
            #expect(shown.list.column == column && shown.text[0].contains(["Name", "Other", "Last"][column - 1]))
        }
    }

    @Test("a row that is taken out leaves the others where they are, and the wheel over the header scrolls")
    mutating func deleted() {
        #expect(shown.press(.end, .up, .up, .up) == .changed)
        #expect(shown.text[1].contains("row 15"))
        shown.rows.removeAll { $0.id == 16 }
        #expect(shown.text[1].contains("row 14") && shown.text[5].contains("row 19"))
        #expect(shown.text[3].contains("▌") && shown.text[3].contains("row 17"))
        shown.list = ListState()
        #expect(shown.mouse(.scrolled(.down), 0, 3) == .changed && shown.list.selected == 3)
    }

    @Test("without rows a header can be pressed, and nothing is selected; a drag below the last row selects nothing")
    mutating func empty() {
        #expect(shown.mouse(.dragged(.left), 5, 3) == .ignored && shown.list.selected == nil)
        shown.rows = []
        #expect(shown.mouse(.pressed(.left), 0, 6) == .changed && shown.sorting.column == 1)
        #expect(shown.mouse(.moved, 0, 6) == .ignored && shown.list.selected == nil)
        #expect(shown.mouse(.pressed(.left), 2, 6) != .submitted && shown.press(.down, .enter) == .ignored)
    }

    @Test("a cell is one row, cut by its width, whatever is in it")
    mutating func cells() {
        shown.rows = [
            Row(id: 0, name: "日本語テキスト"), Row(id: 1, name: "a\nb"), Row(id: 2, name: "a\tb"), Row(id: 3, name: "a\r\nb"),
            Row(id: 4, name: "x\u{1b}[31my"),
        ]
        shown.columns.removeLast()
        #expect(shown.text.prefix(2) == [" Id▲ Name     Other", "▌0   日本語…  other 0"])
        #expect(shown.text.dropFirst(2).allSatisfy { $0.hasPrefix(" ") && $0.contains(" other ") })
        #expect(shown.text.count == 6)
        let other = shown.text.dropFirst().map { line in
            ConsoleDriver.CharacterWidth.of(line.components(before: "other"))
        }
        #expect(Set(other) == [14], "\(other)")
    }

    @Test("where the next column does not fit its beginning is shown, unless it is of numbers or there is little room")
    mutating func slack() {
        shown.columns = [
            .init("", width: .fixed(1)) { _ in "●" }, .init("From", width: .fixed(17)) { _ in "Ada, Countess of L" },
            .init("Size", width: .fixed(12), alignment: .end) { _ in "123456789" }, .init("Last") { _ in "end" },
        ]
        shown.sorting = ListSorting(column: 3)
        for (columns, row) in [
            (9, "▌●"), (13, "▌● Ada, Co…"), (23, "▌● Ada, Countess of…"), (32, "▌● Ada, Countess of…"),
        ] {
            shown.size.columns = columns
            #expect(shown.text[1].hasPrefix(row) && !shown.text[1].contains("12"), "\(shown.text)")
            #expect(shown.text[0].hasSuffix("›"), "\(shown.text)")
        }
        #expect(shown.press(.right) == .changed && shown.text[0].hasPrefix(" From"))
        shown.size.columns = 13
        #expect(shown.press(.right, .right, .right) == .ignored && shown.text[0].contains("La…▲"))
    }

    // MARK: Trees

    struct Node {
        var name: String
        var children: [Node]?
        init(_ name: String, _ children: [Node]? = nil) { (self.name, self.children) = (name, children) }
    }

    struct Folding: Component {
        var roots = [
            Node("a", [Node("b", [Node("c"), Node("x1")]), Node("d")]), Node("e", [Node("f"), Node("x2")]), Node("g"),
        ]
        var tree = TreeState<String>()
        var filter = ""
        var hasColumns = false
        var rows: [TreeRow<Node>] {
            tree.rows(of: roots, id: \.name, where: filter.isEmpty ? nil : { $0.name.contains(filter) }) { $0.children }
        }
        var view: View {
            hasColumns
                ? tree.table(of: rows, id: \.name, columns: [.init("N") { "\($0.name)" }]).region(0)
                : tree.view(of: rows, id: \.name) { node, _ in "\(node.name)" }.region(0)
        }
        mutating func handle(_ input: Input) -> Outcome {
            hasColumns
                ? tree.handle(input.at(0), table: rows, id: \.name) : tree.handle(input.at(0), rows: rows, id: \.name)
        }
        mutating func press(_ keys: Key...) -> Outcome {
            var outcome = Outcome.ignored
            for key in keys { outcome = handle(ScreenInput(.key(key), layout(20, 9, view))) }
            return outcome
        }
        mutating func click(_ row: Int, _ column: Int) -> Outcome {
            let mouse = ConsoleDriver.Mouse(.pressed(.left), at: .init(row: row, column: column))
            return handle(ScreenInput(.mouse(mouse), layout(20, 9, view)))
        }
        var names: [String] { rows.map(\.node.name) }
        var selected: String? { tree.selected(in: rows, id: \.name)?.name }
    }

    @Test("a filter that is taken away leaves nodes open and closed as they were, and pins none open")
    func filtered() {
        var shown = Folding(tree: TreeState(open: ["e"]))
        shown.filter = "x"
        #expect(shown.names == ["a", "b", "x1", "e", "x2"] && shown.press(.left) != .submitted)
        shown.filter = ""
        #expect(shown.names == ["a", "e", "f", "x2", "g"])
        shown.tree.list.selected = "e"
        #expect(shown.press(.left) == .changed && shown.names == ["a", "e", "g"])
        // A node that was found below closed ones is selected while it is seen, and a seen one afterwards.
        shown.filter = "x1"
        #expect(shown.tree.selectFound(in: shown.rows, id: \.name) && shown.selected == "x1")
        shown.filter = ""
        #expect(shown.selected != nil)
    }

    @Test("to open a node selects no other, and moves nothing above it; a node that has moved keeps what it was")
    func opened() {
        var shown = Folding()
        #expect(shown.press(.down, .right) == .changed && shown.selected == "e" && shown.names.prefix(2) == ["a", "e"])
        shown.roots.swapAt(0, 1)
        #expect(shown.names == ["e", "f", "x2", "a", "g"] && shown.selected == "e")
        let moved = shown.roots.remove(at: 0)
        shown.roots[1].children = [moved]
        shown.tree.open.insert("g")
        #expect(shown.names == ["a", "g", "e", "f", "x2"] && shown.selected == "e")
    }

    @Test(
        "a press on the sign of a node opens and closes it, a press on its name selects it", arguments: [false, true])
    func sign(hasColumns: Bool) {
        var shown = Folding(hasColumns: hasColumns)
        let (top, left) = hasColumns ? (1, 1) : (0, 2)
        #expect(shown.click(top, left) == .changed && shown.names == ["a", "b", "d", "e", "g"])
        #expect(shown.click(top + 1, left + 1) == .changed && shown.names == ["a", "b", "c", "x1", "d", "e", "g"])
        #expect(shown.selected == "b" && shown.click(top + 1, left + 1) == .changed && shown.names.count == 5)
        #expect(shown.click(top + 3, left + 2) == .changed && shown.selected == "e" && shown.names.count == 5)
        #expect(shown.click(top + 4, left) == .changed && shown.selected == "g" && shown.names.count == 5)
    }
}

extension String {
    fileprivate func components(before word: String) -> String {
        var rest = self[...]
        while !rest.isEmpty, !rest.hasPrefix(word) { rest = rest.dropFirst() }
        return String(dropLast(rest.count))
    }
}
