import Foundation
import Testing

@Suite("ARCHITECTURE.md")
struct ArchitectureTests {
    /// One row of the table of an event's path.
    struct Step {
        let type: String
        /// `Loop/Inlet.swift`.
        let file: String
        /// `method`, `closure`, `value` or `end`.
        let part: String

        var folder: String { String(file.prefix { $0 != "/" }) }
    }

    let tree = Tree()

    private func path() throws -> [Step] {
        try tree.text("ARCHITECTURE.md")
            .matches(of: /(?m)^\| (\d+) \| `(\w+)` \| (\w+\/\w+\.swift) \| (\w+) \|/)
            .map { Step(type: String($0.output.2), file: String($0.output.3), part: String($0.output.4)) }
    }

    @Test("the path of an event names types that are declared where it says, each once")
    func pathIsTrue() throws {
        let path = try path()
        #expect(Set(path.map(\.type)).count == path.count && path.first?.type == "Inlet" && path.last?.type == "Driver")
        for step in path {
            let file = SourceFile(path: step.file, text: try tree.text("Sources/Cycle/\(step.file)"))
            #expect(file.visibleTypeNames.contains(step.type), "\(step)")
            #expect(["method", "closure", "value", "end"].contains(step.part), "\(step)")
        }
    }

    @Test("the path of an event is no longer than the budget")
    func pathLength() throws {
        let path = try path()
        #expect(path.count <= KernelTests.Budget.path)
        #expect(path.filter { $0.part == "method" }.count <= KernelTests.Budget.pathMethods)
    }

    @Test("the path of an event goes through the folders Loop, Signal, Loop, Lens")
    func pathOrder() throws {
        let folders = try path().reduce(into: [String]()) { if $0.last != $1.folder { $0.append($1.folder) } }
        #expect(folders == ["Loop", "Signal", "Loop", "Lens"])
    }

    @Test("the glossary has every type of the kernel, and no other")
    func glossary() throws {
        let text = try tree.text("ARCHITECTURE.md")
        let listed = Set(text.matches(of: /(?m)^- \*\*`([\w.]+)`\*\*/).map { String($0.output.1) })
        let declared = try Set(
            tree.swiftFiles((KernelTests.kernel + ["Watching"]).map { "Sources/Cycle/\($0)" }).flatMap(\.types).map(
                \.qualifiedName))
        #expect(declared.subtracting(listed).isEmpty, "missing: \(declared.subtracting(listed).sorted())")
        #expect(listed.subtracting(declared).isEmpty, "gone: \(listed.subtracting(declared).sorted())")
    }

    @Test("the table of modules has the arrows of the sources")
    func modules() throws {
        let folders = Set(try tree.folders("Sources"))
        let rows = try tree.text("ARCHITECTURE.md").matches(of: /(?m)^\| `([\w-]+)` \| ([^|]*) \|/).map(\.output)
            .filter { folders.contains(String($0.1)) || $0.1.hasPrefix("Cycle") }
        let modules = Set(rows.map { String($0.1) })
        #expect(modules == folders)
        for row in rows {
            let listed = row.2.matches(of: /`(\w+)`/).map { String($0.output.1) }
            let imported = try Set(tree.swiftFiles("Sources/\(row.1)").flatMap(\.importedModules))
            #expect(imported.intersection(modules) == Set(listed), "\(row.1)")
        }
    }

    @Test("the files and folders that it names exist")
    func links() throws {
        for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
            for match in try tree.text(document).matches(of: /`((?:Sources|Tests|Samples|Benchmarks|\.ci)\/[\w.\/-]+)`/)
            {
                let path = tree.root.appendingPathComponent(String(match.output.1)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(document): \(match.output.1)")
            }
        }
    }
}
