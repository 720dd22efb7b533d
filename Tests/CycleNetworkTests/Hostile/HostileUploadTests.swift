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
                    // It never reads.
                    (.failure(.timedOutIdle), { $0.waitForClose(atMost: 1.2) }),
                    // It reads a little at a time.
                    (
                        .failure(.timedOut),
                        { connection in
                            for _ in 0..<15 where connection.receive() != nil { connection.waitForClose(atMost: 0.1) }
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
                            connection.waitForClose(atMost: 1.2)
                        }
                    ),
                    (
                        .failure(.timedOutIdle),
                        { connection in
                            connection.send("HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n")
                            connection.waitForClose(atMost: 1.2)
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

        @Test("gets one outcome out of the default transport, in time")
        func oneOutcomeEach() async {
            // Each with a body of announced length, and with one in chunks.
            let actions = Self.serverActions + Self.serverActions
            let servers = actions.map { LoopbackServer($0.serve) }
            defer { for server in servers { server.stop() } }
            let limit: Duration = .milliseconds(1_500)
            let piece = [UInt8](repeating: 1, count: 100_000)
            let requests = servers.enumerated().map { index, server in
                let byteCount = index < Self.serverActions.count ? Self.size : nil
                return Driver.Request(
                    id: index, .put, server.url(),
                    body: .stream(HTTP.BodyStream("a", byteCount: byteCount) { $0 < Self.size ? piece : nil }),
                    timeOuts: .init(connect: .seconds(1), idle: .milliseconds(600), total: limit))
            }
            let time = RealTime()
            var first = Outcomes(requests: requests)
            var latest = Duration.zero
            first.isChanging = { _ in latest = time.now }
            let last = await outcomes(from: first, .init(limits: .init(perHost: 100)), on: time)
            #expect(latest < limit + .milliseconds(500))
            for (index, action) in actions.enumerated() {
                #expect(action.expectation.allows(last[index]), "\(index): \(last[index].map { "\($0)" } ?? "nothing")")
            }
            for server in servers { server.waitUntilAlone() }
        }
    }
}
