import Testing

@testable import CycleDrivers

@Suite("Descriptors")
struct DescriptorsTests {
    @Test("threads that ask for their terminals at the same time do not get each other's")
    func terminalPaths() async throws {
        let terminals = try (0..<4).map { _ in try PseudoTerminal() }
        let paths = terminals.map(\.path)
        #expect(Set(paths).count == 4)
        let wrongCount = await withTaskGroup(of: Int.self) { group in
            for (slave, path) in zip(terminals.map(\.slave), paths) {
                group.addTask { (0..<2_000).count { _ in Descriptors.terminalPath(of: slave) != path } }
            }
            return await group.reduce(0, +)
        }
        #expect(wrongCount == 0)
        withExtendedLifetime(terminals) {}
    }
}
