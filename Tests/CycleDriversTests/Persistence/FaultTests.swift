import Cycle
import CycleDrivers
import CycleBase
import CycleTesting
import Testing

private let faults: [FaultyFiles.Fault] =
    [ENOSPC, EIO, EACCES, EROFS, EINTR].map { .error($0) } + [.shortWrite]

private let durabilities: [PersistenceDriver.Durability] = [.none, .file, .fileAndFolder]

extension FaultyFiles.Fault {
    /// The failure that a driver reports for it; `nil` for a fault that the driver survives.
    var failure: PersistenceDriver.Failure? {
        switch self {
        case .error(ENOSPC): .full
        case .error(EACCES): .denied
        case .error(EROFS): .readOnly
        case .error(EIO): .system(EIO)
        default: nil
        }
    }
}

/// A change of one file, what the file holds before, and what after.
struct DiskChange: Sendable, CustomTestStringConvertible {
    let path: PersistenceDriver.Path
    let old: String?
    let new: String?

    var testDescription: String { "\(path): \(old ?? "none") -> \(new ?? "none")" }

    func perform(_ store: FileStore) -> PersistenceDriver.Failure? {
        do {
            if let new { try store.write(Array(new.utf8), to: path) } else { try store.delete(path) }
            return nil
        } catch {
            return error
        }
    }

    static let all = [
        DiskChange(path: "a", old: "the old content", new: "the new content"),
        DiskChange(path: "a", old: nil, new: "the new content"),
        DiskChange(path: "x/y/a", old: nil, new: "the new content"),
        DiskChange(path: "x/y/a", old: "the old content", new: "the new content"),
        DiskChange(path: "a", old: "the old content", new: nil),
    ]
}

@Suite("Files and faults")
struct FaultTests {
    @Test("a call that fails leaves the old or the new content, and the failure says which", arguments: DiskChange.all)
    func oneFault(_ change: DiskChange) {
        var callCount = 0
        for durability in durabilities {
            for fault in faults {
                var number = 1
                while attempt(change, durability, fault, at: number) {
                    number += 1
                    callCount += 1
                }
            }
        }
        #expect(callCount > 90)
        print("\(change.testDescription): \(callCount) failing calls, each with the old or the new content")
    }

    /// - Returns: Whether there was such a call.
    private func attempt(
        _ change: DiskChange, _ durability: PersistenceDriver.Durability, _ fault: FaultyFiles.Fault, at number: Int
    ) -> Bool {
        let disk = MemoryFiles(seed: 0)
        disk.put(change.old.map { Array($0.utf8) }, at: change.path)
        let files = FaultyFiles(disk) { $0 == number ? fault : nil }
        let failure = change.perform(FileStore(files, FileOptions(root: "/", durability: durability)))
        let content = disk.content(at: change.path).map { String(decoding: $0, as: UTF8.self) }
        let context = Comment("\(durability) \(fault) at call \(number): \(String(describing: failure))")
        switch failure {
        case nil, .notDurable: #expect(content == change.new, context)
        default: #expect(content == change.old, context)
        }
        #expect(failure == nil || failure == .notDurable || failure == fault.failure, context)
        #expect(disk.openCount == 0, context)
        #expect(disk.paths.filter { "\($0)".contains(".cycle-") } == [], context)
        return files.callCount >= number
    }

    @Test("a disk that fails for good leaves the old or the new content", arguments: DiskChange.all)
    func lastingFault(_ change: DiskChange) {
        for durability in durabilities {
            for fault in faults where fault != .error(EINTR) {
                for number in 1..<60 {
                    let disk = MemoryFiles(seed: 0)
                    disk.put(change.old.map { Array($0.utf8) }, at: change.path)
                    let files = FaultyFiles(disk) { $0 >= number ? fault : nil }
                    let failure = change.perform(FileStore(files, FileOptions(root: "/", durability: durability)))
                    let content = disk.content(at: change.path).map { String(decoding: $0, as: UTF8.self) }
                    let isNew = failure == nil || failure == .notDurable
                    #expect(content == (isNew ? change.new : change.old))
                    #expect(disk.openCount == 0)
                    #expect(disk.paths.filter { "\($0)".contains(".cycle-") }.count <= 1)
                }
            }
        }
    }

    @Test("the same on the disk itself", arguments: durabilities)
    func realDisk(_ durability: PersistenceDriver.Durability) {
        for fault in faults {
            for number in 1..<40 {
                let folder = TemporaryFolder()
                folder.write("old", to: "a")
                let files = FaultyFiles(SystemFiles()) { $0 == number ? fault : nil }
                let store = FileStore(files, FileOptions(root: folder.path, durability: durability))
                let failure = DiskChange(path: "a", old: "old", new: "new").perform(store)
                let isNew = failure == nil || failure == .notDurable
                #expect(folder.text(of: "a") == (isNew ? "new" : "old"))
                #expect(folder.names() == ["a"])
            }
        }
    }

    @Test("a read that fails says so, and never gives a part", arguments: faults)
    func reading(_ fault: FaultyFiles.Fault) throws {
        for number in 1..<20 {
            let disk = MemoryFiles(seed: 0)
            disk.put(Array("content".utf8), at: "x/a")
            let files = FaultyFiles(disk) { $0 == number ? fault : nil }
            let store = FileStore(files, FileOptions(root: "/"))
            do {
                #expect(try store.read("x/a") == Array("content".utf8))
            } catch {
                #expect(fault != .error(EINTR) && fault != .shortWrite)
            }
            #expect(disk.openCount == 0)
        }
    }

    @Test("a socket, which Darwin refuses to open in its own words, is not a file")
    func socket() {
        var failures: Set<PersistenceDriver.Failure> = []
        for number in 1..<20 {
            let disk = MemoryFiles(seed: 0)
            disk.put([1], at: "a")
            let files = FaultyFiles(disk) { $0 == number ? .error(EOPNOTSUPP) : nil }
            do {
                _ = try FileStore(files, FileOptions(root: "/")).read("a")
            } catch {
                failures.insert(error)
            }
        }
        #expect(failures.contains(.notAFile))
    }

    @Test("each call that fails leads to one event of the driver, which says why", arguments: faults)
    func oneEvent(_ fault: FaultyFiles.Fault) async {
        let value = StoredValue<Int>("v")
        var failedCount = 0
        for wants in [[.read("a")], [.write("a", "new")], [.delete("a")], [value.read], [value.write(2)]] {
            for number in 1..<50 {
                let files = SimulatedFiles()
                (files[text: "a"], files["v"]) = ("old", Envelope(version: 0, payload: [49]).bytes)
                files.plannedFault = { $0 == number ? fault : nil }
                let events = await events(of: files.driver(), wants)
                #expect(events.count == 1, "\(wants) \(fault) at call \(number)")
                guard case .failed(_, let failure) = events.first else { continue }
                failedCount += 1
                #expect(failure == .notDurable || failure == fault.failure, "\(wants) \(fault) at call \(number)")
                let isDone = failure == .notDurable
                let new: String? = wants.first?.action == .delete ? nil : "new"
                if wants.first?.path == "a" { #expect(files[text: "a"] == (isDone ? new : "old")) }
            }
        }
        #expect((failedCount > 0) == (fault.failure != nil))
        print("\(fault): \(failedCount) of the driver's actions failed, each with one event")
    }

    @Test("a disk that is full is an event, the old content stays, and the next write succeeds once there is room")
    func full() async {
        let files = SimulatedFiles(capacity: 20)
        files[text: "a"] = "0123456789"
        files[text: "b"] = "0123456"
        let driver = files.driver()
        #expect(await events(of: driver, [.write("a", "9876543210")]) == [.failed(path: "a", .full)])
        #expect(files[text: "a"] == "0123456789")
        #expect(
            await events(of: driver, [.delete("b")], [.write("a", "9876543210")])
                == [.deleted(path: "b"), .saved(path: "a")])
    }

    @Test("a failure that the loop has not taken when it stops is unheard; not that of an unwanted write")
    func unheard() {
        for isStillWanted in [true, false] {
            let (time, files) = (VirtualTime(), SimulatedFiles())
            files.faults.full = 1
            let (wants, inlet) = Signal<[PersistenceDriver.Request]>.pipe()
            let cycle = CycledLens(startingWith: [PersistenceDriver.Request.write("a", "new")]) { frames in
                frames.lens(driver: files.driver(), frameFilter: { PersistenceDriver.Model($0) })
                frames.lens(events: wants) { $0 = $1 }
            }
            // Sent before the first frame is shown, and so before the failure.
            if !isStillWanted { inlet.send([]) }
            cycle.start(on: time)
            if !isStillWanted { cycle.step() }
            #expect(files.unheardFailures == [:])
            cycle.stop()
            #expect(files.unheardFailures == (isStillWanted ? ["a": .full] : [:]))
        }
    }

    @Test("a process killed at any call leaves old or new content, and one file that the next sweeps")
    func killed() throws {
        for durability in durabilities {
            for number in 1..<30 {
                let disk = MemoryFiles(seed: 0)
                disk.put(Array("old".utf8), at: "a")
                let files = FaultyFiles(disk) { $0 == number ? .kill : nil }
                let failure = DiskChange(path: "a", old: "old", new: "new").perform(
                    FileStore(files, FileOptions(root: "/", durability: durability)))
                disk.closeAll()
                let content = disk.content(at: "a").map { String(decoding: $0, as: UTF8.self) }
                #expect(content == "old" || content == "new")
                #expect(failure != nil || content == "new")
                #expect(disk.paths.count <= 2)
                try FileStore(disk, FileOptions(root: "/")).write([1], to: "a")
                #expect(disk.paths == ["a"])
            }
        }
    }

    @Test("after a power cut at any call a durable file is old or new, and new once that was reported")
    func powerCut() {
        var tornWithoutDurability = 0
        for durability in durabilities {
            for seed in 0..<200 {
                for number in 1..<25 {
                    let disk = MemoryFiles(seed: UInt64(seed))
                    disk.put(Array("the old content".utf8), at: "a")
                    let files = FaultyFiles(disk) { $0 == number ? .kill : nil }
                    let failure = DiskChange(path: "a", old: nil, new: "the new content").perform(
                        FileStore(files, FileOptions(root: "/", durability: durability)))
                    disk.cutPower()
                    let content = disk.content(at: "a").map { String(decoding: $0, as: UTF8.self) }
                    let isWhole = content == "the old content" || content == "the new content"
                    if durability == .none {
                        tornWithoutDurability += isWhole ? 0 : 1
                    } else {
                        #expect(isWhole, "seed \(seed), \(durability), call \(number): \(content ?? "no file")")
                    }
                    if durability == .fileAndFolder, failure == nil {
                        #expect(content == "the new content", "seed \(seed), call \(number)")
                    }
                }
            }
        }
        // The disk does lose what it may: else the rest would prove nothing.
        #expect(tornWithoutDurability > 0)
    }

    @Test("no other user may read the new content of a private file, at any moment of a write")
    func staysPrivate() throws {
        let disk = MemoryFiles(seed: 0)
        disk.put([1], at: "a")
        let root = try disk.openRoot("/")
        try disk.setMode(of: try disk.open("a", in: root, for: .reading), to: 0o600)
        var modes: [UInt32] = []
        let files = FaultyFiles(disk) { _ in
            for path in disk.paths {
                do {
                    if let status = try disk.status(of: FileName("\(path)"), in: root) { modes.append(status.mode) }
                } catch { return nil }
            }
            return nil
        }
        try FileStore(files, FileOptions(root: "/")).write([2], to: "a")
        #expect(modes.count > 10 && modes.allSatisfy { $0 & 0o077 == 0 }, "\(modes)")
    }

    @Test("a file that is being written by another process is not swept")
    func sparesOthers() throws {
        let disk = MemoryFiles(seed: 0)
        let root = try disk.openRoot("/")
        let other = try disk.open(".cycle-other.tmp", in: root, for: .creating(mode: 0o600))
        try disk.lock(other)
        disk.put([], at: ".cycle-left.tmp")
        try FileStore(disk, FileOptions(root: "/")).write([1], to: "a")
        #expect(disk.paths == [".cycle-other.tmp", "a"])
    }
}
