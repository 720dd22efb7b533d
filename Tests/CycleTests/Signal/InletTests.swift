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

    @Test("a signal that has made 50,000 inlets closes them one after the other, however small the stack")
    func manyInlets() {
        let inlets = Inlets()
        let signal = Signal<Int> { sink in
            for _ in 0..<50_000 { inlets.all.append(sink.inlet()) }
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(get: { $0 }, set: { _, _ in signal }) }
        cycle.start(on: VirtualTime())
        cycle.stop()
        #expect(inlets.all.allSatisfy { $0.send(1) == .closed })
        #expect(cycle.isOver)
    }

    final class Inlets {
        var all: [Inlet<Int>] = []
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

    @Test("a signal that was cancelled while its inlet was full announces no room")
    func noRoom() {
        let held = Held()
        let roomCount = Counter()
        let time = VirtualTime()
        let signal = Signal<Int> { sink in
            held.inlet = sink.inlet(bound: 2) { roomCount.value.add(1, ordering: .relaxed) }
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(get: { $0 }, set: { _, _ in signal.prefix(1) })
        }
        cycle.start(on: time)
        #expect(held.inlet?.send(7) == .accepted)
        #expect(held.inlet?.send(8) == .acceptedAndFull)
        cycle.drain()
        #expect(cycle.frame == 7)
        #expect(roomCount.value.load(ordering: .relaxed) == 0)
        cycle.stop()
    }

    @Test("room for one is announced again, whatever is said of less", arguments: [1, 0, -2, .min])
    func leastRoom(bound: Int) {
        let held = Held()
        let roomCount = Counter()
        let signal = Signal<Int> { sink in
            held.inlet = sink.inlet(bound: bound) { roomCount.value.add(1, ordering: .relaxed) }
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(get: { $0 }, set: { _, _ in signal }) }
        cycle.start(on: VirtualTime())
        for number in 1...2 {
            #expect(held.inlet?.send(number) == .acceptedAndFull)
            cycle.drain()
            #expect(cycle.frame == number)
            #expect(roomCount.value.load(ordering: .relaxed) == number)
        }
        cycle.stop()
    }

    @Test("a value that waits for its turn counts as waiting, like one in the mailbox")
    func turnsCount() {
        let held = Held()
        let outcomes = Outcomes()
        let time = VirtualTime()
        let signal = Signal<Int> { sink in
            held.inlet = sink.inlet(bound: 3)
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { _, _ in
                    // Each is taken from the mailbox by now, and two of three still wait.
                    signal.handle { number in
                        if number == 1 { outcomes.all.append(held.inlet?.send(9) ?? .closed) }
                    }
                })
        }
        cycle.start(on: time)
        for number in 1...3 { outcomes.all.append(held.inlet?.send(number) ?? .closed) }
        cycle.drain()
        #expect(outcomes.all == [.accepted, .accepted, .acceptedAndFull, .acceptedAndFull])
        #expect(cycle.frame == 9)
        cycle.stop()
    }

    @Test("many values that lead to no turn do not hold up the one behind them", arguments: [true, false])
    func filtered(_ isByHand: Bool) async {
        let (numbers, inlet) = Signal<Int>.pipe()
        for number in 1...1_000 { inlet.send(number) }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(get: { $0 }, set: { _, _ in numbers.filter { $0 == 1_000 } })
        }
        if isByHand {
            cycle.start(on: VirtualTime())
            cycle.drain()
            cycle.stop()
        } else {
            await cycle.run(on: VirtualTime(), until: { $0 == 1_000 })
        }
        #expect(cycle.frame == 1_000)
        inlet.end()
    }

    @Test("values that lead to no turn make room as well", arguments: [true, false])
    func roomWithoutTurns(_ isByHand: Bool) async {
        let signal = Signal<Int> { sink in
            let refill = Refill()
            refill.inlet = sink.inlet(bound: 4, onRoom: refill.send)
            refill.send()
            return Subscription { refill.inlet = nil }
        }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(get: { $0 }, set: { _, _ in signal.filter { $0 == 4_000 }.prefix(1) })
        }
        if isByHand {
            cycle.start(on: VirtualTime())
            cycle.drain()
            cycle.stop()
        } else {
            await cycle.run(on: VirtualTime())
        }
        #expect(cycle.frame == 4_000)
    }

    /// Sends four values each time there is room.
    ///
    /// Unchecked: the loop calls it.
    final class Refill: @unchecked Sendable {
        var inlet: Inlet<Int>?
        var newest = 0

        @Sendable func send() {
            for _ in 0..<4 {
                newest += 1
                inlet?.send(newest)
            }
        }
    }

    /// A value with which the last who sends goes.
    ///
    /// Unchecked: one thread in all.
    final class Farewell: @unchecked Sendable {
        var inlet: Inlet<Farewell>?
        let last: Farewell?

        init(holding last: Farewell? = nil) {
            self.last = last
        }

        deinit {
            last?.inlet = nil
        }
    }

    /// A signal that somebody else feeds with such values.
    private func fed(_ held: Farewell, bound: Int? = nil) -> Signal<Farewell> {
        Signal { sink in
            held.inlet = sink.inlet(bound: bound)
            return Subscription()
        }
    }

    @Test("a stop drops what waits, also when the last who sends goes meanwhile: no memory is read that was given back")
    func lastSenderGoesInAStop() {
        let held = Farewell()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: fed(held)) { frame, _ in frame += 1 }
        }
        cycle.start(on: VirtualTime())
        for _ in 0..<3 { held.inlet?.send(Farewell(holding: held)) }
        cycle.stop()
        #expect(held.inlet == nil)
        #expect(cycle.frame == 0)
    }

    @Test("so it is when who listens stops the loop and lets the last who sends go", arguments: [nil, 2])
    func lastSenderGoesAsItIsHeard(_ bound: Int?) {
        let held = Farewell()
        var stop = {}
        let cycle = CycledLens(startingWith: 0) { frames in
            let signal = fed(held, bound: bound).handle { _ in
                stop()
                held.inlet = nil
            }
            return frames.lens(events: signal) { frame, _ in frame += 1 }
        }
        stop = { [unowned cycle] in cycle.stop() }
        cycle.start(on: VirtualTime())
        held.inlet?.send(Farewell())
        cycle.drain()
        #expect(cycle.frame == 0)
    }

    @Test("an early value is not kept by a loop that was stopped before it listens")
    func openedAfterAStop() {
        let held = Farewell()
        var stop = {}
        let cycle = CycledLens(startingWith: 0) { frames in
            // The pipe, and all that it was sent, is gone when the loop is started again.
            let late = Signal.from([1]).flatMap(.merge) { _ in
                let (values, inlet) = Signal<Farewell>.pipe()
                held.inlet = inlet
                inlet.send(Farewell())
                stop()
                return values
            }
            return frames.lens(events: late) { frame, _ in frame += 1 }
        }
        stop = { [unowned cycle] in cycle.stop() }
        cycle.start(on: VirtualTime())
        held.inlet = nil
        stop = {}
        cycle.start(on: VirtualTime())
        held.inlet = nil
        cycle.drain()
        #expect(cycle.frame == 1)
        cycle.stop()
    }

    final class Counter: Sendable {
        let value = Atomic(0)
    }

    final class Outcomes {
        var all: [Inlet<Int>.Outcome] = []
        var rooms: [Int] = []
    }
}
