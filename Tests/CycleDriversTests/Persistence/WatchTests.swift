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

    /// The files of a tree as an application knows them, and those that were told as changed since the last step.
    private struct Tree: Equatable {
        var files: Set<PersistenceDriver.Path> = []
        var changed: Set<PersistenceDriver.Path> = []
        /// Files that were told twice, or never there.
        var odd: [PersistenceDriver.Path] = []
        var step = 0

        mutating func take(_ change: PersistenceDriver.FolderChange) {
            odd += change.created.filter { files.contains($0) }
            odd += (change.deleted + change.changed).filter { !files.contains($0) }
            odd += change.changed.filter { changed.contains($0) }
            files.formUnion(change.created)
            files.subtract(change.deleted)
            changed.formUnion(change.changed)
        }
    }

    @Test(
        "a tree is told of folders that come, are moved, replaced and go, by their files, each change once",
        arguments: Source.allCases)
    func trees(source: Source) async {
        let folder = folder
        for path in ["t/a/b", "t/.git/objects", "elsewhere/c/d"] { folder.makeFolder(path) }
        folder.write("1", to: "t/a/b/x")
        folder.write("1", to: "t/.git/objects/y")
        folder.write("1", to: "elsewhere/c/d/z")
        symlink("a", folder.path(of: "t/link"))
        let path = { folder.path(of: $0) }
        typealias Paths = Set<PersistenceDriver.Path>
        /// The acts of another program, the files that are in the tree then, and those that have changed.
        let steps: [(act: () -> Void, files: Paths, changed: Paths)] = [
            ({}, ["t/a/b/x"], []),
            ({ _ = rename(path("elsewhere/c"), path("t/c")) }, ["t/a/b/x", "t/c/d/z"], []),
            ({ _ = rename(path("t/c/d"), path("t/a/d")) }, ["t/a/b/x", "t/a/d/z"], []),
            ({ write("22", to: "t/a/d/z") }, ["t/a/b/x", "t/a/d/z"], ["t/a/d/z"]),
            (
                {
                    write("22", to: "t/.git/objects/y")
                    write("22", to: "t/a/b/x")
                }, ["t/a/b/x", "t/a/d/z"], ["t/a/b/x"]
            ),
            ({ _ = rename(path("t/a"), path("t/e")) }, ["t/e/b/x", "t/e/d/z"], []),
            ({ _ = rename(path("t/e/d/z"), path("t/e/d/w")) }, ["t/e/b/x", "t/e/d/w"], []),
            ({ _ = rename(path("t/e"), path("elsewhere/e")) }, [], []),
            (
                {
                    folder.makeFolder("elsewhere/f/g/h/i")
                    folder.write("1", to: "elsewhere/f/g/h/i/v")
                    rename(path("elsewhere/f"), path("t/f"))
                }, ["t/f/g/h/i/v"], []
            ),
            ({ _ = rename(path("t"), path("gone")) }, [], []),
            ({ _ = rename(path("gone"), path("t")) }, ["t/f/g/h/i/v"], []),
        ]
        let cycle = CycledLens(startingWith: Tree()) { frames in
            frames.lens(
                driver: source.observing(driver), frameFilter: { _ in .files(.watchTree("t", skipping: [".git"])) },
                eventFilter: { tree, event in
                    guard case .folderChanged(_, let change) = event else { return }
                    tree.take(change)
                    // A folder that is moved may be told in two events.
                    guard tree.files == steps[tree.step].files, tree.changed == steps[tree.step].changed else { return }
                    tree.changed = []
                    tree.step += 1
                    if tree.step < steps.count { steps[tree.step].act() }
                })
        }
        let tree = await cycle.run(on: VirtualTime(), until: { $0.step == steps.count })
        #expect(tree.odd == [])
    }

    @Test(
        "a tree that another program makes, moves and removes in haste is known as it is in the end",
        arguments: Source.allCases)
    func treeInHaste(source: Source) async throws {
        let folder = folder
        folder.makeFolder("t")
        let haste = startThread {
            var random = SplitMix(seed: 7)
            let path = { (random: inout SplitMix) in
                let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    "abc".randomElement(using: &random) ?? "a"
                }
                return folder.path(of: "t/" + names.map(String.init).joined(separator: "/"))
            }
            for _ in 0..<3_000 {
                let (one, other) = (path(&random), path(&random))
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<4: mkdir(one, 0o755)
                case 4..<7: if let file = fopen(one + ".txt", "w") { fclose(file) }
                case 7: rename(one, other)
                case 8: rename(one + ".txt", other + ".txt")
                default: _ = try? FileManager.default.removeItem(atPath: one)
                }
            }
            folder.write("", to: "t/end")
        }
        let cycle = CycledLens(startingWith: Tree()) { frames in
            frames.lens(
                driver: source.observing(driver), frameFilter: { _ in .files(.watchTree("t")) },
                eventFilter: { tree, event in
                    guard case .folderChanged(_, let change) = event else { return }
                    tree.take(change)
                    tree.changed = []
                })
        }
        let tree = await cycle.run(on: VirtualTime()) {
            $0.files.contains("t/end") && $0.files == folder.files(below: "t")
        }
        await haste?.wait()
        #expect(tree.odd == [])
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

        @Test("a folder that is busy without a pause is told of: no call takes all that there is")
        func busy() throws {
            let source = SystemFolderEvents()
            defer { source.close() }
            let root = open(folder.path, O_RDONLY | O_DIRECTORY)
            defer { close(root) }
            let names = ["a", "b"].map { String(repeating: $0, count: 200) }
            for name in names { folder.write("1", to: name) }
            let token = try source.observe(root)
            for number in 0..<6_000 { close(open(folder.path(of: names[number % 2]), O_WRONLY)) }
            let both = Set(names.map { FileName(bytes: Array($0.utf8)) })
            #expect(source.take() == [token: both])
            #expect(source.take() == [token: both])
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

    @Test("a disk that is slow to tell of its changes holds up no socket and no program", .waiting)
    func slowDisk() async {
        /// Tells nothing before the thread of all descriptors has done something else.
        final class SlowSource: FolderSource {
            private let inner = VnodeFolderEvents(StandInKqueue())
            var descriptor: Int32 { inner.descriptor }
            func open() throws(SystemFailure) { try inner.open() }
            func observe(_ folder: Int32) throws(SystemFailure) -> Int { try inner.observe(folder) }
            func observeFile(_ name: FileName, in folder: Int32, of token: Int) throws(SystemFailure) {
                try inner.observeFile(name, in: folder, of: token)
            }
            func forgetFile(_ name: FileName, of token: Int) { inner.forgetFile(name, of: token) }
            func forget(_ token: Int) { inner.forget(token) }
            func close() { inner.close() }

            func take() -> FolderNews? {
                guard let thread = try? SharedPoller.join().get() else { return nil }
                let hasServed = Guarded(false)
                thread.poller.order {
                    thread.leave()
                    hasServed.withLock { $0 = true }
                    hasServed.wakeAll()
                }
                hasServed.wait { $0 ? () : nil }
                return inner.take()
            }
        }
        folder.write("1", to: "a")
        let folder = folder
        let events = await events(
            watching: ["a"], [{ _ in folder.write("22", to: "a") }],
            on: driver.observing(SharedFolderEvents { SlowSource() }))
        #expect(events == [.changed(path: "a")])
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
