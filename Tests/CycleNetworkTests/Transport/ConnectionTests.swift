import Cycle
import CycleNetwork
import CycleURLSession
import Foundation
import Testing

extension Loopback {
    @Suite("Connections")
    struct ConnectionTests {
        typealias Request = Outcomes.Driver.Request

        private let quick = HTTP.TimeOuts(connect: .milliseconds(300), idle: .milliseconds(300), total: .seconds(300))

        @Test("a host without an address is unresolved", arguments: Carrier.allCases)
        func unresolved(_ carrier: Carrier) async {
            let request = Request(id: 1, get: "http://nowhere.invalid/")
            #expect(await outcome(of: request, carrier.transport)?.failure == .unresolved)
        }

        @Test("many hosts are looked up a few at a time, and all of them")
        func manyUnresolved() async {
            let requests = (0..<40).map { Request(id: $0, get: "http://nowhere\($0).invalid/") }
            var first = Outcomes(requests: requests)
            // Some go away while they wait.
            first.isChanging = { frame in
                if frame.ends.count == 3 { frame.requests.removeAll { $0.id % 3 == 0 && frame.ends[$0.id] == nil } }
            }
            let last = await outcomes(from: first, .init(transport: .curl))
            #expect(last.requests.count < 40 && last.requests.allSatisfy { last[$0.id]?.failure == .unresolved })
            let server = LoopbackServer.echo()
            defer { server.stop() }
            let url = "http://localhost:\(server.port)/"
            let all = await outcomes(of: (0..<40).map { Request(id: $0, get: url) }, .init(transport: .curl))
            #expect(all.ends.count == 40 && all.requests.allSatisfy { all[$0.id]?.response?.status == 200 })
        }

        @Test("a connection that does not come is given up; URLSession cannot tell that from silence")
        func connectTimeOut() async {
            let listener = FullListener()
            let request = Request(id: 1, .get, "http://127.0.0.1:\(listener.port)/", timeOuts: quick)
            #expect(await outcome(of: request, .curl)?.failure == .timedOutConnecting)
            #expect(await outcome(of: request, .urlSession)?.failure == .timedOutIdle)
        }

        @Test("a connection that never becomes encrypted is given up")
        func silentHandshake() async {
            let server = LoopbackServer { $0.waitForClose() }
            defer { server.stop() }
            let request = Request(id: 1, .get, "https://127.0.0.1:\(server.port)/", timeOuts: quick)
            #expect(await outcome(of: request, .curl)?.failure == .timedOutConnecting)
            server.waitUntilAlone()
        }

        @Test("a time-out counts every try by itself, but the total counts all", arguments: [3, 100])
        func triesAgain(_ count: Int) async {
            let listener = FullListener()
            // Three tries are over long before the first of the totals on any machine, a hundred never before the second.
            let request = Request(
                id: 1, .get, "http://127.0.0.1:\(listener.port)/",
                timeOuts: .init(connect: .milliseconds(50), total: count == 3 ? .seconds(300) : .milliseconds(500)),
                retry: .init(count: count, wait: .milliseconds(1), maximumWait: .milliseconds(1)))
            let driver = NetworkDriver<Int>(transport: .curl, retryBudget: 100)
            let failure = await outcomes(of: [request], driver)[1]?.failure
            #expect(failure == (count == 3 ? .timedOutConnecting : .timedOut))
        }

        @Test("no more are open than allowed, in all and to each host", arguments: Carrier.allCases)
        func limits(_ carrier: Carrier) async {
            // A server lets three go as soon as it has three: fewer would wait for ever, more would be seen.
            let crowds = [Crowd(3), Crowd(3)]
            let servers = crowds.map { crowd in
                LoopbackServer.answering { _ in
                    crowd.meet()
                    return "HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n"
                }
            }
            defer { for server in servers { server.stop() } }
            let requests = (0..<18).map { Request(id: $0, get: servers[$0 % 2].url()) }
            let driver = NetworkDriver<Int>(transport: carrier.transport, limits: .init(perHost: 3, total: 6))
            let last = await outcomes(of: requests, driver)
            #expect((0..<18).allSatisfy { last[$0]?.response?.status == 200 })
            #expect(crowds.map(\.largest) == [3, 3])
        }

        @Test("are encrypted with TLS 1.2 or later, and speak HTTP/1.1")
        func hello() async throws {
            let log = Log()
            let server = LoopbackServer { connection in
                if let hello = connection.receive() { log.append(hello.map { "\($0)" }.joined(separator: " ")) }
            }
            defer { server.stop() }
            let request = Request(id: 1, get: "https://127.0.0.1:\(server.port)/")
            #expect(await outcome(of: request, .curl)?.failure == .tls)
            let hello = try #require(log.lines.first)
            let words = { (bytes: [UInt8]) in bytes.map { "\($0)" }.joined(separator: " ") }
            #expect(hello.contains(words([8] + [UInt8]("http/1.1".utf8))))
            #expect(!hello.contains(words([0, 5, 0, 3, 2] + [UInt8]("h2".utf8))))
            #expect(!hello.contains(words([2] + [UInt8]("h2".utf8) + [8])))
            // The extension that lists versions: 1.3 and 1.2, nothing older.
            #expect(hello.contains(words([0, 43, 0, 5, 4, 3, 4, 3, 3])))
        }
    }
}

/// Lets so many threads through at a time, all together.
private final class Crowd: Sendable {
    private let size: Int
    private let door = NSCondition()
    private nonisolated(unsafe) var insideCount = 0
    private nonisolated(unsafe) var roundCount = 0
    private nonisolated(unsafe) var most = 0

    init(_ size: Int) {
        self.size = size
    }

    var largest: Int {
        door.lock()
        defer { door.unlock() }
        return most
    }

    func meet() {
        door.lock()
        insideCount += 1
        most = max(most, insideCount)
        let round = roundCount
        if insideCount == size {
            insideCount = 0
            roundCount += 1
            door.broadcast()
        }
        while round == roundCount { door.wait() }
        door.unlock()
    }
}
