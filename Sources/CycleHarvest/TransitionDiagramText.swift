import Cycle
import CycleMachine

extension TransitionDiagram {
    /// For Graphviz: `dot -Tsvg`.
    public var dot: String {
        var lines = ["digraph {", "    node [shape=box, style=rounded]"]
        lines += states.map { "    " + $0.quotedForGraphviz }
        lines += edges.map { edge in
            let label = edge.labels.joined(separator: "\n")
            let (from, to) = (states[edge.from].quotedForGraphviz, states[edge.to].quotedForGraphviz)
            return "    \(from) -> \(to) [label=\(label.quotedForGraphviz)]"
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }
}
