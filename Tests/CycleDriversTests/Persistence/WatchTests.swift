import Cycle
import CycleBase
import CycleTesting
import Foundation
import Testing

@testable import CycleDrivers

@Suite("PersistenceDriver: watching")
struct WatchTests {
    let folder = TemporaryFolder()
    var driver: PersistenceDriver { PersistenceDriver(root: folder.path) }

    /// The events of folders by this system's calls, or by those of Darwin, which a stand-in takes the place of.
    enum Source: CaseIterable {
        case system
        #if os(Linux)
            case kqueue
        #endif

        func observing(_ driver: PersistenceDriver) -> PersistenceDriver {
            switch self {
            case .system: driver
            #if os(Linux)
                case .kqueue: driver.observing(SharedFolderEvents { VnodeFolderEvents(StandInKqueue()) })
            #endif
            }
        }
    }

    /// Writes into a file in place, or makes it, as one change: Darwin has an event for each call that changes a file.
    private func write(_ text: String, to name: String) {
        let file = open(folder.path(of: name), O_WRONLY)
        guard file >= 0 else {
            folder.write(text, to: "\(name).new")
            rename(folder.path(of: "\(name).new"), folder.path(of: name))
            return
        }
        defer { close(file) }
        let bytes = Array(text.utf8)
        _ = CycleBase.write(file, bytes, bytes.count)
    }

    /// Watches `paths` and plays `steps`: after each event that is not `saved`, the next step changes the folder or the
    /// files that are written.
    private func events(
        watching paths: [PersistenceDriver.Path], _ steps: [(inout [PersistenceDriver.Request]) -> Void],
        on driver: PersistenceDriver
    ) async -> [FileEvent] {
        struct Frame: Equatable {
            var files: [PersistenceDriver.Request]
            var events: [FileEvent] = []
            var step = 0
        }
        // The read is answered after the watches have begun.
        let first = Frame(files: paths.map { .watch($0) } + [.read("a file that is not there")])
        let cycle = CycledLens(startingWith: first) { frames in
            frames.lens(
                driver: driver, frameFilter: { PersistenceDriver.Model($0.files) },
                eventFilter: { frame, event in
                    if case .loaded = event {} else { frame.events.append(event) }
                    if frame.step < steps.count { steps[frame.step](&frame.files) }
                    frame.step += 1
                })
        }
        return await cycle.run(on: VirtualTime(), until: { $0.step > steps.count }).events
    }

    @Test(
        "tells of files that others write, replace, remove and make, also in folders that come later",
        arguments: Source.allCases)
    func tells(source: Source) async {
        folder.write("1", to: "a")
        let folder = folder
        let events = await events(
            watching: ["a", "sub/b"],
            [
                { _ in write("22", to: "a") },
                { _ in
                    folder.write("333", to: "other")
                    rename(folder.path(of: "other"), folder.path(of: "a"))
                },
                { _ in unlink(folder.path(of: "a")) },
                { _ in write("4444", to: "a") },
                { _ in
                    folder.makeFolder("hidden")
                    folder.write("5", to: "hidden/b")
                    rename(folder.path(of: "hidden"), folder.path(of: "sub"))
                },
                { _ in write("66", to: "sub/b") },
            ], on: source.observing(driver))
        #expect(
            events == [
                .changed(path: "a"), .changed(path: "a"), .deleted(path: "a"), .changed(path: "a"),
                .changed(path: "sub/b"), .changed(path: "sub/b"),
            ])
    }

    @Test("tells of a write in place also after the file was replaced", arguments: Source.allCases)
    func replaced(source: Source) async {
        folder.write("1", to: "a")
        let folder = folder
        let events = await events(
            watching: ["a"],
            [
                { _ in write("22", to: "a") },
                { _ in
                    folder.write("333", to: "other")
                    rename(folder.path(of: "other"), folder.path(of: "a"))
                },
                { _ in write("4444", to: "a") },
                { _ in write("55555", to: "a") },
            ], on: source.observing(driver))
        #expect(events == Array(repeating: .changed(path: "a"), count: 4))
    }

    @Test("tells of files that are linked into place, which nobody opens and closes", arguments: Source.allCases)
    func links(source: Source) async {
        folder.write("1", to: "x")
        folder.write("2", to: "y")
        let folder = folder
        let events = await events(
            watching: ["a", "b"],
            [
                { _ in link(folder.path(of: "x"), folder.path(of: "a")) },
                { _ in unlink(folder.path(of: "a")) },
                { _ in symlink("y", folder.path(of: "b")) },
            ],
            on: source.observing(PersistenceDriver(root: folder.path, symbolicLinks: .followed)))
        #expect(events == [.changed(path: "a"), .deleted(path: "a"), .changed(path: "b")])
    }

    /// Writes something of the same length, and puts the time of the file back.
    private func writeInSecret(_ text: String, to name: String) {
        var status = stat()
        stat(folder.path(of: name), &status)
        let file = open(folder.path(of: name), O_WRONLY)
        defer { close(file) }
        _ = CycleBase.write(file, text, text.utf8.count)
        var times = [status.contentTime, status.contentTime]
        futimens(file, &times)
    }

    @Test("tells of a file whose time was put back, as programs do that copy it", arguments: Source.allCases)
    func secretWrites(source: Source) async {
        folder.write("old1", to: "a")
        let events = await events(
            watching: ["a"],
            [{ _ in writeInSecret("new1", to: "a") }, { _ in writeInSecret("new2", to: "a") }],
            on: source.observing(driver))
        #expect(events == [.changed(path: "a"), .changed(path: "a")])
    }

    @Test("tells of a file that truncate(2) has made shorter, also after it was replaced", arguments: Source.allCases)
    func truncation(source: Source) async {
        folder.write("12345", to: "a")
        let folder = folder
        let events = await events(
            watching: ["a"],
            [
                { _ in _ = truncate(folder.path(of: "a"), 4) },
                { _ in _ = truncate(folder.path(of: "a"), 3) },
                { _ in
                    folder.write("12345678", to: "other")
                    rename(folder.path(of: "other"), folder.path(of: "a"))
                },
                { _ in _ = truncate(folder.path(of: "a"), 1) },
            ], on: source.observing(driver))
        #expect(events == Array(repeating: .changed(path: "a"), count: 4))
    }

    @Test(
        "tells of a file that is written by another name of it, in its folder or elsewhere", arguments: Source.allCases)
    func otherNames(source: Source) async {
        folder.write("1", to: "a")
        folder.makeFolder("elsewhere")
        link(folder.path(of: "a"), folder.path(of: "b"))
        let folder = folder
        let events = await events(
            watching: ["a"],
            [
                { _ in write("22", to: "b") },
                { _ in
                    link(folder.path(of: "a"), folder.path(of: "elsewhere/c"))
                    write("333", to: "elsewhere/c")
                },
                // Another file has the name from now on: the old one is none of the watch's business.
                { _ in
                    folder.write("4444", to: "other")
                    rename(folder.path(of: "other"), folder.path(of: "a"))
                },
                { _ in
                    write("55555", to: "elsewhere/c")
                    write("666666", to: "a")
                },
            ], on: source.observing(driver))
        #expect(events == Array(repeating: .changed(path: "a"), count: 4))
    }

    @Test(
        "tells of a file when the link that leads to it is replaced, and of one that is written behind it",
        arguments: Source.allCases)
    func replacedWays(source: Source) async {
        for name in ["one", "two"] {
            folder.makeFolder(name)
            folder.write(name, to: "\(name)/a")
        }
        symlink("one", folder.path(of: "way"))
        let folder = folder
        let events = await events(
            watching: ["way/a"],
            [
                { _ in
                    symlink("two", folder.path(of: "new"))
                    rename(folder.path(of: "new"), folder.path(of: "way"))
                },
                { _ in write("by its own name", to: "two/a") },
            ], on: source.observing(PersistenceDriver(root: folder.path, symbolicLinks: .followed)))
        #expect(events == [.changed(path: "way/a"), .changed(path: "way/a")])
    }

    @Test("does not echo the driver's own writes and deletions", arguments: Source.allCases)
    func doesNotEcho(source: Source) async {
        folder.write("1", to: "a")
        let events = await events(
            watching: ["a", "b", "c"],
            [
                { $0.append(.write("a", "mine")) },
                { $0.append(.write("b", "mine")) },
                { files in
                    files.removeLast()
                    files.append(.delete("b"))
                },
                { _ in write("theirs", to: "c") },
            ], on: source.observing(driver))
        #expect(
            events == [.saved(path: "a"), .saved(path: "b"), .deleted(path: "b"), .changed(path: "c")])
    }

    @Test(
        "tells of a folder that comes later, of links that are passed over, of a write in place, and of a folder that goes",
        arguments: Source.allCases)
    func folders(source: Source) async {
        let folder = folder
        let driver = source.observing(driver)
        var told: [PersistenceDriver.FolderChange] = []
        let steps: [() -> Void] = [
            {
                folder.makeFolder("hidden")
                folder.makeFolder("hidden/below")
                folder.write("1", to: "hidden/a")
                symlink("a", folder.path(of: "hidden/link"))
                rename(folder.path(of: "hidden"), folder.path(of: "sub"))
            },
            {
                folder.write("1", to: "other")
                rename(folder.path(of: "other"), folder.path(of: "sub/b"))
            },
            { write("22", to: "sub/a") },
            { _ = rename(folder.path(of: "sub"), folder.path(of: "gone")) },
        ]
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: driver, frameFilter: { _ in .files(.watchFolder("sub")) },
                eventFilter: { frame, event in
                    guard case .folderChanged(_, let change) = event else { return }
                    told.append(change)
                    if frame < steps.count { steps[frame]() }
                    frame += 1
                })
        }
        await cycle.run(on: VirtualTime(), until: { $0 > steps.count })
        #expect(
            told == [
                .init(), .init(created: ["sub/a"]), .init(created: ["sub/b"]), .init(changed: ["sub/a"]),
                .init(deleted: ["sub/a", "sub/b"]),
            ])
    }

    @Test(
        "does not echo a stored value's writes, whose generation before gets another name", arguments: Source.allCases)
    func storedValues(source: Source) async {
        struct Frame: Equatable {
            var count = 1
            var told: [PersistenceDriver.FolderChange] = []
        }
        let folder = folder
        let value = StoredValue<String>("value")
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: source.observing(driver),
                frameFilter: {
                    $0.told.isEmpty
                        ? .files(.watchFolder())
                        : .files(.watchFolder(), value.write(String(repeating: "x", count: $0.count)))
                },
                eventFilter: { frame, event in
                    if case .folderChanged(_, let change) = event { frame.told.append(change) }
                    guard case .saved = event else { return }
                    if frame.count == 4 { folder.write("", to: "end") } else { frame.count += 1 }
                })
        }
        let told = await cycle.run(on: VirtualTime(), until: { $0.told.contains { $0.created == ["end"] } }).told
        #expect(told == [.init(), .init(created: ["end"])])
    }

    #if os(Linux)
        @Test("tells nothing of a file that only got another mode or another name")
        func statusOnly() async {
            folder.write("1", to: "a")
            let folder = folder
            let events = await events(
                watching: ["a", "end"],
                [
                    { _ in
                        chmod(folder.path(of: "a"), 0o600)
                        link(folder.path(of: "a"), folder.path(of: "b"))
                        write("1", to: "end")
                    }
                ], on: driver)
            #expect(events == [.changed(path: "end")])
        }

        @Test("observes as many files as are watched, however many come and go in a folder")
        func filesComeAndGo() throws {
            let source = SystemFolderEvents()
            defer { source.close() }
            let root = open(folder.path, O_RDONLY | O_DIRECTORY)
            defer { close(root) }
            let token = try source.observe(root)
            func watchCount() -> Int {
                let text = FileManager.default.contents(atPath: "/proc/self/fdinfo/\(source.descriptor)") ?? Data()
                return String(decoding: text, as: UTF8.self).split(separator: "\n").count { $0.hasPrefix("inotify ") }
            }
            folder.write("1", to: "kept")
            try source.observeFile("kept", in: root, of: token)
            for number in 0..<50 {
                folder.write("1", to: "\(number)")
                try source.observeFile("\(number)", in: root, of: token)
                #expect(watchCount() == 3)
                source.forgetFile("\(number)", of: token)
            }
            source.forget(token)
            #expect(watchCount() == 0)
        }

        @Test("so many changes that the system forgets some are not missed")
        func overflow() throws {
            let source = SystemFolderEvents()
            defer { source.close() }
            let root = open(folder.path, O_RDONLY | O_DIRECTORY)
            defer { close(root) }
            let token = try source.observe(root)
            folder.write("1", to: "a")
            #expect(source.take() == [token: ["a"]])
            for _ in 0..<10_000 {
                rename(folder.path(of: "a"), folder.path(of: "b"))
                rename(folder.path(of: "b"), folder.path(of: "a"))
            }
            // It is not known where: all are looked at.
            #expect(source.take() == nil)
            #expect(source.take() == [:])
        }

        @Test("a folder of kqueue tells nothing of a write in place, an observed file does, and no other name of it")
        func observedFiles() throws {
            folder.write("1", to: "a")
            let source = VnodeFolderEvents(StandInKqueue())
            defer { source.close() }
            let root = open(folder.path, O_RDONLY | O_DIRECTORY)
            defer { close(root) }
            let token = try source.observe(root)
            #expect(try source.observe(root) == token)
            write("22", to: "a")
            #expect(source.take() == [:])
            try source.observeFile("a", in: root, of: token)
            try source.observeFile("none", in: root, of: token)
            write("333", to: "a")
            #expect(source.take() == [token: ["a"]])
            unlink(folder.path(of: "a"))
            #expect(source.take() == [token: ["", "a"]])
            folder.write("4", to: "a")
            #expect(source.take() == [token: [""]])
            try source.observeFile("a", in: root, of: token)
            write("55", to: "a")
            #expect(source.take() == [token: ["a"]])
            source.forget(token)
            write("666", to: "a")
            #expect(source.take() == [:])
        }
    #endif

    @Test("a root that disappears is a failure", arguments: Source.allCases)
    func losesItsRoot(source: Source) async {
        folder.makeFolder("root")
        let folder = folder
        let events = await events(
            watching: ["a"], [{ _ in rmdir(folder.path(of: "root")) }],
            on: source.observing(PersistenceDriver(root: folder.path(of: "root"))))
        #expect(events == [.failed(path: "a", .missingFolder)])
    }

    @Test("a loop that is slow gets one event for many changes", arguments: Source.allCases)
    func coalesces(source: Source) async {
        let folder = folder
        let events = await events(
            watching: ["a", "b"],
            [
                { _ in
                    for count in 1...500 { folder.write(String(repeating: "x", count: count % 7), to: "a") }
                },
                { _ in folder.write("end", to: "b") },
            ], on: source.observing(driver))
        #expect(events.filter { $0 == .changed(path: "a") }.count <= 3)
    }
}
