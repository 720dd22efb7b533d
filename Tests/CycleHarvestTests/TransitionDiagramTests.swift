import Cycle
import CycleHarvest
import Testing

@Suite("Harvester: the drawn table")
struct TransitionDiagramTests {
    private enum Door: CaseIterable {
        case open, closed, locked
    }

    private enum Hand {
        case push, pull, turnKey
    }

    private typealias Machine = Harvester<Hand, Door>
    private typealias Mapping = Machine.EffectMapping<BasicEffectQueue, Never>

    private let table: [Mapping] = [
        .push | .open => .closed | nil,
        .pull | .closed => .open | Effect(.just(.push)),
        .turnKey | .closed => .locked | nil,
        .turnKey | .locked => .closed | nil,
        any | any => .closed | nil,
    ]

    @Test("names states in the order of the rows, and the queue where an effect starts")
    func dot() {
        #expect(
            Mapping.reduce(Array(table.prefix(4))).diagram.dot == """
                digraph {
                    node [shape=box, style=rounded]
                    "open"
                    "closed"
                    "locked"
                    "open" -> "closed" [label="push"]
                    "closed" -> "open" [label="pull / default"]
                    "closed" -> "locked" [label="turnKey"]
                    "locked" -> "closed" [label="turnKey"]
                }

                """)
    }

    @Test("draws a row with a test from each state that passes it, where no row before it is taken")
    func tests() {
        let isShut: (Door) -> Bool = { $0 != .open }
        let mapping = Mapping.reduce([.pull | .closed => .open | nil, .pull | isShut => .locked | nil])
        #expect(mapping.diagram.states == ["closed", "open", "locked"])
        #expect(mapping.diagram.edges.map { [$0.from, $0.to] } == [[0, 1], [2, 2]])
        let wide = Mapping.reduce(table.reversed() + [.push | isShut => .open | nil])
        #expect(wide.diagram.edges.first?.labels == ["any"])
    }

    @Test("a state that a row computes is drawn where the table names it")
    func computed() {
        let next: (Door) -> Door? = { $0 == .open ? .closed : nil }
        let mapping = Machine.Mapping.reduce([.turnKey | .closed => .open, .push | next])
        #expect(mapping.diagram.edges.map(\.labels) == [["turnKey"], ["push"]])
        #expect(mapping.diagram.states == ["closed", "open"])
    }

    @Test("a name that would break the text is escaped")
    func escapes() {
        let dot = Harvester<String, String>.Mapping.reduce(["say \"a\"" | "back\\slash" => "b"]).diagram.dot
        #expect(dot.contains(#""back\\slash" -> "b" [label="say \"a\""]"#))
    }

    @Test("a quote with a mark above it is escaped as any other one")
    func marks() {
        let name = "\"\u{301}\\\u{301}"
        let dot = Harvester<String, String>.Mapping.reduce(["go" | "a" => name]).diagram.dot
        #expect(dot.contains("\"a\" -> \"\\\"\u{301}\\\\\u{301}\" [label=\"go\"]"))
    }

    @Test("a mapping that is not a table has no picture")
    func empty() {
        #expect(Machine.Mapping { _, state in state }.diagram.states.isEmpty)
        #expect(Machine.Mapping.one.diagram.edges.isEmpty)
    }
}
