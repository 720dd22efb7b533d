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

    /// A picture of its own: the states in a column, ways down on its right, ways up on its left.
    public var svg: String {
        SVGDrawing(self).text
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

    fileprivate var escaped: String {
        var text = ""
        for character in self {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            default: text.append(character)
            }
        }
        return text
    }
}

/// Lays a diagram out. A way that passes more states goes further out, so that it runs beside the labels of the shorter ones.
private struct SVGDrawing {
    private static let boxHeight = 36
    private static let rowHeight = 96
    private static let lineHeight = 16
    private static let characterWidth = 8
    private static let corner = 8

    private let diagram: TransitionDiagram
    private let boxWidth: Int
    /// Where the labels of the ways on either side begin, by how many states they pass.
    private let rightLanes: [Int: Int]
    private let leftLanes: [Int: Int]
    private let leftWidth: Int
    private let rightWidth: Int

    init(_ diagram: TransitionDiagram) {
        self.diagram = diagram
        boxWidth = (diagram.states.map(\.count).max() ?? 0) * Self.characterWidth + 32
        (rightLanes, rightWidth) = Self.lanes(diagram.edges.filter { $0.from <= $0.to })
        (leftLanes, leftWidth) = Self.lanes(diagram.edges.filter { $0.from > $0.to })
    }

    /// A lane for each length of way, as wide as its widest label.
    private static func lanes(_ edges: [TransitionDiagram.Edge]) -> (lanes: [Int: Int], width: Int) {
        var lanes: [Int: Int] = [:]
        var width = 0
        for span in Set(edges.map(\.span)).sorted() {
            let longest = edges.filter { $0.span == span }.flatMap(\.labels).map(\.count).max() ?? 0
            width += 40
            lanes[span] = width
            width += longest * characterWidth + 8
        }
        return (lanes, width)
    }

    var text: String {
        let width = leftWidth + boxWidth + rightWidth + 32
        let height = diagram.states.count * Self.rowHeight
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            font-family="Menlo, Consolas, monospace" font-size="13">
            """,
            """
            <defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
            <path d="M0 0L8 4L0 8z"/></marker></defs>
            """,
        ]
        lines += diagram.edges.flatMap(way)
        lines += diagram.states.indices.map(box)
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    private var left: Int { leftWidth + 16 }

    private func middle(of state: Int) -> Int {
        state * Self.rowHeight + Self.rowHeight / 2
    }

    private func box(_ state: Int) -> String {
        let y = middle(of: state)
        return """
            <rect x="\(left)" y="\(y - Self.boxHeight / 2)" width="\(boxWidth)" height="\(Self.boxHeight)" rx="10" \
            fill="white" stroke="black"/>\
            <text x="\(left + boxWidth / 2)" y="\(y + 5)" text-anchor="middle">\(diagram.states[state].escaped)</text>
            """
    }

    private func way(_ edge: TransitionDiagram.Edge) -> [String] {
        let isDown = edge.from <= edge.to
        let start = isDown ? left + boxWidth : left
        let reach = (isDown ? rightLanes : leftLanes)[edge.span] ?? 0
        let apex = isDown ? start + reach - 8 : start - reach + 8
        // Ways leave a box below its middle and reach it above, so that they do not share an end.
        let offset = isDown ? 8 : -8
        let from = middle(of: edge.from) + offset
        let to = middle(of: edge.to) - offset
        let (out, down) = (isDown ? Self.corner : -Self.corner, from < to ? Self.corner : -Self.corner)
        var lines = [
            """
            <path d="M\(start) \(from)H\(apex - out)Q\(apex) \(from) \(apex) \(from + down)V\(to - down)\
            Q\(apex) \(to) \(apex - out) \(to)H\(start)" fill="none" stroke="black" marker-end="url(#end)"/>
            """
        ]
        let top = (from + to) / 2 - (edge.labels.count - 1) * Self.lineHeight / 2 + 4
        for (index, label) in edge.labels.enumerated() {
            let x = isDown ? apex + 8 : apex - 8
            let anchor = isDown ? "start" : "end"
            lines.append(
                """
                <text x="\(x)" y="\(top + index * Self.lineHeight)" text-anchor="\(anchor)">\(label.escaped)</text>
                """)
        }
        return lines
    }
}

extension TransitionDiagram.Edge {
    /// How many states it passes.
    fileprivate var span: Int { abs(to - from) }
}
