import Cycle
import CycleTesting
import TestSupport
import Testing

@Suite("Signal.effects, random lists of wants")
struct RandomWantsTests {
    struct Want: Hashable, CustomStringConvertible {
        var id: Int
        var text: Int

        var description: String { "\(id)" + ["a", "b", "c"][text] }
    }

    @Test("a row of lists starts and cancels the effects that comparing identities predicts")
    func comparesIdentities() {
        for seed in Seeds(500) {
            let lists = Self.lists(SplitMix(seed: seed))
            let (expected, seen) = (Self.reference(lists), Self.started(lists))
            #expect(seen == expected, "seed \(seed): \(lists)")
        }
    }

    /// Each is the one before, in which wants have left, come, moved, changed or been doubled; the last is empty.
    private static func lists(_ random: SplitMix) -> [[Want]] {
        var random = random
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        var wants = (0..<pick(24)).map { Want(id: $0, text: 0) }
        var lists = [wants]
        for _ in 0..<8 {
            for _ in 0..<pick(4) {
                let place = pick(wants.count + 1)
                switch wants.isEmpty ? 0 : pick(7) {
                case 0: wants.insert(Want(id: pick(30), text: pick(3)), at: place)
                case 1: wants.remove(at: place % wants.count)
                case 2: wants[place % wants.count].text = pick(3)
                case 3: wants.insert(wants.remove(at: place % wants.count), at: pick(wants.count + 1))
                case 4: wants[place % wants.count] = Want(id: 30 + pick(30), text: 0)
                case 5: wants.removeFirst(pick(min(10, wants.count + 1)))
                default: wants.reverse()
                }
            }
            lists.append(wants)
        }
        return lists + [[]]
    }

    private static func reference(_ lists: [[Want]]) -> [String] {
        var (running, entries): ([Want], [String]) = ([], [])
        for list in lists {
            var seen: Set<Int> = []
            let wanted = list.filter { seen.insert($0.id).inserted }
            entries += running.filter { !wanted.contains($0) }.map { "-\($0)" }
            running.removeAll { !wanted.contains($0) }
            let come = wanted.filter { !running.contains($0) }
            entries += come.map { "+\($0)" }
            running += come
        }
        return entries
    }

    private static func started(_ lists: [[Want]]) -> [String] {
        let log = Logbook<String>()
        let (values, inlet) = Signal<[Want]>.pipe()
        let effects = values.effects(for: { $0 }, by: \.id) { want in
            Signal<Int> { _ in
                log.append("+\(want)")
                return Subscription { log.append("-\(want)") }
            }
        }
        for list in lists { inlet.send(list) }
        // Before the steps' end cancels all.
        _ = VirtualTime().timeline(of: effects, steps: 1)
        return log.entries
    }
}
