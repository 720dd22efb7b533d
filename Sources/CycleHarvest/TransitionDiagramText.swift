import Cycle

extension TransitionDiagram {
    /// For Graphviz: `dot -Tsvg`.
    public var dot: String {
        var lines = ["digraph {", "    node [shape=box, style=rounded]"]
        lines += states.map { "    \($0.quoted)" }
        lines += edges.map { edge in
            let label = edge.labels.joined(separator: "\n")
            return "    \(states[edge.from].quoted) -> \(states[edge.to].quoted) [label=\(label.quoted)]"
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }
}

extension String {
    fileprivate var quoted: String {
        var text = "\""
        for character in self {
            switch character {
            case "\"", "\\": text += "\\\(character)"
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
        return text + "\""
    }
}
