import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import Testing

@Suite("Timers that are slower than all else")
struct SlowTimersTests {
    /// Adds what it is told, and says so; a number that it has added already only where it does not look.
    private struct Adder: Hashable {
        let isCareful: Bool
        var sum = 0
        var isKnown = false
        var outbox: [Datagram] = []
        var sentCount = 0

        mutating func take(_ sender: SocketAddress) {
            if !isKnown || !isCareful { sum += 1 }
            isKnown = true
            outbox.append(.init("added", to: sender))
        }
    }

    /// Says it, and once more where there is no answer.
    private struct Caller: Hashable {
        var isAnswered = false
        var tryCount = 1
        var outbox = [Datagram("add", to: .host("adder", port: 9))]
        var sentCount = 0

        mutating func again() {
            tryCount += 1
            outbox.append(.init("add", to: .host("adder", port: 9)))
        }
    }

    private static func adder(isCareful: Bool) -> CycledLens<some Any, Adder> {
        CycledLens(startingWith: Adder(isCareful: isCareful)) { frames in
            frames.lens(
                driver: SocketDriver<Int>(),
                frameFilter: { [.datagrams(0, at: .host("", port: 9), output: .init($0.outbox, from: $0.sentCount))] },
                eventFilter: { frame, event in
                    switch event {
                    case .datagram(_, _, let sender): frame.take(sender)
                    case .written(_, let end):
                        frame.outbox.removeFirst(end - frame.sentCount)
                        frame.sentCount = end
                    default: break
                    }
                })
        }
    }

    private static func caller() -> CycledLens<some Any, Caller> {
        CycledLens(startingWith: Caller()) { frames in
            frames.lens(
                driver: SocketDriver<Int>(),
                frameFilter: { [.datagrams(0, at: .host("", port: 0), output: .init($0.outbox, from: $0.sentCount))] },
                eventFilter: { frame, event in
                    switch event {
                    case .datagram: frame.isAnswered = true
                    case .written(_, let end):
                        frame.outbox.removeFirst(end - frame.sentCount)
                        frame.sentCount = end
                    default: break
                    }
                })
            frames.lens(
                driver: TimerDriver<Int>(), label: "again",
                frameFilter: {
                    $0.isAnswered || $0.tryCount > 2 ? .none : .timers(.once($0.tryCount, after: .seconds(5)))
                },
                eventFilter: { frame, _ in frame.again() })
        }
    }

    private struct Both: Hashable {
        let adder: Adder
        let caller: Caller
    }

    private static let once = Law<Both>.always("it is added once") { $0.adder.sum <= 1 }
    private static let again = Law<Both>.sometimes("it is said three times") { $0.caller.tryCount == 3 }

    private func system(
        isCareful: Bool, _ laws: [Law<Both>],
        _ describe: @escaping @Sendable (World, ExploredProgram<Adder>, ExploredProgram<Caller>) -> Void
    ) -> Scenario<Both> {
        Scenario(laws: laws) { world in
            let adder = world.program("adder") { _ in Self.adder(isCareful: isCareful) }
            let caller = world.program("caller") { _ in Self.caller() }
            describe(world, adder, caller)
            return Programs(in: world) { Both(adder: adder.frame, caller: caller.frame) }
        }
    }

    private var bounds: Bounds {
        var bounds = Bounds()
        bounds.timersAreSlow = true
        return bounds
    }

    @Test("find what a second call does where the answer to the first one is lost")
    func lostAnswer() throws {
        let wrong = system(isCareful: false, [Self.once]) { world, _, _ in world.sockets.mayLose(atMost: 1) }
        guard case .failure(let failure) = wrong.result(bounds) else {
            Issue.record("not found")
            return
        }
        // The call, the loss of its answer, the timer, the call again.
        #expect(failure.happenings.count == 4, "\(failure)")
        let right = try system(isCareful: true, [Self.once]) { world, _, _ in world.sockets.mayLose(atMost: 2) }
            .explore(bounds)
        #expect(right.isComplete && "\(right)".contains("slow timers"), "\(right)")
    }

    /// Takes the lead where it has heard of nobody else for a while.
    private struct Candidate: Hashable {
        var leads = false
        var hasHeard = false
    }

    private static func candidate(beside other: String) -> CycledLens<some Any, Candidate> {
        CycledLens(startingWith: Candidate()) { frames in
            frames.lens(
                driver: SocketDriver<Int>(),
                frameFilter: {
                    let letters = $0.leads ? [Datagram("I lead", to: .host(other, port: 9))] : []
                    return [.datagrams(0, at: .host("", port: 9), output: .init(letters))]
                },
                eventFilter: { frame, event in if case .datagram = event { frame.hasHeard = true } })
            frames.lens(
                driver: TimerDriver<Int>(), label: "wait",
                frameFilter: { $0.leads || $0.hasHeard ? .none : .timers(.once(0, after: .seconds(5))) },
                eventFilter: { frame, _ in frame.leads = true })
        }
    }

    @Test("ring at once where they are due at one moment, whatever the first has sent")
    func atOnce() {
        let isOne = Law<[Candidate]>.always("one leads") { $0.count(where: \.leads) <= 1 }
        let election = Scenario(isOne) { world in
            let ann = world.program("ann") { _ in Self.candidate(beside: "bob") }
            let bob = world.program("bob") { _ in Self.candidate(beside: "ann") }
            return Programs(in: world) { [ann.frame, bob.frame] }
        }
        guard case .failure(let failure) = election.result(bounds) else {
            Issue.record("not found")
            return
        }
        #expect(failure.happenings.count == 2, "\(failure)")
    }

    @Test("do not ring while a message is on its way")
    func messageFirst() throws {
        let early = Law<Both>.always("nothing is said twice") { $0.caller.tryCount == 1 }
        let shop = system(isCareful: false, [early, Self.once]) { _, _, _ in }
        var bounds = Bounds()
        bounds.timersAreSlow = true
        let seen = try shop.explore(bounds)
        #expect(seen.isComplete, "\(seen)")
        let fast = system(isCareful: false, [early]) { _, _, _ in }
        guard case .failure = fast.result(Bounds()) else {
            Issue.record("a timer that may be fast does not ring")
            return
        }
    }

    @Test("are named at the end where they never ring, as are the faults that the world does not allow")
    func notAllowed() throws {
        var still = Bounds()
        still.timePasses = false
        let safe = system(isCareful: false, [Self.once]) { world, _, _ in world.sockets.mayLose(atMost: 1) }
        let seen = try safe.explore(still)
        #expect(
            "\(seen)".hasSuffix(
                """

                  not allowed: timers that ring (timePasses), crashes (mayCrash, mayLosePower), doubled datagrams (mayDouble)
                """), "\(seen)")
    }

    @Test("ring while a program is down, and while it is cut off")
    func longFaults() throws {
        let deaf = Law<Both>.sometimes("it is said three times, and nothing is added") {
            $0.caller.tryCount == 3 && $0.adder.sum == 0
        }
        try system(isCareful: true, [deaf]) { _, adder, _ in adder.mayCrash(atMost: 1) }.explore(bounds)
        try system(isCareful: true, [deaf]) { _, adder, caller in adder.mayBeCutOff(from: caller, atMost: 1) }
            .explore(bounds)
    }

    @Test("lead to the same states in all orders, and with turns that are known")
    func sameStates() throws {
        var all = bounds
        all.leavesOutOrders = false
        let scenario = system(isCareful: true, [Self.once, Self.again]) { world, adder, caller in
            world.sockets.mayLose(atMost: 1)
            world.sockets.mayDouble(atMost: 1)
            adder.mayCrash(atMost: 1)
            caller.mayBeCutOff(atMost: 1)
        }
        let (known, tried) = try (scenario.explore(bounds), scenario.explore(all))
        #expect(known.stateCount == tried.stateCount && known.isComplete && tried.isComplete, "\(known) \(tried)")
        #expect(known.stateCount < (try scenario.explore(Bounds())).stateCount)
    }

    @Test("ring where a single program waits for nothing else")
    func oneProgram() throws {
        struct Frame: Hashable {
            var text: String?
            var isLate = false
        }
        let scenario = Scenario(Law<Frame>.always("the disk is in time") { !$0.isLate || $0.text != nil }) { _ in
            CycledLens(startingWith: Frame()) { frames in
                frames.lens(
                    driver: PersistenceDriver(root: "data"),
                    frameFilter: { $0.text == nil ? .files(.read("a")) : .none },
                    eventFilter: { frame, _ in frame.text = "read" })
                frames.lens(
                    driver: TimerDriver<Int>(), label: "late",
                    frameFilter: { $0.isLate ? .none : .timers(.once(0, after: .seconds(1))) },
                    eventFilter: { frame, _ in frame.isLate = true })
            }
        }
        #expect(try scenario.explore(bounds).isComplete)
        guard case .failure = scenario.result(Bounds()) else {
            Issue.record("a timer that may be fast does not ring")
            return
        }
    }
}
