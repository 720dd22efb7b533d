import Cycle
import CycleNetwork
import Foundation
import Testing

extension Loopback {
    @Suite("Targets of downloads")
    struct TargetTests {
        typealias Request = NetworkDriver<Int>.Request

        private func server(_ log: Log) -> LoopbackServer {
            LoopbackServer.answering { request in
                log.append(request.target)
                return "HTTP/1.1 200 X\r\nContent-Length: 3\r\n\r\nnew"
            }
        }

        @Test("targets that are no plain file are never replaced, and no request is sent", arguments: [true, false])
        func strange(_ resumes: Bool) async throws {
            let log = Log()
            let server = server(log)
            defer { server.stop() }
            try await inFolder { folder in
                let files = FileManager.default
                #expect(mkfifo(folder + "/pipe", 0o600) == 0)
                try "old".write(toFile: folder + "/plain", atomically: false, encoding: .utf8)
                try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder + "/plain")
                try files.createSymbolicLink(atPath: folder + "/loose", withDestinationPath: folder + "/missing")
                try files.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: false)
                // Only root may make one.
                let hasDevice = mknod(folder + "/device", S_IFCHR | 0o600, dev_t(1 << 8 | 3)) == 0
                let names = ["/pipe", "/link", "/loose", "/folder", "/plain\0", "/plain/", ""]
                for name in names + (hasDevice ? ["/device"] : []) {
                    let path = name.isEmpty ? "" : folder + name
                    let request = Request(id: 1, .get, server.url(), delivery: .file(path: path, resumes: resumes))
                    #expect(await outcome(of: request)?.failure == .unwritable(path: path), "\(name)")
                }
                #expect(log.lines == [])
                #expect(try String(contentsOfFile: folder + "/link", encoding: .utf8) == "old")
                var status = stat()
                #expect(lstat(folder + "/pipe", &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
                #expect(lstat(folder + "/link", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
                #expect(!files.fileExists(atPath: folder + "/missing"))
            }
        }

        @Test("may have any name that a disk takes", arguments: [true, false])
        func long(_ resumes: Bool) async throws {
            let server = server(Log())
            defer { server.stop() }
            try await inFolder { folder in
                let long = ["é", "a"].map { String(repeating: $0, count: 255 / $0.utf8.count) }
                for name in long + [" ", "\u{301}a", "a\nb", ".part", "-", String(repeating: "b", count: 246)] {
                    let path = folder + "/" + name
                    let request = Request(id: 1, .get, server.url(), delivery: .file(path: path, resumes: resumes))
                    #expect(await outcome(of: request)?.response?.byteCount == 3, "\(name)")
                    #expect(names(in: folder) == [name])
                    #expect(remove(path) == 0)
                }
            }
        }

        @Test("targets that become something else on the way are not replaced either")
        func changed() async throws {
            let isReplaced = DispatchSemaphore(value: 0)
            let server = LoopbackServer { connection in
                _ = connection.request()
                connection.send("HTTP/1.1 200 X\r\nContent-Length: 3\r\n\r\nn")
                isReplaced.wait()
                connection.send("ew")
                connection.waitForClose()
            }
            defer { server.stop() }
            try await inFolder { folder in
                let path = folder + "/a"
                var first = Outcomes(requests: [
                    Request(id: 1, .get, server.url(), delivery: .file(path: path), progress: .zero)
                ])
                first.isChanging = { frame in
                    guard case .progress? = frame.events.last else { return }
                    _ = mkfifo(path, 0o600)
                    isReplaced.signal()
                }
                let last = await outcomes(from: first, .init())
                #expect(last[1]?.failure == .unwritable(path: path))
                #expect(names(in: folder) == ["a"])
            }
        }

        @Test("are swept of what a killed process has left, and of nothing else")
        func swept() async throws {
            let log = Log()
            let server = server(log)
            defer { server.stop() }
            try await inFolder { folder in
                let kept = ["a.part.txt", "a.cycle-short.part", "b.cycle-0123456789abc.part", "a.0123456789abc.part"]
                let left = ["a.cycle-0123456789abc.part", "a.cycle-zzzzzzzzzzzzz.part"]
                for name in kept + left {
                    #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data()))
                }
                let request = Request(id: 1, .get, server.url(), delivery: .file(path: folder + "/a"))
                #expect(await outcome(of: request)?.response?.byteCount == 3)
                #expect(names(in: folder) == Set(kept + ["a"]))
            }
        }

        @Test("may be in a folder that is not there, which is made", arguments: [true, false])
        func newFolder(_ resumes: Bool) async throws {
            let log = Log()
            let server = server(log)
            defer { server.stop() }
            try await inFolder { folder in
                let request = Request(
                    id: 1, .get, server.url(), delivery: .file(path: folder + "/b/c//a", resumes: resumes))
                #expect(await outcome(of: request)?.response?.byteCount == 3)
                #expect(names(in: folder) == ["b"] && names(in: folder + "/b/c") == ["a"])
            }
        }

        @Test("may be one for two downloads at a time: the file is one of the two, whole", arguments: [true, false])
        func twice(_ resumes: Bool) async throws {
            let server = LoopbackServer { connection in
                guard let request = connection.request() else { return }
                connection.send("HTTP/1.1 200 X\r\nETag: \"\(request.target)\"\r\nContent-Length: 200000\r\n\r\n")
                let piece = [UInt8](repeating: UInt8(request.target.utf8.count), count: 20_000)
                for _ in 0..<10 {
                    connection.send(piece)
                    connection.waitForClose(atMost: 0.01)
                }
                connection.waitForClose()
            }
            defer { server.stop() }
            try await inFolder { folder in
                let requests = (1...2).map { id in
                    Request(
                        id: id, .get, server.url("/" + String(repeating: "x", count: id)),
                        delivery: .file(path: folder + "/a", resumes: resumes))
                }
                let last = await outcomes(of: requests, .init())
                #expect(last[1]?.response?.byteCount == 200_000 && last[2]?.response?.byteCount == 200_000)
                let bytes = FileManager.default.contents(atPath: folder + "/a")
                #expect(bytes?.count == 200_000 && bytes.map { Set($0).count } == 1)
                #expect(names(in: folder) == ["a"])
            }
        }
    }
}
