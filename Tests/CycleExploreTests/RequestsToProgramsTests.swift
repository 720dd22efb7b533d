import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import TestSupport
import Testing

/// A client of HTTP and a server, each a program.
@Suite("Requests to a server that is a program of the system")
struct RequestsToProgramsTests {
    /// It counts the posts of each client, which are told apart by a header.
    private struct Server: Hashable {
        var count = 0
        var responses: [ServerResponse] = []
    }

    /// No text.
    private static let posted: [UInt8] = [0xFF, 0x00, 0x31]

    private static func server() -> CycledLens<some Any, Server> {
        CycledLens(startingWith: Server()) { frames in
            frames.lens(
                driver: ServerDriver<String>(), label: "door",
                frameFilter: { .init([.init("door", at: .host("", port: 8080))], $0.responses) },
                eventFilter: { frame, event in
                    switch event {
                    case .request(_, let request) where request.method == "POST":
                        frame.count += 1
                        let name = request.body == posted ? request.headers["Name"] ?? "none" : "other bytes"
                        frame.responses.append(.text(request.id, "\(name) \(frame.count)", status: 201))
                    case .request(_, let request): frame.responses.append(.text(request.id, "\(frame.count)"))
                    case .sent(let id), .gone(let id, _): frame.responses.removeAll { $0.request == id }
                    default: break
                    }
                })
        }
    }

    private struct Client: Hashable {
        var answers: [String] = []
        var failures: [String] = []
        var isDone: Bool { answers.count + failures.count == 2 }
    }

    /// - Parameter repeats: Whether it posts once more where it does not know what has come of the first.
    private static func client(_ host: String = "server", repeats: Bool = false) -> CycledLens<some Any, Client> {
        CycledLens(startingWith: Client()) { frames in
            frames.lens(
                driver: NetworkDriver<Int>(), label: "network",
                frameFilter: { client in
                    let number = client.answers.count + client.failures.count
                    if number == 2 { return .none }
                    let isPost = number == 0 || repeats && client.failures.count == 1
                    return .init([
                        isPost
                            ? .init(
                                id: number, .post, "http://\(host):8080/count", headers: ["Name": "ann"],
                                body: .bytes(posted))
                            : .init(id: number, get: "http://\(host):8080/count")
                    ])
                },
                eventFilter: { client, event in
                    switch event {
                    case .response(_, let response): client.answers.append("\(response.status) \(response.text)")
                    case .failed(_, let failure): client.failures.append("\(failure)")
                    default: break
                    }
                })
        }
    }

    private struct Both: Hashable {
        let server: Server
        let client: Client
    }

    private func system(
        _ laws: [Law<Both>], host: String = "server", repeats: Bool = false,
        _ describe: @escaping @Sendable (World, ExploredProgram<Server>) -> Void = { _, _ in }
    ) -> Scenario<Both> {
        Scenario(laws: laws) { world in
            let server = world.program("server") { _ in Self.server() }
            let client = world.program("client") { _ in Self.client(host, repeats: repeats) }
            describe(world, server)
            return Programs(in: world) { Both(server: server.frame, client: client.frame) }
        }
    }

    /// A debug build explores without a pre-emption and without a pause.
    private static let bounds = {
        var bounds = Bounds()
        if !exploresAll { (bounds.preemptions, bounds.pauses) = (0, 0) }
        return bounds
    }()

    @Test("requests arrive with their headers and bodies, and responses come back")
    func right() throws {
        let answered = Law<Both>.sometimes("both are answered") { $0.client.answers == ["201 ann 1", "200 1"] }
        let ended = Law<Both>.atRest("both have ended") { $0.client.isDone }
        let seen = try system([answered, ended]).explore(Self.bounds)
        #expect(seen.isComplete && seen.depth >= 8, "\(seen)")
    }

    @Test("a program that does not listen refuses, and one that crashes disconnects")
    func failures() throws {
        let refused = Law<Both>.sometimes("it is refused") { $0.client.failures.first == "refused" }
        let cut = Law<Both>.sometimes("it is disconnected") { $0.client.failures.first == "disconnected" }
        let none = Law<Both>.always("no answer is another one") { both in
            both.client.answers.allSatisfy { ["201 ann 1", "200 1", "200 0"].contains($0) }
        }
        let seen = try system([refused, cut, none]) { $1.mayCrash(atMost: 1) }.explore(Self.bounds)
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("a client that posts again what may have been taken is found")
    func twice() throws {
        let once = Law<Both>.always("one post counts once") { $0.server.count <= 1 }
        let breaks = { @Sendable (world: World, _: ExploredProgram<Server>) in world.sockets.mayBreak(atMost: 1) }
        #expect(try system([once], breaks).explore(Self.bounds).isComplete)
        guard case .failure(let failure) = system([once], repeats: true, breaks).result(Self.bounds) else {
            Issue.record("not found")
            return
        }
        #expect(failure.happenings.contains { $0.label.contains("is cut off") }, "\(failure)")
    }

    @Test("a program reaches itself at localhost, and what the world says answers there where it does not listen")
    func own() throws {
        struct Own: Hashable {
            var responses: [ServerResponse] = []
            var answer: String?
        }
        func own(port: Int, answers: Bool) throws -> Set<String> {
            var all: Set<String> = []
            for text in ["mine", "other", "refused"] {
                let some = Law<Own>.sometimes("it is answered") { $0.answer == text }
                let scenario = Scenario(some) { world in
                    let ann = world.program("ann") { world in
                        if answers { world.network.answers { _ in [.text("other")] } }
                        return CycledLens(startingWith: Own()) { frames in
                            frames.lens(
                                driver: ServerDriver<Int>(), label: "door",
                                frameFilter: { .init([.init(0, at: .host("", port: 80))], $0.responses) },
                                eventFilter: { frame, event in
                                    if case .request(_, let request) = event {
                                        frame.responses = [.text(request.id, "mine")]
                                    }
                                })
                            frames.requests({ frame in
                                frame.answer == nil ? [.init(id: "x", get: "http://localhost:\(port)/")] : []
                            }) { frame, _, text in frame.answer = text ?? "refused" }
                        }
                    }
                    return Programs(in: world) { ann.frame }
                }
                if case .success = scenario.result() { all.insert(text) }
            }
            return all
        }
        #expect(try own(port: 80, answers: false) == ["mine", "refused"])
        #expect(try own(port: 81, answers: false) == ["refused"])
        #expect(try own(port: 81, answers: true) == ["other"])
    }

    @Test("a host that no program has is an error that names it, unless the world answers")
    func others() throws {
        let answered = Law<Both>.atRest("the world answers") { $0.client.answers == ["200 far", "200 far"] }
        let scenario = Scenario(laws: [answered]) { world in
            let server = world.program("server") { _ in Self.server() }
            let client = world.program("client") { world in
                world.network.answers { _ in [.text("far")] }
                return Self.client("elsewhere")
            }
            return Programs(in: world) { Both(server: server.frame, client: client.frame) }
        }
        #expect(try scenario.explore().isComplete)
        guard case .failure(let failure) = system([answered], host: "nowhere").result() else {
            Issue.record("not found")
            return
        }
        #expect(
            failure.law
                == "http://nowhere:8080/count: no program has that name: say what answers there, world.network.answers { … }"
        )
    }
}
