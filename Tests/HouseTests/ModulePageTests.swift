import Foundation
import Testing

@Suite("The pages of the modules")
struct ModulePageTests {
    let tree = Tree()

    @Test("a module has a page that says where its things stand", arguments: Tree.modules)
    func sections(module: String) throws {
        let page = try ModulePage(module, in: tree)
        #expect(page.text.hasPrefix("# \(module)\n"))
        for heading in ["Folders", "Invariants", "Where to add what", "Glossary"] {
            #expect(page.section(heading)?.contains { !$0.isEmpty } == true, "\(page.path): \(heading)")
        }
        let count = page.text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(count <= 120, "\(page.path) is longer than two screens")
    }

    @Test("the glossary of a page has types that the module declares", arguments: Tree.modules)
    func glossary(module: String) throws {
        let page = try ModulePage(module, in: tree)
        let declared = Set(try tree.swiftFiles("Sources/\(module)").flatMap(\.types).map(\.qualifiedName))
        #expect(!page.glossary.isEmpty || declared.isEmpty, "\(page.path)")
        let gone = page.glossary.filter { !declared.contains($0) }
        #expect(gone.isEmpty, "\(page.path): \(gone)")
    }

    @Test("there is no page of a module that is gone")
    func noOthers() throws {
        let folder = tree.root.appendingPathComponent("Docs/Modules").path
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "README.md" }
        #expect(Set(pages) == Set(Tree.modules.map { "\($0).md" }))
    }

    @Test("links of the pages lead somewhere, and files that they name exist")
    func links() throws {
        let folders = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "Docs/Paths.md"]
        let pages = try tree.allPages.filter { folders.contains($0) || $0.hasPrefix("Docs/Modules/") }
        #expect(pages.count > Tree.modules.count)
        for page in pages {
            let text = try tree.text(page)
            let base = tree.root.appendingPathComponent(page).deletingLastPathComponent()
            for match in text.matches(of: /\]\(([^)#\s]+\.(?:md|svg))(?:#[\w-]*)?\)/) {
                guard !match.output.1.hasPrefix("http") else { continue }
                let isThere = FileManager.default.fileExists(
                    atPath: base.appendingPathComponent(String(match.output.1)).path)
                #expect(isThere, "\(page): \(match.output.1)")
            }
            for match in text.matches(of: /`((?:Sources|Tests|Samples|Benchmarks|Docs|Scripts|\.ci)\/[\w.+\/-]+)`/) {
                let isThere = FileManager.default.fileExists(
                    atPath: tree.root.appendingPathComponent(String(match.output.1)).path)
                #expect(isThere, "\(page): \(match.output.1)")
            }
        }
    }
}
