import CycleBase
import Cycle
import CycleDrivers
import CycleNetwork
import Foundation
import Testing

/// A server of one thing, which knows of ranges.
final class RangeServer: Sendable {
    let server: LoopbackServer
    let log = Log()

    /// - Parameters:
    ///   - size: Of the thing.
    ///   - state: Selects one of its states; each has other bytes and another tag.
    ///   - cut: After how many bytes of a body the connection breaks.
    init(_ size: Int, state: Int = 0, cut: Int? = nil, tag: String? = nil, ignoresRange: Bool = false) {
        server = LoopbackServer { [log] connection in
            while let request = connection.request() {
                log.append("\(request["Range"] ?? "all") \(request["If-Range"] ?? "-")")
                let own = tag ?? "\"state \(state)\""
                var start = 0
                if let range = request["Range"], request["If-Range"] == own, !ignoresRange {
                    start = Int(range.dropFirst(6).dropLast()) ?? 0
                }
                let head =
                    start > 0
                    ? "206 X\r\nContent-Range: bytes \(start)-\(size - 1)/\(size)" : "200 X"
                connection.send("HTTP/1.1 \(head)\r\nETag: \(own)\r\nContent-Length: \(size - start)\r\n\r\n")
                let bytes = RangeServer.bytes(size, state)[start...]
                connection.send([UInt8](bytes.prefix(cut ?? .max)))
                if let cut, cut < bytes.count { return connection.reset() }
            }
        }
    }

    static func bytes(_ size: Int, _ state: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ state) }
    }
}

/// The permissions of a file; -1 where there is none.
private func mode(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_mode & 0o777) : -1
}

extension Loopback {
    @Suite("Downloads that resume")
    struct ResumeTests {
        typealias Request = NetworkDriver<Int>.Request

        private static let size = 500_000

        private func request(_ server: RangeServer, _ path: String) -> Request {
            Request(
                id: 1, .get, server.server.url("/thing"), delivery: .file(path: path, resumes: true), progress: .zero)
        }

        @Test("go on where they were cut, with the same bytes as in one piece")
        func cut() async throws {
            let server = RangeServer(Self.size, cut: 200_000)
            defer { server.server.stop() }
            try await inFolder { folder in
                let path = folder + "/a"
                var tries = 0
                while tries < 20 {
                    tries += 1
                    let outcome = await outcome(of: request(server, path))
                    if let response = outcome?.response {
                        #expect(response.status == 206 && response.byteCount == Self.size)
                        break
                    }
                    #expect(outcome?.failure == .disconnected)
                    #expect(names(in: folder) == ["a.part", "a.part.info"])
                    // Its URL may hold a secret.
                    #expect(mode(of: path + ".part.info") == 0o600)
                }
                #expect(FileManager.default.contents(atPath: path) == Data(RangeServer.bytes(Self.size, 0)))
                #expect(names(in: folder) == ["a"])
                #expect(server.log.lines.first == "all -")
                #expect(
                    server.log.lines.dropFirst().allSatisfy { $0.hasSuffix("\"state 0\"") && $0.hasPrefix("bytes=") })
            }
        }

        @Test("go on by themselves, when retries are asked for")
        func retried() async throws {
            let server = RangeServer(Self.size, cut: 400_000)
            defer { server.server.stop() }
            try await inFolder { folder in
                var request = request(server, folder + "/a")
                request.retry = .init(count: 9, wait: .milliseconds(5))
                #expect(await outcome(of: request)?.response?.byteCount == Self.size)
                #expect(FileManager.default.contents(atPath: folder + "/a") == Data(RangeServer.bytes(Self.size, 0)))
                #expect(server.log.lines.count >= 2)
            }
        }

        @Test("survive the death of the process at any moment", arguments: [1, 100_000, 300_000])
        func killed(_ byteCount: Int) async throws {
            let size = 500_000
            let requestCount = Guarded(0)
            let slow = LoopbackServer { connection in
                while let request = connection.request() {
                    let isKilled = requestCount.withLock { count in
                        count += 1
                        return count <= 2
                    }
                    let start = request["Range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
                    let head = start > 0 ? "206 X\r\nContent-Range: bytes \(start)-\(size - 1)/\(size)" : "200 X"
                    connection.send("HTTP/1.1 \(head)\r\nETag: \"a\"\r\nContent-Length: \(size - start)\r\n\r\n")
                    let rest = RangeServer.bytes(size, 0)[start...]
                    // A process that is to be killed gets byte by byte what comes after that, however late it is killed.
                    let atOnce = isKilled ? max(0, byteCount - start) : size
                    connection.send([UInt8](rest.prefix(atOnce)))
                    for byte in rest.dropFirst(atOnce) {
                        if connection.waitForClose(atMost: 0.002) || !connection.send([byte]) { return }
                    }
                }
            }
            defer { slow.stop() }
            try await inFolder { folder in
                let url = slow.url()
                let path = folder + "/a"
                for _ in 0..<2 {
                    await #expect(processExitsWith: .signal(SIGKILL)) {
                        [url = url as String, path = path as String, byteCount] in
                        var first = Outcomes(requests: [
                            .init(id: 1, .get, url, delivery: .file(path: path, resumes: true), progress: .zero)
                        ])
                        first.isChanging = { frame in
                            if case .progress(_, let progress)? = frame.events.last,
                                progress.receivedByteCount >= byteCount
                            {
                                kill(getpid(), SIGKILL)
                            }
                        }
                        _ = await outcomes(from: first, .init())
                    }
                }
                #expect(names(in: folder) == ["a.part", "a.part.info"])
                let last = await outcome(of: .init(id: 1, .get, url, delivery: .file(path: path, resumes: true)))
                #expect(last?.response?.status == 206)
                #expect(FileManager.default.contents(atPath: path) == Data(RangeServer.bytes(size, 0)))
                #expect(names(in: folder) == ["a"])
            }
        }

        @Test("start anew when the server has something else, or does not know of ranges", arguments: [true, false])
        func changed(_ ignoresRange: Bool) async throws {
            let old = RangeServer(Self.size, cut: 200_000)
            try await inFolder { folder in
                let path = folder + "/a"
                _ = await outcome(of: request(old, path))
                old.server.stop()
                let new = RangeServer(Self.size, state: 1, ignoresRange: ignoresRange)
                defer { new.server.stop() }
                // The same URL, as the part file sees it.
                let info = try String(contentsOfFile: path + ".part.info", encoding: .utf8)
                try info.replacingOccurrences(of: ":\(old.server.port)/", with: ":\(new.server.port)/")
                    .write(toFile: path + ".part.info", atomically: false, encoding: .utf8)
                #expect(await outcome(of: request(new, path))?.response?.status == 200)
                #expect(new.log.lines.count == 1 && new.log.lines[0].hasSuffix("\"state 0\""))
                #expect(FileManager.default.contents(atPath: path) == Data(RangeServer.bytes(Self.size, 1)))
            }
        }

        @Test("trust nothing that cannot be known", arguments: ["garbage", "cycle-part 1\nurl x\n", ""])
        func damaged(_ info: String) async throws {
            let server = RangeServer(1_000)
            defer { server.server.stop() }
            try await inFolder { folder in
                let path = folder + "/a"
                try Data(repeating: 9, count: 500).write(to: URL(fileURLWithPath: path + ".part"))
                try info.write(toFile: path + ".part.info", atomically: false, encoding: .utf8)
                #expect(await outcome(of: request(server, path))?.response?.status == 200)
                #expect(server.log.lines == ["all -"])
                #expect(FileManager.default.contents(atPath: path) == Data(RangeServer.bytes(1_000, 0)))
                #expect(names(in: folder) == ["a"])
            }
        }

        @Test("leave nothing where the server gives nothing to compare", arguments: ["W/\"weak\"", "bare"])
        func noValidator(_ tag: String) async throws {
            let server = RangeServer(Self.size, cut: 100_000, tag: tag)
            defer { server.server.stop() }
            try await inFolder { folder in
                #expect(await outcome(of: request(server, folder + "/a"))?.failure == .disconnected)
                #expect(names(in: folder) == [])
            }
        }

        @Test("go on where all has come but the end of a body of unknown length")
        func allButTheEnd() async throws {
            let answers = Answers([
                "200 X\r\nETag: \"a\"\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n",
                "206 X\r\nETag: \"a\"\r\nContent-Range: bytes 9-9/10\r\nContent-Length: 1\r\n\r\n9",
            ])
            defer { answers.server.stop() }
            #expect(try await answers.outcomes() == ["disconnected", "206 10"])
            #expect(answers.log.lines == ["all", "bytes=9-"])
            #expect(answers.file == "0123456789")
        }

        @Test("begin again when the server has nothing that begins so, though it does not look whether it is the same")
        func nothingThere() async throws {
            let answers = Answers([
                "200 X\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n01234",
                "416 X\r\nContent-Range: bytes */3\r\nContent-Length: 0\r\n\r\n",
                "200 X\r\nETag: \"b\"\r\nContent-Length: 3\r\n\r\nabc",
            ])
            defer { answers.server.stop() }
            #expect(try await answers.outcomes() == ["disconnected", "416 0", "200 3"])
            #expect(answers.log.lines == ["all", "bytes=5-", "all"])
            #expect(answers.file == "abc")
        }

        @Test(
            "take no more and no other than the part that the server names",
            arguments: [
                "Content-Range: bytes 5-6/10\r\nContent-Length: 5\r\n\r\n56XXX",
                "Content-Range: bytes 5-6/10\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n56XXX\r\n0\r\n\r\n",
                "Content-Range: bytes 5-99/10\r\nContent-Length: 5\r\n\r\n56XXX",
                "Content-Range: bytes 5-9223372036854775807/*\r\nContent-Length: 5\r\n\r\n56XXX",
                "Content-Range: bytes +5-9/10\r\nContent-Length: 5\r\n\r\n56XXX",
                "Content-Range: bytes 5-9/+10\r\nContent-Length: 5\r\n\r\n56XXX",
                "Content-Range: bytes 5/9-10\r\nContent-Length: 5\r\n\r\n56XXX",
            ])
        func lies(_ answer: String) async throws {
            let answers = Answers([
                "200 X\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n01234",
                "206 X\r\nETag: \"a\"\r\n\(answer)",
                "200 X\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n0123456789",
            ])
            defer { answers.server.stop() }
            #expect(try await answers.outcomes() == ["disconnected", "malformed(response)", "200 10"])
            #expect(answers.log.lines == ["all", "bytes=5-", "all"])
            #expect(answers.file == "0123456789")
        }

        @Test("go on behind a redirect")
        func redirected() async throws {
            let answers = Answers(
                [
                    "302 X\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n",
                    "200 X\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n01234",
                    "302 X\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n",
                    "206 X\r\nETag: \"a\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789",
                ], tries: 2)
            defer { answers.server.stop() }
            #expect(try await answers.outcomes() == ["disconnected", "206 10"])
            #expect(answers.log.lines == ["all", "all", "all", "bytes=5-"])
            #expect(answers.file == "0123456789")
        }

        @Test("go on with a rest that is encoded in no way, and with no other", arguments: ["identity", "gzip"])
        func encoded(_ encoding: String) async throws {
            let isRest = encoding == "identity"
            let answers = Answers(
                [
                    "200 X\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n01234",
                    "206 X\r\nETag: \"a\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n"
                        + "Content-Encoding: \(encoding)\r\n\r\n56789",
                    "200 X\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n0123456789",
                ], tries: isRest ? 2 : 3)
            defer { answers.server.stop() }
            let outcomes = isRest ? ["206 10"] : ["malformed(response)", "200 10"]
            #expect(try await answers.outcomes() == ["disconnected"] + outcomes)
            #expect(answers.file == "0123456789" && answers.names == ["a"])
        }

        @Test("take no rest of what has changed since, from a server that does not look")
        func newer() async throws {
            let answers = Answers([
                "200 X\r\nDate: Sat, 21 Nov 2026 12:00:00 GMT\r\nLast-Modified: Fri, 20 Nov 2026 12:00:00 GMT\r\n"
                    + "Content-Length: 10\r\n\r\n01234",
                "206 X\r\nLast-Modified: Sat, 21 Nov 2026 12:00:00 GMT\r\nContent-Range: bytes 5-9/10\r\n"
                    + "Content-Length: 5\r\n\r\nfghij",
                "200 X\r\nContent-Length: 10\r\n\r\nabcdefghij",
            ])
            defer { answers.server.stop() }
            #expect(try await answers.outcomes() == ["disconnected", "malformed(response)", "200 10"])
            #expect(answers.log.lines == ["all", "bytes=5-", "all"])
            #expect(answers.file == "abcdefghij")
        }

        @Test("take no part for the whole, from a server that sends one and does not say so by its status")
        func unmarkedPart() async throws {
            let answers = Answers([
                "200 X\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n01234",
                "200 X\r\nETag: \"a\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789",
                "200 X\r\nETag: \"a\"\r\nContent-Range: bytes 0-9/10\r\nContent-Length: 10\r\n\r\n0123456789",
            ])
            defer { answers.server.stop() }
            #expect(try await answers.outcomes() == ["disconnected", "malformed(response)", "200 10"])
            #expect(answers.file == "0123456789" && answers.names == ["a"])
        }

        @Test("take no part that another user has made in a folder for all", .enabled(if: geteuid() == 0))
        func partOfAnother() async throws {
            let server = RangeServer(1_000)
            defer { server.server.stop() }
            try await inFolder { folder in
                let path = folder + "/a"
                #expect(FileManager.default.createFile(atPath: path + ".part", contents: Data("evil".utf8)))
                #expect(chown(path + ".part", 65_534, 65_534) == 0)
                #expect(await outcome(of: request(server, path))?.response?.status == 200)
                #expect(FileManager.default.contents(atPath: path) == Data(RangeServer.bytes(1_000, 0)))
                #expect(names(in: folder) == ["a", "a.part"])
                var status = stat()
                #expect(stat(path, &status) == 0 && status.st_uid == geteuid())
            }
        }

        @Test("leave nothing where the server has stopped to give something to compare")
        func noValidatorAnyMore() async throws {
            let answers = Answers([
                "200 X\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n01234",
                "200 X\r\nContent-Length: 10\r\n\r\nabc",
            ])
            defer { answers.server.stop() }
            #expect(try await answers.outcomes() == ["disconnected", "disconnected"])
            #expect(answers.names == [])
        }

        @Test("downloads that do not resume leave nothing when they are killed and asked for again")
        func plain() async throws {
            let server = LoopbackServer { connection in
                while let request = connection.request() {
                    connection.send("HTTP/1.1 200 X\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n12345")
                    if request.target == "/cut" { connection.waitForClose() } else { connection.send("67890") }
                }
            }
            defer { server.stop() }
            try await inFolder { folder in
                let url = server.url("/cut")
                let path = folder + "/a"
                await #expect(processExitsWith: .signal(SIGKILL)) { [url = url as String, path = path as String] in
                    var first = Outcomes(requests: [
                        .init(id: 1, .get, url, delivery: .file(path: path), progress: .zero)
                    ])
                    first.isChanging = { frame in if case .progress? = frame.events.last { kill(getpid(), SIGKILL) } }
                    _ = await outcomes(from: first, .init())
                }
                #expect(names(in: folder).count == 1)
                _ = await outcome(of: .init(id: 1, .get, server.url(), delivery: .file(path: path)))
                #expect(names(in: folder) == ["a"])
                #expect(FileManager.default.contents(atPath: path) == Data("1234567890".utf8))
            }
        }
    }
}

/// A server that gives one answer to each connection, and a download that is asked for as often.
private final class Answers: Sendable {
    let server: LoopbackServer
    let log = Log()
    private let tries: Int
    private let left = Guarded((file: "", names: Set<String>()))

    init(_ answers: [String], tries: Int? = nil) {
        self.tries = tries ?? answers.count
        server = LoopbackServer { [log] connection in
            guard let request = connection.request() else { return }
            connection.send("HTTP/1.1 " + answers[log.lines.count])
            log.append(request["Range"] ?? "all")
        }
    }

    var file: String { left.withLock(\.file) }
    /// The names of the files in the folder.
    var names: Set<String> { left.withLock(\.names) }

    func outcomes() async throws -> [String] {
        var outcomes: [String] = []
        try await inFolder { folder in
            for _ in 0..<tries {
                let delivery = HTTP.Delivery.file(path: folder + "/a", resumes: true)
                switch await outcome(of: .init(id: 1, .get, server.url(), delivery: delivery)) {
                case .success(let response)?: outcomes.append("\(response.status) \(response.byteCount)")
                case .failure(.malformed(let what))?: outcomes.append("malformed(\(what))")
                case .failure(let failure)?: outcomes.append("\(failure)")
                case nil: outcomes.append("none")
                }
            }
            let file = FileManager.default.contents(atPath: folder + "/a") ?? Data()
            left.withLock { $0 = (String(decoding: file, as: UTF8.self), CycleNetworkTests.names(in: folder)) }
        }
        return outcomes
    }
}
