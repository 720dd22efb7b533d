import CycleDrivers
import Testing

@testable import CycleTesting

@Suite("A power cut of a disk in memory")
struct PowerCutTests {
    @Test("after one that loses all that was not forced, there is nothing left to lose")
    func everything() throws {
        let disk = MemoryFiles(seed: 1)
        let root = try disk.openRoot("/")
        let file = try disk.open("a", in: root, for: .creating(mode: 0o644))
        _ = try disk.write(file, [1, 2])
        #expect(disk.hasUnforced)
        disk.cutPower(.everything)
        #expect(!disk.hasUnforced && disk.paths.isEmpty)
        // Nothing comes back by chance.
        for _ in 0..<20 {
            disk.cutPower()
            #expect(disk.paths.isEmpty)
        }
    }
}
