import CycleBase
import CycleMachine
import CycleTesting

/// A way through an exploration, one happening after the other, chosen by a person.
package protocol ScenarioWalk {
    /// The state at the end of the way.
    var view: WalkView { get }
    /// How many things have happened.
    var length: Int { get }
    /// The way as a recording of CycleMonitor.
    var recording: String { get }
    /// Lets one of the things happen that may happen next, by its place in the menu.
    mutating func take(_ choice: Int)
    /// Goes back by so many happenings.
    mutating func goBack(_ count: Int)
    /// Goes to a state of the exploration, by its number in the picture.
    ///
    /// - Returns: Whether there is one.
    mutating func go(to state: Int) -> Bool
    /// All states that the bounds allow, and the ways between them, in the language of Graphviz.
    mutating func picture() -> String
}

/// One state, in words.
package struct WalkView {
    /// The frame.
    package let frame: String
    /// The last happening and what it has changed.
    package let happening: String?
    package let changes: [String]
    /// The things that may happen next.
    package let menu: [String]
    package let isResting: Bool
    package let hasEnded: Bool
    /// The law that is broken.
    package let broken: String?
}

struct WalkOf<Frame>: ScenarioWalk {
    private let scenario: Scenario<Frame>
    private let bounds: Bounds
    private var path: [Decision] = []
    /// The exploration that the numbers of states belong to, once the caller has asked for one, and the failure that it ended at.
    private var explored: (table: StateTable, finding: Finding?)?

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds) {
        self.scenario = scenario
        self.bounds = bounds
    }

    var length: Int { path.count }

    var view: WalkView {
        let told = RetoldTimeline(scenario, path, bounds)
        let run = told.run
        let choices = run.choices()
        return WalkView(
            frame: readableText(run.frame), happening: told.lines.last?.happening.description,
            changes: told.lines.last?.changes ?? [], menu: choices.map(\.text), isResting: run.rest(choices),
            hasEnded: run.hasEnded, broken: run.mistake ?? run.monitor.broken.map(scenario.laws.name))
    }

    var recording: String {
        let told = RetoldTimeline(scenario, path, bounds)
        return ExplorationFailure.recording(from: readableText(told.start), told.lines)
    }

    mutating func take(_ choice: Int) { path.append(Decision(choice: choice)) }

    mutating func goBack(_ count: Int) { path.removeLast(min(count, path.count)) }

    mutating func go(to state: Int) -> Bool {
        let table = explore().table
        guard state >= 0, state < table.nodes.count, table.nodes[state].key != .none else { return false }
        path = table.path(to: state)
        return true
    }

    mutating func picture() -> String {
        let (table, finding) = explore()
        var rows = ["digraph states {", "    node [shape=box, fontname=\"monospace\"]"]
        for state in 0..<table.nodes.count where table.nodes[state].key != .none {
            let run = Run(scenario, bounds)
            run.follow(table.path(to: state))
            run.have(table.place(of: state).budget)
            rows.append("    \(state) [label=\("\(state)\n\(readableText(run.frame))".quotedForGraphviz)]")
            let choices = run.choices()
            for (choice, target) in table.targets(of: state).enumerated() where choice < choices.count {
                let end = target.map(String.init) ?? "end"
                rows.append("    \(state) -> \(end) [label=\(choices[choice].text.quotedForGraphviz)]")
            }
        }
        if let finding, let last = scenario.happenings(of: finding.path, bounds).last {
            let before = state(table, at: Array(finding.path.dropLast()))
            rows.append("    broken [label=\(scenario.law(of: finding).quotedForGraphviz), color=red]")
            if let before { rows.append("    \(before) -> broken [label=\("\(last)".quotedForGraphviz), color=red]") }
        }
        return (rows + ["}"]).joined(separator: "\n") + "\n"
    }

    private func state(_ table: StateTable, at path: [Decision]) -> Int? {
        (0..<table.nodes.count).first { table.nodes[$0].key != .none && table.path(to: $0) == path }
    }

    private mutating func explore() -> (table: StateTable, finding: Finding?) {
        if let explored { return explored }
        var search = Search(scenario, bounds)
        var found: (table: StateTable, finding: Finding?)
        do throws(Finding) {
            _ = try search.run()
            found = (search.table, nil)
        } catch {
            found = (search.table, error)
        }
        explored = found
        return found
    }
}
