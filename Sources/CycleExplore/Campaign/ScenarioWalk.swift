import CycleBase
import CycleTesting

/// A way through an exploration, one happening after the other, chosen by a person.
protocol ScenarioWalk {
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
struct WalkView {
    /// The frame.
    let frame: String
    /// The last happening and what it has changed.
    let happening: String?
    let changes: [String]
    /// The things that may happen next.
    let menu: [String]
    let isResting: Bool
    let hasEnded: Bool
    /// The law that is broken.
    let broken: String?
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
            rows.append("    \(state) [label=\("\(state)\n\(readableText(run.frame))".inDot)]")
            let choices = run.choices()
            for (choice, target) in table.targets(of: state).enumerated() where choice < choices.count {
                let end = target.map(String.init) ?? "end"
                rows.append("    \(state) -> \(end) [label=\(choices[choice].text.inDot)]")
            }
        }
        if let finding, let last = scenario.happenings(of: finding.path, bounds).last {
            let before = state(table, at: Array(finding.path.dropLast()))
            rows.append("    broken [label=\(scenario.law(of: finding).inDot), color=red]")
            if let before { rows.append("    \(before) -> broken [label=\("\(last)".inDot), color=red]") }
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

extension String {
    /// Quoted for Graphviz.
    fileprivate var inDot: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }
}

/// Talks with a person, or with whatever writes lines.
struct WalkProgram {
    private var walk: any ScenarioWalk
    private let name: String

    static let help = """
        a number: this happens next      b: one back      b 3: three back      start: all the way back
        go 12: to state 12 of the picture      save FILE: the way as a recording      q: the end
        """

    init(_ name: String, _ walk: any ScenarioWalk) {
        self.name = name
        self.walk = walk
    }

    /// - Returns: Whether a law is broken where the walk ends.
    mutating func run(reading nextLine: () -> String?) -> Bool {
        var view = walk.view
        show(view)
        while let line = nextLine() {
            let words = line.split(separator: " ")
            guard let word = words.first else { continue }
            if word == "q" { break }
            if let problem = obey(word, words.dropFirst().joined(separator: " "), view) {
                print("\(problem)".printable)
            } else {
                view = walk.view
                show(view)
            }
        }
        return view.broken != nil
    }

    /// - Returns: What is said instead of the state; `nil` where that is another one.
    private mutating func obey(_ word: Substring, _ rest: String, _ view: WalkView) -> String? {
        if let choice = Int(word) {
            guard choice >= 1, choice <= view.menu.count else { return "there is no \(choice) in the menu" }
            walk.take(choice - 1)
            return nil
        }
        switch word {
        case "b": walk.goBack(rest.isEmpty ? 1 : Int(rest) ?? 0)
        case "start": walk.goBack(walk.length)
        case "go":
            guard let state = Int(rest), walk.go(to: state) else { return "there is no state \(rest)" }
        case "save" where !rest.isEmpty:
            do throws(FileReplacement.Failure) {
                try FileReplacement.write(Array(walk.recording.utf8), to: rest, newMode: 0o666)
                return "saved: cycle-monitor show \(rest)"
            } catch {
                return "\(error)"
            }
        default: return Self.help
        }
        return nil
    }

    private func show(_ view: WalkView) {
        var rows = ["", "\(name), \(walk.length) event\(walk.length == 1 ? "" : "s")"]
        if let happening = view.happening {
            rows.append(
                "  \(happening) -> \(view.changes.isEmpty ? "unchanged" : view.changes.joined(separator: ", "))")
        }
        rows.append("  \(view.frame)")
        if let broken = view.broken { rows.append("  ✗ \(broken)") }
        if view.hasEnded { rows.append("  the end") } else if view.isResting { rows.append("  at rest") }
        rows += view.menu.enumerated().map { "  \($0 + 1)  \($1)" }
        print(rows.joined(separator: "\n").printable)
    }
}
