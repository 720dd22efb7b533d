import Cycle
import CycleBase
import CycleDrivers
import CycleTesting
import Testing

@Suite("Files and what is said of them")
struct DurabilityTests {
    @Test("a failure says that the disk is as wanted only where it is", arguments: [EIO, ENOSPC, EINVAL])
    func saidAsDone(_ code: Int32) async {
        let value = StoredValue<Int>("v")
        let changes: [(want: PersistenceDriver.Request, path: PersistenceDriver.Path, old: String?, new: String?)] = [
            (.append("new log", ["line"], from: 0), "new log", nil, "line\n"),
            (.append("log", ["line"], from: 0), "log", "old\n", "old\nline\n"),
            (value.delete(), "v", "damaged", nil), (value.delete(), "v.previous", "damaged", nil),
        ]
        for change in changes {
            for number in 1..<50 {
                let files = SimulatedFiles()
                (files[text: "log"], files[text: "v"], files[text: "v.previous"]) = ("old\n", "damaged", "damaged")
                files.plannedFault = { $0 == number ? .error(code) : nil }
                let events = await events(of: files.driver(), [change.want])
                let context = Comment("\(change.want.action) with error \(code) at call \(number): \(events)")
                switch events.first {
                case .failed(_, .notDurable), .appended, .deleted:
                    #expect((files[text: change.path] ?? "") == (change.new ?? ""), context)
                default:
                    // A new log may be there, and empty. The generation before is deleted first.
                    let content = files[text: change.path] ?? ""
                    #expect(change.path == "v.previous" || content == change.old ?? "", context)
                }
            }
        }
    }

    @Test(
        "a damaged value that was set aside is said, whether its folder can be synced or not", arguments: [EIO, EINVAL])
    func setAsideUnsynced(_ code: Int32) async {
        let value = StoredValue<Int>("v")
        for number in 1..<50 {
            let files = SimulatedFiles()
            files[text: "v"] = "damaged"
            files.plannedFault = { $0 == number ? .error(code) : nil }
            let events = await events(of: files.driver(), [value.read])
            let isAside = files[text: "v"] == nil
            #expect(
                isAside == events.contains(.failed(path: "v", .corrupt(setAside: "v.corrupt-1"))),
                "call \(number): \(events)")
        }
    }

    @Test("a file system that cannot sync folders takes every change", arguments: DiskChange.all)
    func unsyncedFolders(_ change: DiskChange) {
        func passedOver(_ durability: PersistenceDriver.Durability) -> (passed: Int, all: Int) {
            let outcomes = (1..<60).map { number -> (isPassed: Bool, callCount: Int) in
                let disk = MemoryFiles(seed: 0)
                disk.put(change.old.map { Array($0.utf8) }, at: change.path)
                let files = FaultyFiles(disk) { $0 == number ? .error(EINVAL) : nil }
                let failure = change.perform(FileStore(files, FileOptions(root: "/", durability: durability)))
                return (failure == nil && files.callCount >= number, files.callCount)
            }
            return (outcomes.count(where: \.isPassed), outcomes.map(\.callCount).max() ?? 0)
        }
        let (all, contents) = (passedOver(.fileAndFolder), passedOver(.file))
        #expect(all.all > contents.all)
        #expect(all.passed - contents.passed == all.all - contents.all)
    }
}
