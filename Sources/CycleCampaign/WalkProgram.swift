import CycleBase
import CycleExplore

/// Talks with a person, or with whatever writes lines.
struct WalkProgram {
    private var walk: any ScenarioWalk
    private let name: String
    /// Returns whether it could be shown.
    private let output: (String) -> Bool

    static let help = """
        a number: this happens next      b: one back      b 3: three back      start: all the way back
        go 12: to state 12 of the picture      save FILE: the way as a recording      q: the end
        """

    init(_ name: String, _ walk: any ScenarioWalk, output: @escaping (String) -> Bool) {
        self.name = name
        self.walk = walk
        self.output = output
    }

    /// - Returns: The exit, which says whether a law is broken where the walk ends.
    mutating func run(reading nextLine: () -> String?) -> CampaignProgram.Exit {
        var view = walk.view
        guard show(view) else { return .isIncomplete }
        while let line = nextLine() {
            let words = line.split(separator: " ")
            guard let word = words.first else { continue }
            if word == "q" { break }
            if let problem = obey(word, words.dropFirst().joined(separator: " "), view) {
                guard output(problem.printable + "\n") else { return .isIncomplete }
            } else {
                view = walk.view
                guard show(view) else { return .isIncomplete }
            }
        }
        return view.broken == nil ? .allHolds : .lawIsBroken
    }

    /// - Returns: The words in the place of the state; `nil` where that is another one.
    private mutating func obey(_ word: Substring, _ rest: String, _ view: WalkView) -> String? {
        if let choice = Int(word) {
            guard choice >= 1, choice <= view.menu.count else { return "there is no \(choice) in the menu" }
            walk.take(choice - 1)
            return nil
        }
        switch word {
        case "b":
            guard let count = rest.isEmpty ? 1 : Int(rest), count > 0 else { return "b 3 goes three back, not \(rest)" }
            walk.goBack(count)
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

    private func show(_ view: WalkView) -> Bool {
        var rows = ["", "\(name), \(walk.length) event\(walk.length == 1 ? "" : "s")"]
        if let happening = view.happening {
            rows.append(
                "  \(happening) -> \(view.changes.isEmpty ? "unchanged" : view.changes.joined(separator: ", "))")
        }
        rows.append("  \(view.frame)")
        if let broken = view.broken { rows.append("  ✗ \(broken)") }
        if view.hasEnded { rows.append("  the end") } else if view.isResting { rows.append("  at rest") }
        rows += view.menu.enumerated().map { "  \($0 + 1)  \($1)" }
        return output(rows.joined(separator: "\n").printable + "\n")
    }
}
