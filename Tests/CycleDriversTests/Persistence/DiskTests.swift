import Cycle
import CycleDrivers
import CycleBase
import CycleTesting
import Testing

#if os(Linux)
    private let isDarwin = false
#else
    private let isDarwin = true
#endif

@Suite("PersistenceDriver: modes, owners, links", .waiting)
struct DiskTests {
    let folder = TemporaryFolder()
    var driver: PersistenceDriver { PersistenceDriver(root: folder.path) }
    var following: PersistenceDriver { PersistenceDriver(root: folder.path, symbolicLinks: .followed) }

    private func link(_ name: String, to target: String) {
        #expect(symlink(target, folder.path(of: name)) == 0)
    }

    @Test("the mode stays", arguments: [0o600, 0o640, 0o400, 0o755, 0o666] as [mode_t])
    func mode(_ mode: mode_t) async {
        folder.write("old", to: "a")
        #expect(chmod(folder.path(of: "a"), mode) == 0)
        #expect(await events(of: driver, [.write("a", "new")]) == [.saved(path: "a")])
        #expect(folder.mode(of: "a") == UInt32(mode))
        #expect(folder.text(of: "a") == "new")
    }

    @Test("a program that runs as its owner does not with a new content")
    func setUserID() async {
        folder.write("old", to: "a")
        #expect(chmod(folder.path(of: "a"), 0o4711) == 0)
        #expect(await events(of: driver, [.write("a", "new")]) == [.saved(path: "a")])
        #expect(folder.mode(of: "a") == 0o711)
    }

    #if os(Linux)
        /// Through the shell: the calls are not in the system's module. `getfattr` need not be there, Python is not either.
        private func shell(_ script: String) -> String {
            let fixture = Fixture(script: "cd \"$1\" && \(script)", folder.path)
            fixture.endInput()
            var lines: [String] = []
            while let line = fixture.line() { lines.append(line) }
            fixture.wait()
            return lines.joined(separator: "\n")
        }

        @Test("extended attributes and access lists stay; a hard link keeps the old content")
        func attributes() async {
            folder.write("old", to: "a")
            let set = """
                python3 -c 'import os; os.setxattr("a", "user.note", b"mine"); \
                acl = bytes.fromhex("02000000" "01000600ffffffff" "0200040039300000" "04000400ffffffff" \
                "10000600ffffffff" "20000000ffffffff"); os.setxattr("a", "system.posix_acl_access", acl)' && ln a b && echo set
                """
            guard shell(set) == "set" else {
                withKnownIssue("no Python, or no attributes on this disk") { Issue.record("not tried") }
                return
            }
            let list = """
                python3 -c 'import os; print(os.getxattr("a", "user.note"), os.getxattr("a", "system.posix_acl_access").hex())'
                """
            let before = shell(list)
            #expect(before.contains("mine"))
            #expect(await events(of: driver, [.write("a", "new")]) == [.saved(path: "a")])
            #expect(shell(list) == before)
            #expect(folder.text(of: "a") == "new")
            #expect(folder.text(of: "b") == "old")
        }
    #endif

    @Test("the owner stays", .enabled(if: geteuid() == 0, "only root can give files away"))
    func owner() async {
        folder.write("old", to: "a")
        #expect(chown(folder.path(of: "a"), 12_345, 54_321) == 0)
        #expect(await events(of: driver, [.write("a", "new")]) == [.saved(path: "a")])
        #expect(folder.owner(of: "a") == 12_345)
    }

    @Test("a name that is not UTF-8 is a name as others: seen, read, replaced and deleted", .enabled(if: !isDarwin))
    func anyBytes() async throws {
        let path = PersistenceDriver.Path(bytes: [0x61, 0xff, 0xc3])
        #expect(path.text == nil)
        let told = await events(
            of: driver, [.write(path, "1")], [.read(path)], [.watchFolder()], [.write(path, "2", repetition: 1)])
        #expect(
            told == [
                .saved(path: path), .loaded(path: path, bytes: [49]),
                .folderChanged(path: "", .init(created: [path])), .saved(path: path),
            ])
        var name: [CChar] = [0x61, -1, -61, 0]
        let root = open(folder.path, O_RDONLY)
        defer { close(root) }
        var status = stat()
        #expect(fstatat(root, &name, &status, 0) == 0)
        #expect(await events(of: driver, [.delete(path)]) == [.deleted(path: path)])
        #expect(fstatat(root, &name, &status, 0) != 0)
    }

    @Test("no permission is a failure", .enabled(if: geteuid() != 0, "root has every permission"))
    func denied() async {
        folder.write("old", to: "a")
        #expect(chmod(folder.path(of: "a"), 0) == 0)
        #expect(await events(of: driver, [.read("a")]) == [.failed(path: "a", .denied)])
        #expect(chmod(folder.path, 0o555) == 0)
        #expect(
            await events(of: driver, [.write("a", "new")], [.delete("a")])
                == [.failed(path: "a", .denied), .failed(path: "a", .denied)])
        #expect(chmod(folder.path, 0o755) == 0)
    }

    @Test("links are refused, wherever they stand and lead to")
    func refusesLinks() async {
        folder.makeFolder("inside")
        folder.write("old", to: "inside/a")
        link("file", to: "inside/a")
        link("folder", to: "inside")
        link("nowhere", to: "missing")
        for path in ["file", "folder/a", "nowhere", "nowhere/a"] as [PersistenceDriver.Path] {
            #expect(
                await events(of: driver, [.write(path, "x")], [.read(path)], [.delete(path)])
                    == Array(repeating: .failed(path: path, .symbolicLink), count: 3))
        }
        #expect(folder.text(of: "inside/a") == "old")
        #expect(folder.names() == ["file", "folder", "inside", "nowhere"])
    }

    @Test("links that stay below the root can be followed; what they lead to is replaced")
    func followsLinks() async {
        folder.makeFolder("inside")
        folder.write("old", to: "inside/a")
        link("file", to: "inside/a")
        link("inside/up", to: "../file")
        link("folder", to: "./inside/")
        let texts: [(PersistenceDriver.Path, String)] = [
            ("file", "1"), ("folder/a", "2"), ("inside/up", "3"), ("folder/up", "4"),
        ]
        for (path, text) in texts {
            #expect(
                await events(of: following, [.write(path, text)], [.read(path)])
                    == [.saved(path: path), .loaded(path: path, bytes: Array(text.utf8))])
            #expect(folder.text(of: "inside/a") == text)
        }
        var status = stat()
        #expect(lstat(folder.path(of: "file"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test("a link that leads out of the root, to nowhere or in a circle is refused")
    func refusesEscapes() async {
        let outside = TemporaryFolder()
        outside.write("secret", to: "a")
        link("absolute", to: outside.path(of: "a"))
        link("relative", to: "../\(outside.path.split(separator: "/").last ?? "")/a")
        link("parent", to: "..")
        link("circle", to: "circle")
        for path in ["absolute", "relative", "parent", "parent/x", "circle", "circle/a"] as [PersistenceDriver.Path] {
            #expect(
                await events(of: following, [.read(path)], [.write("\(path)x/y", "1")]).first
                    == .failed(path: path, .symbolicLink))
        }
        #expect(outside.text(of: "a") == "secret")
        #expect(outside.names() == ["a"])
    }

    @Test("a device or a pipe is not a file, and nobody waits for it")
    func devices() async {
        #expect(mkfifo(folder.path(of: "pipe"), 0o644) == 0)
        #expect(
            await events(of: driver, [.read("pipe")], [.write("pipe", "x")])
                == [.failed(path: "pipe", .notAFile), .failed(path: "pipe", .unread)])
        let devices = PersistenceDriver(root: "/dev", readLimit: 10)
        #expect(await events(of: devices, [.read("zero")]) == [.failed(path: "zero", .notAFile)])
        #expect(await events(of: devices, [.write("full", "x")]) == [.failed(path: "full", .notAFile)])
    }

    @Test("leftovers of a program that was killed are gone after the first write, others' files are not")
    func sweeps() async {
        folder.write("left", to: ".cycle-1234.tmp")
        folder.write("mine", to: "a.tmp")
        #expect(await events(of: driver, [.write("a", "x")]) == [.saved(path: "a")])
        #expect(folder.names() == ["a", "a.tmp"])
    }
}
