import Cycle
import CycleDrivers
import CycleBase
import CycleTesting
import Testing

@Suite("PersistenceDriver: other programs that rename and remove at the worst moment")
struct RaceTests {
    /// Removes the folder before one call, and makes it again, empty, before one that follows.
    private func renew(
        _ name: PersistenceDriver.Path, of files: SimulatedFiles, at number: Int, after count: Int
    ) {
        files.plannedFault = { [unowned files] call in
            if call == number { files.disk.put(nil, at: name) }
            if call == number + count { files.disk.put([], at: name, kind: .folder) }
            return nil
        }
    }

    /// A want, and a folder that it watches.
    private static let watches: [(want: PersistenceDriver.Request, folder: PersistenceDriver.Path)] = [
        (.watchFolder("w"), "w"), (.watchTree("w"), "w"), (.watchTree("w"), "w/in"), (.watchTree(), "w/in"),
    ]

    @Test("a watched folder that is removed and made again at any call is watched on", arguments: 0...3, watches)
    func watchedFolder(after count: Int, _ watch: (want: PersistenceDriver.Request, folder: PersistenceDriver.Path)) {
        let folder = watch.folder
        struct Frame: Equatable {
            var isWriting = false
            var events: [FileEvent] = []
        }
        for number in 1..<30 {
            let files = SimulatedFiles()
            files[text: "\(folder)/old"] = "1"
            renew(folder, of: files, at: number, after: count)
            let first = Frame()
            let cycle = CycledLens(startingWith: first) { frames in
                frames.lens(
                    driver: files.driver(),
                    frameFilter: { _ in .files(watch.want, .read("b", repetition: 1)) },
                    eventFilter: { frame, event in frame.events.append(event) })
            }
            let time = VirtualTime()
            cycle.start(on: time)
            while cycle.step() {}
            files.plannedFault = { _ in nil }
            files.disk.put([], at: folder, kind: .folder)
            files[text: "\(folder)/new"] = "2"
            while cycle.step() {}
            #expect(
                cycle.frame.events.contains {
                    if case .folderChanged(_, let told) = $0 { told.created == ["\(folder)/new"] } else { false }
                }, "call \(number): \(cycle.frame.events)")
            #expect(
                !cycle.frame.events.contains { if case .failed = $0 { true } else { false } },
                "call \(number): \(cycle.frame.events)")
            cycle.stop()
        }
    }

    @Test(
        "a read, a listing, a write, an append and a delete in a folder that is made anew at any call succeed",
        arguments: 0...2)
    func actions(after count: Int) async {
        let actions: [PersistenceDriver.Request] = [
            .read("x/y/a"), .list("x/y"), .write("x/y/a", "new"), .append("x/y/a", ["line"], from: 0),
            .delete("x/y/a"),
        ]
        for action in actions {
            for number in 1..<40 {
                for name: PersistenceDriver.Path in ["x", "x/y"] {
                    let files = SimulatedFiles()
                    files[text: "x/y/a"] = "old\n"
                    renew(name, of: files, at: number, after: count)
                    let events = await events(of: files.driver(), [action])
                    #expect(events.count == 1, "\(action), call \(number)")
                    if case .failed(_, let failure) = events.first {
                        Issue.record("\(action), call \(number): \(failure)")
                    }
                    #expect(files.disk.openCount == 0)
                }
            }
        }
    }

    @Test("a link that becomes a folder, and a folder that becomes a link, have a named failure or none")
    func links() async {
        for action in [PersistenceDriver.Request.read("x/a"), .write("x/a", "new"), .list("x")] {
            for isLinkFirst in [true, false] {
                for number in 1..<30 {
                    let files = SimulatedFiles()
                    files[text: "real/a"] = "old"
                    let disk = files.disk
                    let asLink = { disk.put(Array("real".utf8), at: "x", kind: .link) }
                    let asFolder = { disk.put([], at: "x", kind: .folder) }
                    if isLinkFirst { asLink() } else { asFolder() }
                    files.plannedFault = { call in
                        guard call == number else { return nil }
                        if isLinkFirst { asFolder() } else { asLink() }
                        return nil
                    }
                    let events = await events(of: files.driver(symbolicLinks: .followed), [action])
                    #expect(events.count == 1, "\(action), call \(number)")
                    if case .failed(_, let failure) = events.first {
                        Issue.record("\(action), call \(number): \(failure)")
                    }
                }
            }
        }
    }

    @Test("a path of any length holds a handful of files open")
    func longPath() throws {
        let disk = MemoryFiles(seed: 0)
        var most = 0
        let files = FaultyFiles(disk) { _ in
            most = max(most, disk.openCount)
            return nil
        }
        let path = PersistenceDriver.Path(Array(repeating: "d", count: 200).joined(separator: "/"))
        let store = FileStore(files, FileOptions(root: "/", durability: .none))
        try store.write([1], to: path)
        #expect(try store.read(path) == [1])
        #expect(most <= 4)
    }

    @Test("a delete removes files only: no pipe, socket or device", arguments: ["pipe", "socket"])
    func others(_ name: String) async {
        let folder = TemporaryFolder()
        if name == "pipe" {
            mkfifo(folder.path(of: name), 0o600)
        } else if mknod(folder.path(of: name), S_IFSOCK | 0o600, 0) != 0 {
            // On Darwin root alone makes a socket by its name.
            return
        }
        let path = PersistenceDriver.Path(name)
        let driver = PersistenceDriver(root: folder.path)
        let events = await events(of: driver, [.delete(path)], [.write(path, "x")], [.read(path)])
        #expect(events == Array(repeating: .failed(path: path, .notAFile), count: 3))
        #expect(folder.names() == [name])
    }
}
