import Foundation
import Testing

@Suite("The picture of the modules")
struct PictureTests {
    let tree = Tree()

    /// `cycle_monitor` in the picture, where a name may have no hyphen.
    private func drawnName(_ module: String) -> String { module.replacingOccurrences(of: "-", with: "_") }

    @Test("the picture has every module, and the arrows of the sources that no other arrow implies")
    func arrows() throws {
        let page = try tree.text("ARCHITECTURE.md")
        let drawn = Set(page.matches(of: #/(?m)^ {4}(\w+) --> (\w+)$/#).map { "\($0.output.1) \($0.output.2)" })
        let names = Set(page.matches(of: #/(?m)^ {8}(\w+)\[([\w-]+)\]$/#).map { String($0.output.2) })
        #expect(names == Set(Tree.modules))
        var imports: [String: Set<String>] = [:]
        for module in Tree.modules {
            let named = try Set(tree.swiftFiles("Sources/\(module)").flatMap(\.importedModules))
            imports[module] = named.intersection(Tree.modules).subtracting([module])
        }
        func reached(from module: String) -> Set<String> {
            (imports[module] ?? []).reduce(into: []) { $0.formUnion(reached(from: $1).union([$1])) }
        }
        var wanted: Set<String> = []
        for (module, direct) in imports {
            let implied = direct.reduce(into: Set<String>()) { $0.formUnion(reached(from: $1)) }
            for name in direct.subtracting(implied) { wanted.insert("\(drawnName(module)) \(drawnName(name))") }
        }
        #expect(drawn == wanted, "stale: run Scripts/house-picture")
    }
}
