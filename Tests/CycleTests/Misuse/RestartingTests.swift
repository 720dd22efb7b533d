import Cycle
import CycleTesting
import Testing

@Suite("A loop that is stopped and started again in a callback")
struct RestartingTests {
    private let time = VirtualTime()
    private let pipe = Signal<Int>.pipe()
    private var events: Signal<Int> { pipe.signal }
    private var inlet: Inlet<Int> { pipe.inlet }

    /// A loop that writes down what it starts and stops, and the frames that it shows.
    private func makeCycle(_ write: @escaping (String) -> Void) -> CycledLens<(Signal<Int>, Signal<Int>), Int> {
        CycledLens(startingWith: 0) { frames in
            frames.lens(events: events) { frame, event in frame = event }
            frames.lens(
                events: Signal<Int> { sink in
                    write("start")
                    let showing = frames.run(inside: sink) { write("\($0)") }
                    return Subscription {
                        showing.cancel()
                        write("stop")
                    }
                }
            ) { _, _ in }
        }
    }

    @Test("goes on when an observer of the idle loop did it")
    func whenIdle() {
        var log: [String] = []
        let cycle = makeCycle { log.append($0) }
        var isDone = false
        let watching = cycle.observeMoments({ _ in }) { [unowned cycle] in
            guard !isDone else { return }
            isDone = true
            cycle.stop()
            cycle.start(on: time)
        }
        cycle.start(on: time)
        cycle.drain()
        #expect(inlet.send(7) == .accepted)
        cycle.drain()
        #expect(log == ["start", "0", "stop", "start", "0", "7"])
        watching.cancel()
        cycle.stop()
        #expect(log.last == "stop")
    }

    @Test("goes on when the condition of its run did it")
    func until() async {
        var startCount = 0
        var isDone = false
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                events: Signal<Int> { sink in
                    startCount += 1
                    sink.send(6 + startCount)
                    return Subscription()
                }
            ) { frame, event in frame = event }
        }
        let last = await cycle.run(on: time) { [unowned cycle] frame in
            if frame == 7, !isDone {
                isDone = true
                cycle.stop()
                cycle.start(on: time)
            }
            return frame == 8
        }
        #expect(last == 8)
        #expect(startCount == 2)
    }

    @Test("is started once, however many callbacks of a turn ask for it", arguments: 1...3)
    func severalStarts(_ count: Int) {
        var log: [String] = []
        let cycle = makeCycle { log.append($0) }
        var isDone = false
        let watching = cycle.observe { [unowned cycle] frame in
            guard frame == 1, !isDone else { return }
            isDone = true
            cycle.stop()
            for _ in 0..<count { cycle.start(on: time) }
        }
        cycle.start(on: time)
        cycle.drain()
        for event in 1...2 {
            inlet.send(event)
            cycle.drain()
        }
        cycle.stop()
        // The observer came before the lens.
        #expect(log == ["start", "0", "stop", "start", "0", "2", "stop"])
        watching.cancel()
    }

    @Test("is not stopped again and again by an observer of the idle loop")
    func stopWhenIdle() {
        var (log, count): ([String], Int) = ([], 0)
        let cycle = makeCycle { log.append($0) }
        let watching = cycle.observeMoments({ _ in }) { [unowned cycle] in
            count += 1
            cycle.stop()
        }
        cycle.start(on: time)
        cycle.drain()
        #expect(log == ["start", "0", "stop"])
        #expect(count == 1)
        watching.cancel()
    }
}

@Suite("Values that an observer sends")
struct SendingObserverTests {
    private let time = VirtualTime()

    /// A loop over a number, and two ways to set it: a whole frame, and an event that changes nothing.
    private final class Subject {
        var sink: Sink<Int>?
        let inlet: Inlet<Int>
        private(set) var cycle: CycledLens<Void, Int>?

        init() {
            let (events, inlet) = Signal<Int>.pipe()
            self.inlet = inlet
            cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    get: { _ in },
                    set: { _, _ in
                        Signal.merge(
                            Signal { [unowned self] sink in
                                self.sink = sink
                                return Subscription()
                            }, events.inTurns().filter { _ in false })
                    })
            }
        }
    }

    @Test("a whole frame of a moment's observer takes a turn of its own, also where its moment changed nothing")
    func momentObserver() {
        let subject = Subject()
        guard let cycle = subject.cycle else { return }
        var log: [String] = []
        let watching = cycle.observeMoments { moment in
            log.append("\(moment.cause.lens) \(moment.context) -> \(moment.effect)")
            if moment.cause.lens == "Int", moment.context == 0 { subject.sink?.send(5) }
        }
        cycle.start(on: time)
        cycle.drain()
        subject.inlet.send(1)
        cycle.drain()
        #expect(
            log == ["start 0 -> 0", "Int 0 -> 0", "Void 0 -> 5"] || log == ["start 0 -> 0", "Int 0 -> 0", "() 0 -> 5"])
        watching.cancel()
        subject.sink = nil
    }

    @Test("a value that an observer of the idle loop sends has its turn before the loop sleeps")
    func idleObserver() {
        let subject = Subject()
        guard let cycle = subject.cycle else { return }
        var left = 3
        let watching = cycle.observeMoments({ _ in }) {
            guard left > 0 else { return }
            left -= 1
            subject.sink?.send(10 - left)
        }
        cycle.start(on: time)
        cycle.drain()
        #expect(cycle.frame == 10)
        #expect(left == 0)
        watching.cancel()
        subject.sink = nil
    }

    /// Calls back when it goes.
    private final class Payload {
        let act: () -> Void

        init(_ act: @escaping () -> Void) { self.act = act }

        deinit { act() }
    }

    private struct Holding {
        var name = "first"
        var payload: Payload?
        var number: Any = 1
    }

    @Test("lets go of the frame of the run before when the new one can be read")
    func deinitializer() {
        var seen: [String] = []
        let cycle = CycledLens(startingWith: Holding()) { frames in frames.lens(get: { $0 }) }
        cycle.start(on: time)
        cycle.replaceFrame(
            with: Holding(
                name: "second", payload: Payload { [unowned cycle] in seen.append(cycle.frame.name) }, number: 2))
        cycle.stop()
        cycle.start(on: time)
        #expect(seen == ["first"])
        cycle.stop()
    }
}
