import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("A socket that a program has left")
struct LeftSocketTests {
    @Test("is taken by one of two that begin at once, which can be reached")
    func leftForTwo() async throws {
        let folder = try Folder()
        let path = folder.path + "/s"
        let address = try #require(SystemAddress(path: path))
        for _ in 0..<100 {
            let left = try Sockets.make(AF_UNIX, .stream)
            #expect(address.withPointer { bind(left, $0, $1) } == 0)
            Descriptors.close(left)
            let made = await withTaskGroup(of: (file: Int32, path: ListeningPath?)?.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do {
                            let socket = try SystemSocket(.stream, at: address, mode: 0o600)
                            return (socket.file, socket.path)
                        } catch {
                            return nil
                        }
                    }
                }
                return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
            }
            #expect(made.count == 1)
            let client = try Sockets.make(AF_UNIX, .stream)
            #expect(address.withPointer { CycleBase.connect(client, $0, $1) } == 0)
            Descriptors.close(client)
            for socket in made {
                socket.path?.remove()
                Descriptors.close(socket.file)
            }
        }
    }

    @Test("is taken without a lock of its folder, which a driver of files may have for itself, and no file is left")
    func lockOfFolder() throws {
        let folder = try Folder()
        try SocketPath.alone(at: folder.path + "/s") {
            let file = try Descriptors.open(folder.path, O_RDONLY | O_DIRECTORY)
            defer { Descriptors.close(file) }
            #expect(FileLock.take(file))
            #expect(namesInFolder(folder.path).contains(".cycle-s.lock"))
        }
        #expect(namesInFolder(folder.path).sorted() == [".", ".."])
    }
}
