import Cycle
import CycleTesting
import Testing

@Suite("Turns of a loop driven step by step")
struct TurnTests {
    private struct Frame: Equatable {
        var left = 0
        var right = 0
    }

    /// Runs `render` with every model, and lets the test send events and cancel.
    private final class Probe<Model: Equatable, Event: Sendable>: Driver {
        var sink: Sink<Event>?
        var life: Subscription?
        var models: [Model] = []
        var onModel: (Model) -> Void = { _ in }

        func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
            Signal { [self] sink in
                self.sink = sink
                let watching = model.run(inside: sink) { [self] model in
                    models.append(model)
                    onModel(model)
                }
                life = watching
                return watching
            }
        }
    }

    @Test("an event that waits when its driver lets go of its sink still arrives")
    func abandonedPort() {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { _, frames in
                    Signal.from([1, 2, 3]).withLatest(from: frames).map { event, frame in frame + event }
                })
        }
        cycle.start(on: VirtualTime())
        cycle.drain()
        #expect(cycle.frame == 6)
    }

    @Test("values that wait when the loop stops are released, and do not come up in the next run")
    func stopDropsWhatWaits() {
        final class Token: Sendable {}
        let probe = Probe<Int, Token>()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: probe, frameFilter: { $0 }, eventFilter: { frame, _ in frame += 1 })
        }
        cycle.start(on: VirtualTime())
        weak var waiting: Token?
        do {
            let token = Token()
            waiting = token
            probe.sink?.send(token)
        }
        #expect(waiting != nil)
        cycle.stop()
        #expect(waiting == nil)
        cycle.start(on: VirtualTime())
        cycle.drain()
        #expect(cycle.frame == 0)
    }

    @Test("an observer that leaves during a delivery gets nothing more, those after it get their frame")
    func leavingDuringDelivery() {
        let (first, second) = (Probe<Int, Int>(), Probe<Int, Int>())
        first.onModel = { model in if model == 1 { first.life?.cancel() } }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(driver: first, frameFilter: \.left, eventFilter: { $0.left += $1 }),
                frames.lens(driver: second, frameFilter: \.left, eventFilter: { $0.left += $1 }))
        }
        cycle.start(on: VirtualTime())
        for _ in 1...3 { second.sink?.send(1) }
        cycle.drain()
        #expect(first.models == [0, 1])
        #expect(second.models == [0, 1, 2, 3])
    }

    @Test("a feature whose only driver leaves while its part is delivered is watched no more, its neighbour is")
    func featureLeavingDuringDelivery() {
        let (left, right) = (Probe<Int, Int>(), Probe<Int, Int>())
        left.onModel = { model in if model == 1 { left.life?.cancel() } }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(\.left) { $0.lens(driver: left, frameFilter: { $0 }, eventFilter: { $0 += $1 }) },
                frames.lens(\.right) { $0.lens(driver: right, frameFilter: { $0 }, eventFilter: { $0 += $1 }) })
        }
        cycle.start(on: VirtualTime())
        for _ in 1...2 {
            left.sink?.send(1)
            right.sink?.send(1)
        }
        cycle.drain()
        #expect(left.models == [0, 1])
        #expect(right.models == [0, 1, 2])
        #expect(cycle.frame == Frame(left: 2, right: 2))
    }

    @Test("a frame that no-one else holds is changed where it lives, however many lenses read it")
    func framesAreNotCopied() {
        struct Big {
            var numbers = Array(repeating: 0, count: 1_000)
            var addresses: Set<UInt> = []
        }
        let probe = Probe<Int, Int>()
        probe.onModel = { model in if model < 10 { probe.sink?.send(1) } }
        let cycle = CycledLens(startingWith: Big()) { frames in
            MutatingLens.zip(
                frames.lens(driver: Probe<Int, Int>(), frameFilter: \.numbers.count, eventFilter: { _, _ in }),
                frames.lens(driver: probe, frameFilter: { $0.numbers[7] }) { frame, event in
                    frame.numbers[7] += event
                    frame.addresses.insert(frame.numbers.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) })
                })
        }
        cycle.start(on: VirtualTime())
        cycle.drain()
        #expect(cycle.frame.numbers[7] == 10)
        #expect(cycle.frame.addresses.count <= 2, "the first change leaves the frame of startingWith alone")
    }

    @Test("an event may end the feature that it comes from, and stop the loop that it is taken by")
    func eventEndsItsOwnSource() {
        struct Parent: Equatable {
            var child: Int? = 1
        }
        let probe = Probe<Int, Int>()
        let cycle = CycledLens(startingWith: Parent()) { frames in
            MutatingLens.zip(
                frames.lens(optional: \.child) { child in
                    child.lens(driver: probe, frameFilter: { $0 }, eventFilter: { $0 += $1 })
                },
                frames.lens(
                    driver: Leaving(probe: probe), frameFilter: { $0.child }, eventFilter: { $0.child = $1 ? 1 : nil }))
        }
        for _ in 1...3 {
            cycle.start(on: VirtualTime())
            probe.sink?.send(1)
            cycle.drain()
            #expect(cycle.frame.child == nil)
            cycle.stop()
        }
    }

    /// Ends the child at its second value, and lets go of the probe's sink in the same turn.
    private struct Leaving: Driver {
        let probe: Probe<Int, Int>

        func eventsCapturedAfterRendering(model: Signal<Int?>) -> Signal<Bool> {
            Signal { sink in
                model.run(inside: sink) { child in
                    if child == nil { probe.sink = nil }
                    if child == 2 {
                        probe.sink = nil
                        sink.send(false)
                    }
                }
            }
        }
    }

    @Test("a turn may stop its loop")
    func turnStopsItsLoop() {
        let probe = Probe<Int, Int>()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: probe, frameFilter: { $0 }, eventFilter: { $0 += $1 })
        }
        probe.onModel = { [unowned cycle] model in
            guard model == 1 else { return }
            probe.sink = nil
            cycle.stop()
        }
        cycle.start(on: VirtualTime())
        for _ in 1...3 { probe.sink?.send(1) }
        cycle.drain()
        #expect(cycle.frame == 1)
    }

    @Test("a frame that is shown to a newcomer outside of a turn lives until it has been, and the next one comes then")
    func shownMeanwhile() {
        final class Token {
            let name: String
            let leave: (String) -> Void

            init(_ name: String, _ leave: @escaping (String) -> Void) {
                self.name = name
                self.leave = leave
            }

            deinit { leave(name) }
        }
        struct Frame {
            var token: Token
        }
        var lines: [String] = []
        let (names, inlet) = Signal<String>.pipe()
        let cycle = CycledLens(startingWith: Frame(token: Token("first") { _ in })) { frames in
            frames.lens(events: names) { frame, name in frame.token = Token(name) { lines.append("\($0) goes") } }
        }
        cycle.start(on: VirtualTime())
        inlet.send("a")
        cycle.drain()
        let watching = cycle.observe { [unowned cycle] frame in
            lines.append("\(frame.token.name) is shown")
            guard frame.token.name == "a" else { return }
            inlet.send("b")
            cycle.drain()
            lines.append("\(frame.token.name) was shown")
        }
        #expect(lines == ["a is shown", "a was shown", "a goes", "b is shown"])
        watching.cancel()
        cycle.stop()
    }

    @Test("a loop that is held takes no turn, by whatever call, and starts when it is let go")
    func held() {
        var entrance: Sink<Int>?
        var lines: [String] = []
        let loop = Loop { loop in
            Signal<Int> { sink in
                lines.append("started")
                entrance = sink
                return Subscription { entrance = nil }
            }.inTurns().run(in: loop) { lines.append("\($0)") }
        }
        let isInside = loop.holding {
            loop.start(on: VirtualTime())
            return loop.holding { lines.isEmpty }
        }
        #expect(isInside)
        #expect(lines == ["started"])
        loop.holding {
            entrance?.send(1)
            entrance?.drain()
            #expect(!loop.step())
            loop.holding {}
            loop.drain()
            #expect(lines == ["started"])
        }
        loop.drain()
        #expect(lines == ["started", "1"])
        loop.holding {
            entrance?.send(2)
            loop.stop()
            #expect(entrance == nil)
            loop.start(on: VirtualTime())
        }
        loop.drain()
        #expect(lines == ["started", "1", "started"])
        loop.stop()
    }

    @Test("values that wait in a stopped loop go, with the last sender that they hold")
    func whatWaitsGoes() {
        final class Parcel {
            var sink: Sink<Parcel>?
        }
        weak var waiting: Parcel?
        let parcels = Signal<Parcel> { sink in
            let parcel = Parcel()
            parcel.sink = sink
            waiting = parcel
            sink.send(parcel)
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: parcels) { frame, _ in frame += 1 } }
        cycle.start(on: VirtualTime())
        #expect(waiting != nil)
        cycle.stop()
        #expect(waiting == nil)
        #expect(cycle.frame == 0)
    }
}
