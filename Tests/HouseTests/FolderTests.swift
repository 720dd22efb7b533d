import Foundation
import Testing

@Suite("Folders")
struct FolderTests {
    let tree = Tree()

    /// The folder of a file, as the page of its module calls it.
    private func folder(_ file: SourceFile, of module: String) -> String {
        let parts = file.path.split(separator: "/").dropFirst(2).dropLast()
        return parts.isEmpty ? module : parts.joined(separator: "/")
    }

    @Test("a folder names no type of a folder behind it in the order of its module's page", arguments: Tree.modules)
    func directions(module: String) throws {
        let files = try tree.swiftFiles("Sources/\(module)")
        let below = try ModulePage(module, in: tree).below
        var homes: [String: Set<String>] = [:]
        for file in files {
            for name in file.visibleTypeNames { homes[name, default: []].insert(folder(file, of: module)) }
        }
        for file in files {
            let own = folder(file, of: module)
            for word in file.capitalisedWords {
                guard let declaring = homes[word], !declaring.contains(own) else { continue }
                let isAllowed = declaring.isSubset(of: below[own] ?? [])
                #expect(isAllowed, "\(file.path), in \(own), names \(word) of \(declaring.sorted())")
            }
        }
    }

    @Test("the page of a module orders its folders, and no others, without a circle", arguments: Tree.modules)
    func order(module: String) throws {
        let page = try ModulePage(module, in: tree)
        let files = try tree.swiftFiles("Sources/\(module)")
        let all = Set(files.map { folder($0, of: module) })
        // Files that declare no type, as `Stop.swift`, need no place in the order.
        let needed = Set(files.filter { !$0.visibleTypeNames.isEmpty }.map { folder($0, of: module) })
        let ordered = Set(page.chains.joined().joined())
        #expect(needed.count < 2 || needed.isSubset(of: ordered), "\(page.path): \(needed.subtracting(ordered))")
        #expect(ordered.isSubset(of: all), "\(page.path): \(ordered.subtracting(all))")
        for (folder, earlier) in page.below {
            #expect(!earlier.contains(folder), "\(page.path): \(folder) stands behind itself")
        }
    }
}
