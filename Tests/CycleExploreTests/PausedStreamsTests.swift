import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import Testing

@Suite("A paused stream in an exploration")
struct PausedStreamsTests {
    private struct Reader: Hashable {
        var isPaused = false
        var status: Int?
        var text = ""
        var end: String?
    }

    private static func reader(_ delivery: HTTP.Delivery = .streamed) -> CycledLens<some Any, Reader> {
        CycledLens(startingWith: Reader()) { frames in
            frames.keys { reader, _ in reader.isPaused.toggle() }
            frames.lens(
                driver: NetworkDriver<Int>(), label: "network",
                frameFilter: { reader in
                    var request = NetworkDriver<Int>.Request(id: 1, get: "http://server/")
                    request.delivery = delivery
                    request.isPaused = reader.isPaused
                    return .init(reader.end == nil ? [request] : [])
                },
                eventFilter: { reader, event in
                    switch event {
                    case .head(_, let head): reader.status = head.status
                    case .chunk(_, let bytes): reader.text += String(decoding: bytes, as: UTF8.self)
                    case .response(_, let response): reader.end = "\(response.status)"
                    case .failed(_, let failure): reader.end = "\(failure)"
                    case .progress: break
                    }
                })
        }
    }

    /// Whether a reader that is paused behind the head sees nothing new.
    private static func isStill(_ before: Reader, _ after: Reader) -> Bool {
        !before.isPaused || !after.isPaused || before.status == nil
            || before.text == after.text && before.end == after.end
    }

    @Test("has no piece, no end and no cut behind its head, until it goes on")
    func answered() throws {
        let laws: [Law<Reader>] = [
            .everyTurn("nothing comes of a paused stream", Self.isStill),
            .sometimes("a pause is over, and all has come") { $0.text == "ab" && $0.end == "200" && !$0.isPaused },
            .sometimes("a head comes while it is paused") { $0.isPaused && $0.status == 200 && $0.text.isEmpty },
            .sometimes("it is cut behind a pause") { $0.text == "a" && $0.end == "disconnected" },
            .sometimes("it is refused while it is paused") { $0.isPaused && $0.end == "disconnected" },
        ]
        let scenario = Scenario(laws: laws) { world in
            world.console.keys("p", atMost: 2)
            world.network.answers { _ in [.pieces(["a", "b"]), .fails(.disconnected)] }
            return Self.reader()
        }
        let seen = try scenario.explore()
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("is none where the body comes as a whole")
    func whole() throws {
        let law = Law<Reader>.sometimes("it ends while it is paused") { $0.isPaused && $0.end == "200" }
        let scenario = Scenario(laws: [law]) { world in
            world.console.keys("p", atMost: 1)
            world.network.answers { _ in [.text("ab")] }
            return Self.reader(.whole)
        }
        try scenario.explore()
    }

    private struct Server: Hashable {
        var text = ""
        var listening: [ServerRequest.ID] = []
    }

    private static func server() -> CycledLens<some Any, Server> {
        CycledLens(startingWith: Server()) { frames in
            frames.keys { $0.text.append($1) }
            frames.lens(
                driver: ServerDriver<String>(), label: "web",
                frameFilter: { server in
                    let output = SocketOutput(
                        server.text.map { Array("\($0)".utf8) }, isComplete: server.text.count == 2)
                    return .init(
                        [.init("web", at: .host("", port: 80))], server.listening.map { .stream($0, output) })
                },
                eventFilter: { server, event in
                    switch event {
                    case .request(_, let request): server.listening.append(request.id)
                    case .sent(let id), .gone(let id, _): server.listening.removeAll { $0 == id }
                    default: break
                    }
                })
        }
    }

    private struct Both: Hashable {
        let server: Server
        let reader: Reader
    }

    private static func system(_ laws: [Law<Both>], keys: String) -> Scenario<Both> {
        Scenario(laws: laws) { world in
            let server = world.program("server") { world in
                world.console.keys(keys, atMost: keys.count)
                return Self.server()
            }
            let reader = world.program("ann") { world in
                world.console.keys("p", atMost: 2)
                return Self.reader()
            }
            return Programs(in: world) { Both(server: server.frame, reader: reader.frame) }
        }
    }

    @Test("of another program has no piece and no end behind its head, and no idle limit, until it goes on")
    func ofPrograms() throws {
        let laws: [Law<Both>] = [
            .everyTurn("nothing comes of a paused stream") { Self.isStill($0.reader, $1.reader) },
            .always("pieces are in order") { $0.server.text.starts(with: $0.reader.text) },
            .atRest("all comes that is not paused") {
                $0.reader.isPaused || $0.reader.text == $0.server.text || $0.reader.end == "timedOutIdle"
            },
            .sometimes("both pieces have come behind a pause") { $0.reader.text == "ab" && $0.reader.end == "200" },
            .sometimes("a piece waits") {
                $0.reader.isPaused && $0.reader.status == 200 && $0.server.text == "ab" && $0.reader.text.isEmpty
            },
        ]
        var bounds = Bounds()
        bounds.timePasses = false
        let seen = try Self.system(laws, keys: "ab").explore(bounds)
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("of another program that is silent has no idle limit behind its head, but a whole time")
    func silent() throws {
        let laws: [Law<Both>] = [
            .everyTurn("no idle limit ends a paused stream") {
                !$0.reader.isPaused || $0.reader.status == nil || $0.reader.end == $1.reader.end
                    || $1.reader.end != "timedOutIdle"
            },
            .sometimes("a stream that is read has an idle limit") {
                !$0.reader.isPaused && $0.reader.end == "timedOutIdle"
            },
            .sometimes("a paused one has a whole time") { $0.reader.isPaused && $0.reader.end == "timedOut" },
        ]
        try Self.system(laws, keys: "a").explore()
    }
}
