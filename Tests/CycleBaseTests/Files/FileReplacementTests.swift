import CycleBase
import Foundation
import TestSupport
import Testing

@Suite("Replacing a file")
struct FileReplacementTests {
    /// The folder of one test.
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func text(_ name: String) -> String? {
        do { return try folder.text(path(name)) } catch { return nil }
    }

    private var names: [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } catch { return [] }
    }

    private func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
        try FileReplacement.write(Array(text.utf8), to: path, newMode: mode)
    }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }

    private func problem(_ path: String) -> FileReplacement.Problem? {
        do throws(FileReplacement.Failure) {
            try FileReplacement.write([1], to: path)
            return nil
        } catch {
            return error.problem
        }
    }

    @Test(
        "makes a file that no other user may read, or one of the mode that is asked for under the mask of the process")
    func newFile() throws {
        try write("new", to: path("a"))
        #expect(text("a") == "new")
        #expect(try status(path("a")).st_mode & 0o7777 == 0o600)
        try write("new", to: path("b"), mode: 0o666)
        let mask = umask(0)
        umask(mask)
        #expect(try status(path("b")).st_mode & 0o7777 == 0o666 & ~mask)
    }

    @Test("keeps the mode of the file that is replaced, gives it a new number, and leaves nothing beside it")
    func kept() throws {
        try write("old", to: path("a"))
        chmod(path("a"), 0o640)
        let old = try status(path("a"))
        try write("new", to: path("a"), mode: 0o666)
        #expect(text("a") == "new")
        let new = try status(path("a"))
        #expect(new.st_mode == old.st_mode && new.st_ino != old.st_ino)
        #expect(names == ["a"])
    }

    @Test("keeps the owner of the file that is replaced", .enabled(if: geteuid() == 0))
    func owner() throws {
        try write("old", to: path("a"))
        chown(path("a"), 12, 34)
        try write("new", to: path("a"))
        let new = try status(path("a"))
        #expect(new.st_uid == 12 && new.st_gid == 34)
    }

    @Test("refuses a folder, a device, a FIFO and a socket, and leaves them as they are")
    func others() throws {
        mkdir(path("folder"), 0o700)
        mkfifo(path("pipe"), 0o600)
        let socket = try #require(listeningSocket(at: path("socket")))
        defer { close(socket) }
        var kinds: [(String, FileKind)] = [("folder", .folder), ("pipe", .pipe), ("socket", .socket)]
        if mknod(path("device"), S_IFCHR | 0o600, 1 << 8 | 3) == 0 { kinds.append(("device", .device)) }
        for (name, kind) in kinds {
            let old = try status(path(name))
            #expect(problem(path(name)) == .notAFile(kind))
            #expect(try status(path(name)).st_ino == old.st_ino)
        }
        #expect(problem("/dev/null") == .notAFile(.device))
        #expect(FileKind(try status("/dev/null")) == .device)
        #expect(names == kinds.map(\.0).sorted())
    }

    @Test("refuses a path without a folder or a name, and one that the system would cut")
    func paths() {
        for path in ["", path("none/a"), path("a\0b"), path("new/")] {
            #expect(problem(path) == .system(operation: "open", code: ENOENT))
        }
        #expect(problem(folder.path + "/") == .system(operation: "open", code: ENOENT))
        #expect(names == [])
    }

    @Test("replaces what a symbolic link leads to, also where nothing stands there yet, and keeps the link")
    func links() throws {
        mkdir(path("deep"), 0o700)
        try write("old", to: path("deep/file"))
        symlink("deep/file", path("link"))
        symlink(path("link"), path("outer"))
        symlink("deep/none", path("dangling"))
        try write("new", to: path("outer"))
        try write("made", to: path("dangling"))
        #expect(text("deep/file") == "new" && text("deep/none") == "made")
        for name in ["link", "outer", "dangling"] { #expect(FileKind(try status(path(name))) == .link) }
        symlink("circle", path("circle"))
        #expect(problem(path("circle")) == .system(operation: "open", code: ELOOP))
        symlink("/dev/null", path("null"))
        #expect(problem(path("null")) == .notAFile(.device))
    }

    @Test("refuses a link that another user has made in a folder that all may write to", .enabled(if: geteuid() == 0))
    func linkOfAnother() throws {
        chmod(folder.path, 0o1777)
        try write("old", to: path("file"))
        symlink("file", path("link"))
        lchown(path("link"), 12, 12)
        #expect(problem(path("link")) == .linkOfAnother)
        #expect(text("file") == "old")
        lchown(path("link"), 0, 0)
        #expect(problem(path("link")) == nil)
    }

    @Test("leaves the old file where the content cannot be written")
    func fullDisk() throws {
        try write("old", to: path("a"))
        do throws(FileReplacement.Failure) {
            try FileReplacement.write(to: path("a")) { file in
                _ = Descriptors.writeAll([1, 2, 3], to: file)
                return ENOSPC
            }
            Issue.record("it was replaced")
        } catch {
            #expect(error.problem == .system(operation: "write", code: ENOSPC))
        }
        #expect(text("a") == "old" && names == ["a"])
    }

    @Test("refuses a device that has come while the content was written")
    func comesBetween() throws {
        do throws(FileReplacement.Failure) {
            try FileReplacement.write(to: path("a")) { _ in mkfifo(path("a"), 0o600) == 0 ? nil : errno }
            Issue.record("it was replaced")
        } catch {
            #expect(error.problem == .notAFile(.pipe))
        }
        #expect(names == ["a"])
    }

    @Test(
        "removes what a killed process has left, and touches neither the file of a process that writes nor a link there"
    )
    func leftovers() throws {
        let leftover = self.path(".a.cycle-new")
        close(open(leftover, O_CREAT | O_WRONLY, 0o600))
        try write("1", to: path("a"))
        #expect(names == ["a"])
        let writing = open(leftover, O_CREAT | O_WRONLY, 0o600)
        #expect(flock(writing, LOCK_EX) == 0)
        try write("2", to: path("a"))
        #expect(names == [".a.cycle-new", "a"])
        close(writing)
        unlink(leftover)
        symlink("other", leftover)
        try write("3", to: path("a"))
        #expect(text("a") == "3" && names == [".a.cycle-new", "a"])
    }

    @Test("leaves a file of the user's with a name of its own alone")
    func fileOfUser() throws {
        for name in [".a.new", "a.new", "a~", ".a.swp"] { close(open(path(name), O_CREAT | O_WRONLY, 0o600)) }
        try write("1", to: path("a"))
        #expect(names == [".a.new", ".a.swp", "a", "a.new", "a~"])
    }

    @Test("takes a name of 255 bytes")
    func longName() throws {
        let name = String(repeating: "n", count: 255)
        try write("long", to: path(name))
        #expect(text(name) == "long" && names == [name])
    }

    @Test("gives each of several writers its turn: the file is the whole content of one of them")
    func together() async throws {
        let path = self.path("a")
        await withTaskGroup(of: Void.self) { group in
            for digit in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        do {
                            try FileReplacement.write(
                                Array(String(repeating: "\(digit)", count: 10_000).utf8), to: path)
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
        let text = try #require(self.text("a"))
        #expect(text.count == 10_000 && Set(text).count == 1)
        #expect(names == ["a"])
    }

    private func listeningSocket(at path: String) -> Int32? {
        let file = streamSocket(AF_UNIX)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return code == 0 ? file : nil
    }
}
