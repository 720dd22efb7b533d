import Cycle
import CycleBase
import CycleDrivers
import CycleExplore
import CycleNetwork
import CycleTesting
import TestSupport
import Testing

/// Systems whose turns are known by those that runs have taken, beside the same systems with a run for each event.
@Suite("Known turns of programs")
struct KnownTurnsTests {
    /// A program that passes each word on to the next one.
    struct Relay: Hashable, Sendable {
        let next: String
        var words: [String] = []
        var sentCount = 0
        var received = ""

        mutating func take(_ word: String) {
            received += word
            if word.count < 2 { words.append(word + word) }
        }
    }

    private static func relay(
        to next: String, _ letters: Signal<String>, noting note: @escaping (String) -> String = { $0 }
    ) -> CycledLens<some Any, Relay> {
        CycledLens(startingWith: Relay(next: next)) { frames in
            frames.lens(events: letters, label: "letters") { $0.take($1) }
            frames.lens(
                driver: SocketDriver<Int>(), label: "words",
                frameFilter: { relay in
                    let datagrams = relay.words.map { Datagram($0, to: .host(relay.next, port: 7)) }
                    return [.datagrams(0, at: .host("", port: 7), output: .init(datagrams, from: relay.sentCount))]
                },
                eventFilter: { relay, event in
                    switch event {
                    case .datagram(_, let bytes, _): relay.take(note(String(decoding: bytes, as: UTF8.self)))
                    case .written(_, let end):
                        relay.words.removeFirst(end - relay.sentCount)
                        relay.sentCount = end
                    default: break
                    }
                })
        }
    }

    private func ring(
        _ laws: [Law<[Relay]>], noting makeNote: @escaping @Sendable () -> (String) -> String = { { $0 } }
    ) -> Scenario<[Relay]> {
        Scenario(laws: laws) { world in
            let note = makeNote()
            let names = ["ann", "bob", "cat"]
            let relays = names.indices.map { place in
                world.program(names[place]) { world in
                    let (letters, inlet) = Signal<String>.pipe()
                    world.input("letters", ["x", "y"], atMost: 1) { inlet.send($0) }
                    return Self.relay(to: names[(place + 1) % 3], letters, noting: note)
                }
            }
            relays[0].mayCrash(atMost: 1)
            return Programs(in: world) { relays.map(\.frame) }
        }
    }

    private static let short = Law<[Relay]>.always("no more than four words come") { $0[1].received.count < 8 }

    private func seen(_ laws: [Law<[Relay]>], leavingOut: Bool, comparing distance: Int = 10) throws -> Exploration {
        var bounds = Bounds()
        (bounds.leavesOutOrders, bounds.comparedJoins, bounds.isQuiet) = (leavingOut, distance, true)
        bounds.steps = exploresAll ? 6 : 4
        return try ring(laws).explore(bounds)
    }

    /// All laws, and how many letters have come at each rest.
    private func judged(leavingOut: Bool) throws -> (Exploration, totals: Set<Int>) {
        let grows = Law<[Relay]>.everyTurn("what was received is not lost, but by a crash") { before, after in
            zip(before, after).dropFirst().allSatisfy { $1.received.hasPrefix($0.received) }
        }
        let totals = Guarded<Set<Int>>([])
        let noted = Law<[Relay]>.atRest("the letters that have come are noted") { relays in
            totals.withLock { _ = $0.insert(relays.reduce(0) { $0 + $1.received.count }) }
            return true
        }
        let found = try seen([Self.short, grows, noted], leavingOut: leavingOut)
        return (found, totals.withLock { $0 })
    }

    @Test("the states are those of a search with a run for each event, with fewer turns, whatever laws judge them")
    func fewer() throws {
        let (all, totals) = try judged(leavingOut: false)
        let known = try seen([Self.short], leavingOut: true)
        #expect(known.stateCount == all.stateCount && known.depth == all.depth && !known.forgetsTurns)
        #expect(known.knownCount > known.edgeCount / 2, "\(known.knownCount) of \(known.edgeCount)")
        #expect(known.turnCount * 3 < all.turnCount * 2, "\(known.turnCount) of \(all.turnCount)")
        let (judged, knownTotals) = try judged(leavingOut: true)
        #expect(judged.stateCount == all.stateCount && !judged.forgetsTurns)
        #expect(judged.knownCount > judged.edgeCount / 2, "\(judged.knownCount) of \(judged.edgeCount)")
        #expect(knownTotals == totals && totals.count > 3, "\(totals), \(knownTotals)")
    }

    private struct Shop: Hashable {
        var isOpen = false
        var responses: [ServerResponse] = []
    }

    /// It listens once it has read its disk: a request before that is refused, or sets out later.
    private static func shop() -> CycledLens<some Any, Shop> {
        CycledLens(startingWith: Shop()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: "data"), frameFilter: { _ in .files(.read("stock")) },
                eventFilter: { shop, _ in shop.isOpen = true })
            frames.lens(
                driver: ServerDriver<Int>(),
                frameFilter: { .init($0.isOpen ? [.init(0, at: .host("", port: 80))] : [], $0.responses) },
                eventFilter: { shop, event in
                    switch event {
                    case .request(_, let request): shop.responses.append(.text(request.id, "yes"))
                    case .sent(let id), .gone(let id, _): shop.responses.removeAll { $0.request == id }
                    default: break
                    }
                })
        }
    }

    private static func buyer() -> CycledLens<some Any, String> {
        CycledLens(startingWith: "") { frames in
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { $0.isEmpty ? .init([.init(id: 0, get: "http://shop/")]) : .none },
                eventFilter: { end, event in
                    switch event {
                    case .response(_, let response): end = response.text
                    case .failed(_, let failure): end = "\(failure)"
                    default: break
                    }
                })
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { $0.isEmpty ? .timers(.once(0, after: .seconds(5))) : .none },
                eventFilter: { end, _ in end = "late" })
        }
    }

    @Test(
        "turns of servers and their clients over HTTP are known, also where a server begins to listen while requests wait"
    )
    func requests() throws {
        let all = try [false, true].map { isLeavingOut in
            var bounds = Bounds()
            (bounds.leavesOutOrders, bounds.isQuiet, bounds.steps) = (isLeavingOut, true, exploresAll ? 7 : 4)
            return try Scenario(Law<[String]>.always("all is well") { _ in true }) { world in
                let shop = world.program("shop") { world in
                    (world.files.mayFail, world.files.mayBeFull) = (false, false)
                    return Self.shop()
                }
                let buyers = ["ann", "bob"].map { world.program($0) { _ in Self.buyer() } }
                shop.mayCrash(atMost: 1)
                return Programs(in: world) { ["\(shop.frame)"] + buyers.map(\.frame) }
            }.explore(bounds)
        }
        #expect(all[0].stateCount == all[1].stateCount && all[0].depth == all[1].depth && !all[1].forgetsTurns)
        #expect(all[1].knownCount > all[1].edgeCount / 4, "\(all[1].knownCount) of \(all[1].edgeCount)")
    }

    @Test("a law that is broken by turns that are known is found at its shortest")
    func broken() {
        let never = Law<[Relay]>.always("bob never has both letters of ann and cat") { $0[1].received != "xxyy" }
        let laws = [never, Self.short]
        let lengths = [false, true].map { isLeavingOut -> Int? in
            var bounds = Bounds()
            (bounds.leavesOutOrders, bounds.isQuiet, bounds.steps) = (isLeavingOut, true, 6)
            guard case .failure(let failure) = ring(laws).result(bounds) else { return nil }
            return failure.happenings.count
        }
        #expect(lengths[0] == lengths[1])
    }

    @Test("memory that programs share beside their frames is found, though turns are known by the frames")
    func hidden() {
        let scenario = ring([Self.short]) {
            var count = 0
            return { word in
                count += 1
                return count > 1 ? word + "!" : word
            }
        }
        var bounds = Bounds()
        (bounds.isQuiet, bounds.steps) = (true, 5)
        guard case .failure(let failure) = scenario.result(bounds) else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "nothing is remembered beside the frame", "\(failure)")
    }

    @Test("two programs that share a variable are found, though their system is small", arguments: [1, 2])
    func smallHidden(letterCount: Int) {
        let never = Law<[Int]>.always("the second one never sees it") { $0[1] < 5 }
        let scenario = Scenario(never) { world in
            var shared = 0
            let programs = [0, 1].map { place in
                world.program("\(place)") { world in
                    let (letters, inlet) = Signal<Void>.pipe()
                    world.input("letters", [()], atMost: letterCount) { inlet.send(()) }
                    return CycledLens(startingWith: 0) { frames in
                        frames.lens(events: letters, label: "letters") { frame, _ in
                            if place == 0 { shared += 1 }
                            frame = place == 1 && shared == letterCount ? 5 : 1
                        }
                    }
                }
            }
            return Programs(in: world) { programs.map(\.frame) }
        }
        for (leavesOut, distance) in [(true, 10), (true, 1), (false, 10)] {
            var bounds = Bounds()
            (bounds.leavesOutOrders, bounds.comparedJoins) = (leavesOut, distance)
            guard case .failure(let failure) = scenario.result(bounds) else {
                Issue.record("not found: \(leavesOut), \(distance)")
                continue
            }
            #expect(["nothing is remembered beside the frame", never.name].contains(failure.law), "\(failure)")
        }
    }
}
