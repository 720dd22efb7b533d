import CycleDrivers
import CycleTesting
import Testing

@testable import CycleExplore

/// Two disks are one state where an application finds the same on both.
@Suite("The memory of a disk")
struct DiskMemoryTests {
    private func key(_ make: (_ disk: MemoryFiles, _ root: Int32) throws -> Void) throws -> Fingerprint.Key {
        let disk = MemoryFiles(seed: 0)
        try make(disk, disk.openRoot("/"))
        var memory = Fingerprint()
        disk.remember(in: &memory)
        return memory.key
    }

    @Test("a file in a folder is another disk than one beside an empty file, or beside an empty folder")
    func nesting() throws {
        let inside = try key { disk, root in
            try disk.makeFolder("a", in: root)
            let folder = try disk.open("a", in: root, for: .folder)
            _ = try disk.open("b", in: folder, for: .creating(mode: 0o644))
        }
        let besideFile = try key { disk, root in
            for name in ["a", "b"] { _ = try disk.open(FileName(name), in: root, for: .creating(mode: 0o644)) }
        }
        let besideFolder = try key { disk, root in
            try disk.makeFolder("a", in: root)
            _ = try disk.open("b", in: root, for: .creating(mode: 0o644))
        }
        #expect(Set([inside, besideFile, besideFolder]).count == 3)
    }
}
