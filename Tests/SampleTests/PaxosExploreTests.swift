import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

@testable import paxos

/// `CYCLE_EXPLORE=1` for all orders of larger systems.
@Suite("paxos, acceptors and proposers")
struct PaxosExploreTests {
    struct Council: Hashable {
        let acceptors: [Acceptor]
        let proposers: [Proposer]

        var learned: Set<String> { Set(proposers.compactMap(\.chosen)) }
    }

    static let isOneValue = Law<Council>.always("no two values are learned") { $0.learned.count <= 1 }

    static let isProposed = Law<Council>.always("a value is learned that was proposed") { council in
        council.learned.isSubset(of: council.proposers.map(\.value))
    }

    /// A ballot that no other one stops comes to its end.
    static let isLearned = Law<Council>.atRest("a value is learned") { !$0.learned.isEmpty }

    enum Mistake {
        case forgetsItsPromise, acceptsOldBallots, proposesItsOwn, asksOneTooFew
    }

    /// The parts of the world of the system.
    struct Cast {
        let world: World
        let acceptors: [ExploredProgram<Acceptor>]
    }

    /// - Parameters:
    ///   - laws: The laws.
    ///   - mistake: The mistake that all programs make.
    ///   - acceptorCount: How many acceptors there are.
    ///   - values: Those of the proposers.
    ///   - preparedCount: How many of the proposers have the promises of all acceptors when the world begins.
    ///   - pause: How long a proposer waits before it asks once more. Where it never does, an acceptor reads its disk before a question comes.
    ///   - describe: Says what may happen.
    private func council(
        _ laws: [Law<Council>] = [isOneValue, isProposed, isLearned], mistake: Mistake? = nil, of acceptorCount: Int,
        values: [String] = ["a", "b"], prepared preparedCount: Int = 0, pause: Duration? = nil,
        _ describe: @escaping @Sendable (Cast) -> Void = { _ in }
    ) -> Scenario<Council> {
        Scenario(laws: laws) { world in
            let names = Array(["one", "two", "three"].prefix(acceptorCount))
            let acceptors = names.map { name in
                world.program(name) { world in
                    (world.files.mayFail, world.files.mayBeFull) = (false, false)
                    if preparedCount > 0 { world.files.begin(with: ["promise": "1.\(preparedCount)"]) }
                    var acceptor = Acceptor(at: .host("", port: 7))
                    if pause == nil { acceptor.read(mistake == .forgetsItsPromise ? nil : world.files["promise"]) }
                    return Self.acceptor(acceptor, mistake)
                }
            }
            let proposers = values.enumerated().map { index, value in
                var proposer = Proposer(index + 1, of: names.map { .host($0, port: 7) }, value: value)
                proposer.pause = pause
                if mistake == .asksOneTooFew { proposer.poll.most -= 1 }
                if index < preparedCount { proposer.hearsPromises() }
                return world.program("proposer\(index + 1)") { [proposer] _ in Self.proposer(proposer, mistake) }
            }
            describe(Cast(world: world, acceptors: acceptors))
            return Programs(in: world) {
                Council(acceptors: acceptors.map(\.frame), proposers: proposers.map(\.frame))
            }
        }
    }

    /// The program of `main.swift`, with a mistake.
    private static func acceptor(_ acceptor: Acceptor, _ mistake: Mistake?) -> CycledLens<some Any, Acceptor> {
        CycledLens(startingWith: acceptor) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), frameFilter: { $0.sockets },
                eventFilter: { acceptor, event in
                    if mistake == .acceptsOldBallots { acceptor.takeAsNew(event) } else { acceptor.take(event) }
                })
            frames.lens(
                driver: PersistenceDriver(root: "data"), frameFilter: { $0.files }, eventFilter: { $0.take($1) })
        }
    }

    /// The program of `main.swift`, with a mistake, and without a console.
    private static func proposer(_ proposer: Proposer, _ mistake: Mistake?) -> CycledLens<some Any, Proposer> {
        CycledLens(startingWith: proposer) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), frameFilter: { $0.sockets },
                eventFilter: { proposer, event in
                    if mistake == .proposesItsOwn { proposer.takeForItsOwn(event) } else { proposer.take(event) }
                })
            frames.lens(driver: TimerDriver<Int>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
        }
    }

    @Test("two acceptors choose one value in every order, and either of two")
    func everyOrder() throws {
        let ends = [
            Law<Council>.sometimes("both learn the value of the older ballot") { council in
                council.proposers.allSatisfy { $0.chosen == "a" }
            },
            .sometimes("the value of the newer ballot is learned") { $0.learned == ["b"] },
        ]
        let seen = try council([Self.isOneValue, Self.isProposed, Self.isLearned] + ends, of: 2).explore(.ofSystem)
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("three acceptors choose a value in every order where one is killed, or its machine loses its power")
    func minority() throws {
        let seen = try council(of: 3, values: ["a"], prepared: 1) { cast in
            cast.acceptors[2].mayCrash(atMost: 1)
            cast.acceptors[2].mayLosePower(atMost: 1)
        }.explore(.ofSystem)
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("three acceptors choose one value of two in every order", .enabled(if: exploresMore), arguments: [1, 0])
    func three(preparedCount: Int) throws {
        var bounds = Bounds.ofSystem
        bounds.states = 2_000_000
        let seen = try council(of: 3, prepared: preparedCount).explore(bounds)
        print("paxos:", seen)
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("they learn one value at random, with kills, power cuts, and lost and doubled datagrams")
    func random() throws {
        let laws = [Self.isOneValue, Self.isProposed]
        try council(laws, of: 3, values: ["a", "b", "c"], pause: .seconds(7_200)) { cast in
            for acceptor in cast.acceptors {
                acceptor.mayCrash(atMost: 1)
                acceptor.mayLosePower(atMost: 1)
            }
            cast.world.sockets.mayLose(atMost: 2)
            cast.world.sockets.mayDouble(atMost: 2)
        }.simulate(seeds: Int(seedCount(40)), steps: 150)
    }

    @Test(
        "a mistake is found at its shortest",
        arguments: [(Mistake.asksOneTooFew, 2, 10), (.forgetsItsPromise, 1, 12)]
            + (exploresAll ? [(.acceptsOldBallots, 2, 20), (.proposesItsOwn, 2, 22)] : []))
    func mistakes(mistake: Mistake, acceptorCount: Int, count: Int) {
        let scenario = council([Self.isOneValue], mistake: mistake, of: acceptorCount) { cast in
            if mistake == .forgetsItsPromise { cast.acceptors[0].mayCrash(atMost: 1) }
        }
        guard case .failure(let failure) = scenario.result(.ofSystem) else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "no two values are learned" && failure.happenings.count == count, "\(failure)")
    }
}

extension Acceptor {
    /// Reads its disk before anything else happens.
    fileprivate mutating func read(_ text: String?) {
        take(PersistenceDriver.Event.loaded(path: "promise", bytes: text.map { Array($0.utf8) }))
    }

    /// Accepts what it has promised not to.
    fileprivate mutating func takeAsNew(_ event: SocketDriver<Int>.Event) {
        if case .datagram(_, let bytes, _) = event,
            case .accept(let proposal)? = PaxosMessage(String(decoding: bytes, as: UTF8.self)),
            proposal.ballot < promise.ballot
        {
            read(Promise(ballot: proposal.ballot, accepted: promise.accepted).description)
        }
        take(event)
    }
}

extension Proposer {
    /// Most acceptors have promised, and have accepted nothing.
    fileprivate mutating func hearsPromises() {
        mail = .init()
        for acceptor in poll.members.prefix(poll.most) {
            let message = PaxosMessage.promise(Promise(ballot: ballot))
            take(.datagram(0, Array(message.description.utf8), from: acceptor))
        }
    }

    /// Proposes its own value, whatever acceptors have accepted.
    fileprivate mutating func takeForItsOwn(_ event: SocketDriver<Int>.Event) {
        let before = self
        take(event)
        guard before.proposal == nil, proposal != nil else { return }
        mail = before.mail
        propose(value)
    }
}
