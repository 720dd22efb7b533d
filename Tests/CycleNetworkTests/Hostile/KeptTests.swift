import CycleBase
import Cycle
import CycleDrivers
import CycleNetwork
import CycleURLSession
import Foundation
import TestSupport
import Testing

#if os(Linux)
    extension Loopback {
        @Suite("Traces of requests")
        struct KeptTests {
            /// Held by what makes the body of a request, and so by all that holds the request.
            private final class Witness: Sendable {
                private let group: DispatchGroup
                init(_ group: DispatchGroup) {
                    self.group = group
                    group.enter()
                }
                deinit { group.leave() }
            }

            /// Four at a time until all have been; some are cancelled on the way.
            struct Run {
                typealias Request = NetworkDriver<Int>.Request
                var left: Int
                var live: [Request] = []
                var next = 0
                let make: (Int) -> Request

                init(_ count: Int, make: @escaping (Int) -> Request) {
                    left = count
                    self.make = make
                    while live.count < 4 { start() }
                }

                mutating func take(_ event: NetworkDriver<Int>.Event) {
                    switch event {
                    case .response(let id, _), .failed(let id, _): end(id)
                    case .head(let id, _) where id % 7 == 0: end(id)
                    default: break
                    }
                }

                private mutating func end(_ id: Int) {
                    live.removeAll { $0.id == id }
                    left -= 1
                    start()
                }

                private mutating func start() {
                    live.append(make(next))
                    next += 1
                }
            }

            private static func run(_ transport: HTTP.Transport, _ count: Int, _ make: @escaping (Int) -> Run.Request)
                async
            {
                let cycle = CycledLens(startingWith: Run(count, make: make)) { frames in
                    frames.lens(
                        driver: NetworkDriver<Int>(transport: transport), frameFilter: { .init($0.live) },
                        eventFilter: { $0.take($1) })
                }
                _ = await cycle.run { $0.left <= 0 }
            }

            private static let deliveries: [HTTP.Delivery] = [.whole, .streamed, .file(path: "")]

            /// The file that a test of `deliveries` writes, in `folder`.
            private static func inFolder(_ delivery: HTTP.Delivery, _ folder: String, _ id: Int) -> HTTP.Delivery {
                guard case .file = delivery else { return delivery }
                return .file(path: "\(folder)/\(id % 8)")
            }

            @Test("none of them is there when the run has ended", arguments: Carrier.allCases, [0, 1, 2])
            func instances(_ carrier: Carrier, _ index: Int) async throws {
                let server = LoopbackServer.echo()
                defer { server.stop() }
                let witnesses = DispatchGroup()
                try await CycleNetworkTests.inFolder { folder in
                    for url in [server.url(), "http://127.0.0.1:1/"] {
                        await Self.run(carrier.transport, 100) { id in
                            let witness = Witness(witnesses)
                            let stream = HTTP.BodyStream("\(id)", byteCount: 1_000) { offset in
                                withExtendedLifetime(witness) {
                                    offset == 0 ? [UInt8](repeating: 1, count: 1_000) : nil
                                }
                            }
                            return .init(
                                id: id, .put, url, body: .stream(stream),
                                delivery: Self.inFolder(Self.deliveries[index], folder, id))
                        }
                    }
                }
                server.waitUntilAlone()
                // The queue of URLSession lets go of the last when it comes to it.
                #expect(areGone(witnesses, atOnce: carrier == .curl))
            }

            @Test("no memory grows with them, however their bodies come", arguments: [0, 1, 2, 3])
            func bytes(_ index: Int) async {
                await #expect(processExitsWith: .success) { [index] in
                    let isLong = ProcessInfo.processInfo.environment["CYCLE_NETWORK_LONG"] != nil
                    let count = isLong ? 10_000 : 1_000
                    let body = String(repeating: "x", count: 100_000)
                    let server = LoopbackServer.answering { _ in
                        "HTTP/1.1 200 X\r\nContent-Length: 100000\r\n\r\n" + body
                    }
                    defer { server.stop() }
                    try await CycleNetworkTests.inFolder { folder in
                        // The last kind is refused.
                        let url = index == 3 ? "http://127.0.0.1:1/" : server.url()
                        let make = { (id: Int) in
                            Run.Request(
                                id: id, .get, url,
                                delivery: KeptTests.inFolder(KeptTests.deliveries[index % 3], folder, id))
                        }
                        await KeptTests.run(.curl, 300, make)
                        let before = try residentByteCount()
                        await KeptTests.run(.curl, count, make)
                        // A leak of the bodies is a hundred megabytes, one of a kilobyte for each request one.
                        let growth = try residentByteCount() - before
                        #expect(growth < 1_500_000, "\(growth) bytes of \(count) requests")
                    }
                }
            }

            @Test("drivers that come and go by the thousand share one thread, and the limits")
            func shared() async throws {
                let crowd = Peak()
                let server = LoopbackServer { connection in
                    while connection.request() != nil {
                        crowd.enter()
                        connection.waitForClose(atMost: 0.002)
                        crowd.leave()
                        connection.send("HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n")
                    }
                }
                defer { server.stop() }
                struct Row: Equatable, Identifiable {
                    let id: Int
                    var isDone = false
                }
                let threads = Guarded(0)
                let rows = (0..<1_000).map { Row(id: $0) }
                let cycle = CycledLens(startingWith: rows) { (frames: Signal<[Row]>) in
                    frames.lens(each: \.self) { id, row in
                        row.lens(
                            driver: NetworkDriver<Int>(),
                            frameFilter: { _ in .init([.init(id: id, get: server.url())]) },
                            eventFilter: { row, event in
                                if case .response(_, let response) = event, response.isSuccess { row.isDone = true }
                                if id == 500 { threads.withLock { $0 = networkThreadCount() } }
                            })
                    }
                }
                let last = await cycle.run { $0.allSatisfy(\.isDone) }
                #expect(last.count { $0.isDone } == 1_000)
                #expect(threads.withLock { $0 } == 1)
                #expect(crowd.most <= 6 && crowd.most >= 4)
                server.waitUntilAlone()
            }
        }
    }

    /// Whether nobody holds any of them any more, or will in a minute.
    private func areGone(_ witnesses: DispatchGroup, atOnce: Bool) -> Bool {
        witnesses.wait(timeout: atOnce ? .now() : .now() + 60) == .success
    }

    /// How many were inside at a time.
    private final class Peak: Sendable {
        private let counts = Guarded((inside: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func enter() {
            counts.withLock { counts in
                counts.inside += 1
                counts.most = max(counts.most, counts.inside)
            }
        }

        func leave() { counts.withLock { $0.inside -= 1 } }
    }

    private func networkThreadCount() -> Int {
        threadNames().count { $0 == "Cycle network" }
    }

    private func residentByteCount() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }
#endif
