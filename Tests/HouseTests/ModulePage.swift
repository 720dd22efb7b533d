import Foundation

/// The page of a module, `Docs/Modules/NAME.md`.
struct ModulePage {
    let module: String
    let path: String
    let text: String

    init(_ module: String, in tree: Tree) throws {
        self.module = module
        path = "Docs/Modules/\(module).md"
        text = try tree.text(path)
    }

    /// The lines below a heading, up to the next one of the same rank.
    func section(_ heading: String) -> [Substring]? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "## \(heading)") else { return nil }
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }

    /// The chains of folders, from the bottom up; a step has the folders that stand side by side. The module's name stands
    /// for the files beside its folders.
    ///
    ///     System  <-  Timer/Clock, Timer/Zone  <-  Timer
    var chains: [[[String]]] {
        (section("Folders") ?? []).filter { $0.hasPrefix("    ") && $0.contains("<-") }.map { line in
            line.split(separator: "<-").map { step in
                step.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            }
        }
    }

    /// The folders that each folder may name: those before it in a chain, and those before these.
    var below: [String: Set<String>] {
        var below: [String: Set<String>] = [:]
        for chain in chains {
            var earlier: Set<String> = []
            for step in chain {
                for folder in step { below[folder, default: []].formUnion(earlier) }
                earlier.formUnion(step)
            }
        }
        var count = 0
        while count != below.values.map(\.count).reduce(0, +) {
            count = below.values.map(\.count).reduce(0, +)
            for (folder, direct) in below {
                below[folder] = direct.reduce(into: direct) { $0.formUnion(below[$1] ?? []) }
            }
        }
        return below
    }

    /// The types of the glossary.
    var glossary: [String] { text.matches(of: #/(?m)^- \*\*`([\w.]+)`\*\*: /#).map { String($0.output.1) } }
}
