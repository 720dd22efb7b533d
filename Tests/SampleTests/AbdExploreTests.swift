import Cycle
import CycleDrivers
import CycleExplore
import SampleSystems
import TestSupport
import Testing

@testable import abd

/// `CYCLE_EXPLORE=1` for all orders of larger systems, and for mistakes that are looked for.
@Suite("abd, replicas and clients")
struct AbdExploreTests {
    struct Shelf: Hashable {
        let replicas: [Replica]
        let clients: [AbdClient]
    }

    static let isOneNumber = Law<Shelf>.linearizable("it is one number", of: OneNumber()) { before, after in
        after.clients.indices.flatMap { events(of: "client\($0 + 1)", before?.clients[$0], after.clients[$0]) }
    }

    static let isAnswered = Law<Shelf>.atRest("every call has its answer") { $0.clients.allSatisfy(\.isDone) }

    enum Mistake {
        case writesNotBack, hasOneNumberForAll, asksOneTooFew
    }

    /// The parts of the world of the system.
    struct Cast {
        let world: World
        let replicas: [ExploredProgram<Replica>]
    }

    /// - Parameters:
    ///   - laws: The laws.
    ///   - mistake: The mistake that all clients make.
    ///   - replicaCount: How many replicas there are.
    ///   - calls: Those of each client.
    ///   - askedCount: How many of the clients know the versions of most replicas when the world begins.
    ///   - pause: How long a client waits before it asks once more. Where it never does, a replica reads its disk before a question comes.
    ///   - describe: Says what may happen.
    private func shelf(
        _ laws: [Law<Shelf>] = [isOneNumber, isAnswered], mistake: Mistake? = nil, of replicaCount: Int = 3,
        calls: [[String]], asked askedCount: Int = 0, pause: Duration? = nil,
        _ describe: @escaping @Sendable (Cast) -> Void = { _ in }
    ) -> Scenario<Shelf> {
        Scenario(laws: laws) { world in
            let names = Array(["one", "two", "three"].prefix(replicaCount))
            let replicas = names.map { name in
                world.program(name) { world in
                    (world.files.mayFail, world.files.mayBeFull) = (false, false)
                    var replica = Replica(at: .host("", port: 7))
                    if pause == nil { replica.read(world.files["version"]) }
                    return abdReplica(replica, in: "data")
                }
            }
            let clients = calls.enumerated().map { index, calls in
                let number = mistake == .hasOneNumberForAll ? 1 : index + 1
                var client = AbdClient(number, of: names.map { .host($0, port: 7) }, calls: calls)
                client.pause = pause
                if mistake == .asksOneTooFew { client.poll.most -= 1 }
                if index < askedCount { client.hearsNothingNew() }
                return world.program("client\(index + 1)") { [client] _ in Self.abdClient(client, mistake) }
            }
            describe(Cast(world: world, replicas: replicas))
            return Programs(in: world) { Shelf(replicas: replicas.map(\.frame), clients: clients.map(\.frame)) }
        }
    }

    /// The program of `main.swift`, with a mistake, and without a console.
    private static func abdClient(_ client: AbdClient, _ mistake: Mistake?) -> CycledLens<some Any, AbdClient> {
        CycledLens(startingWith: client) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), frameFilter: { $0.sockets },
                eventFilter: { client, event in
                    if mistake == .writesNotBack { client.takeWithoutWritingBack(event) } else { client.take(event) }
                })
            frames.lens(driver: TimerDriver<Int>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
        }
    }

    /// Explores all that a system may do. Its clients have answers at the end, and the last one may read what the first one writes.
    private func exploreAll(
        _ calls: [[String]], of replicaCount: Int, asked askedCount: Int = 0,
        _ describe: @escaping @Sendable (Cast) -> Void = { _ in }
    ) throws {
        let isRead = Law<Shelf>.sometimes("the last client reads what the first one writes") {
            $0.clients.last?.answers.contains("1") == true
        }
        let laws = [Self.isOneNumber, Self.isAnswered, isRead]
        let seen = try shelf(laws, of: replicaCount, calls: calls, asked: askedCount, describe).explore(.ofSystem)
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("two replicas are one number for two clients in every order", arguments: exploresMore ? [0, 1] : [1])
    func everyOrder(askedCount: Int) throws {
        try exploreAll([["set=1"], askedCount == 0 ? ["get"] : ["get", "get"]], of: 2, asked: askedCount)
    }

    @Test("two replicas are one number for two clients that write and read", .enabled(if: exploresMore))
    func twoWriters() throws { try exploreAll([["set=1", "get"], ["set=2", "get"]], of: 2) }

    @Test("three replicas answer in every order where one is killed, or its machine loses its power")
    func minority() throws {
        try shelf(calls: [["set=1"]], asked: 1) { cast in
            cast.replicas[2].mayCrash(atMost: 1)
            cast.replicas[2].mayLosePower(atMost: 1)
        }.explore(.ofSystem)
    }

    @Test("three replicas are one number where one is killed between a write and a read", .enabled(if: exploresMore))
    func killed() throws {
        try exploreAll([["set=1", "get"]], of: 3, asked: 1) { $0.replicas[2].mayCrash(atMost: 1) }
    }

    @Test("they are one number at random, with kills, power cuts, and lost and doubled datagrams")
    func random() throws {
        let calls = [["set=1", "get"], ["set=2", "get"], ["get", "get"]]
        try shelf([Self.isOneNumber], calls: calls, pause: .seconds(7_200)) { cast in
            for replica in cast.replicas {
                replica.mayCrash(atMost: 1)
                replica.mayLosePower(atMost: 1)
            }
            cast.world.sockets.mayLose(atMost: 2)
            cast.world.sockets.mayDouble(atMost: 2)
        }.simulate(seeds: Int(seedCount(40)), steps: 150)
    }

    // MARK: Mistakes

    @Test(
        "a mistake is found at its shortest",
        arguments: [(Mistake.asksOneTooFew, [["set=1", "get"]], 9)]
            + (exploresAll ? [(.writesNotBack, [["set=1"], ["get", "get"]], 10)] : []))
    func mistakes(mistake: Mistake, calls: [[String]], count: Int) {
        let (replicas, asked) = mistake == .asksOneTooFew ? (2, 0) : (3, 1)
        let scenario = shelf([Self.isOneNumber], mistake: mistake, of: replicas, calls: calls, asked: asked)
        guard case .failure(let failure) = scenario.result(.ofSystem) else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "it is one number" && failure.happenings.count == count, "\(failure)")
    }

    /// Two writes have one time. The second client finds the one, and then the other.
    private static let twoOfOneTime: [Happening] = [
        .init("one sockets", "one:7 has \"keep 1 2 1/1/1\" of client1:50001"),
        .init("one files", "write version = 1/1/1"),
        .init("one sockets", "one:7 has \"keep 1 2 1/1/2\" of client2:50001"),
        .init("two sockets", "two:7 has \"keep 1 2 1/1/2\" of client2:50001"),
        .init("two files", "write version = 1/1/2"),
        .init("client2 sockets", "client2:50001 has \"kept 1 2\" of one:7"),
        .init("client2 sockets", "client2:50001 has \"kept 1 2\" of two:7"),
        .init("one sockets", "one:7 has \"ask 1 3\" of client2:50001"),
        .init("three sockets", "three:7 has \"ask 1 3\" of client2:50001"),
        .init("client2 sockets", "client2:50001 has \"has 1 3 1/1/1\" of one:7"),
        .init("client2 sockets", "client2:50001 has \"has 1 3 0/0/0\" of three:7"),
        .init("one sockets", "one:7 has \"keep 1 4 1/1/1\" of client2:50001"),
        .init("two sockets", "two:7 has \"keep 1 4 1/1/1\" of client2:50001"),
        .init("client2 sockets", "client2:50001 has \"kept 1 4\" of one:7"),
        .init("client2 sockets", "client2:50001 has \"kept 1 4\" of two:7"),
        .init("two sockets", "two:7 has \"ask 1 5\" of client2:50001"),
        .init("three sockets", "three:7 has \"ask 1 5\" of client2:50001"),
        .init("client2 sockets", "client2:50001 has \"has 1 5 1/1/2\" of two:7"),
        .init("client2 sockets", "client2:50001 has \"has 1 5 0/0/0\" of three:7"),
        .init("one sockets", "one:7 has \"keep 1 6 1/1/2\" of client2:50001"),
        .init("two sockets", "two:7 has \"keep 1 6 1/1/2\" of client2:50001"),
        .init("client2 sockets", "client2:50001 has \"kept 1 6\" of one:7"),
        .init("client2 sockets", "client2:50001 has \"kept 1 6\" of two:7"),
    ]

    private func twoWriters(_ mistake: Mistake?) -> Scenario<Shelf> {
        shelf([Self.isOneNumber], mistake: mistake, calls: [["set=1"], ["set=2", "get", "get"]], asked: 2)
    }

    @Test("two clients of one number write at one time, and a third answer contradicts the second")
    func oneNumberForAll() throws {
        try withKnownIssue {
            try twoWriters(.hasOneNumberForAll).happens(Self.twoOfOneTime)
        } matching: {
            "\($0)".contains("no order of the calls allows")
        }
    }

    @Test("two clients of one number are found by chance, and no others are", .enabled(if: exploresMore))
    func chance() throws {
        guard case .failure(let failure) = twoWriters(.hasOneNumberForAll).simulationResult(seeds: 50, steps: 60) else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "it is one number" && failure.happenings.count <= 28, "\(failure)")
        try twoWriters(nil).simulate(seeds: 50, steps: 60)
    }
}

extension Replica {
    /// Reads its disk before anything else happens.
    fileprivate mutating func read(_ text: String?) {
        take(PersistenceDriver.Event.loaded(path: "version", bytes: text.map { Array($0.utf8) }))
    }
}

extension AbdClient {
    /// Most replicas have said that they have no version.
    fileprivate mutating func hearsNothingNew() {
        mail = Mail()
        for replica in poll.members.prefix(poll.most) {
            let message = AbdMessage.has(Question(client: number, number: poll.number), Version())
            take(.datagram(0, Array(message.description.utf8), from: replica))
        }
    }

    /// Answers a read with the newest version that it has found, and takes back what it was to send.
    fileprivate mutating func takeWithoutWritingBack(_ event: SocketDriver<Int>.Event) {
        let before = self
        take(event)
        guard call == "get", let version, before.version == nil else { return }
        mail = before.mail
        answer(version)
    }
}
