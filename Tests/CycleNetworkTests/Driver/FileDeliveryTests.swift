import Cycle
import CycleNetwork
import Foundation
import Testing

extension Loopback {
    @Suite("Bodies that go to files")
    struct FileDeliveryTests {
        typealias Request = NetworkDriver<Int>.Request

        private func files(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder)
        }

        private func server(_ count: Int, announced: Int? = nil, status: Int = 200) -> LoopbackServer {
            LoopbackServer { connection in
                while connection.request() != nil {
                    connection.send("HTTP/1.1 \(status) X\r\nContent-Length: \(announced ?? count)\r\n\r\n")
                    connection.send([UInt8](repeating: 7, count: count))
                    if announced != nil { return }
                }
            }
        }

        @Test("are there when the response is, and replace what was there", arguments: Carrier.allCases)
        func arrives(_ carrier: Carrier) async throws {
            let server = server(3_000_000)
            defer { server.stop() }
            try await inFolder { folder in
                let path = folder + "/a"
                try "old".write(toFile: path, atomically: false, encoding: .utf8)
                let request = Request(id: 1, .get, server.url(), delivery: .file(path: path))
                let response = await outcome(of: request, carrier.transport)?.response
                #expect(response?.byteCount == 3_000_000)
                #expect(response?.body == [])
                #expect(FileManager.default.contents(atPath: path) == Data(repeating: 7, count: 3_000_000))
                #expect(try files(folder) == ["a"])
            }
        }

        @Test("are for those only who could read what was there")
        func mode() async throws {
            let server = server(10)
            defer { server.stop() }
            try await inFolder { folder in
                let path = folder + "/a"
                try "old".write(toFile: path, atomically: false, encoding: .utf8)
                #expect(chmod(path, 0o600) == 0)
                _ = await outcome(of: Request(id: 1, .get, server.url(), delivery: .file(path: path)))
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                #expect(try String(contentsOfFile: path, encoding: .utf8) != "old")
            }
        }

        @Test("leave what was there when they are cut, too large or no success", arguments: [0, 1, 2])
        func failures(_ kind: Int) async throws {
            let server =
                switch kind {
                case 0: server(100_000, announced: 200_000)
                case 1: server(100_000)
                default: server(10, status: 404)
                }
            defer { server.stop() }
            try await inFolder { folder in
                let path = folder + "/a"
                try "old".write(toFile: path, atomically: false, encoding: .utf8)
                let limit = kind == 1 ? 50_000 : 1_000_000
                let request = Request(id: 1, .get, server.url(), delivery: .file(path: path), byteLimit: limit)
                let outcome = await outcome(of: request)
                switch kind {
                case 0: #expect(outcome?.failure == .disconnected)
                case 1: #expect(outcome?.failure == .tooLarge)
                default: #expect(outcome?.response?.body.count == 10)
                }
                #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
                #expect(try files(folder) == ["a"])
            }
        }

        @Test("fail where they cannot be written")
        func unwritable() async throws {
            let server = server(100_000)
            defer { server.stop() }
            try await inFolder { folder in
                try "no folder".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
                let path = folder + "/file/a"
                let request = Request(id: 1, .get, server.url(), delivery: .file(path: path))
                #expect(await outcome(of: request)?.failure == .unwritable(path: path))
            }
        }

        @Test("cancelled downloads leave nothing")
        func cancelled() async throws {
            let server = LoopbackServer { connection in
                guard connection.request()?.target == "/a" else {
                    connection.send("HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n")
                    return
                }
                connection.send("HTTP/1.1 200 X\r\nContent-Length: 100000\r\n\r\nx")
                connection.waitForClose()
            }
            defer { server.stop() }
            try await inFolder { folder in
                let request = Request(
                    id: 1, .get, server.url("/a"), delivery: .file(path: folder + "/a"), progress: .zero)
                var first = Outcomes(requests: [request])
                first.isChanging = { frame in
                    if case .progress? = frame.events.last {
                        frame.requests = [Request(id: 2, get: server.url("/b"))]
                    }
                }
                let last = await outcomes(from: first, .init())
                #expect(last.ends.keys.sorted() == [2])
                let left = try files(folder)
                #expect(left == [])
            }
        }
    }
}
