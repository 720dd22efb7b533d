#if os(Linux)
    import Cycle
    import CycleBase
    import CycleDrivers
    import CycleNetwork
    import Foundation
    import TestSupport
    import Testing

    extension Loopback {
        @Suite("WebSockets by wss", .waiting, .enabled(if: TLSServer.isAvailable))
        struct EncryptedWebSocketTests {
            private typealias WebSocket = WebSocketDriver<Int>.WebSocket
            private typealias Event = WebSocketDriver<Int>.Event

            private struct Frame: Equatable {
                var webSockets: [WebSocket]
                var events: [Event] = []
                var isDone = false
            }

            /// Runs one WebSocket up to its last event.
            private func events(
                _ webSocket: WebSocket, trusting path: String?,
                next: @escaping (inout Frame, Event) -> Void = { _, _ in }
            ) async -> [Event] {
                let driver = WebSocketDriver<Int>(options: .init(certificatesPath: path))
                let cycle = CycledLens(startingWith: Frame(webSockets: [webSocket])) { frames in
                    frames.lens(
                        driver: driver, frameFilter: { WebSocketDriver.Model($0.webSockets) },
                        eventFilter: { frame, event in
                            frame.events.append(event)
                            next(&frame, event)
                            frame.isDone = event.isLast
                        })
                }
                return await cycle.run(until: \.isDone).events
            }

            private func webSocket(_ url: String) -> WebSocket {
                var webSocket = WebSocket(1, url)
                webSocket.limit = nil
                return webSocket
            }

            /// The server's side of one WebSocket, which sends each message back.
            private func echo(_ heard: FileHandle, _ said: FileHandle) {
                var side = ServedWebSocket(.echo)
                var (head, sentCount) = ([UInt8](), 0)
                while !side.isClosed {
                    let data = heard.availableData
                    if data.isEmpty { return }
                    // Behind the server's notes about the encryption.
                    guard head.isEmpty || side.request == nil else {
                        side.receive([UInt8](data))
                        sentCount = answer(with: &side, from: sentCount, said)
                        continue
                    }
                    head += data
                    guard let start = head.firstRange(of: Array("GET ".utf8))?.lowerBound else { continue }
                    side.receive(Array(head[start...]))
                    head = side.request == nil ? [] : [0]
                    sentCount = answer(with: &side, from: sentCount, said)
                }
            }

            /// Says what the side wants to say, and returns how many pieces that makes in all.
            private func answer(with side: inout ServedWebSocket, from count: Int, _ said: FileHandle) -> Int {
                var count = count
                while side.pieces.pieces.count > count {
                    for piece in side.pieces.pieces[count...] {
                        count += 1
                        do { try said.write(contentsOf: Data(piece)) } catch { Issue.record("\(error)") }
                        side.written()
                    }
                }
                if side.pieces.isComplete { try? said.close() }
                return count
            }

            @Test("messages of all sizes come back, and a close is clean")
            func echoes() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let server = try TLSServer(folder, "good", talk: echo)
                    defer { server.kill() }
                    var webSocket = webSocket("wss://localhost:\(server.port)/chat")
                    let messages = [0, 1, 125, 126, 20_000, 1_000_000].map {
                        WebSocketMessage.bytes([UInt8](repeating: 0xff, count: $0))
                    }
                    // The server reads nothing while it has to wait for its client: it holds the small ones only.
                    webSocket.output = .init(messages.dropLast())
                    webSocket.isPaused = true
                    let events = await events(webSocket, trusting: folder + "/authority.pem") { frame, event in
                        if event == .sent(1, end: 5) {
                            frame.webSockets[0].isPaused = false
                            frame.webSockets[0].output = .init(messages)
                        }
                        let count = frame.events.count { if case .received = $0 { true } else { false } }
                        if count == messages.count { frame.webSockets[0].closing = .init(4_000, "done") }
                    }
                    let isSent = { (event: Event) in if case .sent = event { true } else { false } }
                    #expect(events.first == .opened(1, subprotocol: nil))
                    #expect(events.dropFirst().prefix(while: isSent).contains(.sent(1, end: 5)), "nothing comes before")
                    #expect(
                        events.compactMap { if case .received(_, let message) = $0 { message } else { nil } }
                            == messages)
                    #expect(events.last == .closed(1, .init(4_000), isClean: true))
                }
            }

            @Test("a server that cannot prove who it is, or speaks no TLS, is a failure of that kind")
            func trust() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let authority = folder + "/authority.pem"
                    let good = try TLSServer(folder, "good")
                    defer { good.kill() }
                    let url = "wss://127.0.0.1:\(good.port)/"
                    let untrusted = Event.failed(1, .socket(.tls))
                    #expect(await events(webSocket(url), trusting: nil) == [untrusted])
                    let missing = folder + "/missing"
                    let unreadable = Event.failed(1, .socket(.unreadable(path: missing)))
                    #expect(await events(webSocket(url), trusting: missing) == [unreadable])
                    // It is a server of files, which makes no WebSocket.
                    #expect(await events(webSocket(url), trusting: authority).last != untrusted)
                    for identity in ["expired", "other", "stranger"] {
                        let server = try TLSServer(folder, identity)
                        defer { server.kill() }
                        let url = "wss://127.0.0.1:\(server.port)/"
                        #expect(await events(webSocket(url), trusting: authority) == [untrusted], "\(identity)")
                    }
                    let plain = LoopbackServer { $0.send("HTTP/1.1 400 X\r\n\r\n") }
                    defer { plain.stop() }
                    #expect(await events(webSocket("wss://127.0.0.1:\(plain.port)/"), trusting: nil) == [untrusted])
                }
            }

            @Test("a server that breaks off is a failure, and so is one that is not there")
            func cut() async throws {
                try await inFolder { folder in
                    try makeCertificates(in: folder)
                    let server = try TLSServer(folder, "good", talk: echo)
                    var webSocket = webSocket("wss://localhost:\(server.port)/")
                    webSocket.output = .init([.text("a")])
                    let events = await events(webSocket, trusting: folder + "/authority.pem") { _, event in
                        if case .received = event { server.kill() }
                    }
                    #expect([.failed(1, .disconnected), .failed(1, .socket(.reset))].contains(events.last))
                    #expect(await self.events(webSocket, trusting: nil) == [.failed(1, .socket(.refused))])
                }
            }

            @Test("a server that never speaks is given up, and no run waits for it")
            func silent() async {
                let server = LoopbackServer { $0.waitForClose() }
                defer { server.stop() }
                var webSocket = webSocket("wss://127.0.0.1:\(server.port)/")
                webSocket.limit = .milliseconds(100)
                #expect(await events(webSocket, trusting: nil) == [.failed(1, .timeLimit)])
            }
        }
    }
#endif
