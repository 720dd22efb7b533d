import Cycle
import CycleFeedback
import CycleHarvest
import CycleMachine
import CycleTesting
import Testing

/// `CycleObservation` takes no number; a feedback takes those of a `FlattenStrategy`, as queues of effects do.
@Suite("Machines, given any number")
struct MachineEdgeTests {
    private static let counts = [Int.min, -1, 0, 1, .max - 1, .max]

    @Test(
        "a stream of states keeps as many as its policy says, and none where that is fewer than one", arguments: counts)
    @MainActor func buffering(_ count: Int) async {
        for isNewest in [true, false] {
            let store = Store<Int, Int>(initial: 0, reduce: { $0 = $1 })
            let values = store.values(buffering: isNewest ? .bufferingNewest(count) : .bufferingOldest(count))
            store.start(on: VirtualTime(), isolation: nil)
            for number in 1...3 { store.send(number) }
            store.stop()
            var seen: [Int] = []
            for await value in values { seen.append(value) }
            let all = [0, 1, 2, 3]
            let kept = min(max(count, 0), 4)
            #expect(seen == Array(isNewest ? all.suffix(kept) : all.prefix(kept)))
        }
    }

    @Test("a thousand inlets that ended before a machine runs give it all that was sent by them")
    func inletsOfBefore() {
        let store = Store<[Int], Int>(initial: [], reduce: { $0.append($1) })
        for number in 0..<1_000 {
            let inlet = store.inlet()
            if number % 2 == 0 { inlet.send(number) }
            inlet.end()
        }
        store.start(on: VirtualTime(), isolation: nil)
        store.drain()
        #expect(store.state.value.sorted() == (0..<500).map { 2 * $0 })
        store.stop()
    }
}
