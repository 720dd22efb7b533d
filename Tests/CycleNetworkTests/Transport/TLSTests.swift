#if os(Linux)
    import Cycle
    import CycleNetwork
    import CycleURLSession
    import Foundation
    import Testing

    extension Loopback {
        @Suite("TLS", .enabled(if: TLSServer.isAvailable))
        struct TLSTests {
            typealias Request = NetworkDriver<Int>.Request

            private func driver(_ certificatesPath: String?) -> NetworkDriver<Int> {
                NetworkDriver(transport: .curl, options: .init(certificatesPath: certificatesPath))
            }

            private func outcome(
                _ url: String, trusting path: String?
            ) async -> Result<HTTP.Response, HTTP.Failure>? {
                await outcomes(of: [Request(id: 1, get: url)], driver(path))[1]
            }

            @Test("a body comes from a server whose issuer is trusted, and from no other")
            func trust() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
                    try body.write(to: URL(fileURLWithPath: folder + "/body"))
                    let authority = folder + "/authority.pem"
                    let good = try TLSServer(folder, "good")
                    defer { good.kill() }
                    #expect(
                        await outcome(good.url("127.0.0.1", "/body"), trusting: authority)?.response?.body
                            == [UInt8](body))
                    #expect(await outcome(good.url("localhost", "/body"), trusting: authority)?.response != nil)
                    #expect(await outcome(good.url(), trusting: nil)?.failure == .tls)
                    #expect(await outcome(good.url(), trusting: folder + "/stranger.pem")?.failure == .tls)
                    let missing = folder + "/missing"
                    #expect(await outcome(good.url(), trusting: missing)?.failure == .unreadable(path: missing))
                    for identity in ["expired", "other", "stranger"] {
                        let server = try TLSServer(folder, identity)
                        defer { server.kill() }
                        #expect(await outcome(server.url(), trusting: authority)?.failure == .tls, "\(identity)")
                    }
                }
            }

            @Test("URLSession trusts the system's issuers only")
            func session() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let server = try TLSServer(folder, "good")
                    defer { server.kill() }
                    let request = Request(id: 1, get: server.url())
                    #expect(await outcomes(of: [request], .init(transport: .urlSession))[1]?.failure == .tls)
                    let trusting = NetworkDriver<Int>(
                        transport: .urlSession, options: .init(certificatesPath: folder + "/authority.pem"))
                    #expect(await outcomes(of: [request], trusting)[1]?.failure?.isUnavailable == true)
                }
            }

            @Test(
                "a body that is cut is a failure, also where neither a length nor a last chunk tells",
                arguments: ["Content-Length: 100\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n7\r\n", "\r\n"])
            func truncated(_ rest: String) async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let server = try TLSServer(folder, "good", answering: "HTTP/1.1 200 X\r\n\(rest)half of")
                    defer { server.kill() }
                    var first = Outcomes(requests: [Request(id: 1, .get, server.url(), delivery: .streamed)])
                    first.isChanging = { frame in if case .chunk? = frame.events.last { server.kill() } }
                    let last = await outcomes(from: first, driver(folder + "/authority.pem"))
                    #expect(last.chunks == [UInt8]("half of".utf8))
                    #expect(last[1]?.failure == .disconnected)
                }
            }

            @Test("a server that goes while it is sent a body ends the request and nothing else")
            func lostUpload() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let server = try TLSServer(folder, "good")
                    defer { server.kill() }
                    let piece = [UInt8](repeating: 1, count: 65_536)
                    let stream = HTTP.BodyStream("a") { $0 < 1 << 30 ? piece : nil }
                    var first = Outcomes(requests: [
                        Request(id: 1, .put, server.url(), body: .stream(stream), progress: .zero)
                    ])
                    first.isChanging = { frame in
                        if case .progress(_, let progress)? = frame.events.last, progress.sentByteCount > 1 << 20 {
                            server.kill()
                        }
                    }
                    let last = await outcomes(from: first, driver(folder + "/authority.pem"))
                    #expect(last[1]?.failure == .disconnected)
                }
            }

            @Test(
                "a server that demands a certificate of the client is named, and is not tried again",
                arguments: ["-tls1_2", "-tls1_3"])
            func clientCertificate(_ version: String) async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let server = try TLSServer(folder, "good", [version, "-Verify", "1", "-verify_return_error"])
                    defer { server.kill() }
                    // Another attempt would have to wait for longer than the request may take.
                    let request = Request(
                        id: 1, .get, server.url(), timeOuts: .init(total: .seconds(300)),
                        retry: .init(count: 1, wait: .seconds(1_000), maximumWait: .seconds(1_000)))
                    let last = await outcomes(of: [request], driver(folder + "/authority.pem"))
                    #expect(last[1]?.failure == .clientCertificateRequired)
                }
            }

            /// Passes on what the server of OpenSSL says, until the client has said what it has: its second piece of the handshake,
            /// without a certificate. Then resets the connection, which takes with it whatever alert the server sends.
            private func resetting(_ port: Int) -> LoopbackServer {
                LoopbackServer { connection in
                    guard let server = Connection(to: port), let hello = connection.receive() else { return }
                    server.send(hello)
                    let copying = DispatchGroup()
                    copying.enter()
                    // Of each connection one thread reads and the other writes.
                    nonisolated(unsafe) let (from, to) = (server, connection)
                    Thread.detachNewThread {
                        while let piece = from.receive(), to.send(piece) {}
                        copying.leave()
                    }
                    _ = connection.receive()
                    connection.reset()
                    server.shutdownBoth()
                    copying.wait()
                    server.close()
                }
            }

            @Test(
                "a server that asks for a certificate and resets the connection when it gets none is named, too",
                arguments: ["-tls1_2", "-tls1_3"])
            func clientCertificateReset(_ version: String) async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let server = try TLSServer(folder, "good", [version, "-Verify", "1", "-verify_return_error"])
                    defer { server.kill() }
                    let between = resetting(server.port)
                    defer { between.stop() }
                    let url = "https://127.0.0.1:\(between.port)/"
                    let failure = await outcome(url, trusting: folder + "/authority.pem")?.failure
                    #expect(failure == .clientCertificateRequired)
                }
            }

            @Test("a server that cuts the connection demands nothing, though the one before it did")
            func cutAfterACertificate() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let server = try TLSServer(folder, "good", ["-Verify", "1", "-verify_return_error"])
                    defer { server.kill() }
                    let demanding = resetting(server.port)
                    defer { demanding.stop() }
                    let cutting = LoopbackServer { connection in _ = connection.receive() }
                    defer { cutting.stop() }
                    // Handles and connections of libcurl go from the first ones to the others, in another order.
                    let driver = NetworkDriver<Int>(
                        transport: .curl, limits: .init(perHost: 8, total: 8),
                        options: .init(certificatesPath: folder + "/authority.pem"))
                    let requests = (0..<24).map { id in
                        Request(id: id, get: "https://127.0.0.1:\(id < 8 ? demanding.port : cutting.port)/")
                    }
                    let last = await outcomes(of: requests, driver)
                    #expect((0..<8).allSatisfy { last[$0]?.failure == .clientCertificateRequired })
                    #expect((8..<24).allSatisfy { last[$0]?.failure == .tls })
                }
            }

            @Test("a server that answers, asks for a certificate and then cuts its answer is disconnected")
            func clientCertificateCut() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let answer = "HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\ncut"
                    let server = try TLSServer(folder, "good", answering: answer, ["-verify", "1", "-naccept", "1"])
                    var first = Outcomes(requests: [
                        Request(id: 1, .get, server.url(), delivery: .streamed, timeOuts: .init(total: .seconds(600)))
                    ])
                    first.isChanging = { frame in if case .chunk? = frame.events.last { server.kill() } }
                    let last = await outcomes(from: first, driver(folder + "/authority.pem"))
                    #expect(last[1]?.failure == .disconnected)
                }
            }

            @Test("a server that only asks for a certificate of the client answers without one")
            func clientCertificateWanted() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    try Data("ok".utf8).write(to: URL(fileURLWithPath: folder + "/body"))
                    let server = try TLSServer(folder, "good", ["-verify", "1"])
                    defer { server.kill() }
                    let url = server.url("127.0.0.1", "/body")
                    #expect(await outcome(url, trusting: folder + "/authority.pem")?.response?.text == "ok")
                }
            }

            @Test("old versions are refused")
            func oldVersion() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let server = try TLSServer(folder, "good", ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
                    defer { server.kill() }
                    #expect(await outcome(server.url(), trusting: folder + "/authority.pem")?.failure == .tls)
                }
            }

            @Test(
                "a server without TLS is no answer",
                arguments: ["", "garbage that is no handshake", "HTTP/1.1 200 X\r\n\r\n"])
            func noHandshake(_ text: String) async {
                let server = LoopbackServer { connection in
                    _ = connection.receive()
                    connection.send(text)
                }
                defer { server.stop() }
                #expect(await outcome("https://127.0.0.1:\(server.port)/", trusting: nil)?.failure == .tls)
            }
        }
    }
#endif
