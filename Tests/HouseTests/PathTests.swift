import Foundation
import Testing

/// The tables of `Docs/Paths.md`: what a key, a request, a file, a moment and a finding pass on their way.
@Suite("The paths")
struct PathTests {
    struct Step {
        let number: Int
        let type: String
        let file: String
    }

    let tree = Tree()

    private func paths() throws -> [(name: String, steps: [Step])] {
        try tree.text("Docs/Paths.md").split(separator: "\n## ").dropFirst().map { section in
            let name = String(section.prefix { $0 != "\n" })
            let rows = section.matches(of: /(?m)^\| (\d+) \| `([\w.]+)` \| `(Sources\/[\w.+\/-]+)` \| \S.* \|$/)
            return (
                name,
                rows.map {
                    Step(number: Int($0.output.1) ?? 0, type: String($0.output.2), file: String($0.output.3))
                }
            )
        }
    }

    @Test("there is a table for each path")
    func tables() throws {
        let names = try paths().map(\.name)
        #expect(
            names == [
                "A key to a changed cell", "A request to its response", "A file written", "A stored value read",
                "A moment to a line", "A possibility to a finding", "A recording to a page",
                "A view measured and drawn",
            ])
    }

    @Test("the rows of a table are numbered, and none is malformed")
    func rows() throws {
        for path in try paths() {
            #expect(path.steps.map(\.number) == Array(1...max(1, path.steps.count)), "\(path.name)")
        }
        let rows = try tree.text("Docs/Paths.md").matches(of: /(?m)^\| \d/).count
        #expect(try paths().map(\.steps.count).reduce(0, +) == rows)
    }

    @Test("a row names a file that declares or uses its type")
    func typesAreThere() throws {
        for path in try paths() {
            for step in path.steps {
                let file = SourceFile(path: step.file, text: try tree.text(step.file))
                let name = step.type.split(separator: ".").last.map(String.init) ?? step.type
                let isThere =
                    file.types.contains { $0.qualifiedName == step.type } || file.capitalisedWords.contains(name)
                #expect(isThere, "\(path.name), \(step.number): \(step.type) in \(step.file)")
            }
        }
    }
}
