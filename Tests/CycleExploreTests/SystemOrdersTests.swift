import CycleBase
import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import TestSupport
import Testing

/// The search that leaves out orders of turns of different programs, beside the one that does not.
@Suite("Orders of programs that are left out")
struct SystemOrdersTests {
    /// A program whose states and letters are numbers.
    struct Node: Hashable, Sendable {
        let number: Int
        var state = 0
        var letters: [Datagram] = []
        var sentCount = 0
        var guests: [SocketConnection] = []
        /// The letters that it may still send.
        var energy: Int
        var isSaved = false
    }

    /// The random parts of a system.
    struct Plan: Sendable {
        struct Step: Sendable {
            let state: Int
            /// The numbers of the nodes that get a letter, and the letters.
            let letters: [(to: Int, letter: Int)]
        }

        var nodeCount = 3
        /// By node, state and letter.
        var steps: [[[Step]]] = []
        var energy = 2
        var keyCount = 1
        /// The keys of each node but the first.
        var otherKeyCount = 1
        /// The state in which a node neither listens nor receives.
        var deaf = -1
        /// The state in which it has a stream to the next one.
        var calling = -1
        /// The state that it writes to its disk.
        var saving = -1
        var crashes = 0
        var losses = 0
        var doubles = 0
        var breaks = 0
        var cuts = 0
        var drifts = 0
        var hasTimer = false
        var forbidden = [-1, -1]

        init(_ chance: inout SplitMix64) {
            func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }
            nodeCount = 2 + below(2)
            let count = nodeCount
            steps = (0..<count).map { _ in
                (0..<4).map { _ in
                    (0..<2).map { _ in
                        Step(state: below(4), letters: (0..<below(3)).map { _ in (below(count), below(2)) })
                    }
                }
            }
            energy = 1 + below(3)
            keyCount = 1 + below(2)
            if below(3) == 0 { deaf = below(4) }
            if below(3) == 0 { calling = below(4) }
            if below(3) == 0 { saving = below(4) }
            switch below(5) {
            case 0: crashes = 1
            case 1: losses = 1
            case 2: doubles = 1
            case 3: breaks = 1
            default: break
            }
            switch below(6) {
            case 0: cuts = 1
            case 1: drifts = 1
            default: break
            }
            hasTimer = below(4) == 0 || drifts > 0
            if below(3) == 0 { forbidden = [below(4), below(4)] }
        }
    }

    private static func name(_ number: Int) -> String { "node\(number)" }

    private static func take(_ letter: Int, _ node: inout Node, _ plan: Plan) {
        let step = plan.steps[node.number][node.state][letter % 2]
        node.state = step.state
        node.isSaved = false
        for (peer, letter) in step.letters where node.energy > 0 {
            node.energy -= 1
            node.letters.append(.init("\(letter)", to: .host(name(peer), port: 7)))
        }
    }

    private static func sockets(of node: Node, _ plan: Plan) -> SocketDriver<Int>.Model {
        var model: SocketDriver<Int>.Model = []
        if node.state != plan.deaf {
            let output = DatagramOutput(node.letters, from: node.sentCount)
            model.sockets += [
                .datagrams(0, at: .host("", port: 7), output: output), .listen(1, at: .host("", port: 8)),
            ]
        }
        if node.state == plan.calling {
            let next = name((node.number + 1) % plan.nodeCount)
            model.sockets.append(.connect(2, to: .host(next, port: 8), output: .init(["1", "0"])))
        }
        model.sockets += node.guests.enumerated().map { .accepted(10 + $0, $1) }
        return model
    }

    private static func program(_ number: Int, _ plan: Plan) -> CycledLens<some Any, Node> {
        CycledLens(startingWith: Node(number: number, energy: plan.energy)) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets", frameFilter: { sockets(of: $0, plan) },
                eventFilter: { node, event in
                    switch event {
                    case .datagram(_, let bytes, _), .received(_, let bytes):
                        for byte in bytes { take(Int(byte), &node, plan) }
                    case .written(0, let end):
                        node.letters.removeFirst(min(node.letters.count, end - node.sentCount))
                        node.sentCount = end
                    case .accepted(_, let connection, _): node.guests.append(connection)
                    case .failed(2, _): take(0, &node, plan)
                    default: break
                    }
                })
            frames.lens(
                driver: PersistenceDriver(root: "data"), label: "disk",
                frameFilter: {
                    $0.state == plan.saving && !$0.isSaved ? .files(.write("state", "\($0.energy)")) : .none
                }, eventFilter: { node, _ in node.isSaved = true })
            frames.lens(
                driver: ConsoleDriver(), label: "console", frameFilter: { .screen("\($0.state)", input: .keys) },
                eventFilter: { node, event in
                    if case .key = event { take(1, &node, plan) }
                })
            frames.lens(
                driver: TimerDriver<Int>(), label: "timer",
                frameFilter: { plan.hasTimer && $0.state == 1 ? .timers(.once(0, after: .seconds(5))) : .none },
                eventFilter: { node, _ in take(0, &node, plan) })
        }
    }

    private func found(
        _ plan: Plan, leavingOut: Bool, comparing distance: Int = 10, steps: Int = exploresAll ? 6 : 3,
        slowTimers: Bool = false
    ) -> FoundBySearch<[Node]> {
        let notBoth = Law<[Node]>.always("not both") { [$0[0].state, $0[1].state] != plan.forbidden }
        var bounds = Bounds()
        (bounds.leavesOutOrders, bounds.comparedJoins) = (leavingOut, distance)
        (bounds.states, bounds.steps, bounds.isQuiet) = (1_000, steps, true)
        bounds.timersAreSlow = slowTimers
        return FoundBySearch(bounds, tellsTimeline: false) { isNoted in
            Scenario(laws: [notBoth, isNoted]) { world in Self.system(plan, world) }
        }
    }

    private static func system(_ plan: Plan, _ world: World) -> Programs<[Node]> {
        if plan.losses > 0 { world.sockets.mayLose(atMost: plan.losses) }
        if plan.doubles > 0 { world.sockets.mayDouble(atMost: plan.doubles) }
        if plan.breaks > 0 { world.sockets.mayBreak(atMost: plan.breaks) }
        let nodes = (0..<plan.nodeCount).map { number in
            world.program(name(number)) { world in
                (world.files.mayFail, world.files.mayBeFull) = (false, false)
                world.console.keys("k", atMost: number == 0 ? plan.keyCount : plan.otherKeyCount)
                return program(number, plan)
            }
        }
        if plan.cuts > 0 { nodes[0].mayBeCutOff(from: nodes[1], atMost: plan.cuts) }
        if plan.drifts > 0 { nodes[1].clockMayDrift(by: 0.1, atMost: plan.drifts) }
        if plan.crashes > 0 { nodes[0].mayCrash(atMost: plan.crashes) }
        return Programs(in: world) { nodes.map(\.frame) }
    }

    @Test("random systems have the same states, the same states at rest and failures as short, with no more events")
    func random() {
        // A debug build takes fewer steps of each system, and others than the first three, which are the largest.
        for seed in Seeds(exploresAll ? 6 : 10) {
            var chance = SplitMix64(seed: exploresAll ? seed : seed &+ 3)
            let plan = Plan(&chance)
            let (all, fewer) = (found(plan, leavingOut: false), found(plan, leavingOut: true))
            #expect(all == fewer, "seed \(seed): \(all.text), \(fewer.text), \(plan)")
            #expect(fewer.eventCount <= all.eventCount, "seed \(seed)")
            let compared = found(plan, leavingOut: true, comparing: 1)
            #expect(compared == all && !compared.forgetsTurns, "seed \(seed): \(compared.text), \(plan)")
        }
    }

    @Test("so have random systems whose programs are cut off from each other, or whose clocks drift")
    func cutsAndDrifts() {
        var knownCount = 0
        for seed in Seeds(10) {
            var chance = SplitMix64(seed: seed &+ 0x5EED)
            var plan = Plan(&chance)
            (plan.cuts, plan.drifts) = seed.isMultiple(of: 2) ? (1, 0) : (0, 1)
            plan.hasTimer = plan.hasTimer || plan.drifts > 0
            // Streams keep all that is on its way while they are cut off.
            if plan.cuts > 0 { plan.calling = 0 }
            let (all, fewer) = (found(plan, leavingOut: false), found(plan, leavingOut: true))
            #expect(all == fewer && !fewer.forgetsTurns, "seed \(seed): \(all.text), \(fewer.text), \(plan)")
            knownCount += fewer.knownCount
        }
        #expect(knownCount > 0)
    }

    @Test("so have random systems whose timers are slower than all else")
    func slowTimers() {
        var knownCount = 0
        for seed in Seeds(10) {
            var chance = SplitMix64(seed: seed &+ 0x510)
            var plan = Plan(&chance)
            plan.hasTimer = true
            let all = found(plan, leavingOut: false, steps: 5, slowTimers: true)
            let fewer = found(plan, leavingOut: true, steps: 5, slowTimers: true)
            #expect(all == fewer && !fewer.forgetsTurns, "seed \(seed): \(all.text), \(fewer.text), \(plan)")
            knownCount += fewer.knownCount
        }
        #expect(knownCount > 0)
    }

    /// The first node sends two letters to each of the others, which answer them.
    @Test("turns of programs that have nothing to do with each other are tried in one order")
    func independent() {
        var chance = SplitMix64(seed: 0)
        var plan = Plan(&chance)
        let asks = Plan.Step(state: 1, letters: [(1, 1), (2, 1), (1, 1), (2, 1)])
        let answers = Plan.Step(state: 1, letters: [(0, 0)])
        let quiet = Plan.Step(state: 1, letters: [])
        plan.nodeCount = 3
        plan.steps = [asks, answers, answers].map { step in (0..<4).map { _ in [quiet, step] } }
        plan.otherKeyCount = 0
        (plan.energy, plan.keyCount, plan.hasTimer, plan.forbidden) = (4, 1, false, [-1, -1])
        (plan.deaf, plan.calling, plan.saving) = (-1, -1, -1)
        (plan.crashes, plan.losses, plan.doubles, plan.breaks, plan.cuts, plan.drifts) = (0, 0, 0, 0, 0, 0)
        let all = found(plan, leavingOut: false, steps: 6)
        let fewer = found(plan, leavingOut: true, steps: 6)
        #expect(all == fewer)
        #expect(fewer.eventCount * 4 <= all.eventCount * 3, "\(fewer.eventCount) of \(all.eventCount)")
    }

    /// A program that writes down what comes, and sends letters for each key, one after the other.
    private struct Scribe: Hashable {
        var log = ""
        var unsent = 0
        var letters: [Datagram] = []
        var sentCount = 0
    }

    private static func scribe(writingTo peer: String, letterCount: Int) -> CycledLens<some Any, Scribe> {
        let letter = Datagram("x", to: .host(peer, port: 7))
        return CycledLens(startingWith: Scribe()) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets",
                frameFilter: { scribe in
                    [.datagrams(0, at: .host("", port: 7), output: .init(scribe.letters, from: scribe.sentCount))]
                },
                eventFilter: { scribe, event in
                    switch event {
                    case .datagram: scribe.log += "d"
                    case .written(_, let end):
                        scribe.letters.removeFirst(end - scribe.sentCount)
                        (scribe.sentCount, scribe.log) = (end, scribe.log + "w")
                        if scribe.unsent > 0 { scribe.letters.append(letter) }
                        scribe.unsent = max(0, scribe.unsent - 1)
                    default: break
                    }
                })
            frames.lens(
                driver: ConsoleDriver(), label: "console", frameFilter: { _ in .screen("", input: .keys) },
                eventFilter: { scribe, event in
                    guard case .key = event else { return }
                    scribe.log += "k"
                    scribe.letters.append(letter)
                    scribe.unsent = letterCount - 1
                })
        }
    }

    /// - Parameters:
    ///   - pairs: The name of each scribe, and of the one that it writes to.
    ///   - count: How many keys come to each, how many letters it sends for one, and how many are lost.
    private func found(
        by pairs: [(String, String)], _ count: (keys: Int, letters: Int, lost: Int), leavingOut: Bool = true,
        comparing distance: Int = 10
    ) -> FoundBySearch<[Scribe]> {
        var bounds = Bounds()
        (bounds.leavesOutOrders, bounds.comparedJoins, bounds.isQuiet) = (leavingOut, distance, true)
        return FoundBySearch(bounds, tellsTimeline: false) { isNoted in
            Scenario(laws: [isNoted]) { world in
                if count.lost > 0 { world.sockets.mayLose(atMost: count.lost) }
                let scribes = pairs.map { name, peer in
                    world.program(name) { world in
                        world.console.keys("k", atMost: count.keys)
                        return Self.scribe(writingTo: peer, letterCount: count.letters)
                    }
                }
                return Programs(in: world) { scribes.map(\.frame) }
            }
        }
    }

    /// Letters of the first key are on their way before the turns of the second one, or lost.
    @Test("a letter of a program to itself comes between the turns that have sent it")
    func letterToItself() {
        let found = [false, true].map {
            self.found(by: [("ann", "ann")], (keys: 2, letters: 2, lost: 3), leavingOut: $0, comparing: 1)
        }
        #expect(found[0] == found[1] && !found[1].forgetsTurns && found[1].knownCount > 0, "\(found)")
    }

    @Test("an order is not left out where a letter of the one before may come between the turns of the other")
    func letterBetweenTurns() throws {
        let found = self.found(by: [("ann", "bob"), ("bob", "ann")], (keys: 1, letters: 1, lost: 0))
        let logs = Set(found.resting.filter { $0.allSatisfy { $0.log.count == 3 } }.map { $0.map(\.log) })
        // In the first order both have sent before a letter comes; in the others one has its letter sooner.
        let others = ["dkw", "kdw"].flatMap { [[$0, "kwd"], ["kwd", $0]] }
        #expect(logs == Set([["kwd", "kwd"]] + others) && !found.forgetsTurns, "\(logs)")
    }

    /// A door that a key opens which comes at once with another one. A letter opens door 5, too, where the light was on before.
    private static func door() -> CycledLens<some Any, Int> {
        let doors = ["0x": 1, "1y": 5, "0u": 8, "5z": 6, "6y": 7]
        return CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: ConsoleDriver(), label: "keys",
                frameFilter: { .screen("\($0)", input: [1, 6, 8].contains($0) ? .none : .keys) },
                eventFilter: { door, event in
                    if case .key(let key) = event { door = doors["\(door)\(key)"] ?? door }
                })
            frames.lens(
                driver: SocketDriver<Int>(), label: "letters",
                frameFilter: { _ in [.datagrams(0, at: .host("", port: 7))] },
                eventFilter: { door, event in
                    if case .datagram = event, door == 1 { door = 5 }
                })
            frames.lens(
                driver: TimerDriver<Int>(), label: "timer",
                frameFilter: { $0 == 8 ? .timers(.once(0, after: .seconds(5))) : .none },
                eventFilter: { door, _ in door = 6 })
        }
    }

    /// A light that sends one letter when it is switched on: to the door, or to nobody.
    private static func light() -> CycledLens<some Any, [Datagram]> {
        CycledLens(startingWith: []) { frames in
            frames.lens(
                driver: ConsoleDriver(), label: "keys", frameFilter: { _ in .screen("", input: .keys) },
                eventFilter: { letters, event in
                    guard case .key(let key) = event, letters.isEmpty else { return }
                    letters = [.init("on", to: key == "b" ? .host("localhost", port: 99) : .host("door", port: 7))]
                })
            frames.lens(
                driver: SocketDriver<Int>(), label: "letters",
                frameFilter: { [.datagrams(0, at: .host("", port: 9), output: DatagramOutput($0))] },
                eventFilter: { letters, event in
                    if case .written = event { letters = [.init("sent", to: .host("", port: 0))] }
                })
        }
    }

    private static func counter() -> CycledLens<some Any, String> {
        CycledLens(startingWith: "") { frames in
            frames.lens(driver: ConsoleDriver(), frameFilter: { .screen($0, input: .keys) }) { shown, event in
                if case .key(let key) = event, shown.isEmpty { shown = "\(key)" }
            }
        }
    }

    /// The state of door 5 with the light on is known by an order in which nothing more may come between turns.
    @Test("an order is not left out where something may come between turns, and might not in the other one")
    func betweenTurns() {
        let never = Law<Int>.always("door 7 is shut") { $0 != 7 }
        let found = [false, true].map { leavingOut in
            var bounds = Bounds()
            (bounds.leavesOutOrders, bounds.isQuiet) = (leavingOut, true)
            return FoundBySearch<Int>(bounds, tellsTimeline: false) { isNoted in
                Scenario(laws: [never, isNoted]) { world in
                    let door = world.program("door") { world in
                        world.console.keys("xyuz")
                        return Self.door()
                    }
                    _ = world.program("light") { world in
                        world.console.keys("bc")
                        return Self.light()
                    }
                    for name in ["left", "right"] {
                        _ = world.program(name) { world in
                            world.console.keys("12")
                            return Self.counter()
                        }
                    }
                    return Programs(in: world) { door.frame }
                }
            }
        }
        #expect(found[0] == found[1], "\(found)")
        #expect(found[0].text == "door 7 is shut 5", "\(found)")
        #expect(found[1].eventCount < found[0].eventCount)
    }
}
