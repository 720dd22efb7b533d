import CycleBase
import Cycle
import CycleDrivers
@testable import CycleHTTP
@testable import CycleNetwork
import Foundation
import Testing

/// `CYCLE_NETWORK_LONG=1` runs the full figures, which take minutes: 20,000 cancels, 5,000 mutations, 1 GiB.
private let isLong = ProcessInfo.processInfo.environment["CYCLE_NETWORK_LONG"] != nil

extension Loopback {
    @Suite("Many requests")
    struct CrowdTests {
        typealias Driver = NetworkDriver<Int>

        @Test("at once are all served")
        func thousandAtOnce() async {
            await Self.thousandAtOnce(.automatic)
        }

        static func thousandAtOnce(_ transport: HTTP.Transport) async {
            let server = LoopbackServer.answering { request in
                "HTTP/1.1 200 X\r\nContent-Length: \(request.target.utf8.count)\r\n\r\n\(request.target)"
            }
            defer { server.stop() }
            let requests = (0..<1_000).map { Driver.Request(id: $0, get: server.url("/\($0)")) }
            let last = await outcomes(
                of: requests, .init(transport: transport, limits: .init(perHost: 200, total: 200)))
            for id in 0..<1_000 { #expect(last[id]?.response?.text == "/\(id)") }
            server.waitUntilAlone()
        }

        /// Requests come and go so that each is cancelled at another point of its life.
        struct Storm {
            var count: Int
            var server: LoopbackServer
            var next = 0
            var live: [Int] = []
            var cancelled: Set<Int> = []
            var finished: Set<Int> = []
            var faults: [String] = []
            var random: SplitMix64

            mutating func take(_ event: Driver.Event) {
                switch event {
                case .response(let id, _), .failed(let id, _):
                    if cancelled.contains(id) { faults.append("\(id) was cancelled and speaks") }
                    if !finished.insert(id).inserted { faults.append("\(id) ended twice") }
                    live.removeAll { $0 == id }
                case .progress(let id, _):
                    if cancelled.contains(id) { faults.append("\(id) was cancelled and makes progress") }
                default: break
                }
                refill()
            }

            mutating func refill() {
                if !live.isEmpty, Bool.random(using: &random) {
                    let victim = live.remove(at: Int.random(in: 0..<live.count, using: &random))
                    cancelled.insert(victim)
                }
                while live.count < 32, next < count {
                    live.append(next)
                    next += 1
                }
            }
        }

        @Test("requests that are cancelled at any time end once or not at all")
        func cancelStorm() async {
            await Self.cancelStorm(.automatic)
        }

        static func cancelStorm(_ transport: HTTP.Transport) async {
            let server = LoopbackServer.answering { request in
                request.target.hasSuffix("7")
                    ? "HTTP/1.1 302 X\r\nLocation: /1\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 200 X\r\nContent-Length: 200\r\n\r\n" + String(repeating: "x", count: 200)
            }
            defer { server.stop() }
            let seed = UInt64.random(in: .min ... .max)
            var first = Storm(count: isLong ? 20_000 : 2_000, server: server, random: SplitMix64(seed: seed))
            first.refill()
            let cycle = CycledLens(startingWith: first) { frames in
                frames.lens(
                    driver: Driver(transport: transport),
                    frameFilter: { frame in .init(frame.live.map { .init(id: $0, get: frame.server.url("/\($0)")) }) },
                    eventFilter: { frame, event in frame.take(event) })
            }
            let last = await cycle.run(on: RealTime()) { $0.next == $0.count && $0.live.isEmpty }
            #expect(last.faults == [], "seed \(seed)")
            #expect(last.finished.count + last.cancelled.count == last.count, "seed \(seed)")
            #expect(last.finished.isDisjoint(with: last.cancelled), "seed \(seed)")
            server.waitUntilAlone()
        }

        private static let validAnswers = [
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3\r\nabc\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: A\r\n\r\n5\r\nhello\r\n0\r\nA: b\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\nSet-Cookie: a=b; Path=/; Max-Age=5\r\n\r\n",
            "HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nno",
            "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nto the end",
        ]

        /// With a handle that was used before libcurl 8.2 adds such a line to a header that it has freed (curl 11101).
        @Test(
            "answers whose first line goes on with a header are refused, and nothing is harmed"
        )
        func continuedHeaders() async {
            await #expect(processExitsWith: .success) {
                let server = LoopbackServer.answering { request in
                    request.target == "/good"
                        ? "HTTP/1.1 200 OK\r\nA: b\r\nX: \(String(repeating: "x", count: 40))\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\n\tB: \(String(repeating: "y", count: 400))\r\nContent-Length: 0\r\n\r\n"
                }
                defer { server.stop() }
                let requests = (0..<400).map { Driver.Request(id: $0, get: server.url($0 % 2 == 0 ? "/good" : "/bad")) }
                let last = await outcomes(of: requests, .init(limits: .init(perHost: 1, total: 1)))
                for id in 0..<400 {
                    #expect(last[id]?.response?.status == (id % 2 == 0 ? 200 : nil), "\(id)")
                }
            }
        }

        @Test("requests with answers damaged at random have one outcome each")
        func mutations() async {
            await Self.mutations(.automatic)
        }

        static func mutations(_ transport: HTTP.Transport) async {
            let seed = UInt64.random(in: .min ... .max)
            let server = LoopbackServer { connection in
                guard let request = connection.request(),
                    let index = UInt64(request.target.dropFirst().prefix { $0 != "?" })
                else {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    return
                }
                var random = SplitMix64(seed: seed &+ index)
                connection.send(Self.validAnswers[Int(index) % 6].damaged(&random))
                connection.shutdownSending()
                connection.waitForClose()
            }
            defer { server.stop() }
            let count = isLong ? 5_000 : 500
            let requests = (0..<count).map {
                Driver.Request(
                    id: $0, .get, server.url("/\($0)"), timeOuts: .init(connect: .seconds(5), idle: .seconds(3)),
                    byteLimit: 1 << 20)
            }
            let last = await outcomes(
                of: requests,
                .init(transport: transport, limits: .init(perHost: 100, total: 100), keepsCookies: true))
            #expect(last.ends.count == count, "seed \(seed)")
            #expect(last.ends.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
        }
    }
}

extension String {
    fileprivate func damaged(_ random: inout SplitMix64) -> [UInt8] {
        var bytes = [UInt8](utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard !bytes.isEmpty else { break }
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[index] = .random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(.random(in: 0...255, using: &random), at: index)
            case 3: bytes.removeSubrange(index...)
            default: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
            }
        }
        return bytes
    }
}
