import CycleDrivers
import Testing

@testable import CycleExplore
@testable import CycleTesting

/// Two disks are one state where an application finds the same on both.
@Suite("The memory of a disk")
struct DiskMemoryTests {
    private func key(_ make: (_ disk: MemoryFiles, _ root: Int32) throws -> Void) throws -> Fingerprint.Key {
        let disk = MemoryFiles(seed: 0)
        try make(disk, disk.openRoot("/"))
        return key(of: disk)
    }

    private func key(of disk: MemoryFiles) -> Fingerprint.Key {
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

    @Test("a disk that was asked before each change is the same as one that is asked at the end, whatever changes it")
    func isFresh() throws {
        let changes: [(_ disk: MemoryFiles, _ root: Int32) throws -> Void] = [
            { disk, root in _ = try disk.open("a", in: root, for: .creating(mode: 0o644)) },
            { disk, root in try disk.sync(root) },
            { disk, root in _ = try disk.write(disk.open("a", in: root, for: .appending(mode: 0o644)), [1, 2, 3]) },
            { disk, root in try disk.sync(disk.open("a", in: root, for: .appending(mode: 0o644))) },
            { disk, root in try disk.setSize(of: disk.open("a", in: root, for: .appending(mode: 0o644)), to: 1) },
            { disk, root in try disk.rename("a", to: "b", in: root) },
            { disk, root in try disk.link("b", to: "c", in: root) },
            { disk, root in try disk.makeFolder("d", in: root) },
            { disk, _ in disk.put([4], at: "d/e") },
            { disk, root in try disk.remove("b", in: root) },
            { disk, _ in disk.forceAll() },
            { disk, _ in disk.put(nil, at: "c") },
            { disk, root in _ = try disk.open("f", in: root, for: .creating(mode: 0o644)) },
            { disk, _ in disk.cutPower(.everything) },
            { disk, _ in disk.put([5], at: "g") },
            { disk, root in _ = try disk.write(disk.open("g", in: root, for: .appending(mode: 0o644)), [6]) },
            { disk, _ in disk.cutPower() },
        ]
        let asked = MemoryFiles(seed: 3)
        var known: [Fingerprint.Key] = []
        for count in 0...changes.count {
            known.append(key(of: asked))
            let fresh = MemoryFiles(seed: 3)
            for change in changes.prefix(count) { try change(fresh, fresh.openRoot("/")) }
            #expect(key(of: fresh) == known[count] && fresh.hasUnforced == asked.hasUnforced)
            if count < changes.count { try changes[count](asked, asked.openRoot("/")) }
        }
        // All but the last ones, which lose by chance, change what an application, or a power cut, finds.
        #expect(zip(known, known.dropFirst()).prefix(changes.count - 1).allSatisfy { $0 != $1 })
    }
}
