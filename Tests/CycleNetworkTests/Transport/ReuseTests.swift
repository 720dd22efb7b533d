import Cycle
import CycleNetwork
import Dispatch
import Testing

extension Loopback {
    /// A server may close a connection that is kept for the next request just when that is sent.
    @Suite("A kept connection that is lost")
    struct ReuseTests {
        typealias Request = Outcomes.Driver.Request

        /// Answers the first request of a run, and closes when the second has come on the same connection.
        private func server(_ log: Log) -> LoopbackServer {
            LoopbackServer { connection in
                while let request = connection.request() {
                    log.append("\(request.method) \(request.body.count)")
                    switch log.lines.count {
                    case 1: connection.send("HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok")
                    case 2: return
                    default:
                        connection.send("HTTP/1.1 200 X\r\nContent-Length: \(request.body.count)\r\n\r\n")
                        connection.send(request.body)
                    }
                }
            }
        }

        /// Makes the second request when the first is answered.
        private func outcome(
            ofSecond request: Request, _ server: LoopbackServer, _ carrier: Carrier
        ) async -> Result<HTTP.Response, HTTP.Failure>? {
            var first = Outcomes(requests: [.init(id: 1, get: server.url())])
            first.isChanging = { frame in
                if frame.ends[1] != nil, frame.requests.count == 1 { frame.requests.append(request) }
            }
            return await outcomes(from: first, .init(transport: carrier.transport))[request.id]
        }

        @Test("is replaced for what may happen twice", arguments: Carrier.allCases)
        func get(_ carrier: Carrier) async {
            let log = Log()
            let server = server(log)
            defer { server.stop() }
            let outcome = await outcome(ofSecond: .init(id: 2, get: server.url()), server, carrier)
            #expect(outcome?.response?.status == 200)
            #expect(log.lines == ["GET 0", "GET 0", "GET 0"])
        }

        @Test("is replaced with the whole body again", arguments: BodySource.allCases)
        func put(_ source: BodySource) async throws {
            let log = Log()
            let server = server(log)
            defer { server.stop() }
            let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
            try await inFolder { folder in
                let request = Request(id: 2, .put, server.url(), body: try source.body(bytes, in: folder))
                #expect(await outcome(ofSecond: request, server, .curl)?.response?.body == bytes)
            }
            #expect(log.lines == ["GET 0", "PUT 100000", "PUT 100000"])
        }

        @Test("is a failure for what must not happen twice", arguments: Carrier.allCases, [HTTP.Method.post, .patch])
        func post(_ carrier: Carrier, _ method: HTTP.Method) async {
            let log = Log()
            let server = server(log)
            defer { server.stop() }
            // `URLSession` on Linux does not send it again either, but waits for ever.
            let idle = carrier == .curl ? Duration.seconds(300) : .milliseconds(250)
            let request = Request(
                id: 2, method, server.url(), body: .bytes([1]), timeOuts: .init(idle: idle), retry: .standard)
            let outcome = await outcome(ofSecond: request, server, carrier)
            server.waitUntilAlone()
            #expect(outcome?.failure == (carrier == .curl ? .disconnected : .timedOutIdle))
            #expect(log.lines == ["GET 0", "\(method.rawValue) 1"])
        }

        @Test("is kept for several requests, one after the other", arguments: Carrier.allCases)
        func kept(_ carrier: Carrier) async {
            let log = Log()
            let server = LoopbackServer { connection in
                log.append("connection")
                while connection.request() != nil { connection.send("HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok") }
            }
            defer { server.stop() }
            var first = Outcomes(requests: [.init(id: 1, get: server.url())])
            first.isChanging = { frame in
                let next = frame.ends.count + 1
                if next <= 5, frame.requests.count < next { frame.requests.append(.init(id: next, get: server.url())) }
            }
            let last = await outcomes(from: first, .init(transport: carrier.transport))
            #expect(last.ends.count == 5)
            #expect(log.lines.count == 1)
        }

        @Test("is there for the next request, however many have come to their end since")
        func many() async {
            let count = 24
            let log = Log()
            let (arrival, turn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let server = LoopbackServer { connection in
                log.append("connection")
                while connection.request() != nil {
                    arrival.signal()
                    turn.wait()
                    connection.send("HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok")
                }
            }
            // Says how many of those may be answered, the first time and the last when all have come.
            let gong = LoopbackServer.answering { request in
                let number = Int(request.target.dropFirst()) ?? 0
                if number == 1 || number > count { for _ in 0..<count { arrival.wait() } }
                for _ in 0..<(number > count ? count : 1) { turn.signal() }
                return "HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok"
            }
            defer {
                server.stop()
                gong.stop()
            }
            let crowd = { (first: Int) in (first..<first + count).map { Request(id: $0, get: server.url()) } }
            var first = Outcomes(requests: crowd(1_000) + [Request(id: 1, get: gong.url("/1"))])
            first.isChanging = { frame in
                let answeredCount = frame.ends.keys.count { $0 >= 1_000 }
                let next = answeredCount + 1
                guard answeredCount <= count, next == frame.requests.count - count + 1 else { return }
                // The gong's answer may come after that of whom it let go, and until then its connection is not free.
                guard frame.ends[answeredCount] != nil || answeredCount == 0 else { return }
                if next > count { frame.requests += crowd(2_000) }
                frame.requests.append(Request(id: next, get: gong.url("/\(next)")))
            }
            let last = await outcomes(from: first, .init(limits: .init(perHost: count, total: count + 1)))
            #expect(last.ends.count == 3 * count + 1)
            #expect(log.lines.count == count)
        }
    }
}
