import Cycle

/// The states of a table and the ways between them, to be drawn.
///
///     print(EffectMapping.reduce(mappings).diagram.dot)  // for Graphviz: dot -Tsvg
///
/// It knows the states and inputs that rows name. A row with a test is drawn from each of those states that pass it; what is
/// not written as a table, or was embedded in a larger state, is not drawn.
public struct TransitionDiagram: Hashable, Sendable {
    /// One way, with all that leads along it.
    public struct Edge: Hashable, Sendable {
        /// An index into ``TransitionDiagram/states``.
        public let from: Int
        public let to: Int
        /// `input`, or `input / queue` where an effect starts.
        public fileprivate(set) var labels: [String]
    }

    /// In the order in which the table names them.
    public private(set) var states: [String] = []
    public private(set) var edges: [Edge] = []

    init<Input, State>(_ rows: [TableRow<Input, State>]) {
        var known: [State] = []
        for row in rows {
            if case .value(let state, _) = row.from { add(state, to: &known) }
            if let target = row.target { add(target, to: &known) }
        }
        var inputs: [Input] = []
        for row in rows {
            guard case .value(let input, _) = row.input, !inputs.contains(where: { "\($0)" == "\(input)" }) else {
                continue
            }
            inputs.append(input)
        }
        draw(rows, known, inputs)
    }

    private mutating func add<State>(_ state: State, to known: inout [State]) {
        let name = "\(state)"
        guard !states.contains(name) else { return }
        states.append(name)
        known.append(state)
    }

    private mutating func draw<Input, State>(_ rows: [TableRow<Input, State>], _ known: [State], _ inputs: [Input]) {
        // The first row wins where two are for the same input and state.
        var taken: Set<[String]> = []
        for row in rows {
            let names = inputNames(of: row, inputs)
            for (from, state) in known.enumerated() where row.from.matches(state) {
                guard let next = row.next(state), let to = states.firstIndex(of: "\(next)") else { continue }
                let free = names.filter { taken.insert(["\(from)", $0]).inserted }
                for name in free { add(row.queue.map { "\(name) / \($0)" } ?? name, from, to) }
            }
        }
    }

    private func inputNames<Input, State>(of row: TableRow<Input, State>, _ inputs: [Input]) -> [String] {
        switch row.input {
        case .value(let input, _):
            return ["\(input)"]
        case .test(let test):
            let passing = inputs.filter(test)
            return passing.count == inputs.count ? ["any"] : passing.map { "\($0)" }
        }
    }

    private mutating func add(_ label: String, _ from: Int, _ to: Int) {
        if let index = edges.firstIndex(where: { $0.from == from && $0.to == to }) {
            edges[index].labels.append(label)
        } else {
            edges.append(Edge(from: from, to: to, labels: [label]))
        }
    }
}

extension Harvester.Mapping {
    /// The picture of the table that this mapping was written as.
    public var diagram: TransitionDiagram { TransitionDiagram(rows) }
}

extension Harvester.EffectMappingInWorld {
    /// The picture of the table that this mapping was written as.
    public var diagram: TransitionDiagram { TransitionDiagram(rows) }
}
