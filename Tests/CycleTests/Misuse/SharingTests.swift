import Cycle
import CycleTesting
import Testing

@Suite("Decision 15: a shared signal belongs to no single listener")
struct SharingTests {
    let time = VirtualTime()

    /// Listens so many times to one shared source, in one loop; `act` is told who got what.
    private func listen(
        _ count: Int, _ act: @escaping (_ listener: Int, _ value: Int, _ send: (Int) -> Void, [Subscription]) -> Void
    ) -> [String] {
        var source: Sink<Int>?
        var log: [String] = []
        var listeners: [Subscription] = []
        let shared = Signal<Int> { sink in
            source = sink
            return Subscription()
        }.share()
        let all = Signal<Int> { sink in
            for number in 0..<count {
                let payload = Array(repeating: number, count: 20)
                listeners.append(
                    shared.run(inside: sink) { value in
                        log.append("\(number):\(value)")
                        act(number, value, { source?.send($0) }, listeners)
                        #expect(payload.allSatisfy { $0 == number })
                    })
            }
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: all) { $0 += $1 } }
        cycle.start(on: time)
        source?.send(1)
        cycle.drain()
        cycle.stop()
        return log
    }

    /// The values that a listener got, in its order.
    private func values(of listener: Int, in log: [String]) -> [String] {
        log.filter { $0.hasPrefix("\(listener):") }
    }

    @Test("a value that a listener sends into the source comes to everyone, once, and after the one under way")
    func sendsAgain() {
        let log = listen(3) { listener, value, send, _ in
            if listener == 0, value == 1 { send(2) }
        }
        for listener in 0..<3 { #expect(values(of: listener, in: log) == ["\(listener):1", "\(listener):2"]) }
    }

    @Test("listeners that leave meanwhile get nothing more, the others each value once")
    func sendsAgainWhileOthersLeave() {
        let log = listen(4) { listener, value, send, all in
            if listener == 0, value == 1 { send(2) }
            if listener == 1, value == 1 {
                all[0].cancel()
                all[3].cancel()
            }
        }
        #expect(values(of: 1, in: log) == ["1:1", "1:2"])
        #expect(values(of: 2, in: log) == ["2:1", "2:2"])
        #expect(values(of: 0, in: log).count <= 2)
        #expect(values(of: 3, in: log).count <= 1)
    }

    @Test("a listener that cancels itself while it is called is kept to the end of the call")
    func cancelsItself() {
        let log = listen(4) { listener, value, send, all in
            if listener == 0, value == 1 { send(2) }
            all[listener].cancel()
        }
        for listener in 0..<4 { #expect(values(of: listener, in: log).count == 1) }
    }

    @Test("listeners that take one value, two, and all, of a source that sends again from inside a value")
    func prefixes() {
        var source: Sink<Int>?
        var log: [String] = []
        let shared = Signal<Int> { sink in
            source = sink
            return Subscription()
        }.handle { if $0 == 1 { source?.send(2) } }.share()
        let listeners = [shared.prefix(1), shared.prefix(2), shared].enumerated().map { number, signal in
            signal.handle { log.append("\(number):\($0)") }
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: Signal.merge(listeners)) { $0 += $1 } }
        cycle.start(on: time)
        source?.send(1)
        source?.send(3)
        cycle.drain()
        #expect(values(of: 0, in: log).count == 1)
        #expect(values(of: 1, in: log).count == 2)
        #expect(values(of: 2, in: log).sorted() == ["2:1", "2:2", "2:3"])
        cycle.stop()
    }

    @Test("the first listener leaves, the second goes on", arguments: [0, 1, 2])
    func firstLeaves(_ kind: Int) {
        let ticks = Signal<Int>.ticks(every: .seconds(1))
        let clock =
            switch kind {
            case 0: ticks.inTurns().share()
            case 1: ticks.flatMap(.merge) { .just($0) }.share()
            default: ticks.effects(for: { [$0] }, by: { $0 }) { .just($0) }.share()
            }
        let first = Signal.merge(.just(1), Signal.just(2).delay(.seconds(2)))
            .flatMap(.latest) { $0 == 1 ? clock.map { _ in 10 } : .never }
        let text = time.timeline(of: .merge(first, clock), steps: 6)
        #expect(text.hasSuffix("345"))
    }

    @Test("a run that has ended, of which listeners are left, does not take the next one along")
    func twoRuns() {
        var startCount = 0
        let (values, inlet) = Signal<Int>.pipe()
        let (wants, want) = Signal<[Int]>.pipe()
        let shared = Signal<Int> { sink in
            startCount += 1
            let number = startCount
            return values.run(inside: sink, finish: {}) { value in
                if value == 0 { sink.end() } else { sink.send(value * 10 + number) }
            }
        }.share()
        var got: [Int] = []
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                events: wants.effects(for: { $0 }, by: { $0 }) { _ in Signal.merge(shared, .never) }
            ) { frame, event in
                got.append(event)
                frame += 1
            }
        }
        cycle.start(on: time)
        for step in [[1], [0], [1, 2], [2], [2, 3]] {
            if step == [0] { inlet.send(0) } else { want.send(step) }
            cycle.drain()
        }
        inlet.send(5)
        cycle.drain()
        #expect(startCount == 2)
        #expect(got == [52, 52])
        cycle.stop()
    }
}
