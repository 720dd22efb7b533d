import Cycle
import CycleNetwork
import Testing

extension Loopback {
    @Suite("Requests with strange durations")
    struct LimitTests {
        typealias Request = NetworkDriver<Int>.Request

        static let longest: [Duration] = [.init(attoseconds: .max), .seconds(Int64.max)]
        static let shortest: [Duration] = [.init(attoseconds: .min), .seconds(-1), .zero]

        @Test("are answered, however long they might take", arguments: longest)
        func long(_ limit: Duration) async {
            let server = LoopbackServer.answering { _ in "HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok" }
            defer { server.stop() }
            var request = Request(id: 1, get: server.url())
            request.timeOuts = .init(connect: limit, idle: limit, total: limit)
            request.retry = .init(count: 1, wait: limit, maximumWait: limit)
            request.progress = limit
            #expect(await outcome(of: request)?.response?.text == "ok")
        }

        @Test("wait for a retry no longer than all in all", arguments: longest)
        func retried(_ limit: Duration) async {
            var request = Request(id: 1, get: "http://127.0.0.1:1/")
            request.timeOuts.total = .milliseconds(20)
            request.retry = .init(count: 9, wait: limit, maximumWait: limit)
            #expect(await outcome(of: request)?.failure == .timedOut)
        }

        @Test("have one outcome where there is no time at all", arguments: shortest)
        func short(_ limit: Duration) async {
            let server = LoopbackServer { $0.waitForClose() }
            defer { server.stop() }
            let kinds: [HTTP.TimeOuts] = [.init(connect: limit), .init(idle: limit), .init(total: limit)]
            var requests = kinds.enumerated().map { Request(id: $0, .get, server.url(), timeOuts: $1) }
            for index in requests.indices {
                requests[index].retry = .init(count: 2, wait: limit, maximumWait: limit)
                requests[index].progress = limit
            }
            let all = await outcomes(of: requests, .init())
            #expect(all.ends.values.allSatisfy { $0.count == 1 } && all[2]?.failure == .timedOut)
        }
    }
}
