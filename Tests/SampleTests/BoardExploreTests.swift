import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

@testable import board

/// `CYCLE_EXPLORE=1` for larger systems.
@Suite("board, a server and clients")
struct BoardExploreTests {
    struct Team: Hashable {
        let server: BoardServer
        let clients: [BoardClient]

        func edits(of client: BoardClient) -> [Edit] { server.board.edits.filter { $0.client == client.number } }
    }

    static let isKept = Law<Team>.always("a client shows what the server keeps") { team in
        !team.server.isRead || team.clients.allSatisfy { team.server.board.edits.starts(with: $0.board.edits) }
    }

    static let isOneBoard = Law<Team>.atRest("all show one board") { team in
        team.clients.allSatisfy { $0.shown == team.server.board }
    }

    static let isOnce = Law<Team>.atRest("each edit is on the board once") { team in
        team.clients.allSatisfy { team.edits(of: $0).count == $0.editCount }
    }

    enum Mistake {
        case tellsTooEarly, forgetsItsOwn, numbersAnew
    }

    /// The parts of the world of the system.
    struct Cast {
        let world: World
        let server: ExploredProgram<BoardServer>
    }

    /// - Parameters:
    ///   - laws: The laws.
    ///   - mistake: The mistake that the server or a client makes.
    ///   - lines: The lines that may be typed at each client, each one once.
    ///   - text: The board at the beginning.
    ///   - describe: Says what may happen.
    private func team(
        _ laws: [Law<Team>] = [isKept, isOneBoard, isOnce], mistake: Mistake? = nil, lines: [[String]],
        board text: String? = nil, _ describe: @escaping @Sendable (Cast) -> Void = { _ in }
    ) -> Scenario<Team> {
        Scenario(laws: laws) { world in
            let server = world.program("server") { world in
                (world.files.mayFail, world.files.mayBeFull) = (false, false)
                if let text { world.files.begin(with: ["board": text]) }
                return Self.server(mistake)
            }
            let clients = zip(["ann", "bob", "eve"], lines).enumerated().map { index, client in
                world.program(client.0) { world in
                    world.console.lines(client.1, atMost: client.1.count)
                    return Self.client(BoardClient(index + 1, of: .host("server", port: 7000)), mistake)
                }
            }
            describe(Cast(world: world, server: server))
            return Programs(in: world) { Team(server: server.frame, clients: clients.map(\.frame)) }
        }
    }

    /// The program of `main.swift`, with a mistake.
    private static func server(_ mistake: Mistake?) -> CycledLens<some Any, BoardServer> {
        CycledLens(startingWith: BoardServer(at: .host("", port: 7000))) { frames in
            frames.lens(
                driver: SocketDriver<BoardServer.Name>(), frameFilter: { $0.sockets },
                eventFilter: { server, event in
                    server.take(event)
                    // The write goes on, and says nothing more.
                    if mistake == .tellsTooEarly { server.take(PersistenceDriver.Event.saved(path: "board")) }
                })
            frames.lens(
                driver: PersistenceDriver(root: "data"),
                frameFilter: { $0.isRead && mistake == .tellsTooEarly ? $0.written : $0.files },
                eventFilter: { $0.take($1) })
        }
    }

    /// The program of `main.swift`, with a mistake.
    private static func client(_ client: BoardClient, _ mistake: Mistake?) -> CycledLens<some Any, BoardClient> {
        CycledLens(startingWith: client) { frames in
            frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
            frames.lens(
                driver: TimerDriver<Int>(), frameFilter: { $0.timers },
                eventFilter: { client, event in
                    if mistake == .forgetsItsOwn { client.own = [] }
                    if mistake == .numbersAnew { client.numberAnew() }
                    client.take(event)
                })
            frames.lens(driver: ConsoleDriver(), frameFilter: { $0.console }, eventFilter: { $0.take($1) })
        }
    }

    @Test(
        "all show one board in every order, whatever one of two types, and the other one sees it",
        .enabled(if: exploresAll))
    func everyOrder() throws {
        let isSeen = Law<Team>.sometimes("the second client sees the note of the first") { team in
            !team.clients[1].board.notes.isEmpty
        }
        let seen = try team([Self.isKept, Self.isOneBoard, Self.isOnce, isSeen], lines: [["tea"], []])
            .explore(.ofSystem)
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("a note that is typed at any time is kept where the server is killed, and where a stream breaks")
    func faults() throws {
        let crash = try team(lines: [["tea"]]) { $0.server.mayCrash(atMost: 1) }.explore(.ofSystem)
        let cut = try team(lines: [["tea"]]) { $0.world.sockets.mayBreak(atMost: 1) }.explore(.ofSystem)
        #expect(crash.isComplete && cut.isComplete, "\(crash), \(cut)")
    }

    @Test(
        "two clients show one board where both remove a note, and where the server is killed",
        .enabled(if: exploresMore))
    func twoClients() throws {
        try team(lines: [["-1"], ["-1"]], board: "9/1 +tea\n9/2 +milk").explore(.ofSystem)
        try team(lines: [["tea"], ["milk"]]).explore(.ofSystem)
        try team(lines: [["tea"], []]) { $0.server.mayCrash(atMost: 1) }.explore(.ofSystem)
        try team(lines: [["tea"], []]) { $0.world.sockets.mayBreak(atMost: 1) }.explore(.ofSystem)
    }

    @Test("all show one board at random, with three clients, kills of the server, and streams that break")
    func random() throws {
        try team(lines: [["tea", "-1"], ["milk"], ["-1"]]) { cast in
            cast.server.mayCrash(atMost: 2)
            cast.world.sockets.mayBreak(atMost: 2)
        }.simulate(seeds: Int(seedCount(40)), steps: 100)
    }

    @Test(
        "a mistake is found at its shortest",
        arguments: [
            (Mistake.tellsTooEarly, "a client shows what the server keeps", 9),
            (.forgetsItsOwn, "each edit is on the board once", 7), (.numbersAnew, "each edit is on the board once", 14),
        ])
    func mistakes(mistake: Mistake, law: String, count: Int) {
        let scenario = team(mistake: mistake, lines: [["tea"]]) { cast in
            if mistake == .tellsTooEarly { return cast.server.mayCrash(atMost: 1) }
            cast.world.sockets.mayBreak(atMost: 1)
        }
        guard case .failure(let failure) = scenario.result(.ofSystem) else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == law && failure.happenings.count == count, "\(failure)")
    }
}

extension BoardServer {
    /// The write of all that it has told.
    fileprivate var written: PersistenceDriver.Model {
        board.edits.isEmpty ? .none : .files(.write("board", board.description))
    }
}

extension BoardClient {
    /// Gives its own edits other numbers.
    fileprivate mutating func numberAnew() {
        own = own.map { Edit(client: $0.client, number: $0.number + 100, change: $0.change) }
    }
}
