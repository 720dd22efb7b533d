import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("The lock of a file")
struct FileLockTests {
    /// Starts a program that holds a copy of a descriptor until it is killed, as each child does until it executes its own.
    private func withChild(of file: Int32, _ body: () throws -> Void) throws {
        let child = try Spawning.start(.init(words: ["/bin/sleep", "1000"], descriptors: [9: file]))
        defer {
            kill(child, SIGKILL)
            while waitpid(child, nil, 0) < 0, errno == EINTR {}
        }
        try body()
    }

    @Test("is free once it was released, though a child has a copy of its descriptor")
    func copied() throws {
        let folder = try Folder()
        let path = try folder.file()
        let file = try Descriptors.open(path, O_RDWR | O_CREAT)
        #expect(FileLock.take(file))
        try withChild(of: file) {
            let other = try Descriptors.open(path, O_RDWR)
            defer { Descriptors.close(other) }
            #expect(!FileLock.take(other))
            FileLock.release(file)
            Descriptors.close(file)
            #expect(FileLock.take(other))
        }
    }

    @Test("of the disk is free once its file is closed, though a child has a copy of its descriptor")
    func copiedOnDisk() throws {
        let folder = try Folder()
        let disk = SystemFiles()
        let root = try disk.openRoot(folder.path)
        try disk.lock(root)
        try withChild(of: root) {
            let other = try disk.openRoot(folder.path)
            defer { Descriptors.close(other) }
            #expect(!FileLock.take(other))
            try disk.close(root)
            #expect(FileLock.take(other))
        }
    }
}
