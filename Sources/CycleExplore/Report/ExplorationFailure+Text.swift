extension ExplorationFailure {
    /// The whole report.
    public var description: String {
        var text = ["\(place): ✗ \(law)"]
        if !reason.isEmpty { text.append("  " + reason.split(separator: "\n").joined(separator: "\n  ")) }
        if let seed { text.append("  found with seed \(seed)\(lines.isEmpty ? "" : ", and shrunk")") }
        if !lines.isEmpty {
            let kind = seed == nil ? "shortest" : "shrunk"
            text.append("  \(kind) timeline: \(lines.count) event\(lines.count == 1 ? "" : "s")")
            text += lanes.map { "    " + $0 }
        }
        if !lines.isEmpty { text += table.map { "    " + $0 } }
        if !pending.isEmpty { text.append("  possible then: " + pending.joined(separator: ", ")) }
        if !lines.isEmpty {
            text += ["", testSource.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"), ""]
        }
        if exploration.stateCount > 0 { text.append("  \(exploration)") }
        return text.joined(separator: "\n")
    }

    /// A step for each happening: letters that are one character stand as they are, others have a legend, and so have those that
    /// mean something else in a lane.
    private var lanes: [String] {
        var names: [String] = []
        for line in lines where !names.contains(line.happening.lane) { names.append(line.happening.lane) }
        var legend: [(letter: Character, happening: String)] = []
        var used = Set(lines.map(\.happening.label).filter { $0.count == 1 }.compactMap(\.first))
        var letters: [Character] = []
        for line in lines {
            let (lane, label) = (line.happening.lane, line.happening.label)
            if label.count == 1, let letter = label.first, !letter.isWhitespace, !"-()|".contains(letter) {
                letters.append(letter)
                continue
            }
            let text = "\(Happening(lane, label))"
            if let known = legend.first(where: { $0.happening == text }) {
                letters.append(known.letter)
                continue
            }
            let letter = Self.letters.first { !used.contains($0) } ?? "?"
            used.insert(letter)
            legend.append((letter, text))
            letters.append(letter)
        }
        let width = names.map(\.count).max() ?? 0
        let rows = names.map { name in
            let steps = zip(lines, letters).map { $0.happening.lane == name ? $1 : "-" }
            return name + String(repeating: " ", count: width - name.count + 2) + String(steps)
        }
        return rows + legend.map { "\($0.letter) = \($0.happening)" }
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    /// A row for each happening: what it changed.
    private var table: [String] {
        let names = ["  start"] + lines.enumerated().map { "\($0 + 1) \($1.happening)" }
        let width = min(60, names.map(\.count).max() ?? 0)
        let effects =
            [shownStart]
            + lines.map { line in
                line.changes.isEmpty ? "unchanged" : line.changes.joined(separator: ", ")
            }
        return zip(names, effects).enumerated().map { index, row in
            let padding = String(repeating: " ", count: max(0, width - row.0.count))
            let mark = index == names.count - 1 ? "   ✗" : ""
            return "\(row.0)\(padding) -> \(row.1)\(mark)"
        }
    }

    /// A test that lets this timeline happen again, as Swift source; `scenario` is a ``Scenario`` with the same laws and world.
    public var testSource: String {
        let rows = { (happenings: [Happening]) in
            happenings.map { "        \($0.source)," }.joined(separator: "\n")
        }
        let comparison = other.isEmpty ? "" : ", comparedWith: [\n\(rows(other))\n    ]"
        return """
            @Test(\(law.debugDescription)) func \(functionName)() throws {
                try scenario.happens([
            \(rows(happenings))
                ]\(comparison))
            }
            """
    }

    /// The law as the name of a function.
    var functionName: String {
        let words = law.split { !$0.isLetter && !$0.isNumber }.prefix(12).map { $0.filter(\.isASCII) }
        let name = words.enumerated().map { index, word in
            index == 0 ? word.prefix(1).lowercased() + word.dropFirst() : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
        return name.first?.isLetter == true ? name : "law" + name
    }
}
