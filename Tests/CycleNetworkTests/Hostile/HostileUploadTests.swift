import Cycle
import CycleDrivers
import CycleNetwork
import Testing

extension Loopback {
    @Suite("A hostile server that is sent a body")
    struct HostileUploadTests {
        typealias Driver = NetworkDriver<Int>

        /// More than fits into the buffers of a connection.
        private static let size = 40_000_000

        private static let serverActions:
            [(expectation: Misbehaviour.Expectation, serve: @Sendable (Connection) -> Void)] =
                [
                    // It never reads, and so does not see the end of what it has not read.
                    (.failure(.timedOutIdle), { $0.waitForStop() }),
                    // It reads a little at a time.
                    (
                        .failure(.timedOut),
                        { connection in
                            while connection.receive() != nil { connection.waitForClose(atMost: 0.1) }
                        }
                    ),
                    // It closes, and resets, in the middle.
                    (.failure(.disconnected), { _ = $0.receive() }),
                    (
                        .failure(.disconnected),
                        { connection in
                            _ = connection.receive()
                            connection.reset()
                        }
                    ),
                    // It refuses, and accepts, before it has read.
                    (
                        .response(413, ""),
                        { connection in
                            connection.send("HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n")
                            connection.waitForClose(atMost: 600)
                        }
                    ),
                    (
                        .response(200, ""),
                        { connection in
                            connection.send("HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n")
                            connection.waitForClose(atMost: 600)
                        }
                    ),
                    (
                        .response(204, ""),
                        { connection in
                            connection.send("HTTP/1.1 204 X\r\n\r\n")
                            connection.waitForClose(atMost: 600)
                        }
                    ),
                    (
                        .response(200, "ok"),
                        { connection in
                            connection.send("HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok")
                            connection.waitForClose(atMost: 600)
                        }
                    ),
                    (
                        .response(200, "ok"),
                        { connection in
                            connection.send(
                                "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nA: b\r\n\r\n")
                            connection.waitForClose(atMost: 600)
                        }
                    ),
                    // It answers a part, and never reads.
                    (
                        .failure(.timedOutIdle),
                        { connection in
                            connection.send("HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n")
                            connection.waitForStop()
                        }
                    ),
                    // It asks for more before it has had any.
                    (
                        .response(200, ""),
                        { connection in
                            connection.send("HTTP/1.1 100 X\r\n\r\nHTTP/1.1 100 X\r\n\r\n")
                            var count = 0
                            while count < size, let piece = connection.receive() { count += piece.count }
                            connection.send("HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n")
                            connection.waitForClose()
                        }
                    ),
                ]

        @Test("gets one outcome out of the default transport")
        func oneOutcomeEach() async {
            // Each with a body of announced length, and with one in chunks.
            let actions = Self.serverActions + Self.serverActions
            let servers = actions.map { LoopbackServer($0.serve) }
            let piece = [UInt8](repeating: 1, count: 100_000)
            let requests = servers.enumerated().map { index, server in
                let byteCount = index < Self.serverActions.count ? Self.size : nil
                return Driver.Request(
                    id: index, .put, server.url(),
                    body: .stream(HTTP.BodyStream("a", byteCount: byteCount) { $0 < Self.size ? piece : nil }),
                    timeOuts: actions[index].expectation.timeOuts)
            }
            let last = await outcomes(of: requests, .init(limits: .init(perHost: 100)))
            for (index, action) in actions.enumerated() {
                #expect(action.expectation.allows(last[index]), "\(index): \(last[index].map { "\($0)" } ?? "nothing")")
            }
            for server in servers {
                server.stop()
                server.waitUntilAlone()
            }
        }
    }
}
