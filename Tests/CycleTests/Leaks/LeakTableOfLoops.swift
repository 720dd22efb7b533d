import Cycle
import CycleTesting

extension LeakRow {
    private struct Element: Identifiable, Equatable {
        var id: Int
        var number = 0
    }

    private struct Frame: Equatable {
        var elements: [Element] = []
        var maybe: Element?
        var plain = Element(id: 0)
    }

    /// A loop that lives on, with parts of every kind.
    private static func lasting(
        _ name: String, _ act: @escaping (CycledLens<Void, Frame>, VirtualTime, Inlet<Int>, Int) -> Void
    ) -> LeakRow {
        LeakRow(name, share: 4) { census in
            let time = VirtualTime()
            let (events, inlet) = Signal<Int>.pipe()
            let cycle = CycledLens(startingWith: Frame()) { frames in
                let counting = { (element: Signal<Element>) in
                    let witness = census.makeWitness()
                    return element.lens(events: events) { element, event in
                        withExtendedLifetime(witness) { element.number = event }
                    }
                }
                let lenses = MutatingLens.zip(
                    frames.lens(events: events) { frame, event in
                        frame.elements = (0..<(event % 4)).map { Element(id: $0 + event % 7) }
                        frame.maybe = event % 2 == 0 ? nil : Element(id: event)
                    },
                    frames.lens(each: \.elements) { counting($1) }, frames.lens(optional: \.maybe) { counting($0) },
                    frames.lens(\.plain) { plain in plain.lens(\.number) { $0.lens(events: events) { $0 = $1 } } },
                    frames.lens(
                        get: { frames in
                            frames.effects(for: { $0.elements }, by: \.id) { element in
                                let witness = census.makeWitness()
                                return Signal<Int>.ticks(every: .seconds(2)).map { tick in
                                    withExtendedLifetime(witness) { tick }
                                }
                            }
                        }))
                return MutatingLens(value: frames, get: { _ in }, set: { _, _ in lenses.set })
            }
            cycle.start(on: time)
            var number = 0
            return {
                number = (number + 1) % 420
                act(cycle, time, inlet, number)
            }
        }
    }

    private static func send(
        _ cycle: CycledLens<Void, Frame>, _ time: VirtualTime, _ inlet: Inlet<Int>, _ number: Int
    ) {
        inlet.send(number)
        cycle.drain()
        time.advance(by: .seconds(1))
        cycle.drain()
    }

    /// Everything that comes to a loop and leaves it.
    static var comingAndGoing: [LeakRow] {
        runs + [
            lasting("events, parts and effects", send),
            lasting("observer") { cycle, time, inlet, number in
                let observer = cycle.observe { _ in }
                send(cycle, time, inlet, number)
                observer.cancel()
            },
            lasting("observer of moments") { cycle, time, inlet, number in
                let observer = cycle.observeMoments({ _ in }, whenIdle: {})
                send(cycle, time, inlet, number)
                observer.cancel()
            },
        ]
    }

    /// Runs of one loop.
    private static var runs: [LeakRow] {
        [
            lasting("values for a task elsewhere") { cycle, time, inlet, number in
                _ = cycle.values()
                send(cycle, time, inlet, number)
                cycle.stop()
                cycle.start(on: time)
            },
            lasting("values whose reader has gone") { cycle, time, inlet, number in
                _ = cycle.values()
                send(cycle, time, inlet, number)
            },
            lasting("stop and start") { cycle, time, inlet, number in
                send(cycle, time, inlet, number)
                cycle.stop()
                cycle.start(on: time)
            },
            lasting("stop with values that wait") { cycle, time, inlet, number in
                for more in 0..<3 { inlet.send(number + more) }
                cycle.step()
                cycle.stop()
                inlet.send(number)
                cycle.start(on: time)
                cycle.drain()
            },
        ]
    }

    /// A whole loop, with something in it.
    private static func loop(_ name: String, _ make: @escaping () -> Signal<Int>) -> LeakRow {
        LeakRow("loop with \(name)", share: 4) { census in
            {
                let time = VirtualTime()
                let (signal, witness) = (make(), census.makeWitness())
                let cycle = CycledLens(startingWith: 0) { frames in
                    frames.lens(events: signal.map { value in withExtendedLifetime(witness) { value } }) {
                        frame, event in
                        frame += event
                    }
                }
                cycle.start(on: time)
                for _ in 0..<2 {
                    cycle.drain()
                    time.advance(by: .seconds(1))
                }
            }
        }
    }

    /// Loops that come and go, stopped by nobody but their release.
    static var loops: [LeakRow] {
        typealias Ints = Signal<Int>
        let clock = Ints.ticks(every: .seconds(1))
        return [
            loop("never") { .never }, loop("just") { .just(1) }, loop("ticks") { clock },
            loop("pipe") {
                let (values, inlet) = Ints.pipe()
                inlet.send(1)
                return values
            },
            loop("pipe, inlet held inside") {
                let (values, inlet) = Ints.pipe()
                inlet.send(1)
                return values.handle { _ in withExtendedLifetime(inlet) {} }
            },
            loop("pipe that ended") {
                let (values, inlet) = Ints.pipe()
                inlet.send(1)
                inlet.end()
                return .merge(values, values)
            },
            loop("share") { Ints.just(1).share() }, loop("share, running") { clock.share() },
            loop("delay") { Ints.just(1).delay(.seconds(1)) },
            loop("delay, waiting") { Ints.just(1).delay(.seconds(9)) },
            loop("throttle") { Ints.from([1, 2]).throttle(.seconds(9)) },
            loop("debounce") { clock.debounce(.seconds(9)) },
            loop("withLatest") { Ints.just(1).withLatest(from: clock).map { $0.0 } },
            loop("inner withLatest") {
                Ints.just(1).flatMap(.merge) { Ints.just($0).withLatest(from: clock).map { $0.0 } }
            },
            loop("effects") { clock.effects(for: { [$0] }, by: { $0 }) { _ in clock } },
            loop("bounded inlet") {
                Ints { sink in
                    let inlet = sink.inlet(bound: 3)
                    inlet.send(1)
                    return Subscription { withExtendedLifetime(inlet) {} }
                }
            },
        ]
    }
}
