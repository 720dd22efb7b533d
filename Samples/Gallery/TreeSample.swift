import CycleDrivers
import CycleScreens

struct TreeSample: Sample {
    static let title = "Tree"
    static let source = #filePath

    struct Node {
        var name: String
        var children: [Node]?
    }

    let roots = [
        Node(
            name: "Life",
            children: [
                Node(name: "Animals", children: [Node(name: "Cat"), Node(name: "Dog"), Node(name: "Octopus")]),
                Node(name: "Plants", children: [Node(name: "Fern"), Node(name: "Oak")]),
                Node(name: "Virus?"),
            ]),
        Node(name: "Rock"),
    ]
    var tree = TreeState<String>(open: ["Life", "Animals"])
    var rows: [TreeRow<Node>] { tree.rows(of: roots, id: \.name) { $0.children } }

    var view: View {
        .column {
            tree.view(of: rows, id: \.name) { node, row in "\(node.name)" }.region(0)
            View.help([.init([.left, .right], "close, open"), .init(["e"], "open all"), .init(["c"], "close all")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        switch input.key {
        case "e": tree.expandAll(roots, id: \.name) { $0.children }
        case "c": tree.collapseAll(rows, id: \.name)
        default: return tree.handle(input.at(0), rows: rows, id: \.name)
        }
        return .changed
    }
}
