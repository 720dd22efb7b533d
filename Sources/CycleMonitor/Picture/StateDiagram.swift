/// States and the ways between them as a picture: the states in a column, ways down on its right, ways up on its left.
///
///     let table = EffectMapping.reduce(mappings).diagram
///     let ways = table.edges.map { StateDiagram.Way(from: $0.from, to: $0.to, labels: $0.labels) }
///     let picture = StateDiagram(states: table.states, ways: ways).svg
public struct StateDiagram: Hashable, Sendable {
    /// One way, with all that leads along it.
    public struct Way: Hashable, Sendable {
        /// An index into ``StateDiagram/states``.
        public let from: Int
        /// The state that it leads to.
        public let to: Int
        /// The events that lead there.
        public let labels: [String]

        /// States are named by their place in the list of all.
        public init(from: Int, to: Int, labels: [String]) {
            self.from = from
            self.to = to
            self.labels = labels
        }

        /// How many states it passes.
        fileprivate var span: Int { abs(to - from) }
        fileprivate var isDown: Bool { from <= to }
    }

    /// The names of all states.
    public let states: [String]
    /// The ways between them.
    public let ways: [Way]

    /// - Parameters:
    ///   - states: From the top down.
    ///   - ways: The transitions. A way from or to a missing state is left out.
    public init(states: [String], ways: [Way]) {
        self.states = states
        self.ways = ways.filter { states.indices.contains($0.from) && states.indices.contains($0.to) }
    }

    /// The picture, as a file.
    public var svg: String { StateDrawing(self).text }
}

/// Lays a diagram out. A way that passes more states goes further out, so that it runs beside the labels of the shorter ones.
private struct StateDrawing {
    private static let boxHeight = 36
    private static let rowHeight = 96
    private static let lineHeight = 16
    private static let characterWidth = 8
    private static let corner = 8
    private static let labelCellLimit = 60

    private let diagram: StateDiagram
    private let boxWidth: Int
    /// Where the labels of the ways on either side begin, by how many states they pass.
    private let rightLanes: [Int: Int]
    private let leftLanes: [Int: Int]
    private let leftWidth: Int
    private let rightWidth: Int

    init(_ diagram: StateDiagram) {
        self.diagram = diagram
        boxWidth = Self.width(of: diagram.states) + 32
        (rightLanes, rightWidth) = Self.lanes(diagram.ways.filter(\.isDown))
        (leftLanes, leftWidth) = Self.lanes(diagram.ways.filter { !$0.isDown })
    }

    private static func width(of texts: [String]) -> Int {
        (texts.map { min(Label($0).cellCount, labelCellLimit) }.max() ?? 0) * characterWidth
    }

    /// A lane for each length of way, as wide as its widest label.
    private static func lanes(_ ways: [StateDiagram.Way]) -> (lanes: [Int: Int], width: Int) {
        var lanes: [Int: Int] = [:]
        var width = 0
        for span in Set(ways.map(\.span)).sorted() {
            width += 40
            lanes[span] = width
            width += Self.width(of: ways.filter { $0.span == span }.flatMap(\.labels)) + 8
        }
        return (lanes, width)
    }

    var text: String {
        var svg = SVG()
        for way in diagram.ways { draw(way, &svg) }
        for state in diagram.states.indices { drawBox(state, &svg) }
        let width = leftWidth + boxWidth + rightWidth + 32
        let height = diagram.states.count * Self.rowHeight
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            font-family="Menlo, Consolas, monospace" font-size="13">
              <defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
            <path d="M0 0L8 4L0 8z"/></marker></defs>
            \(svg.lines.joined(separator: "\n"))
            </svg>

            """
    }

    private var left: Int { leftWidth + 16 }

    private func middle(of state: Int) -> Int {
        state * Self.rowHeight + Self.rowHeight / 2
    }

    private func drawBox(_ state: Int, _ svg: inout SVG) {
        let y = middle(of: state)
        svg.box(
            Double(left), Double(y - Self.boxHeight / 2), Double(boxWidth), Double(Self.boxHeight), radius: 10,
            "fill=\"white\" stroke=\"black\"")
        svg.text(
            Label(diagram.states[state]).shortened(to: Self.labelCellLimit), Double(left + boxWidth / 2), Double(y + 5),
            "text-anchor=\"middle\"")
    }

    private func draw(_ way: StateDiagram.Way, _ svg: inout SVG) {
        let start = way.isDown ? left + boxWidth : left
        let reach = (way.isDown ? rightLanes : leftLanes)[way.span] ?? 0
        let apex = way.isDown ? start + reach - 8 : start - reach + 8
        // Ways leave a box below its middle and reach it above, so that they do not share an end.
        let offset = way.isDown ? 8 : -8
        let from = middle(of: way.from) + offset
        let to = middle(of: way.to) - offset
        let (out, down) = (way.isDown ? Self.corner : -Self.corner, from < to ? Self.corner : -Self.corner)
        svg.add(
            """
            <path d="M\(start) \(from)H\(apex - out)Q\(apex) \(from) \(apex) \(from + down)V\(to - down)\
            Q\(apex) \(to) \(apex - out) \(to)H\(start)" fill="none" stroke="black" marker-end="url(#end)"/>
            """)
        let top = (from + to) / 2 - (way.labels.count - 1) * Self.lineHeight / 2 + 4
        for (index, label) in way.labels.enumerated() {
            svg.text(
                Label(label).shortened(to: Self.labelCellLimit), Double(way.isDown ? apex + 8 : apex - 8),
                Double(top + index * Self.lineHeight), "text-anchor=\"\(way.isDown ? "start" : "end")\"")
        }
    }
}
