import Foundation
import Testing

/// Links between the pages of the repository. Those of the site are checked where the site is built.
@Suite("Links of pages")
struct LinkTests {
    let tree = Tree()

    @Test("each link to a file of the repository leads to one")
    func relativeLinks() throws {
        var count = 0
        for page in try tree.allPages {
            let folder = tree.root.appendingPathComponent(page).deletingLastPathComponent()
            for link in try tree.text(page).matches(of: /\]\(([^)\s]+)\)/).map(\.output.1) {
                let target = link.split(separator: "#", omittingEmptySubsequences: false)[0]
                // Addresses of the web and of the site, and the resources of a catalogue.
                guard !target.isEmpty, !target.contains(":"), !target.hasPrefix("/") else { continue }
                count += 1
                let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent(String(target)).path)
                #expect(isThere, "\(page) links \(target)")
            }
        }
        #expect(count > 100)
    }

    @Test("the README has at most 150 lines")
    func readme() throws {
        #expect(try tree.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
    }
}
