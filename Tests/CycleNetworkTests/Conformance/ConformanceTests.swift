import Cycle
import CycleNetwork
import CycleTesting
import Testing

extension Loopback {
    /// The laws of every transport, the simulated one too: the twin cannot drift from the thing.
    @Suite("Conformance")
    struct ConformanceTests {
        typealias Request = NetworkDriver<Int>.Request

        @Test("a body arrives whole, however it was cut", arguments: World.allCases)
        func whole(_ world: World) async {
            let (all, messages) = await world.play({ [Request(id: 1, get: $0("/a?b"))] }) { _ in
                .response(200, ["X-A": "b"], ["one ", "two ", "three"])
            }
            #expect(all[1]?.response?.text == "one two three")
            #expect(all[1]?.response?.headers["x-a"] == "b")
            #expect(messages == ["GET /a?b"])
        }

        @Test("a response without a body has none", arguments: World.allCases)
        func empty(_ world: World) async {
            let (all, _) = await world.play({ [Request(id: 1, get: $0("/"))] }) { _ in .response(204) }
            #expect(all[1]?.response?.status == 204)
            #expect(all[1]?.response?.body == [])
        }

        @Test("pieces of a stream are the body", arguments: World.allCases)
        func streamed(_ world: World) async {
            let (all, _) = await world.play({ [Request(id: 1, .get, $0("/"), delivery: .streamed)] }) { _ in
                .response(200, [:], ["a", "b", "c"], every: .milliseconds(20))
            }
            #expect(all.chunks == [UInt8]("abc".utf8))
            #expect(all[1]?.response?.byteCount == 3)
        }

        @Test(
            "a redirect keeps method and body where it should", arguments: World.allCases,
            [(301, "GET /b"), (302, "GET /b"), (303, "GET /b"), (307, "POST /b x"), (308, "POST /b x")])
        func redirects(_ world: World, _ rule: (status: Int, second: String)) async {
            let (all, messages) = await world.play({ [Request(id: 1, .post, $0("/a"), body: .bytes([120]))] }) {
                message in
                message.address.target == "/a"
                    ? .response(rule.status, ["Location": "/b"]) : .response(200, [:], ["end"])
            }
            #expect(messages == ["POST /a x", rule.second])
            #expect(all[1]?.response?.text == "end")
            #expect(all[1]?.response?.url.hasSuffix("/b") == true)
        }

        @Test("redirects without end are cut, and none are followed when told so", arguments: World.allCases)
        func redirectLimits(_ world: World) async {
            let (all, messages) = await world.play({
                [
                    Request(id: 1, .get, $0("/a"), redirects: .followed(maximum: 3)),
                    Request(id: 2, .get, $0("/b"), redirects: .ignored),
                ]
            }) { message in .response(302, ["Location": message.address.target]) }
            #expect(all[1]?.failure == .tooManyRedirects)
            #expect(all[2]?.response?.status == 302)
            #expect(messages.count { $0 == "GET /a" } == 4)
            #expect(messages.count { $0 == "GET /b" } == 1)
        }

        @Test("a connection that breaks is a failure", arguments: World.allCases, [0, 1, 2])
        func breaks(_ world: World, _ stepCount: Int) async {
            let (all, _) = await world.play({ [Request(id: 1, get: $0("/"))] }) { _ in
                SimulatedAnswer.response(200, [:], ["abc"]).cut(after: stepCount, .disconnected)
            }
            #expect(all[1]?.failure != nil)
        }

        @Test("silence is cut by the idle time-out, dripping by the total one", arguments: World.allCases)
        func timeOuts(_ world: World) async {
            // Each has one that comes and one that does not: a busy server may be silent, too.
            let impatient = HTTP.TimeOuts(idle: .milliseconds(400), total: .seconds(300))
            let thrifty = HTTP.TimeOuts(idle: .seconds(300), total: .milliseconds(1_500))
            let (all, _) = await world.play({
                [
                    Request(id: 1, .get, $0("/silence"), timeOuts: impatient),
                    Request(id: 2, .get, $0("/drip"), timeOuts: thrifty),
                ]
            }) { message in
                message.address.target == "/silence"
                    ? .silence
                    : .response(200, [:], [String](repeating: "x", count: 5_000), every: .milliseconds(50))
            }
            #expect(all[1]?.failure == .timedOutIdle)
            #expect(all[2]?.failure == .timedOut)
        }

        @Test("a body up to the limit is taken, a byte more is not", arguments: World.allCases)
        func limits(_ world: World) async {
            let (all, _) = await world.play({
                [
                    Request(id: 1, .get, $0("/"), byteLimit: 4), Request(id: 2, .get, $0("/"), byteLimit: 3),
                ]
            }) { _ in .response(200, [:], ["ab", "cd"]) }
            #expect(all[1]?.response?.text == "abcd")
            #expect(all[2]?.failure == .tooLarge)
        }

        @Test("a header beyond the limit is not taken", arguments: World.allCases)
        func headerLimit(_ world: World) async {
            let (all, _) = await world.play(
                { [Request(id: 1, get: $0("/"))] }, { .init(transport: $0, options: .init(headerLimit: 1_000)) }
            ) { _ in .response(200, ["A": String(repeating: "b", count: 1_000)]) }
            #expect(all[1]?.failure == .tooLarge)
        }

        @Test("an answer of \"not yet\" is asked for again", arguments: World.allCases)
        func retries(_ world: World) async {
            let answers = Countdown(2)
            let retry = HTTP.Retry(count: 3, wait: .milliseconds(10))
            let (all, messages) = await world.play({ [Request(id: 1, .get, $0("/"), retry: retry)] }) { _ in
                answers.next() ? .response(503, ["Retry-After": "0"]) : .response(200, [:], ["end"])
            }
            #expect(all[1]?.response?.text == "end")
            #expect(messages.count == 3)
        }

        @Test("a request that must not happen twice is not sent twice", arguments: World.allCases)
        func noRetryOfPost(_ world: World) async {
            let (all, messages) = await world.play({ [Request(id: 1, .post, $0("/"), retry: .standard)] }) { _ in
                .response(503)
            }
            #expect(all[1]?.response?.status == 503)
            #expect(messages.count == 1)
        }

        @Test("progress of an upload is reported, up to all of it and before the answer", arguments: World.allCases)
        func sent(_ world: World) async {
            let body = [UInt8](repeating: 120, count: 50_000)
            let (all, _) = await world.play({
                [Request(id: 1, .put, $0("/"), body: .bytes(body), delivery: .streamed, progress: .zero)]
            }) { _ in .response(200, [:], ["end"]) }
            var counts: [Int] = []
            for case .progress(_, let progress) in all.events.prefix(while: {
                if case .head = $0 { false } else { true }
            }) { counts.append(progress.sentByteCount) }
            #expect(counts == counts.sorted() && Set(counts).count == counts.count)
            #expect(counts.last == 50_000)
            #expect(all.chunks == [UInt8]("end".utf8))
        }

        @Test("how much has come of how much is told", arguments: World.allCases)
        func received(_ world: World) async {
            let (all, _) = await world.play({
                [Request(id: 1, .get, $0("/"), progress: .zero)]
            }) { _ in .response(200, ["Content-Length": "9"], ["one", "two", "six"]) }
            let progress = all.events.compactMap { event in
                if case .progress(_, let progress) = event { progress } else { nil }
            }
            #expect(progress.last == HTTP.Progress(receivedByteCount: 9, expectedByteCount: 9, sentByteCount: 0))
            #expect(all[1]?.response?.byteCount == 9)
        }

        @Test("a body that is not as long as announced is a failure", arguments: World.allCases)
        func wrongLength(_ world: World) async {
            let stream = HTTP.BodyStream("a", byteCount: 5) { $0 == 0 ? [UInt8](repeating: 1, count: 10) : nil }
            let (all, _) = await world.play({
                [
                    Request(id: 1, .put, $0("/"), body: .stream(stream)),
                    Request(id: 2, .put, $0("/"), body: .file(path: "/missing")),
                    Request(id: 3, .head, $0("/"), body: .bytes([1])),
                    Request(id: 4, .head, $0("/"), body: .bytes([])),
                ]
            }) { _ in .response() }
            #expect(all[1]?.failure == .malformed(.body))
            #expect(all[2]?.failure == .unreadable(path: "/missing"))
            #expect(all[3]?.failure == .malformed(.body))
            #expect(all[4]?.response?.status == 200)
        }

        @Test("secrets do not follow a redirect to another origin, on no wire", arguments: World.allCases)
        func secrets(_ world: World) async {
            let headers: HTTP.Headers = [
                "Authorization": "secret", "Cookie": "secret", "X-Api-Key": "secret", "Accept-Language": "de",
            ]
            let (all, _) = await world.play(
                { url in ["/near", "/far"].map { Request(id: $0.count, .get, url($0), headers: headers) } },
                { .init(transport: $0, keepsCookies: true) }
            ) { message in
                let port = message.address.origin.port
                switch message.address.target {
                case "/near": return .response(302, ["Location": "/end", "Set-Cookie": "a=b; Path=/"])
                case "/far": return .response(302, ["Location": "http://localhost:\(port)/end"])
                default:
                    let fields = message.headers.fields.filter { $0.value.contains("secret") || $0.value == "de" }
                    return .response(200, [:], [fields.map { $0.name.lowercased() }.sorted().joined(separator: " ")])
                }
            }
            #expect(all[5]?.response?.text == "accept-language authorization cookie x-api-key")
            #expect(all[4]?.response?.text == "accept-language")
        }

        @Test("cookies come back when asked for, and only then", arguments: World.allCases, [true, false])
        func cookies(_ world: World, _ keepsCookies: Bool) async {
            let (all, _) = await world.play(
                { [Request(id: 1, get: $0("/a"))] }, { .init(transport: $0, keepsCookies: keepsCookies) }
            ) { message in
                message.address.target == "/a"
                    ? .response(302, ["Set-Cookie": "k=v; Path=/", "Location": "/b"])
                    : .response(200, [:], [message.headers["Cookie"] ?? "none"])
            }
            #expect(all[1]?.response?.text == (keepsCookies ? "k=v" : "none"))
        }

        @Test("a download is under its name when it is over, and not before", arguments: World.allCases, [200, 404])
        func download(_ world: World, _ status: Int) async throws {
            try await inFolder { folder in
                let path = folder + "/a"
                let (all, _) = await world.play(
                    { [Request(id: 1, .get, $0("/"), delivery: .file(path: path))] },
                    inspect: { read in #expect(read(path) == (status == 200 ? [UInt8]("one two".utf8) : nil)) }
                ) { _ in .response(status, [:], ["one ", "two"]) }
                #expect(all[1]?.response?.byteCount == 7)
                #expect(all[1]?.response?.text == (status == 200 ? "" : "one two"))
            }
        }

        @Test(
            "a download that was cut goes on where it was, unless the rest is encoded", arguments: World.allCases,
            ["identity", "gzip"])
        func resumes(_ world: World, _ encoding: String) async throws {
            try await inFolder { folder in
                let path = folder + "/a"
                let isCut = Countdown(1)
                let (all, messages) = await world.play(
                    {
                        [
                            Request(
                                id: 1, .get, $0("/"), delivery: .file(path: path, resumes: true),
                                retry: .init(count: 3, wait: .milliseconds(10)))
                        ]
                    }, inspect: { read in #expect(read(path) == (encoding == "gzip" ? nil : [UInt8]("one two".utf8))) }
                ) { message in
                    let isRest = message.headers["Range"] == "bytes=4-" && message.headers["If-Range"] == "\"a\""
                    guard isCut.next() else {
                        return isRest
                            ? .response(206, ["Content-Range": "bytes 4-6/7", "Content-Encoding": encoding], ["two"])
                            : .response(200, ["ETag": "\"a\""], ["one ", "two"])
                    }
                    // The break must not overtake what came before it.
                    let cut = SimulatedAnswer.Step(after: .milliseconds(50), .failed(.disconnected))
                    return SimulatedAnswer(
                        SimulatedAnswer.response(200, ["ETag": "\"a\"", "Content-Length": "7"], ["one "]).steps
                            .dropLast()
                            + [cut])
                }
                if encoding == "gzip" {
                    #expect(all[1]?.failure != nil)
                } else {
                    #expect(all[1]?.response?.status == 206 && all[1]?.response?.byteCount == 7)
                }
                #expect(messages.count == 2)
            }
        }

        @Test("one at a time they go in the order of the model", arguments: World.allCases)
        func inOrder(_ world: World) async {
            let (all, messages) = await world.play(
                { url in (1...9).map { Request(id: $0, get: url("/\($0)")) } },
                { .init(transport: $0, limits: .init(perHost: 1, total: 1)) }
            ) { _ in .response(200, [:], ["ok"]) }
            #expect((1...9).allSatisfy { all[$0]?.response?.text == "ok" })
            #expect(messages == (1...9).map { "GET /\($0)" })
        }
    }
}

/// `true` so many times; servers ask from threads, one after the other.
private final class Countdown: Sendable {
    private let log = Log()
    private let count: Int

    init(_ count: Int) {
        self.count = count
    }

    func next() -> Bool {
        log.append("")
        return log.lines.count <= count
    }
}
