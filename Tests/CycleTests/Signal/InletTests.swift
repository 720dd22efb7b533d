import Cycle
import CycleTesting
import Synchronization
import Testing

@Suite("Inlets that close and fill up")
struct InletTests {
    final class Held {
        var inlet: Inlet<Int>?
    }

    /// A signal that somebody else feeds.
    private func fed(_ held: Held) -> Signal<Int> {
        Signal { sink in
            held.inlet = sink.inlet()
            return Subscription()
        }
    }

    @Test("cancelling a signal closes its inlet, and the loop does not wait for it any more")
    func closes() {
        let held = Held()
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { _, _ in
                    time.signal("1-2|").flatMap(.latest) { $0 == "1" ? fed(held) : Signal.empty }
                })
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(steps: 1)
        #expect(held.inlet?.send(7) == .accepted)
        time.advance(steps: 1)
        #expect(cycle.frame == 7)
        #expect(held.inlet?.send(8) == .closed)
        time.advance(steps: 2)
        #expect(cycle.frame == 7)
        #expect(cycle.isOver)
        cycle.stop()
    }

    @Test("a signal that ends closes its inlet")
    func endCloses() {
        let held = Held()
        let signal = Signal<Int> { sink in
            held.inlet = sink.inlet()
            sink.end()
            return Subscription()
        }
        #expect(VirtualTime().timeline(of: signal, steps: 1) == "|")
        #expect(held.inlet?.send(1) == .closed)
    }

    @Test("room is announced once for each time the inlet was full, and not when it was not")
    func room() {
        let roomCount = Counter()
        let outcomes = Outcomes()
        let time = VirtualTime()
        // Three, then as many as fit, at once; the loop takes them between the steps.
        let signal = Signal<Int> { sink in
            let inlet = sink.inlet(bound: 4) { roomCount.value.add(1, ordering: .relaxed) }
            return time.signal("3-4-3-6|").run(inside: sink, finish: inlet.end) { count in
                for number in 0..<(count.wholeNumberValue ?? 0) { outcomes.all.append(inlet.send(number)) }
                outcomes.rooms.append(roomCount.value.load(ordering: .relaxed))
            }
        }
        #expect(time.timeline(of: signal, steps: 8) == "(012)-(0123)-(012)-(012345)|")
        #expect(outcomes.all.map { $0 == .acceptedAndFull }.filter { $0 }.count == 4)
        #expect(outcomes.rooms == [0, 0, 1, 1])
        #expect(roomCount.value.load(ordering: .relaxed) == 2)
    }

    final class Counter: Sendable {
        let value = Atomic(0)
    }

    final class Outcomes {
        var all: [Inlet<Int>.Outcome] = []
        var rooms: [Int] = []
    }
}
