import CycleBase
import Cycle
import CycleDrivers
import CycleNetwork
import CycleURLSession
import Foundation
import Synchronization
import TestSupport
import Testing

/// The transports that there are here.
enum Carrier: CaseIterable {
    case urlSession, curl

    var transport: HTTP.Transport { self == .curl ? .curl : .urlSession }
}

extension Loopback {
    @Suite("Transports")
    struct TransportTests {
        typealias Request = Outcomes.Driver.Request

        @Test("tasks that compute on all threads of the pool keep no answer from coming", arguments: Carrier.allCases)
        func busyPool(_ carrier: Carrier) async {
            await #expect(processExitsWith: .success) { [isCurl = (carrier == .curl) as Bool] in
                let server = LoopbackServer.answering { _ in "HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\n42" }
                defer { server.stop() }
                let threadCount = ProcessInfo.processInfo.activeProcessorCount
                let state = Guarded((busyCount: 0, hasAnswer: false))
                for _ in 0..<threadCount {
                    Task.detached {
                        state.withLock { $0.busyCount += 1 }
                        state.wakeAll()
                        // Keeps its thread of the pool, as a computation does.
                        state.wait { $0.hasAnswer ? () : nil }
                    }
                }
                await withThreadsOfItsOwn {
                    state.wait { $0.busyCount == threadCount ? () : nil }
                    let last = await outcome(
                        of: .init(id: 1, get: server.url()), isCurl ? .curl : .urlSession)
                    state.withLock { $0.hasAnswer = true }
                    state.wakeAll()
                    #expect(last?.response?.text == "42")
                }
            }
        }

        @Test("a response is an event whatever its status", arguments: Carrier.allCases)
        func reportsEveryStatus(_ carrier: Carrier) async {
            let server = LoopbackServer.answering { request in
                "HTTP/1.1 \(request.target.dropFirst()) X\r\nContent-Length: 2\r\nX-Test: a\r\n\r\n42"
            }
            defer { server.stop() }
            let all = await outcomes(
                of: [200, 404, 500].map { .init(id: $0, get: server.url("/\($0)")) },
                .init(transport: carrier.transport))
            for status in [200, 404, 500] {
                #expect(all[status]?.response?.status == status)
                #expect(all[status]?.response?.text == "42")
                #expect(all[status]?.response?.headers["x-test"] == "a")
            }
        }

        @Test("an address without a server is a refusal", arguments: Carrier.allCases)
        func refused(_ carrier: Carrier) async {
            let request = Request(id: 1, get: "http://127.0.0.1:1/")
            #expect(await outcome(of: request, carrier.transport)?.failure == .refused)
        }

        @Test("an address of IPv6 without a server is a refusal, too")
        func refusedIPv6() async {
            #expect(await outcome(of: Request(id: 1, get: "http://[::1]:1/"))?.failure == .refused)
        }

        @Test("a 401 is answered, not waited for", arguments: Carrier.allCases)
        func unauthorized(_ carrier: Carrier) async {
            let server = LoopbackServer.answering { _ in
                "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 2\r\n\r\nno"
            }
            defer { server.stop() }
            #expect(await outcome(of: .init(id: 1, get: server.url()), carrier.transport)?.response?.status == 401)
        }

        @Test("a redirect is followed by the driver", arguments: Carrier.allCases)
        func redirect(_ carrier: Carrier) async {
            let server = LoopbackServer.answering { request in
                request.target == "/a"
                    ? "HTTP/1.1 302 X\r\nLocation: b\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 200 X\r\nContent-Length: \(request.target.count)\r\n\r\n\(request.target)"
            }
            defer { server.stop() }
            #expect(await outcome(of: .init(id: 1, get: server.url("/a")), carrier.transport)?.response?.text == "/b")
        }

        @Test("a HEAD has headers and no body", arguments: Carrier.allCases)
        func head(_ carrier: Carrier) async {
            let server = LoopbackServer.answering { request in
                "HTTP/1.1 200 X\r\nX-Method: \(request.method)\r\nContent-Length: 5\r\n\r\n"
            }
            defer { server.stop() }
            let response = await outcome(of: .init(id: 1, .head, server.url()), carrier.transport)?.response
            #expect(response?.headers["X-Method"] == "HEAD")
            #expect(response?.body == [])
        }

        @Test("a streamed body comes in pieces between its head and its end", arguments: Carrier.allCases)
        func streams(_ carrier: Carrier) async {
            let server = LoopbackServer.answering { _ in
                "HTTP/1.1 200 X\r\nContent-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 1_000_000)
            }
            defer { server.stop() }
            let request = Request(id: 1, .get, server.url(), delivery: .streamed, progress: nil)
            let all = await outcomes(of: [request], .init(transport: carrier.transport))
            #expect(all.chunks.count == 1_000_000)
            #expect(all[1]?.response?.byteCount == 1_000_000)
            #expect(all[1]?.response?.body == [])
            guard case .head(1, let head)? = all.events.first else {
                Issue.record("the first event is the head")
                return
            }
            #expect(head.status == 200)
        }

        @Test("a slow loop is not taken for a silent server")
        func slowLoop() async {
            let server = LoopbackServer.answering { _ in
                "HTTP/1.1 200 X\r\nContent-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 1_000_000)
            }
            defer { server.stop() }
            var first = Outcomes(requests: [
                .init(id: 1, .get, server.url(), delivery: .streamed, timeOuts: .init(idle: .seconds(2)))
            ])
            var isFirst = true
            first.isChanging = { frame in
                guard isFirst, case .chunk? = frame.events.last else { return }
                isFirst = false
                // Real time has to pass, and nobody signals: long enough for what is sent meanwhile on a busy machine, too.
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 2.5)
            }
            #expect(await outcomes(from: first, .init())[1]?.response?.byteCount == 1_000_000)
        }

        @Test("a request that leaves the model is gone, and its connection with it", arguments: Carrier.allCases)
        func cancels(_ carrier: Carrier) async {
            let server = LoopbackServer { connection in
                if connection.request()?.target == "/end" {
                    connection.send("HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok")
                    return
                }
                connection.send("HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\nx")
                connection.waitForClose()
            }
            defer { server.stop() }
            var frame = Outcomes(requests: [.init(id: 1, .get, server.url("/hang"), delivery: .streamed)])
            frame.isChanging = { frame in
                // The first piece has come: ask for something else instead.
                if case .chunk? = frame.events.last { frame.requests = [.init(id: 2, get: server.url("/end"))] }
            }
            let last = await outcomes(from: frame, .init(transport: carrier.transport))
            #expect(last.ends.keys.sorted() == [2])
            server.waitUntilAlone()
        }

        @Test("a gzip body is decoded, and its length not known before", arguments: Carrier.allCases)
        func gzip(_ carrier: Carrier) async {
            let server = LoopbackServer { connection in
                while connection.request() != nil {
                    connection.send(
                        "HTTP/1.1 200 X\r\nContent-Encoding: gzip\r\nContent-Length: \(Gzip.hello.count)\r\n\r\n")
                    connection.send(Gzip.hello)
                }
            }
            defer { server.stop() }
            let request = Request(id: 1, .get, server.url(), progress: .zero)
            let all = await outcomes(of: [request], .init(transport: carrier.transport))
            #expect(all[1]?.response?.text == "hello hello hello")
            let progress = all.events.compactMap { event in
                if case .progress(_, let progress) = event { progress } else { nil }
            }
            #expect(progress == [HTTP.Progress(receivedByteCount: 17)])
        }
    }
}
