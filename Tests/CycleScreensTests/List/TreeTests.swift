import CycleDrivers
import CycleScreens
import Foundation
import Testing

@Suite("A tree")
struct TreeTests {
    struct Node {
        var name: String
        var children: [Node]?
        init(_ name: String, _ children: [Node]? = nil) { (self.name, self.children) = (name, children) }
    }

    let roots = [
        Node("a", [Node("b", [Node("c")]), Node("d")]), Node("e", []), Node("f"),
    ]
    var tree = TreeState<String>()

    private var rows: [TreeRow<Node>] { tree.rows(of: roots, id: \.name) { $0.children } }
    private var shown: String { text(20, 9, tree.view(of: rows, id: \.name) { node, _ in "\(node.name)" }) }

    private mutating func press(_ keys: Key...) -> Outcome {
        var outcome = Outcome.ignored
        for key in keys { outcome = tree.handle(ScreenInput(key), rows: rows, id: \.name) }
        return outcome
    }

    @Test("opens and closes with Right and Left, which also go in and out")
    mutating func motion() {
        #expect(rows.map(\.isBranch) == [true, true, false])
        #expect(shown == "▌ ▸ a\n  ▸ e\n    f")
        #expect(press(.right, .right, .right) == .changed)
        #expect(shown == "  ▾ a\n▌ ├▾ b\n  │ └─ c\n  └─ d\n  ▸ e\n    f")
        #expect(press(.right) == .changed && tree.selected(in: rows, id: \.name)?.name == "c")
        #expect(press(.right) == .ignored)
        #expect(press(.left) == .changed && tree.selected(in: rows, id: \.name)?.name == "b")
        #expect(press(.left, .left, .left) == .changed)
        #expect(shown == "▌ ▸ a\n  ▸ e\n    f")
        #expect(press(.left) == .ignored)
    }

    @Test("opens what comes later where its nodes are open but for some")
    mutating func openUnlessClosed() throws {
        tree = TreeState(closed: ["b"])
        #expect(shown == "▌ ▾ a\n  ├▸ b\n  └─ d\n  ▾ e\n    f")
        #expect(press(.left) == .changed && shown == "▌ ▸ a\n  ▾ e\n    f" && tree.closed == ["a", "b"])
        #expect(press(.enter, .down, .right) == .changed && shown.contains("▌ ├▾ b\n  │ └─ c"))
        tree.collapseAll(rows, id: \.name)
        #expect(shown == "▌ ▸ a\n  ▸ e\n    f" && !tree.isOpen("a") && tree.isOpen("new"))
        tree.expandAll(roots, id: \.name) { $0.children }
        #expect(shown.contains("c") && tree.closed == [])
        let data = try JSONEncoder().encode(tree)
        #expect(try JSONDecoder().decode(TreeState<String>.self, from: data) == tree)
    }

    @Test("a closed node is asked whether it has children, and not for them")
    mutating func lazy() {
        var asked: [String] = []
        _ = tree.rows(of: roots, id: \.name) {
            asked.append($0.name)
            return $0.children
        }
        #expect(asked == ["a", "e", "f"])
    }

    @Test("a row tells whether the filter has found it, and a new filter selects the first that it has")
    mutating func found() {
        #expect(rows.map(\.isFound) == [true, true, true])
        func filtered(_ name: String) -> [TreeRow<Node>] {
            tree.rows(of: roots, id: \.name, where: { $0.name == name || $0.name == "d" }) { $0.children }
        }
        #expect(filtered("c").map(\.node.name) == ["a", "b", "c", "d"])
        #expect(filtered("c").filter(\.isFound).map(\.node.name) == ["c", "d"])
        tree.list.selected = "a"
        let first = filtered("c")
        #expect(tree.selectFound(in: first, id: \.name) && tree.selected(in: first, id: \.name)?.name == "c")
        tree.list.selected = "d"
        #expect(tree.selectFound(in: first, id: \.name) && tree.list.selected == "d")
        let none = tree.rows(of: roots, id: \.name, where: { _ in false }) { $0.children }
        #expect(!tree.selectFound(in: none, id: \.name) && tree.list.selected == "d")
        // A branch that was found, and has another one in it.
        #expect(filtered("b").map(\.isFound) == [false, true, true])
    }

    @Test("Enter opens a branch and submits a leaf; the selection stays when a branch above it is opened")
    mutating func enter() {
        #expect(press(.enter) == .changed && tree.open == ["a"])
        #expect(press("G", .enter) == .submitted)
        tree.open = ["a", "b"]
        #expect(tree.selected(in: rows, id: \.name)?.name == "f")
    }

    @Test("a tree of 2,000 levels is a list of as many rows")
    func deep() {
        struct Level { var id: Int }
        var tree = TreeState<Int>(open: Set(0..<2_000))
        let rows = tree.rows(of: [Level(id: 0)], id: \.id) { $0.id < 2_000 ? [Level(id: $0.id + 1)] : nil }
        #expect(rows.count == 2_001)
        _ = tree.handle(ScreenInput("G"), rows: rows, id: \.id)
        #expect(tree.selected(in: rows, id: \.id)?.id == 2_000)
    }

    @Test("a node that is inside of itself, as where links lead back, is closed there")
    func circle() {
        let children = ["a": ["b", "c"], "b": ["a"], "c": ["b"]]
        let tree = TreeState<String>(open: ["a", "b", "c"])
        let rows = tree.rows(of: ["a"], id: \.self) { children[$0] }
        #expect(rows.map(\.node) == ["a", "b", "a", "c", "b", "a"])
        #expect(rows.map(\.isOpen) == [true, true, false, true, true, false])
    }

    @Test("opens all of its branches at once, and closes them; what was selected leaves it to what is around it")
    mutating func all() {
        tree.open = ["a"]
        tree.expandAll(roots, id: \.name) { $0.children }
        #expect(tree.open == ["a", "b", "e"] && rows.count == 6)
        #expect(press(.down, .down) == .changed && tree.selected(in: rows, id: \.name)?.name == "c")
        tree.collapseAll(rows, id: \.name)
        #expect(shown == "▌ ▸ a\n  ▸ e\n    f")
        tree.collapseAll([TreeRow<Node>](), id: \.name)
        #expect(tree.list.selected == nil)
    }
}
