import CycleTesting
import Testing

@Suite("Planted bugs")
struct PlantedTests {
    @Test("every planted bug is found at its shortest length and named", arguments: Planted.all)
    func found(_ planted: Planted) throws {
        do {
            let seen = try planted.explore(true)
            Issue.record("not found: \(seen)")
        } catch let failure as ExplorationFailure {
            let text = failure.description
            #expect(text.contains(planted.finding), "\(text)")
            if let length = planted.length { #expect(failure.lines.count == length, "\(text)") }
        }
    }

    @Test("without its bug each is silent, and complete", arguments: Planted.all)
    func silent(_ planted: Planted) throws {
        do {
            let seen = try planted.explore(false)
            #expect(seen.isComplete, "\(seen)")
        } catch {
            Issue.record("\(error)")
        }
    }
}
