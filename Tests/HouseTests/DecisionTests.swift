import Foundation
import Testing

/// Each page of `Docs/decisions` has tests that carry its number in their names.
@Suite("Decisions")
struct DecisionTests {
    let tree = Tree()

    @Test("each has a test or a suite that is named after it")
    func named() throws {
        let folder = tree.root.appendingPathComponent("Docs/decisions").path
        let numbers = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { Int($0.prefix(4)) }
        let names = try tree.swiftFiles("Tests").filter { $0.text.hasAny(of: "\"decision ", "\"Decision ") }.flatMap {
            file in
            file.text.matches(of: /@(?:Test|Suite)\(\s*"([^"]*)"/).map { $0.output.1.lowercased() }
        }
        #expect(numbers.count > 20)
        for number in numbers.sorted() {
            #expect(names.contains { $0.hasPrefix("decision \(number):") }, "decision \(number) has no test")
        }
    }
}
