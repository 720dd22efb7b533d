import Cycle
import CycleBase
import CycleDrivers
import CycleNetwork
import Dispatch
import TestSupport
import Testing

/// Clients of the system that do what no client should. Each server answers a good one afterwards.
@Suite("Clients that do not cooperate", .waiting, .timeLimit(.minutes(60)))
struct HostileClientTests {
    private struct Frame: Equatable {
        var responses: [ServerResponse] = []
        var events: [ServerDriver<Int>.Event] = []
        var isDone = false

        mutating func end(_ id: ServerRequest.ID) {
            responses.removeAll { $0.request == id }
            isDone =
                isDone
                || events.contains {
                    if case .request(_, let request) = $0 {
                        request.id == id && request.target == "/end"
                    } else {
                        false
                    }
                }
        }
    }

    /// Runs a server until a request to `/end` was answered, or cut.
    ///
    /// - Parameters:
    ///   - gone: Called when a client is gone.
    ///   - clients: Runs on a thread of its own, and makes that request at its end.
    private func serve(
        limits: ServerLimits = .unhurried,
        answer: @escaping (ServerRequest) -> ServerResponse = { .text($0.id, $0.target) },
        gone: @escaping () -> Void = {},
        _ clients: @escaping @Sendable (SocketAddress) -> Void
    ) async -> Frame {
        nonisolated(unsafe) var thread: SystemThread?
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: ServerDriver<Int>(limits: limits),
                frameFilter: { .init([.init(1, at: .host("127.0.0.1", port: 0))], $0.responses) },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    switch event {
                    case .ready(_, let address):
                        do {
                            thread = try SystemThread("clients") {
                                clients(address)
                                _ = Client(address).exchange(
                                    "GET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                            }
                        } catch { Issue.record("\(error)") }
                    case .request(_, let request): frame.responses.append(answer(request))
                    case .sent(let id):
                        frame.end(id)
                    case .gone(let id, _):
                        // Also of the last one: a busy machine may cut it, where the limits are short.
                        frame.end(id)
                        gone()
                    case .written, .message, .hungUp, .closed, .failed: break
                    }
                })
        }
        let last = await cycle.run(until: \.isDone)
        await thread?.wait()
        return last
    }

    /// A blocking socket of the test.
    private struct Client: ~Copyable {
        let file: Int32

        init(_ address: SocketAddress) {
            guard case .host(let host, let port) = address,
                let found = SystemAddress.addresses(of: host, port: port, .stream, isNumber: true).first
            else {
                file = -1
                return
            }
            file = socket(found.family, Sockets.Kind.stream.number, 0)
            if found.withPointer({ CycleBase.connect(file, $0, $1) }) != 0 { Issue.record("not connected") }
        }

        deinit { Descriptors.close(file) }

        func send(_ bytes: [UInt8]) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Sockets.send(file, $0) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }

        /// Sends a text, and reads up to the end.
        func exchange(_ text: String) -> String {
            send(Array(text.utf8))
            return rest()
        }

        func rest() -> String {
            var all: [UInt8] = []
            while case .bytes(let bytes) = Descriptors.read(file, upTo: 65_536) { all += bytes }
            return String(decoding: all, as: UTF8.self)
        }
    }

    private static let post =
        "POST /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"

    @Test("a request that is cut at any byte is none")
    func cut() async {
        let frame = await serve { address in
            for end in 0..<Self.post.utf8.count { Client(address).send(Array(Self.post.utf8.prefix(end))) }
        }
        let requests = frame.events.filter { if case .request = $0 { true } else { false } }
        #expect(requests.count == 1)
    }

    @Test("a request that comes byte by byte is one")
    func slow() async {
        let answer = Guarded("")
        _ = await serve { address in
            let client = Client(address)
            for byte in Self.post.utf8 { client.send([byte]) }
            answer.withLock { $0 = client.rest() }
        }
        #expect(answer.withLock { $0 }.hasSuffix("\r\n\r\n/a"))
    }

    @Test("a client that never reads holds up its own response, and is cut")
    func readsNothing() async {
        let body = [UInt8](repeating: 1, count: 64 << 20)
        var limits = ServerLimits.unhurried
        limits.readingTime = .milliseconds(50)
        let isCut = DispatchSemaphore(value: 0)
        let frame = await serve(
            limits: limits,
            answer: { .init($0.id, body: .bytes($0.target == "/end" ? [1] : body)) }, gone: { isCut.signal() }
        ) { address in
            let client = Client(address)
            client.send(Array("GET /large HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            isCut.wait()
            _ = client.rest()
        }
        #expect(frame.events.contains { if case .gone(_, .timeLimit) = $0 { true } else { false } })
    }

    @Test("two hundred idle clients leave the others their turns")
    func idle() async {
        let frame = await serve { address in
            var files: [Int32] = []
            for _ in 0..<200 {
                let client = Client(address)
                files.append(dup(client.file))
            }
            _ = Client(address).exchange("GET /busy HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            for file in files { Descriptors.close(file) }
        }
        #expect(frame.events.count { if case .request = $0 { true } else { false } } == 2)
    }

    @Test("heads, bodies and garbage that are too large are refused, and no event")
    func large() async {
        let answers = Guarded<[String]>([])
        let long = String(repeating: "a", count: 100_000)
        let frame = await serve { address in
            for text in [
                "GET /\(long)", "GET / HTTP/1.1\r\nA: \(long)",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999\r\n\r\n",
                "\u{16}\u{3}\u{1}\u{2}\u{0}\r\n", "SSH-2.0-OpenSSH\r\n", "\n",
            ] {
                let answer = Client(address).exchange(text)
                answers.withLock { $0.append(String(answer.prefix(12))) }
            }
        }
        let statuses = answers.withLock { $0 }.map { $0.split(separator: " ").last ?? "" }
        #expect(statuses == ["414", "431", "413", "400", "400", "400"])
        #expect(frame.events.count { if case .request = $0 { true } else { false } } == 1)
    }
}
