import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import TestSupport
import Testing

extension Loopback {
    /// Requests that a frame pauses and lets go on.
    @Suite("A paused request")
    struct PauseTests {
        private typealias Request = NetworkDriver<Int>.Request

        private static let pieceCount = 512
        private static let piece = [UInt8](repeating: 1, count: 65_536)

        /// Pauses the stream 0 with its first piece, until so many other requests have been answered, one after another.
        private static func pausing(_ stream: Request, trips: Int, _ url: String) -> Outcomes {
            var first = Outcomes(requests: [stream])
            first.isChanging = { all in
                switch all.events.last {
                case .chunk(0, _)? where all.requests.count == 1:
                    all.requests[0].isPaused = true
                    all.requests.append(Request(id: 1, get: url))
                case .response(trips, _)?: all.requests[0].isPaused = false
                case .response(let id, _)? where id > 0: all.requests.append(Request(id: id + 1, get: url))
                default: break
                }
            }
            return first
        }

        /// How many bytes of a stream came while it was paused.
        private static func pausedByteCount(_ all: Outcomes, trips: Int) -> Int {
            all.events.prefix { event in
                if case .response(trips, _) = event { false } else { true }
            }.reduce(0) { count, event in
                if case .chunk(_, let bytes) = event { count + bytes.count } else { count }
            }
        }

        @Test("slows a server that sends as fast as it can, and then has all of it")
        func fastServer() async {
            let server = LoopbackServer { connection in
                while let request = connection.request() {
                    guard request.target == "/stream" else {
                        connection.send("HTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n")
                        continue
                    }
                    connection.send(
                        "HTTP/1.1 200 X\r\nContent-Length: \(Self.pieceCount * Self.piece.count)\r\n\r\n")
                    for _ in 0..<Self.pieceCount { guard connection.send(Self.piece) else { return } }
                }
            }
            defer { server.stop() }
            let stream = Request(id: 0, .get, server.url("/stream"), delivery: .streamed, byteLimit: .max)
            let trips = 200
            let last = await outcomes(
                from: Self.pausing(stream, trips: trips, server.url("/")), .init(transport: .curl, seed: 1))
            #expect(last[0]?.response?.byteCount == Self.pieceCount * Self.piece.count)
            #expect(last.chunks.count == Self.pieceCount * Self.piece.count)
            // Sixteen pieces of 64 KiB wait for their turns. As many more are read where the thread of libcurl hears of their turns before
            // it hears of the pause, and one is under way.
            #expect(Self.pausedByteCount(last, trips: trips) < 4 << 20)
        }

        @Test("takes no step of a simulated server, for longer than that may be silent, and then has all of it")
        func simulatedServer() async {
            let time = VirtualTime()
            let network = SimulatedNetwork(time) { message in
                message.address.target == "/stream"
                    ? .response(200, [:], (0..<100).map { "\($0) " }, every: .milliseconds(1))
                    : .response(200, after: .seconds(1))
            }
            let stream = Request(id: 0, .get, "http://a/stream", delivery: .streamed)
            let last = await virtualOutcomes(
                from: Self.pausing(stream, trips: 100, "http://b/"), .init(transport: network, seed: 1), time)
            #expect(last[0]?.response?.status == 200)
            #expect(String(decoding: last.chunks, as: UTF8.self) == (0..<100).map { "\($0) " }.joined())
            #expect(Self.pausedByteCount(last, trips: 100) == 2)
            #expect(network.messages.filter { $0.address.target == "/stream" }.count == 1, "it is the same request")
        }

        @Test("has no more time for the whole")
        func wholeTime() async {
            let time = VirtualTime()
            let network = SimulatedNetwork(time) { message in
                message.address.target == "/stream"
                    ? .response(200, [:], ["a", "b"], every: .milliseconds(1)) : .response(200, after: .seconds(1))
            }
            let stream = Request(
                id: 0, .get, "http://a/stream", delivery: .streamed, timeOuts: .init(total: .seconds(50)))
            let last = await virtualOutcomes(
                from: Self.pausing(stream, trips: 100, "http://b/"), .init(transport: network, seed: 1), time)
            #expect(last[0]?.failure == .timedOut)
            #expect(last.chunks == Array("a".utf8))
        }

        @Test("loses and doubles no piece where each one pauses it", arguments: [World.curl, .simulated])
        func manyPauses(_ world: World) async {
            let texts = (0..<60).map { "\($0) " }
            let (last, _) = await world.play(
                { [Request(id: 0, .get, $0("/"), delivery: .streamed)] },
                isChanging: { all in
                    switch all.events.last {
                    case .chunk(0, _)? where !all.requests[0].isPaused:
                        let other = Request(id: all.requests.count, get: all.requests[0].url)
                        all.requests[0].isPaused = true
                        all.requests.append(other)
                    case .response(let id, _)? where id > 0: all.requests[0].isPaused = false
                    default: break
                    }
                }, answer: { _ in .response(200, [:], texts) })
            #expect(last[0]?.response?.status == 200)
            #expect(String(decoding: last.chunks, as: UTF8.self) == texts.joined())
        }

        @Test("goes on where its body comes as a whole", arguments: [World.curl, .simulated])
        func whole(_ world: World) async {
            let (all, _) = await world.play({ url in
                var request = Request(id: 1, get: url("/"))
                request.isPaused = true
                return [request]
            }) { _ in .response(200, [:], ["all"]) }
            #expect(all[1]?.response?.text == "all")
        }

        @Test("goes on where its body goes into a file", arguments: [World.curl, .simulated])
        func file(_ world: World) async throws {
            let folder = try Folder()
            defer { withExtendedLifetime(folder) {} }
            let path = folder.path + "/file"
            var content: [UInt8]?
            let (all, _) = await world.play(
                { url in
                    var request = Request(id: 1, .get, url("/"), delivery: .file(path: path))
                    request.isPaused = true
                    return [request]
                }, inspect: { content = $0(path) }
            ) { _ in .response(200, [:], ["all"]) }
            #expect(all[1]?.response?.status == 200)
            #expect(content == Array("all".utf8))
        }

        @Test("is not paused by a second one of its identity")
        func repeated() async {
            let (all, messages) = await World.simulated.play({ url in
                let request = Request(id: 1, .get, url("/"), delivery: .streamed)
                var other = request
                other.isPaused = true
                return [request, other]
            }) { _ in .response(200, [:], ["all"]) }
            #expect(all[1]?.response?.status == 200)
            #expect(messages == ["GET /"])
        }

        @Test("is another one where more changes, and is paused from its head on")
        func changed() async {
            let time = VirtualTime()
            let network = SimulatedNetwork(time) { _ in .response(200, [:], ["a", "b"], every: .seconds(1)) }
            var first = Outcomes(requests: [Request(id: 0, .get, "http://a/1", delivery: .streamed)])
            first.isChanging = { all in
                guard case .chunk? = all.events.last, !all.requests[0].isPaused else { return }
                all.requests[0].isPaused = true
                all.requests[0].url = "http://a/2"
            }
            let last = await virtualOutcomes(from: first, .init(transport: network, seed: 1), time)
            #expect(network.messages.map(\.address.target) == ["/1", "/2"])
            #expect(last.events.filter { if case .head = $0 { true } else { false } }.count == 2)
            #expect(last.chunks == Array("a".utf8) && last[0]?.failure == .timedOut)
        }

        /// A program that passes one response on, and the pieces that its client has not read.
        private struct Proxy: Equatable {
            var asking: ServerRequest.ID?
            var pieces: [[UInt8]] = []
            var first = 0
            var isComplete = false
            var failure: HTTP.Failure?
        }

        private static func proxy() -> CycledLens<some Any, Proxy> {
            CycledLens(startingWith: Proxy()) { frames in
                frames.lens(
                    driver: ServerDriver<String>(),
                    frameFilter: { proxy in
                        let output = SocketOutput(proxy.pieces, from: proxy.first, isComplete: proxy.isComplete)
                        return .init(
                            [.init("web", at: .host("", port: 80))], proxy.asking.map { [.stream($0, output)] } ?? [])
                    },
                    eventFilter: { proxy, event in
                        switch event {
                        case .request(_, let request): proxy.asking = request.id
                        case .written(_, let end):
                            proxy.pieces.removeFirst(end - proxy.first)
                            proxy.first = end
                        case .sent, .gone: proxy.asking = nil
                        default: break
                        }
                    })
                frames.lens(
                    driver: NetworkDriver<Int>(),
                    frameFilter: { proxy in
                        var request = Request(id: 1, .get, "http://a/", delivery: .streamed, progress: nil)
                        request.timeOuts.idle = .seconds(1)
                        request.isPaused = proxy.pieces.count >= 4
                        return .init(proxy.asking == nil || proxy.isComplete ? [] : [request])
                    },
                    eventFilter: { proxy, event in
                        switch event {
                        case .chunk(_, let bytes): proxy.pieces.append(bytes)
                        case .response: proxy.isComplete = true
                        case .failed(_, let failure): (proxy.isComplete, proxy.failure) = (true, failure)
                        case .head, .progress: break
                        }
                    })
            }
        }

        @Test("has the server of a proxy wait for a client of it that does not read")
        func passedOn() throws {
            let time = VirtualTime()
            let texts = (0..<300).map { "\($0) " }
            let network = SimulatedNetwork(time) { _ in .response(200, [:], texts, every: .milliseconds(1)) }
            let sockets = SimulatedSockets()
            sockets.reads = { _ in false }
            let test = TestRun(Self.proxy(), time: time, exhaustive: false, standIns: network, sockets)
            test.settle()
            let client = try #require(sockets.connect(to: .host("", port: 80)))
            sockets.happen(.requests("GET", "/"), at: client)
            test.advance(by: .seconds(5))
            #expect(test.frame.pieces.count == 4 && !test.frame.isComplete)
            sockets.reads = { _ in true }
            sockets.read(at: client)
            test.advance(by: .seconds(5))
            #expect(test.frame.isComplete && test.frame.failure == nil && test.frame.asking == nil)
            #expect(sockets.responses(at: client).map(\.text) == [texts.joined()])
        }
    }
}
