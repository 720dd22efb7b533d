import Cycle
import CycleBase
import CycleTesting
import Testing

@testable import CycleDrivers

/// One world that files are in, with the driver for it and the hand of another program.
private struct World: Sendable, CustomTestStringConvertible {
    struct Instance {
        let driver: PersistenceDriver
        /// Another for the same files, which wants them for itself.
        let exclusive: PersistenceDriver
        let put: (_ text: String?, _ path: PersistenceDriver.Path) -> Void
        let text: (_ path: PersistenceDriver.Path) -> String?
        let paths: () -> [PersistenceDriver.Path]
    }

    let testDescription: String
    /// The names that the world takes for one.
    let names: NameEquality
    let make: @Sendable (PersistenceDriver.Durability) -> Instance

    /// A disk may tell names apart that the driver takes for one: then all goes on as it should.
    static let all = NameEquality.all.flatMap { [disk(comparing: $0), memory($0)] }
    /// The worlds in which names are as many as their bytes.
    static let byBytes = NameEquality.all.map { disk(comparing: $0) } + [memory(.bytes)]
    /// The worlds of APFS.
    static let byText = [memory(.text), memory(.textWithoutCase)]

    static func disk(comparing names: NameEquality) -> World {
        World(testDescription: "disk, names compared by \(names)", names: .bytes) { durability in
            let folder = TemporaryFolder()
            let elsewhere = TemporaryFolder()
            return Instance(
                driver: PersistenceDriver(root: folder.path, durability: durability, readLimit: 1_000).comparing(names),
                exclusive: PersistenceDriver(root: folder.path, isExclusive: true),
                put: { text, path in
                    guard let text else {
                        unlink(folder.path(of: "\(path)"))
                        return
                    }
                    // At once, so that nobody sees a part of it.
                    elsewhere.write(text, to: "new")
                    rename(elsewhere.path(of: "new"), folder.path(of: "\(path)"))
                },
                text: { folder.text(of: "\($0)") }, paths: { folder.names().map { PersistenceDriver.Path($0) } })
        }
    }

    static func memory(_ names: NameEquality) -> World {
        World(testDescription: "memory, names compared by \(names)", names: names) { durability in
            let files = SimulatedFiles()
            files.disk.equality = names
            return Instance(
                driver: files.driver(durability: durability, readLimit: 1_000),
                exclusive: files.driver(isExclusive: true),
                put: { text, path in files[text: path] = text },
                text: { files[text: $0] }, paths: { files.paths })
        }
    }
}

extension NameEquality {
    fileprivate static let all = [NameEquality.bytes, .text, .textWithoutCase]
}

extension PersistenceDriver {
    /// The driver as on a system that compares names so.
    fileprivate func comparing(_ names: NameEquality) -> PersistenceDriver {
        var options = options
        options.names = names
        return PersistenceDriver(options)
    }
}

@Suite("Every world of files")
struct FileConformanceTests {
    @Test("reads what is there, and tells what is not", arguments: World.all)
    private func reads(_ world: World) async {
        let world = world.make(.fileAndFolder)
        world.put("1", "a")
        let events = await events(of: world.driver, [.read("a")], [.read("b")], [.read("c/d")], [.read("a/b")])
        #expect(
            events == [
                .loaded(path: "a", bytes: [49]), .loaded(path: "b", bytes: nil), .loaded(path: "c/d", bytes: nil),
                .failed(path: "a/b", .missingFolder),
            ])
    }

    @Test("writes, replaces and deletes", arguments: World.all, [PersistenceDriver.Durability.none, .fileAndFolder])
    private func writes(_ world: World, _ durability: PersistenceDriver.Durability) async {
        let world = world.make(durability)
        let events = await events(
            of: world.driver, [.write("a", "1"), .write("b", "")], [.write("a", "22")], [.read("a"), .read("b")],
            [.delete("a")], [.read("a", repetition: 1)], [.delete("a", repetition: 1)])
        #expect(
            events == [
                .saved(path: "a"), .saved(path: "b"), .saved(path: "a"), .loaded(path: "a", bytes: [50, 50]),
                .loaded(path: "b", bytes: []), .deleted(path: "a"), .loaded(path: "a", bytes: nil),
                .deleted(path: "a"),
            ])
        #expect(world.paths() == ["b"])
    }

    @Test(
        "refuses paths that leave the root or that no disk has", arguments: World.all,
        [
            "", "/", "/etc/passwd", "..", "../a", "a/../../b", "a/..", "./a", "a//b", "a/", ".", "a\0b",
            "\(String(repeating: "x", count: 256))", "\(String(repeating: "x/", count: 2_048))x", ".cycle-lock",
        ] as [PersistenceDriver.Path])
    private func refuses(_ world: World, _ path: PersistenceDriver.Path) async {
        let world = world.make(.fileAndFolder)
        let events = await events(
            of: world.driver, [.read(path)], [.write(path, "x")], [.delete(path)], [.watch(path)])
        #expect(
            events == [
                .failed(path: path, .invalidPath), .failed(path: path, .unread), .failed(path: path, .invalidPath),
                .failed(path: path, .invalidPath),
            ])
        #expect(world.paths() == [])
    }

    @Test("takes the longest and the strangest names that there are", arguments: World.all)
    private func takes(_ world: World) async {
        let world = world.make(.fileAndFolder)
        let names: [PersistenceDriver.Path] = [
            "\(String(repeating: "x", count: 255))", "...", " ", "-rf", "a\nb", "🐘", "total~", "a\\b", "*",
        ]
        for path in names {
            #expect(
                await events(of: world.driver, [.write(path, "1")], [.read(path)])
                    == [.saved(path: path), .loaded(path: path, bytes: [49])])
        }
    }

    @Test("tells the two files apart that are both called é, in everything it does", arguments: World.byBytes)
    private func normalForms(_ world: World) async {
        let world = world.make(.fileAndFolder)
        let (one, two): (PersistenceDriver.Path, PersistenceDriver.Path) = ("caf\u{e9}", "cafe\u{301}")
        #expect(one != two)
        let events = await events(
            of: world.driver, [.write(one, "1"), .write(two, "2")], [.read(one), .read(two)], [.watchFolder()],
            [.delete(one)], [.read(one, repetition: 1), .read(two, repetition: 1)])
        #expect(
            events == [
                .saved(path: one), .saved(path: two), .loaded(path: one, bytes: [49]), .loaded(path: two, bytes: [50]),
                .folderChanged(path: "", .init(created: [two, one])), .deleted(path: one),
                .loaded(path: one, bytes: nil), .loaded(path: two, bytes: [50]),
            ])
        #expect(world.paths() == [two])
    }

    @Test("writes the newest for one name of é while the other waits", arguments: World.byBytes)
    private func delayedNormalForms(_ world: World) async {
        let world = world.make(.none)
        let (one, two): (PersistenceDriver.Path, PersistenceDriver.Path) = ("\u{e9}", "e\u{301}")
        // A model that differs in the form alone is another model.
        let events = await events(of: world.driver, [.write(one, "1")], [.write(two, "1")])
        #expect(events == [.saved(path: one), .saved(path: two)])
        #expect(world.paths().count == 2)
    }

    @Test("takes the two forms of é for one file where the disk does, in everything it does", arguments: World.byText)
    private func oneFile(_ world: World) async {
        let world = world.make(.fileAndFolder)
        let (one, two): (PersistenceDriver.Path, PersistenceDriver.Path) = ("caf\u{e9}", "cafe\u{301}")
        let events = await events(
            of: world.driver, [.write(one, "1")], [.write(two, "2")], [.read(one)], [.delete(one)], [.read(two)])
        #expect(
            events == [
                .saved(path: one), .saved(path: two), .loaded(path: one, bytes: [50]), .deleted(path: one),
                .loaded(path: two, bytes: nil),
            ])
        #expect(world.paths() == [])
    }

    @Test("a watched folder reports no write by the driver under another name of a file", arguments: World.byText)
    private func ownWrites(_ world: World) async {
        let world = world.make(.none)
        world.put("1", "\u{e9}")
        let events = await events(of: world.driver, from: [.watchFolder()], count: 3) { files, count in
            if count == 1 { files.append(.write("e\u{301}", "2")) }
            if count == 2 { files.append(.read("none")) }
        }
        #expect(
            events == [
                .folderChanged(path: "", .init(created: ["\u{e9}"])), .saved(path: "e\u{301}"),
                .loaded(path: "none", bytes: nil),
            ])
    }

    @Test("does not overwrite unseen under another name of the file", arguments: World.byText)
    private func unseen(_ world: World) async {
        let world = world.make(.fileAndFolder)
        let large = String(repeating: "x", count: 1_001)
        world.put(large, "\u{e9}")
        let events = await events(of: world.driver, [.read("\u{e9}")], [.write("e\u{301}", "1")])
        #expect(events == [.failed(path: "\u{e9}", .tooLarge), .failed(path: "e\u{301}", .unread)])
        #expect(world.text("e\u{301}") == large)
    }

    @Test("tells letters of both cases apart exactly where the disk does")
    func cases() async {
        for names in NameEquality.all {
            let world = World.memory(names).make(.none)
            let events = await events(
                of: world.driver, [.write("Notes", "1")], [.write("notes", "2")], [.read("Notes")])
            let isOne = names == .textWithoutCase
            #expect(events.last == .loaded(path: "Notes", bytes: [isOne ? 50 : 49]), "\(names)")
            #expect(world.paths().count == (isOne ? 1 : 2), "\(names)")
        }
    }

    @Test("does not take a folder for a file", arguments: World.all)
    private func folders(_ world: World) async {
        let world = world.make(.fileAndFolder)
        let events = await events(
            of: world.driver, [.write("x/a", "1")], [.read("x")], [.delete("x")], [.write("x", "1")])
        #expect(
            events == [
                .saved(path: "x/a"), .failed(path: "x", .notAFile), .failed(path: "x", .notAFile),
                .failed(path: "x", .unread),
            ])
        #expect(world.text("x/a") == "1")
    }

    @Test("does not read what is too large, nor overwrite it", arguments: World.all)
    private func limits(_ world: World) async {
        let world = world.make(.fileAndFolder)
        let large = String(repeating: "x", count: 1_001)
        world.put(large, "a")
        let events = await events(of: world.driver, [.read("a")], [.write("a", "1")])
        #expect(events == [.failed(path: "a", .tooLarge), .failed(path: "a", .unread)])
        #expect(world.text("a") == large)
    }

    @Test("reads parts of files of any size", arguments: World.all)
    private func parts(_ world: World) async {
        let world = world.make(.none)
        world.put(String(repeating: "x", count: 1_001) + "end", "a")
        let read = await events(
            of: world.driver, [.read("a", from: 1_001, upTo: 2)], [.read("a", from: 1_003, upTo: 900)],
            [.read("a", from: 1_004, upTo: 9)], [.read("a", from: .max, upTo: .max)], [.read("a", from: -1, upTo: 1)],
            [.read("a", from: 3, upTo: .min)], [.read("none", from: 1, upTo: 1)])
        func part(_ text: String, _ offset: Int) -> FileEvent {
            .loadedPart(path: "a", bytes: Array(text.utf8), from: offset, byteCount: 1_004)
        }
        #expect(
            read == [
                part("en", 1_001), part("d", 1_003), part("", 1_004), part("", .max), part("x", 0), part("", 3),
                .loadedPart(path: "none", bytes: nil, from: 1, byteCount: 0),
            ])
        // The limit of the driver holds for a part.
        let most = await events(of: world.driver, [.read("a", from: 0, upTo: .max)])
        #expect(most == [part(String(repeating: "x", count: 1_000), 0)])
        let failed = await events(
            of: world.driver, [.write("x/b", "1")], [.read("x", from: 0, upTo: 1)], [.delete("x/b")], [.write("a", "2")]
        )
        #expect(
            failed == [.saved(path: "x/b"), .failed(path: "x", .notAFile), .deleted(path: "x/b"), .saved(path: "a")])
        #expect(world.text("a") == "2")
    }

    @Test("tells of others' changes and not of its own", arguments: World.all)
    private func watches(_ world: World) async {
        let world = world.make(.none)
        world.put("1", "a")
        let events = await events(of: world.driver, from: [.watch("a"), .read("b")], count: 4) { files, count in
            switch count {
            case 1: world.put("22", "a")
            case 2: files.append(.write("a", "mine"))
            case 3: world.put(nil, "a")
            default: break
            }
        }
        #expect(
            events == [
                .loaded(path: "b", bytes: nil), .changed(path: "a"), .saved(path: "a"), .deleted(path: "a"),
            ])
    }

    private func words(_ event: FileEvent) -> String {
        guard case .folderChanged("", let change) = event else { return "\(event.path) by the driver" }
        return "+\(change.created) *\(change.changed) -\(change.deleted)"
    }

    @Test("tells what is in a folder, of others' changes there, and not of its own", arguments: World.all)
    private func watchesFolders(_ world: World) async {
        let world = world.make(.none)
        world.put("1", "a")
        world.put("1", "z")
        let typed = StoredValue<Int>("typed")
        let steps: [(inout [PersistenceDriver.Request]) -> Void] = [
            { $0 += [.write("mine", "1"), .write("sub/mine", "1"), typed.write(1)] }, { _ in }, { _ in },
            { _ in world.put("22", "a") }, { $0 += [.delete("z"), typed.write(2, repetition: 1)] }, { _ in },
            { _ in world.put("1", "b") }, { _ in world.put(nil, "a") },
        ]
        let events = await events(of: world.driver, from: [.watchFolder()], count: steps.count + 1) { files, count in
            // A content that was there already is replaced.
            files.removeAll { $0.path == "typed" && count == 5 }
            if count <= steps.count { steps[count - 1](&files) }
        }
        #expect(
            events.map(words) == [
                #"+["a", "z"] *[] -[]"#, "mine by the driver", "sub/mine by the driver", "typed by the driver",
                #"+[] *["a"] -[]"#, "z by the driver", "typed by the driver", #"+["b"] *[] -[]"#, #"+[] *[] -["a"]"#,
            ])
    }

    @Test("tells what is in a tree, but for names that it skips, and nothing of its own", arguments: World.all)
    private func watchesTrees(_ world: World) async {
        let world = world.make(.none)
        let steps: [(inout [PersistenceDriver.Request]) -> Void] = [
            { $0 = [.watchTree(skipping: [".git", "*.o"])] },
            { $0 += [.write("new/deep/mine", "1"), .write("s/mine.o", "1"), .write(".git/mine", "1")] }, { _ in },
            { _ in },
            { _ in
                world.put("1", ".git/theirs"); world.put("1", "s/theirs.o"); world.put("1", "new/deep/theirs")
            },
            { _ in world.put("22", "s/first") }, { $0.append(.delete("new/deep/theirs")) },
            { _ in world.put(nil, "new/deep/mine") },
        ]
        let events = await events(of: world.driver, from: [.write("s/first", "1")], count: steps.count + 1) {
            files, count in
            if count <= steps.count { steps[count - 1](&files) }
        }
        #expect(
            events.map(words) == [
                "s/first by the driver", #"+["s/first"] *[] -[]"#, "new/deep/mine by the driver",
                "s/mine.o by the driver",
                ".git/mine by the driver", #"+["new/deep/theirs"] *[] -[]"#, #"+[] *["s/first"] -[]"#,
                "new/deep/theirs by the driver", #"+[] *[] -["new/deep/mine"]"#,
            ])
    }

    @Test("a watched tree may come later; what is no folder is a failure", arguments: World.all)
    private func watchesTreesToCome(_ world: World) async {
        let world = world.make(.none)
        world.put("1", "a")
        let events = await events(of: world.driver, from: [.watchTree("x/y")], count: 5) { files, count in
            switch count {
            case 1: files.append(.write("x/first", "1"))
            case 2: files.append(.write("x/y/z/second", "1"))
            case 3: files += [.watchTree("a"), .watchTree("../a")]
            default: break
            }
        }
        #expect(
            events == [
                .folderChanged(path: "x/y", .init()), .saved(path: "x/first"), .saved(path: "x/y/z/second"),
                .failed(path: "a", .missingFolder), .failed(path: "../a", .invalidPath),
            ])
    }

    @Test("a watched folder may come later, and go; what is no folder is a failure", arguments: World.all)
    private func watchesFoldersToCome(_ world: World) async {
        let world = world.make(.none)
        world.put("1", "a")
        #expect(
            await events(of: world.driver, [.watchFolder("x/y")], [.watchFolder("a")], [.watchFolder("../a")])
                == [
                    .folderChanged(path: "x/y", .init()), .failed(path: "a", .missingFolder),
                    .failed(path: "../a", .invalidPath),
                ])
    }

    @Test("lists what is in a folder, by names, without the driver's own files", arguments: World.all)
    private func lists(_ world: World) async {
        let world = world.make(.none)
        _ = await events(of: world.driver, [.write("z", "123"), .write("sub/deep/x", "1")], [.write("B", "")])
        #expect(
            await events(of: world.driver, [.list()], [.list("sub")], [.list("none")], [.list("z")], [.list("../a")])
                == [
                    .listed(
                        path: "", entries: [.init("B"), .init("sub", isFolder: true), .init("z", byteCount: 3)]),
                    .listed(path: "sub", entries: [.init("deep", isFolder: true)]), .listed(path: "none", entries: nil),
                    .failed(path: "z", .missingFolder), .failed(path: "../a", .invalidPath),
                ])
    }

    @Test("lists a link as what it leads to where links are followed, and not at all where they are refused")
    func listsLinks() async {
        let folder = TemporaryFolder()
        folder.write("12", to: "file")
        mkdir(folder.path(of: "folder"), 0o700)
        for (link, target) in [("a", "file"), ("b", "folder"), ("c", "nowhere"), ("d", "/tmp"), ("e", "e")] {
            symlink(target, folder.path(of: link))
        }
        let own: [PersistenceDriver.FolderItem] = [.init("file", byteCount: 2), .init("folder", isFolder: true)]
        let refusing = PersistenceDriver(root: folder.path)
        #expect(await events(of: refusing, [.list()]) == [.listed(path: "", entries: own)])
        let following = PersistenceDriver(root: folder.path, symbolicLinks: .followed)
        let links: [PersistenceDriver.FolderItem] = [.init("a", byteCount: 2), .init("b", isFolder: true)]
        #expect(await events(of: following, [.list()]) == [.listed(path: "", entries: links + own)])
    }

    @Test("sets aside what is no value, or one of a version to come, and keeps the value before", arguments: World.all)
    private func typedValues(_ world: World) async {
        let world = world.make(.fileAndFolder)
        let value = StoredValue<Int>("v")
        #expect(
            await events(of: world.driver, [value.write(1)], [value.write(2)])
                == [.saved(path: "v"), .saved(path: "v")])
        let first = world.text("v.previous")
        #expect(first != nil)
        world.put("no value", "v")
        #expect(
            await events(of: world.driver, [value.read, .read("after")])
                == [
                    .failed(path: "v", .corrupt(setAside: "v.corrupt-1")),
                    .loaded(path: "v", bytes: first.map { Array($0.utf8) }),
                ])
        world.put(String(decoding: Envelope(version: 9, payload: [1]).bytes, as: UTF8.self), "v")
        #expect(
            await events(of: world.driver, [value.write(3), .read("after")]).contains(
                .failed(path: "v", .tooNew(version: 9, setAside: "v.newer-1"))))
        #expect(world.text("v.corrupt-1") == "no value")
        #expect(world.paths() == ["v", "v.corrupt-1", "v.newer-1", "v.previous"])
    }

    @Test("lets one driver alone have the root that asks for it, as long as it runs", arguments: World.all)
    private func excludes(_ world: World) async {
        let world = world.make(.none)
        struct Frame: Equatable {
            var isHeld = false
            var events: [FileEvent] = []
        }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: world.exclusive, frameFilter: { _ in .files(.write("a", "1")) },
                    eventFilter: { frame, _ in frame.isHeld = true }),
                frames.lens(
                    driver: world.exclusive, frameFilter: { $0.isHeld ? .files(.write("b", "2")) : .none },
                    eventFilter: { frame, event in frame.events.append(event) }))
        }
        #expect(await cycle.run(on: VirtualTime()).events == [.failed(path: "b", .inUse)])
        #expect(await events(of: world.exclusive, [.write("b", "2")]) == [.saved(path: "b")])
    }

    @Test("a want that leaves the model is silent, and an accepted write is done", arguments: World.all)
    private func silent(_ world: World) async {
        let world = world.make(.fileAndFolder)
        struct Frame: Equatable {
            var isFirst = true
            var events: [FileEvent] = []
        }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: world.driver,
                    frameFilter: { $0.isFirst ? .files(.write("a", "1"), .read("b")) : .files(.read("c")) },
                    eventFilter: { $0.events.append($1) }),
                frames.lens(
                    get: { _ in Signal<Bool>.just(false) },
                    set: { (signal: Signal<Bool>, frames: Signal<Frame>) in
                        signal.withLatest(from: frames).map { isFirst, frame in
                            Frame(isFirst: isFirst, events: frame.events)
                        }
                    }))
        }
        let last = await cycle.run(on: VirtualTime())
        #expect(last.events == [.loaded(path: "c", bytes: nil)])
        #expect(world.text("a") == "1")
    }
}
