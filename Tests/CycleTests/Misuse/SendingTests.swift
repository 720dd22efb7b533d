import Cycle
import CycleTesting
import Testing

@Suite("Decision 9: what a reducer, a render or the end of an object sends waits its turn")
struct SendingTests {
    let time = VirtualTime()

    private final class AtEnd {
        private let act: () -> Void

        init(_ act: @escaping () -> Void) { self.act = act }
        deinit { act() }
    }

    private struct Frame {
        var items = Array(0..<64)
        var count = 0
    }

    @Test("a whole frame sent by an event-filter comes after the frame that this filter leaves")
    func wholeFrameFromAFilter() {
        var whole: Sink<Frame>?
        let (events, inlet) = Signal<Int>.pipe()
        var counts: [Int] = []
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(events: events) { frame, _ in
                    frame.items.withUnsafeMutableBufferPointer { items in
                        whole?.send(Frame(items: [], count: 100))
                        for index in items.indices { items[index] += 1 }
                    }
                    frame.count += 1
                },
                frames.lens(
                    get: { _ in },
                    set: { (_: Void, _: Signal<Frame>) in
                        Signal<Frame> { sink in
                            whole = sink
                            return Subscription()
                        }
                    }))
        }
        let watching = cycle.observe { counts.append($0.count) }
        cycle.start(on: time)
        inlet.send(1)
        cycle.drain()
        #expect(counts == [0, 1, 100])
        #expect(cycle.frame.items.isEmpty)
        watching.cancel()
        cycle.stop()
    }

    @Test("an event sent by an event-filter, a frame-filter, a render or an observer takes a turn of its own")
    func eventsFromEverywhere() {
        var events: Sink<Int>?
        var order: [String] = []
        let source = Signal<Int> { sink in
            events = sink
            return Subscription()
        }
        let send = { (place: String, frame: Int) in
            order.append("in \(place) \(frame)")
            if frame < 4 { events?.send(1) }
            order.append("out \(place) \(frame)")
        }
        let cycle = CycledLens(startingWith: 0) { frames in
            MutatingLens.zip(
                frames.lens(events: source) { frame, event in
                    if frame == 0 { send("event-filter", frame) }
                    frame += event
                },
                frames.lens(
                    driver: Silent { if $0 == 2 { send("render", 2) } },
                    frameFilter: { frame in
                        if frame == 1 { send("frame-filter", 1) }
                        return frame
                    }))
        }
        let watching = cycle.observe { if $0 == 3 { send("observer", 3) } }
        cycle.start(on: time)
        events?.send(1)
        cycle.drain()
        let places = ["event-filter 0", "frame-filter 1", "render 2", "observer 3"]
        #expect(order == places.flatMap { ["in \($0)", "out \($0)"] })
        // The event-filter's own and the four.
        #expect(cycle.frame == 5)
        watching.cancel()
        cycle.stop()
    }

    private struct Silent: Driver {
        let render: (Int) -> Void

        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Never> {
            model.handle(render).compactMap { _ in nil }
        }
    }

    @Test("an object that goes with the end of an inner signal may send")
    func endOfAnInnerSignal() {
        var hub: Sink<Int>?
        let (starts, inlet) = Signal<Int>.pipe()
        let inner = starts.flatMap(.merge) { value in
            Signal<Int> { sink in
                let last = AtEnd { hub?.send(100 + value) }
                return Signal.just(value).flatMap(.merge) { .just($0) }
                    .run(
                        inside: sink,
                        finish: {
                            withExtendedLifetime(last) {}
                            sink.end()
                        }, receive: sink.send)
            }
        }
        let events = Signal<Int> { sink in
            hub = sink
            return inner.run(inside: sink, receive: sink.send)
        }
        var got: [Int] = []
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: events) { _, event in got.append(event) }
        }
        cycle.start(on: time)
        for value in 0..<5 {
            inlet.send(value)
            cycle.drain()
        }
        cycle.drain()
        #expect(got.filter { $0 < 100 } == [0, 1, 2, 3, 4])
        #expect(got.filter { $0 >= 100 } == [100, 101, 102, 103, 104])
        cycle.stop()
    }

    /// The calls that an object may make in its `deinit`.
    private enum Deed: CaseIterable { case send, cancel, drain, stop }

    /// Has the loop's own objects act as they go.
    private final class Hands {
        final class Parcel: @unchecked Sendable {
            private let act: () -> Void

            init(_ act: @escaping () -> Void) { self.act = act }
            deinit { act() }
        }

        private let deed: Deed
        var events: Sink<Parcel?>?
        var running: Subscription?
        weak var cycle: CycledLens<Signal<Parcel?>, [Parcel?]>?

        init(_ deed: Deed) { self.deed = deed }

        func makeParcel() -> Parcel { Parcel { [weak self] in self?.act() } }

        private func act() {
            switch deed {
            case .send: events?.send(nil)
            case .cancel: running?.cancel()
            case .drain: cycle?.drain()
            case .stop: cycle?.stop()
            }
        }
    }

    @Test(
        "an object that goes with an event, a frame, or a closure may send, cancel, drain and stop",
        arguments: Deed.allCases)
    private func endOfAnything(_ deed: Deed) {
        let hands = Hands(deed)
        let source = Signal<Hands.Parcel?> { [unowned hands] sink in
            hands.events = sink
            let last = hands.makeParcel()
            let part = Signal<Int>.ticks(every: .seconds(1)).flatMap(.latest) { _ in Signal.just(Hands.Parcel?.none) }
                .run(inside: sink) { value in withExtendedLifetime(last) { sink.send(value) } }
            hands.running = part
            return part
        }
        let cycle = CycledLens(startingWith: [Hands.Parcel?]()) { frames in
            frames.lens(events: source) { frame, event in frame = [event] }
        }
        hands.cycle = cycle
        time.join(cycle) { [unowned cycle] in cycle.drain() }
        cycle.start(on: time)
        for _ in 0..<4 {
            hands.events?.send(hands.makeParcel())
            hands.events?.send(hands.makeParcel())
            time.advance(by: .seconds(1))
        }
        time.leave(cycle)
        hands.events?.send(hands.makeParcel())
        cycle.stop()
        #expect(time.armedCount == 0)
    }

    @Test("the end of a signal may send, and is too late")
    func sendAtCancel() {
        var got: [Int] = []
        let source = Signal<Int> { sink in
            sink.send(1)
            return Subscription { sink.send(2) }
        }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                events: Signal.merge(.just(0), Signal.just(1).delay(.seconds(1))).flatMap(.latest) { _ in source }
            ) {
                got.append($1)
            }
        }
        cycle.start(on: time)
        cycle.drain()
        time.advance(by: .seconds(2))
        cycle.drain()
        #expect(got == [1, 1])
        cycle.stop()
        cycle.drain()
        #expect(got == [1, 1])
    }

    @Test("a sink that was kept is silent after the end, after a cancel, after a stop and in the next run")
    func keptSinks() {
        var sinks: [Sink<Int>] = []
        var got: [Int] = []
        let source = Signal<Int> { sink in
            sinks.append(sink)
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: Signal.merge(source.prefix(1), source)) { got.append($1) }
        }
        cycle.start(on: time)
        for sink in sinks { sink.send(1) }
        for sink in sinks { sink.send(2) }
        cycle.drain()
        #expect(got == [1, 1, 2])
        sinks[1].end()
        sinks[1].send(3)
        cycle.stop()
        for sink in sinks {
            sink.send(4)
            sink.end()
            sink.drain()
        }
        cycle.start(on: time)
        for sink in sinks.prefix(2) { sink.send(5) }
        cycle.drain()
        #expect(got == [1, 1, 2])
        cycle.stop()
    }

    @Test("a sink's drain takes nothing from inside a turn")
    func drainOfASink() {
        var order: [String] = []
        var events: Sink<Int>?
        let source = Signal<Int> { sink in
            events = sink
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: source) { frame, event in
                order.append("in \(event)")
                if event == 1 {
                    events?.send(2)
                    events?.drain()
                }
                order.append("out \(event)")
                frame = event
            }
        }
        cycle.start(on: time)
        events?.send(1)
        events?.drain()
        #expect(order == ["in 1", "out 1", "in 2", "out 2"])
        cycle.stop()
    }
}
