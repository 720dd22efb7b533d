import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import TestSupport
import Testing

/// A client that begins before its server listens, gives up, or has its work done.
@Suite("The start and the end of programs of a system")
struct StartAndEndTests {
    struct Server: Hashable {
        /// Whether it has read its disk.
        var isReady = false
        var guests: [SocketConnection] = []
        var responses: [ServerResponse] = []
        var heard: [String] = []
    }

    struct Client: Hashable {
        var answer: String?
    }

    struct Both: Hashable {
        let server: Server
        let client: Client
    }

    enum Way: CaseIterable, Sendable {
        case http, stream, datagram
    }

    private static func serverSockets(_ server: Server, _ way: Way) -> SocketDriver<SocketConnection?>.Model {
        switch way {
        case .http: .none
        case .datagram: server.isReady ? [.datagrams(nil, at: .host("", port: 80))] : .none
        case .stream where server.isReady:
            .init(
                [.listen(nil, at: .host("", port: 80))]
                    + server.guests.map { .accepted($0, $0, output: .init(["hello"])) })
        case .stream: .none
        }
    }

    /// - Parameters:
    ///   - way: How it is reached.
    ///   - answers: Whether it answers requests.
    private static func server(_ way: Way, isReady: Bool = false, answers: Bool = true) -> CycledLens<some Any, Server>
    {
        CycledLens(startingWith: Server(isReady: isReady)) { frames in
            frames.lens(
                driver: PersistenceDriver(root: "data"), label: "disk",
                frameFilter: { $0.isReady ? .none : .files(.read("x")) },
                eventFilter: { server, _ in server.isReady = true })
            frames.lens(
                driver: ServerDriver<Int>(), label: "http",
                frameFilter: {
                    $0.isReady && way == .http ? .init([.init(0, at: .host("", port: 80))], $0.responses) : .none
                },
                eventFilter: { server, event in
                    switch event {
                    case .request(_, let request) where answers: server.responses.append(.text(request.id, "hello"))
                    case .sent(let id), .gone(let id, _): server.responses.removeAll { $0.request == id }
                    default: break
                    }
                })
            frames.lens(
                driver: SocketDriver<SocketConnection?>(), label: "sockets", frameFilter: { serverSockets($0, way) },
                eventFilter: { server, event in
                    switch event {
                    case .accepted(_, let guest, _): server.guests.append(guest)
                    case .inputEnded(let guest?), .failed(let guest?, _): server.guests.removeAll { $0 == guest }
                    case .datagram(_, let bytes, _): server.heard.append(String(decoding: bytes, as: UTF8.self))
                    default: break
                    }
                })
        }
    }

    private static func client(_ way: Way, total: Duration = .seconds(300)) -> CycledLens<some Any, Client> {
        CycledLens(startingWith: Client()) { frames in
            frames.lens(
                driver: NetworkDriver<Int>(), label: "network",
                frameFilter: { client in
                    if way != .http || client.answer != nil { return .none }
                    var request = NetworkDriver<Int>.Request(id: 0, get: "http://server/")
                    request.timeOuts.total = total
                    return .init([request])
                },
                eventFilter: { client, event in
                    switch event {
                    case .response(_, let response): client.answer = response.text
                    case .failed(_, let failure): client.answer = "\(failure)"
                    default: break
                    }
                })
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets",
                frameFilter: { client in
                    switch way {
                    case .http: .none
                    case .stream: client.answer == nil ? [.connect(0, to: .host("server", port: 80))] : .none
                    case .datagram:
                        [
                            .datagrams(
                                0, at: .host("", port: 9),
                                output: .init([Datagram("hello", to: .host("server", port: 80))]))
                        ]
                    }
                },
                eventFilter: { client, event in
                    switch event {
                    case .received(_, let bytes): client.answer = String(decoding: bytes, as: UTF8.self)
                    case .failed(_, let failure): client.answer = failure.reason
                    default: break
                    }
                })
        }
    }

    private func scenario(
        _ laws: [Law<Both>], _ way: Way, isReady: Bool = false, answers: Bool = true,
        total: Duration = .seconds(300),
        _ describe: @escaping @Sendable (ExploredProgram<Server>, ExploredProgram<Client>) -> Void = { _, _ in }
    ) -> Scenario<Both> {
        Scenario(laws: laws) { world in
            let server = world.program("server") { world in
                (world.files.mayFail, world.files.mayBeFull) = (false, false)
                return Self.server(way, isReady: isReady, answers: answers)
            }
            let client = world.program("client") { _ in Self.client(way, total: total) }
            describe(server, client)
            return Programs(in: world) { Both(server: server.frame, client: client.frame) }
        }
    }

    @Test(
        "a client that is there first is refused, or answered, as the server listens by then", arguments: Way.allCases)
    func race(_ way: Way) throws {
        let isDatagram = way == .datagram
        let answered = Law<Both>.sometimes("it is answered") { $0.client.answer == "hello" || !$0.server.heard.isEmpty }
        let refused = Law<Both>.sometimes("it is refused") {
            isDatagram ? $0.server.isReady && $0.server.heard.isEmpty : $0.client.answer ?? "hello" != "hello"
        }
        #expect(try scenario([answered, refused], way).explore().isComplete)
    }

    @Test("a request that nobody answers takes as long as it may, and has an end")
    func limits() throws {
        let late = Law<Both>.sometimes("it took too long") { $0.client.answer == "timedOut" }
        let ended = Law<Both>.atRest("it has an end") { $0.client.answer != nil }
        let slow = try scenario([late, ended], .http, isReady: true, answers: false, total: .seconds(2)).explore()
        #expect(slow.isComplete, "\(slow)")
        let idle = Law<Both>.sometimes("the server was silent") { $0.client.answer == "timedOutIdle" }
        let cut = scenario([idle, ended], .http, isReady: true) { server, _ in server.mayLosePower(atMost: 1) }
        #expect(try cut.explore().isComplete)
    }

    @Test("without time no alarm rings, and the report says so")
    func timeless() throws {
        var bounds = Bounds()
        bounds.timePasses = false
        let late = Law<Both>.always("it does not take too long") { $0.client.answer != "timedOut" }
        let rests = Law<Both>.atRest("it waits") { $0.client.answer == nil }
        let seen = try scenario([late, rests], .http, isReady: true, answers: false, total: .seconds(2)).explore(bounds)
        #expect(seen.isComplete && "\(seen)".contains("all there are (1 preemption, 1 pause, no time)"), "\(seen)")
    }

    @Test("a program whose work is done ends: its streams do, and it does not start again")
    func ends() throws {
        let left = Law<Both>.atRest("the guest has left") { $0.server.guests.isEmpty }
        let done = Law<Both>.atRest("its last frame stays") { $0.client.answer != nil }
        let runs = { @Sendable (_: ExploredProgram<Server>, client: ExploredProgram<Client>) in
            client.runs { $0.answer != nil }
            client.mayCrash(atMost: 1)
        }
        let seen = try scenario([left, done], .stream, isReady: true, runs).explore()
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("a datagram to a name that no program has is a mistake of the world's author, in words")
    func unknown() throws {
        let scenario = Scenario(Law<Client>.always("true") { _ in true }) { world in
            let client = world.program("client") { _ in Self.client(.datagram) }
            return Programs(in: world) { client.frame }
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.law.hasPrefix("a datagram to server:80: no program has that name"), "\(failure.law)")
    }
}
