import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import TestSupport
import Testing

@testable import commit

@Suite("commit")
struct CommitTests {
    // MARK: The programs alone

    private static let address = SocketAddress.host("", port: 7)
    private static let coordinator = SocketAddress.host("192.0.2.9", port: 7)
    private static let managers = (1...2).map { SocketAddress.host("192.0.2.\($0)", port: 7) }

    /// The words that were sent, each with its receiver.
    private func sent(_ sockets: SimulatedSockets) -> [String] {
        sockets.sentDatagrams.map { "\(String(decoding: $0.bytes, as: UTF8.self)) to \($0.address)" }
    }

    @Test("a coordinator commits when all are ready, and tells it again to a manager that asks again")
    func commits() {
        let (sockets, files) = (SimulatedSockets(), SimulatedFiles())
        let test = TestRun(
            committing(Coordinator(at: Self.address, of: Self.managers), in: "data"), exhaustive: false,
            standIns: sockets, files, SimulatedConsole())
        test.settle()
        for (number, word) in [(0, "ready"), (0, "ready"), (0, "what"), (1, "ready"), (0, "ready")] {
            sockets.arrive(.init(word, to: Self.address), from: Self.managers[number])
            test.settle()
        }
        sockets.arrive(.init("ready", to: Self.address), from: Self.coordinator)
        test.settle()
        let told = ["commit to 192.0.2.1:7", "commit to 192.0.2.2:7", "commit to 192.0.2.1:7"]
        #expect(sent(sockets) == told && files[text: "verdict"] == "commit")
    }

    @Test("a coordinator aborts when one says no, and when its patience is over")
    func aborts() {
        for isSilent in [true, false] {
            let (sockets, files) = (SimulatedSockets(), SimulatedFiles())
            let test = TestRun(
                committing(Coordinator(at: Self.address, of: Self.managers), in: "data"), exhaustive: false,
                standIns: sockets, files, SimulatedConsole())
            test.settle()
            sockets.arrive(.init(isSilent ? "ready" : "no", to: Self.address), from: Self.managers[0])
            test.advance(by: .seconds(isSilent ? 60 : 1))
            #expect(sent(sockets) == ["abort to 192.0.2.1:7", "abort to 192.0.2.2:7"])
            #expect(files[text: "verdict"] == "abort")
        }
    }

    @Test("a manager that is ready asks each second until it has the verdict, also after a restart")
    func asks() {
        let (sockets, files) = (SimulatedSockets(), SimulatedFiles())
        files[text: "word"] = "ready"
        let test = TestRun(
            managing(Manager(at: Self.address, of: Self.coordinator), in: "data"), exhaustive: false,
            standIns: sockets, files, SimulatedConsole())
        test.advance(by: .milliseconds(1_500))
        #expect(sent(sockets) == ["ready to 192.0.2.9:7", "ready to 192.0.2.9:7"])
        sockets.arrive(.init("abort", to: Self.address), from: Self.managers[0])
        sockets.arrive(.init("commit", to: Self.address), from: Self.coordinator)
        test.advance(by: .seconds(3))
        #expect(sent(sockets).count == 2 && files[text: "word"] == "commit" && test.frame.word == .commit)
    }

    @Test("a manager is done when the disk has its verdict, or when its no is on its way")
    func ends() {
        for isReady in [true, false] {
            let (sockets, files, console) = (SimulatedSockets(), SimulatedFiles(), SimulatedConsole())
            let test = TestRun(
                managing(Manager(at: Self.address, of: Self.coordinator), in: "data"), exhaustive: false,
                standIns: sockets, files, console)
            test.settle()
            console.type(isReady ? "ready\n" : "no\n")
            test.settle()
            #expect(test.frame.isDone == !isReady && sent(sockets) == ["\(isReady ? "ready" : "no") to 192.0.2.9:7"])
            sockets.arrive(.init("commit", to: Self.address), from: Self.coordinator)
            test.settle()
            #expect(test.frame.isDone && files[text: "word"] == (isReady ? "commit" : "no"))
        }
    }

    @Test("a port that is taken, a disk that fails, and a name instead of a number end a program with the reason")
    func problems() {
        let sockets = SimulatedSockets()
        func coordinator(_ files: SimulatedFiles) -> TestRun<Coordinator> {
            let test = TestRun(
                committing(Coordinator(at: Self.address, of: Self.managers), in: "data"), exhaustive: false,
                standIns: sockets, files, SimulatedConsole())
            test.settle()
            return test
        }
        let first = coordinator(SimulatedFiles())
        #expect(first.frame.problem == nil)
        #expect(coordinator(SimulatedFiles()).frame.problem?.contains("address") == true)
        let broken = SimulatedFiles()
        broken.plannedFault = { _ in .error(5) }
        var manager = Manager(at: Self.address, of: Self.coordinator)
        manager.take(SocketDriver<Int>.Event.notSent(0, number: 0, .exhausted(code: 11)))
        #expect(manager.problem == nil)
        manager.take(SocketDriver<Int>.Event.notSent(0, number: 0, .badAddress))
        #expect(manager.problem?.contains("check the host") == true)
        let last = TestRun(
            managing(Manager(at: Self.address, of: Self.coordinator), in: "data"), exhaustive: false,
            standIns: SimulatedSockets(), broken, SimulatedConsole())
        last.settle()
        #expect(last.frame.problem != nil)
    }

    // MARK: The coordinator and two managers

    struct Deal: Hashable {
        let coordinator: Coordinator
        let managers: [Manager]

        func all(_ word: Word) -> Bool { managers.allSatisfy { $0.word == word } }
    }

    static let isOneWord = Law<Deal>.always("no manager commits where another one aborts") { deal in
        !deal.managers.contains { $0.word == .commit }
            || !deal.managers.contains { $0.word == .abort || $0.word == .no }
    }

    static let isKnown = Law<Deal>.atRest("all know the verdict that have voted") { deal in
        !deal.managers.contains { $0.word == .ready }
    }

    /// The parts of the world of the system.
    struct Cast {
        let world: World
        let coordinator: ExploredProgram<Coordinator>
        let managers: [ExploredProgram<Manager>]
    }

    /// - Parameters:
    ///   - laws: The laws.
    ///   - mistake: The mistake that one of the programs makes.
    ///   - pause: How often a manager asks.
    ///   - describe: Says what may happen.
    private func deal(
        _ laws: [Law<Deal>] = [isOneWord, isKnown], mistake: Mistake? = nil, pause: Duration? = nil,
        lines: [[String]] = [["ready", "no"], ["ready"]],
        _ describe: @escaping @Sendable (Cast) -> Void = { _ in }
    ) -> Scenario<Deal> {
        Scenario(laws: laws) { world in
            let names = ["ann", "bob"]
            let coordinator = Coordinator(at: Self.address, of: names.map { .host($0, port: 7) })
            let deciding =
                mistake == .tellsTooEarly
                ? world.program("coordinator") { world in
                    (world.files.mayFail, world.files.mayBeFull) = (false, false)
                    return Self.tellingTooEarly(coordinator)
                }
                : world.program("coordinator") { world in
                    (world.files.mayFail, world.files.mayBeFull) = (false, false)
                    return committing(coordinator, in: "data")
                }
            let managers = zip(names, lines).map { name, lines in
                var manager = Manager(at: Self.address, of: .host("coordinator", port: 7))
                manager.pause = pause
                return mistake == .forgetsItsVote && name == "ann"
                    ? world.program(name) { [manager] world in
                        Self.describe(world, lines)
                        return Self.forgetting(manager)
                    }
                    : world.program(name) { [manager] world in
                        Self.describe(world, lines)
                        return managing(manager, in: "data")
                    }
            }
            describe(Cast(world: world, coordinator: deciding, managers: managers))
            return Programs(in: world) {
                Deal(coordinator: deciding.frame, managers: managers.map(\.frame))
            }
        }
    }

    private static func describe(_ world: World, _ lines: [String]) {
        // A manager that has voted before.
        if lines.isEmpty { world.files.begin(with: ["word": "ready"]) }
        (world.files.mayFail, world.files.mayBeFull) = (false, false)
        world.console.lines(lines, atMost: lines.count)
    }

    /// As many steps as a build tries in a second or two.
    private static var bounded: Bounds {
        var bounds = Bounds.ofSystem
        bounds.steps = exploresAll ? 10 : 6
        return bounds
    }

    @Test("two managers commit or abort as one in every order, and both ends are reached")
    func everyOrder() throws {
        let ends = [
            Law<Deal>.sometimes("all commit") { $0.all(.commit) }, .sometimes("all abort") { $0.all(.abort) },
            .sometimes("a manager that has said no hears the same") { deal in
                deal.coordinator.verdict == .abort && deal.managers[0].word == .no && deal.managers[1].word == .abort
            },
        ]
        let seen = try deal([Self.isOneWord, Self.isKnown] + ends).explore()
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("they do also where a manager is killed, or its machine loses its power")
    func killedManager() throws {
        try deal(lines: [["ready", "no"], []]) { cast in
            cast.managers[0].mayCrash(atMost: 1)
            cast.managers[0].mayLosePower(atMost: 1)
        }.explore(Self.bounded)
    }

    @Test("they do also where the coordinator is killed, or its machine loses its power")
    func killedCoordinator() throws {
        try deal(lines: [[], []]) { cast in
            cast.coordinator.mayCrash(atMost: 1)
            cast.coordinator.mayLosePower(atMost: 1)
        }.explore(Self.bounded)
    }

    @Test("they do at random where all are killed, machines lose their power, and datagrams are lost or come twice")
    func random() throws {
        try deal(pause: .seconds(1)) { cast in
            for manager in cast.managers {
                manager.mayCrash(atMost: 1)
                manager.mayLosePower(atMost: 1)
            }
            cast.coordinator.mayCrash(atMost: 1)
            cast.coordinator.mayLosePower(atMost: 1)
            cast.world.sockets.mayLose(atMost: 2)
            cast.world.sockets.mayDouble(atMost: 2)
        }.simulate(seeds: Int(seedCount(200)), steps: 60)
    }

    // MARK: Mistakes

    enum Mistake {
        case forgetsItsVote, tellsTooEarly
    }

    /// A manager that looks for its word where it has not written it.
    private static func forgetting(_ manager: Manager) -> CycledLens<some Any, Manager> {
        CycledLens(startingWith: manager) { frames in
            frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
            frames.lens(
                driver: PersistenceDriver(root: "data"),
                frameFilter: { $0.files == .files(.read("word")) ? .files(.read("vote")) : $0.files },
                eventFilter: { $0.take($1) })
            frames.lens(driver: TimerDriver<Int>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
            frames.lens(driver: ConsoleDriver(), frameFilter: { $0.console }, eventFilter: { $0.take($1) })
        }
    }

    /// A coordinator that takes its verdict for saved before it is.
    private static func tellingTooEarly(_ coordinator: Coordinator) -> CycledLens<some Any, Coordinator> {
        CycledLens(startingWith: coordinator) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), frameFilter: { $0.sockets },
                eventFilter: { coordinator, event in coordinator.tellTooEarly { $0.take(event) } })
            frames.lens(
                driver: PersistenceDriver(root: "data"),
                frameFilter: { $0.verdict.map { .files(.write("verdict", $0.rawValue)) } ?? $0.files },
                eventFilter: { coordinator, event in
                    if event != .saved(path: "verdict") { coordinator.tellTooEarly { $0.take(event) } }
                })
            frames.lens(
                driver: TimerDriver<Int>(), frameFilter: { $0.timers },
                eventFilter: { coordinator, event in coordinator.tellTooEarly { $0.take(event) } })
        }
    }

    private func found(_ deal: Scenario<Deal>) throws -> ExplorationFailure {
        guard case .failure(let failure) = deal.result(.ofSystem) else { throw NotFound() }
        return failure
    }

    private struct NotFound: Error {}

    @Test(
        "a manager that forgets its vote when it is killed votes once more, and aborts where the other one commits",
        .enabled(if: exploresAll))
    func forgetfulManager() throws {
        let lines = [["ready", "no"], []]
        let failure = try found(
            deal([Self.isOneWord], mistake: .forgetsItsVote, lines: lines) { $0.managers[0].mayCrash(atMost: 1) })
        #expect(failure.law == "no manager commits where another one aborts" && failure.happenings.count == 13)
    }

    @Test("a coordinator that tells its verdict too early is killed behind a commit, and aborts")
    func hastyCoordinator() throws {
        let failure = try found(
            deal([Self.isOneWord], mistake: .tellsTooEarly, lines: [[], []]) { $0.coordinator.mayCrash(atMost: 1) })
        #expect(failure.law == "no manager commits where another one aborts" && failure.happenings.count == 11)
    }
}

extension Coordinator {
    fileprivate mutating func tellTooEarly(_ take: (inout Coordinator) -> Void) {
        take(&self)
        if verdict != nil, !isSaved { self.take(.saved(path: "verdict")) }
    }
}
