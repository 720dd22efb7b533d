import Cycle
import CycleTesting
import Testing

@Suite("Decision 13: who comes, leaves or cancels inside a callback")
struct CancellingTests {
    let time = VirtualTime()

    /// Four observers of a loop; the one called `who` does something at the frame 1. Returns who was shown what.
    private func observers(
        _ who: Int, _ act: @escaping (CycledLens<Signal<Int>, Int>, _ observers: inout [Subscription]) -> Void
    ) -> [String] {
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: events) { $0 += $1 } }
        var observers: [Subscription] = []
        var log: [String] = []
        cycle.start(on: time)
        for number in 0..<4 {
            let payload = Array(repeating: number, count: 20)
            observers.append(
                cycle.observe { [unowned cycle] frame in
                    log.append("\(number):\(frame)")
                    if number == who, frame == 1 { act(cycle, &observers) }
                    #expect(payload.count == 20)
                })
        }
        log = []
        for _ in 0..<2 {
            inlet.send(1)
            cycle.drain()
        }
        for observer in observers { observer.cancel() }
        inlet.send(1)
        cycle.drain()
        cycle.stop()
        return log
    }

    @Test(
        "an observer that leaves is shown nothing more; those that stay are shown every frame", arguments: 0..<4, 0..<4)
    func leaves(_ who: Int, _ whom: Int) {
        let log = observers(who) { _, observers in observers[whom].cancel() }
        let first = (0..<4).filter { $0 != whom || whom <= who }.map { "\($0):1" }
        #expect(log == first + (0..<4).filter { $0 != whom }.map { "\($0):2" })
    }

    @Test("all may leave at once", arguments: 0..<4)
    func allLeave(_ who: Int) {
        let log = observers(who) { _, observers in
            for observer in observers { observer.cancel() }
            observers = []
        }
        #expect(log == (0...who).map { "\($0):1" })
    }

    @Test(
        "a hundred may come at once: who calls them is still there, and each is shown every frame from now on",
        arguments: 0..<4)
    func hundredCome(_ who: Int) {
        var late: [Int] = []
        let log = observers(who) { cycle, observers in
            // The captured array is read once the list of observers has grown.
            let own = Array(repeating: who, count: 100)
            for number in 0..<100 { observers.append(cycle.observe { late.append(number * own.count + $0) }) }
            #expect(own.count == 100)
        }
        #expect(log == ["0:1", "1:1", "2:1", "3:1", "0:2", "1:2", "2:2", "3:2"])
        #expect(late == (0..<100).map { $0 * 100 + 1 } + (0..<100).map { $0 * 100 + 2 })
    }

    @Test("an observer that comes is shown the frame under way, once, and those that follow", arguments: 0..<4)
    func comes(_ who: Int) {
        var late: [Int] = []
        let log = observers(who) { cycle, observers in observers.append(cycle.observe { late.append($0) }) }
        #expect(log == ["0:1", "1:1", "2:1", "3:1", "0:2", "1:2", "2:2", "3:2"])
        #expect(late == [1, 2])
    }

    @Test("many come and go while others are shown a frame")
    func crowd() {
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: events) { $0 += $1 } }
        var random = SplitMix(seed: 5)
        var observers: [Subscription] = []
        var frames: [Int: Int] = [:]
        var count = 0
        func comeAndGo() {
            for _ in 0..<(random.next() % 4) {
                if observers.isEmpty || random.next() % 2 == 0, count < 4_000 {
                    count += 1
                    let number = count
                    observers.append(
                        cycle.observe { frame in
                            if let before = frames[number] { #expect(frame == before + 1) }
                            frames[number] = frame
                            if random.next() % 5 == 0 { comeAndGo() }
                        })
                } else if !observers.isEmpty {
                    observers.remove(at: Int(random.next() % UInt64(observers.count))).cancel()
                }
            }
        }
        cycle.start(on: time)
        for _ in 0..<1_000 {
            comeAndGo()
            inlet.send(1)
            cycle.drain()
        }
        #expect(count > 400)
        for observer in observers { observer.cancel() }
        cycle.stop()
    }

    @Test("a subscription that is cancelled is silent, also with what waits at an operator")
    func cancelledWhileWaiting() {
        var got: [Int] = []
        var running: Subscription?
        let events = Signal<Int> { sink in
            running = Signal.from([1, 2, 3]).inTurns().run(inside: sink) { value in
                got.append(value)
                running?.cancel()
            }
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: events) { $0 += $1 } }
        cycle.start(on: time)
        cycle.drain()
        #expect(got == [1])
        cycle.stop()
    }

    @Test("ticks that are all delivered at once stop at the one that cancels them")
    func cancelledAmongTicks() {
        var got: [Int] = []
        var running: Subscription?
        let late = LateTime()
        let events = Signal<Int> { sink in
            running = Signal<Int>.ticks(every: .seconds(1), missed: .all).run(inside: sink) { tick in
                got.append(tick)
                if tick == 2 { running?.cancel() }
            }
            return Subscription()
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: events) { $0 += $1 } }
        cycle.start(on: late)
        late.ring(at: .seconds(5))
        cycle.drain()
        #expect(got == [1, 2])
        cycle.stop()
    }

    /// Time that jumps: one alarm, which rings when told.
    final class LateTime: Scheduler, Alarm, @unchecked Sendable {
        private(set) var now = Duration.zero
        private var act: @Sendable () -> Void = {}

        func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
            act = ring
            return self
        }

        func arm(at deadline: Duration) {}
        func disarm() {}

        func ring(at time: Duration) {
            now = time
            act()
        }
    }

    @Test("a run that is cancelled in the middle of a value, by the one that is given it, gets no second")
    func cancelledInAValue() {
        for strategy in [FlattenStrategy.latest, .merge, .concat] {
            var got: [Int] = []
            var running: Subscription?
            let events = Signal<Int> { sink in
                running = Signal<Int>.ticks(every: .seconds(1)).flatMap(strategy) { Signal.from([$0, $0, $0]) }
                    .run(inside: sink) { value in
                        got.append(value)
                        running?.cancel()
                    }
                return Subscription()
            }
            let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: events) { $0 += $1 } }
            cycle.start(on: time)
            time.join(cycle) { [unowned cycle] in cycle.drain() }
            time.advance(by: .seconds(4))
            time.leave(cycle)
            #expect(got == [1])
            #expect(time.armedCount == 0)
            cycle.stop()
        }
    }

    @Test("the first frame may cancel its observer", arguments: [true, false])
    func firstFrame(_ isStarted: Bool) {
        var got: [Int] = []
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: events) { $0 += $1 } }
        if isStarted { cycle.start(on: time) }
        var observer: Subscription?
        observer = cycle.observe {
            got.append($0)
            observer?.cancel()
        }
        // The first frame came before there was something to cancel.
        if isStarted { observer?.cancel() } else { cycle.start(on: time) }
        inlet.send(1)
        cycle.drain()
        #expect(got == [0])
        cycle.stop()
    }

    /// A loop that something starts again while it is stopped; tells its frames.
    private func framesOfRestart(isStoppedAgain: Bool) -> [Int] {
        let (events, inlet) = Signal<Int>.pipe()
        var restart: (() -> Void)?
        let guarded = Signal<Int> { sink in
            let life = events.run(inside: sink, receive: sink.send)
            return Subscription([life, Subscription { restart.take()?() }])
        }
        let cycle = CycledLens(startingWith: 0) { frames in frames.lens(events: guarded) { $0 += $1 } }
        var got: [Int] = []
        let observer = cycle.observe { got.append($0) }
        cycle.start(on: time)
        inlet.send(1)
        cycle.drain()
        restart = { [unowned cycle] in
            cycle.start(on: time, resuming: 10)
            if isStoppedAgain { cycle.stop() }
            got.append(-1)
        }
        cycle.stop()
        inlet.send(1)
        cycle.drain()
        cycle.stop()
        observer.cancel()
        return got
    }

    @Test("a cancelled signal may start the loop again: it starts when all is cancelled, and hears what is sent then")
    func restart() {
        #expect(framesOfRestart(isStoppedAgain: false) == [0, 1, -1, 10, 11])
    }

    @Test("a cancelled signal may take such a start back")
    func restartTakenBack() {
        #expect(framesOfRestart(isStoppedAgain: true) == [0, 1, -1])
    }
}
