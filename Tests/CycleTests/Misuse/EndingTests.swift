import Cycle
import CycleTesting
import Testing

@Suite("Laws 6, 8 and 10: what is over stays over")
struct EndingTests {
    let time = VirtualTime()

    /// Runs a signal in a loop of its own for six seconds; tells what came, whether the loop was over, and what it left.
    private func run<Value>(_ signal: Signal<Value>) -> (values: [Value], isOver: Bool, alarmCount: Int) {
        var values: [Value] = []
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: signal) { frame, value in
                values.append(value)
                frame += 1
            }
        }
        cycle.start(on: time)
        time.join(cycle) { [unowned cycle] in cycle.drain() }
        time.advance(by: .seconds(6))
        time.leave(cycle)
        let isOver = cycle.isOver
        cycle.stop()
        return (values, isOver, time.armedCount)
    }

    private let clock = Signal<Int>.ticks(every: .seconds(1))

    @Test("values that wait in the other of withLatest are dropped when the source has ended")
    func otherThatWaits() {
        var handled: [Int] = []
        let other = Signal.just(12).inTurns().withLatest(from: .just(42)).map { $0 + $1 }.handle { handled.append($0) }
        let result = run(Signal<Int>.empty.withLatest(from: other).map { $0.0 })
        #expect(result == ([], true, 0))
        #expect(handled == [])
    }

    @Test("withLatest stops the other when its own source ends")
    func withLatest() {
        let one = run(Signal.just(1).withLatest(from: clock).map { $0.0 })
        #expect(one == ([], true, 0))
        let three = run(
            Signal.from([1, 2, 3]).flatMap(.merge) {
                Signal.just($0).withLatest(from: clock.prefixed(with: 0)).map { $0.0 }
            })
        #expect(three == ([1, 2, 3], true, 0))
    }

    @Test("effects end once, with their source and the last of them")
    func effectsEndOnce() {
        let effects = { (base: Int) in
            Signal.just([1]).effects(for: { $0 }, by: { $0 }) { Signal.just(base + $0) }
        }
        let both = { (base: Int) in Signal.merge(effects(base), Signal.just(base + 7).delay(.seconds(2))) }
        #expect(run(Signal.from([0, 100]).flatMap(.concat, both)) == ([1, 7, 101, 107], true, 0))
        var endCount = 0
        _ = run(
            Signal<Int> { sink in
                effects(0).run(inside: sink, finish: { endCount += 1 }, receive: sink.send)
            })
        #expect(endCount == 1)
    }

    @Test("nothing is started, and nothing goes on, in what a prefix has stopped")
    func afterAPrefix() {
        var started: [Int] = []
        let ticking = { (value: Int) in
            started.append(value)
            return clock.map { _ in value }.prefixed(with: value)
        }
        let first = run(Signal.from([1, 2]).inTurns().flatMap(.merge, ticking).prefix(1))
        #expect(first == ([1], true, 0))
        #expect(started == [1])
        started = []
        let second = run(Signal.just([1, 2, 3]).effects(for: { $0 }, by: { $0 }, run: ticking).prefix(1))
        #expect(second == ([1], true, 0))
        let third = run(
            Signal.just([1, 2, 3]).delay(.seconds(1)).effects(for: { $0 }, by: { $0 }, run: ticking).prefix(1))
        #expect(third == ([1], true, 0))
    }

    @Test("an endless sequence is broken off by the prefix that has had enough of it, however deep it stands")
    func endlessSequence() {
        var taken = 0
        let numbers = (0..<10_000).lazy.map { number in
            taken += 1
            return number
        }
        let deep = Signal.just(0).flatMap(.merge) { _ in Signal.just(0).flatMap(.latest) { _ in Signal.from(numbers) } }
        #expect(run(deep.prefix(3)).values == [0, 1, 2])
        #expect(taken <= 4)
    }

    @Test("values of a shared signal that a prefix has let pass arrive")
    func prefixOfShared() {
        let atOnce = Signal<Int> { sink in
            sink.send(1)
            return Subscription()
        }
        #expect(run(atOnce.share().prefix(1)).values == [1])
        let later = clock.flatMap(.latest) { Signal.just($0) }.share()
        #expect(run(later.prefix(2)).values == [1, 2])
    }

    @Test("an end that waits comes, also when what its signal was started for is not wanted any more")
    func endOfTheUnwanted() {
        var startCount = 0
        // The first waits behind the turn of the second, which is what makes it unwanted.
        let wants = Signal.merge(Signal.just([2]).inTurns(), .just([1]), Signal.just([3]).delay(.seconds(2)))
        let answers = wants.effects(for: { $0 }, by: { $0 }) { Signal.just($0) }
        let signal = answers.flatMap(.first) { value in
            startCount += 1
            return Signal<Int>.empty.withLatest(from: clock).map { $0.0 }.merge(with: .just(value))
        }
        let result = run(signal)
        #expect(startCount == 2)
        #expect(result.isOver)
        #expect(result.alarmCount == 0)
    }

    @Test("a replaced signal stays silent when a prefix is complete")
    func replacedBeforeAPrefix() {
        let replaced = Signal.from([1, 2]).flatMap(.latest) { Signal.merge(.just($0), .never) }
        #expect(run(replaced).values == [2])
        #expect(run(replaced.prefix(2)).values == [2])
    }

    @Test("everyone who listens from the start gets what a pipe was sent before it")
    func earlyValues() {
        let (values, inlet) = Signal<Int>.pipe()
        inlet.send(1)
        inlet.send(2)
        var (first, second): ([Int], [Int]) = ([], [])
        let cycle = CycledLens(startingWith: 0) { frames in
            MutatingLens.zip(
                frames.lens(events: values) { first.append($1) }, frames.lens(events: values) { second.append($1) })
        }
        cycle.start(on: time)
        cycle.drain()
        inlet.send(3)
        cycle.drain()
        #expect(first == [1, 2, 3])
        #expect(second == [1, 2, 3])
        cycle.stop()
    }

    @Test("as many values as may be early wait for a loop, and one more is refused")
    func earlyLimit() {
        let (values, inlet) = Signal<Int>.pipe()
        for number in 0..<Inlet<Int>.earlyLimit { _ = inlet.send(number) }
        #expect(inlet.send(-1) == .refused)
        var count = 0
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: values) { frame, number in
                #expect(number == frame)
                frame += 1
                count += 1
            }
        }
        cycle.start(on: time)
        cycle.drain()
        #expect(count == Inlet<Int>.earlyLimit)
        cycle.stop()
    }

    @Test("an effect that restarts at every event of a pipe loses none of them")
    func restartingAtEveryEvent() {
        let (values, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                get: { $0 },
                set: { (frames, whole: Signal<Int>) in
                    frames.flatMap(.latest) { _ in values }.withLatest(from: whole).map { $0 + $1 }
                })
        }
        cycle.start(on: time)
        for value in [1, 10, 100] { inlet.send(value) }
        cycle.drain()
        #expect(cycle.frame == 111)
        cycle.stop()
    }

    @Test("a pipe that has ended is over for whoever listens later, and for the next run")
    func endedPipe() async {
        let (values, inlet) = Signal<Int>.pipe()
        inlet.send(1)
        inlet.end()
        let late = Signal.just(0).delay(.seconds(1)).flatMap(.concat) { _ in Signal.merge(values, values) }
        let one = run(Signal.merge(values, late))
        #expect(one == ([1], true, 0))
        #expect(inlet.send(2) == .closed)

        let (others, other) = Signal<Int>.pipe()
        other.send(1)
        other.end()
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: others) { $0 += $1 } }
        #expect(await cycle.run(on: time) == 1)
        #expect(await cycle.run(on: time) == 0)
    }

    @Test("an element that changes its identity leaves and comes")
    func identity() {
        struct Element: Identifiable, Equatable { var id: Int }
        var log: [String] = []
        let (ids, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: [Element(id: 1), Element(id: 2)]) { frames in
            frames.lens(each: \.self) { id, element in
                MutatingLens.zip(
                    element.lens(get: { (shown: Signal<Element>) -> Signal<Element> in
                        Signal { sink in
                            log.append("start \(id)")
                            let rendering = shown.run(inside: sink) { log.append("\(id) is \($0.id)") }
                            return Subscription {
                                rendering.cancel()
                                log.append("stop \(id)")
                            }
                        }
                    }), element.lens(events: id == 1 ? ids : .never) { $0.id = $1 })
            }
        }
        cycle.start(on: time)
        cycle.drain()
        log = []
        inlet.send(9)
        cycle.drain()
        #expect(log == ["stop 1", "start 9", "9 is 9"])
        #expect(cycle.frame.map(\.id) == [9, 2])
        cycle.stop()
    }

    @Test("a late listener of a part is shown its latest value, whatever kind of part it is")
    func latePart() {
        struct Part: Identifiable, Equatable { var id = 1 }
        struct Frame: Equatable {
            var plain = Part()
            var maybe: Part? = Part()
            var all = [Part()]
        }
        var log: [String] = []
        func feature(_ name: String, _ part: Signal<Part>) -> MutatingLens<Signal<Part>, Signal<Part>> {
            part.lens(get: { part in clock.prefix(3).flatMap(.latest) { _ in part.handle { _ in log.append(name) } } })
        }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(\.plain) { feature("plain", $0) }, frames.lens(optional: \.maybe) { feature("maybe", $0) },
                frames.lens(each: \.all) { feature("each", $1) })
        }
        cycle.start(on: time)
        time.join(cycle) { [unowned cycle] in cycle.drain() }
        time.advance(by: .seconds(4))
        time.leave(cycle)
        #expect(log == ["plain", "maybe", "each", "plain", "maybe", "each", "plain", "maybe", "each"])
        cycle.stop()
    }
}

private func == (one: ([Int], Bool, Int), other: ([Int], Bool, Int)) -> Bool {
    one.0 == other.0 && one.1 == other.1 && one.2 == other.2
}
