import CycleExplore
import Testing

@Suite("Planted bugs")
struct PlantedTests {
    @Test(
        "every planted bug is found at its shortest length and named, and what is hidden by a short timeline",
        arguments: Planted.all)
    func found(_ planted: Planted) throws {
        do {
            let seen = try planted.explore(true)
            Issue.record("not found: \(seen)")
        } catch let failure as ExplorationFailure {
            let text = failure.description
            #expect(text.contains(planted.finding), "\(text)")
            if let length = planted.length { #expect(failure.lines.count == length, "\(text)") }
            guard Self.hidden.contains(planted.name) else { return }
            // A memory that shows only three frames or effects later is found far outside of the allowances.
            let isFar = ["memory in keepingPrevious", "memory in an effect"].contains(planted.name)
            #expect(failure.lines.count <= (isFar ? 13 : 5), "\(failure)")
        }
    }

    /// A short timeline shows each hidden bug.
    private static let hidden = Set((Planted.memories + Planted.hiding).map(\.name))

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
