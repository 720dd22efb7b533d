import Cycle
import CycleFeedback
import CycleObservation
import CycleTesting
import Observation
import TestSupport
import Testing

@Suite("An observed machine")
@MainActor
struct ObservedMachineTests {
    struct Profile: Equatable {
        var name = "Ada"
        var total = 0
    }

    @Test("the state of a store is read by property, and its views send to it")
    func store() {
        let store = Store<Profile, Int>(initial: Profile(), reduce: { $0.total += $1 }, feedbacks: [])
        let time = VirtualTime()
        time.drive(store)
        let observed = ObservedFrame(store, sending: { store.send($0) })
        let name = View { observed.name.value }
        let total = View { observed.total.value }
        observed.send(3)
        time.advance(by: .zero)
        #expect(name.invalidationCount == 0)
        total.update()
        #expect(total.drawn == [0, 3])
    }

    @Test("frames that come and go with their views leave the memory as it was")
    func leavesNothing() throws {
        let cycle = CycledLens(startingWith: Profile()) { frames in
            frames.lens(events: Signal<Int>.never) { $0.total = $1 }
        }
        let time = VirtualTime()
        time.drive(cycle)
        let released = Released()
        for _ in 0..<1_000 {
            let observed = ObservedFrame(cycle)
            let view = View { observed.name.value }
            released.watch(view)
        }
        #expect(released.liveCount == 0)
        var shown = 0
        let observer = cycle.observe { _ in shown += 1 }
        #expect(shown == 1)
        observer.cancel()
    }
}

/// Objects that should be gone.
@MainActor
private final class Released {
    private struct Weak {
        weak var object: AnyObject?
    }

    private var objects: [Weak] = []

    func watch(_ object: AnyObject) {
        objects.append(Weak(object: object))
    }

    var liveCount: Int { objects.count { $0.object != nil } }
}
