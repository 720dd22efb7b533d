import Cycle
import CycleTesting
import Testing

@Suite("Law 4: a public call from inside a turn waits, or does nothing")
struct InsideATurnTests {
    /// From where the call comes: all that a loop calls while it takes a turn that leads to the frame 2.
    static let places = ["filter", "render 0", "render 1", "render 2", "observer"]

    /// A loop that has shown the frames 0 and 1, and then is given an event that leads to 2; there `call` is made once.
    private func frames(_ place: String, _ call: @escaping (Bench.Cycle, VirtualTime) -> Void) -> Bench {
        let bench = Bench()
        var isDone = false
        bench.notes.act = { [unowned bench] here, frame in
            guard here == place, frame == (place == "filter" ? 1 : 2), !isDone, let cycle = bench.cycle else { return }
            isDone = true
            call(cycle, bench.time)
        }
        bench.start()
        bench.observe()
        bench.send(1)
        _ = bench.takeLog()
        bench.send(1)
        return bench
    }

    private let second = ["filter: 1", "render 0: 2", "render 1: 2", "render 2: 2", "observer: 2"]
    private let third = ["filter: 2", "render 0: 3", "render 1: 3", "render 2: 3", "observer: 3"]

    @Test("step takes no turn there", arguments: places)
    func step(_ place: String) {
        let bench = frames(place) { cycle, _ in
            let isTaken = cycle.step()
            #expect(!isTaken)
        }
        #expect(bench.takeLog() == second)
        bench.send(1)
        #expect(bench.takeLog() == third)
    }

    @Test("drain takes no turn there", arguments: places)
    func drain(_ place: String) {
        let bench = frames(place) { cycle, _ in cycle.drain() }
        #expect(bench.takeLog() == second)
        bench.send(1)
        #expect(bench.takeLog() == third)
    }

    @Test(
        "stop is obeyed: all are stopped once, those after it are shown no more, and nothing comes later",
        arguments: places)
    func stop(_ place: String) {
        let bench = frames(place) { cycle, _ in cycle.stop() }
        let log = bench.takeLog()
        #expect(log.filter { $0.hasPrefix("stop") } == ["stop 0", "stop 1", "stop 2"])
        #expect(
            log.filter { $0.hasPrefix("render") } == second.prefix(through: place).filter { $0.hasPrefix("render") })
        #expect(bench.time.armedCount == 0)
        bench.send(1)
        #expect(bench.takeLog() == [])
        bench.start()
        #expect(bench.takeLog().filter { $0.hasPrefix("render") } == ["render 0: 0", "render 1: 0", "render 2: 0"])
    }

    @Test("stop and start begin a run anew: every lens is shown its first frame once", arguments: places)
    func restart(_ place: String) {
        let bench = frames(place) { cycle, time in
            cycle.stop()
            cycle.start(on: time)
        }
        let log = bench.takeLog()
        #expect(log.filter { $0.hasPrefix("st") } == ["stop 0", "stop 1", "stop 2", "start 0", "start 1", "start 2"])
        let renders = log.filter { $0.hasPrefix("render") }
        #expect(
            renders == second.prefix(through: place).filter { $0.hasPrefix("render") }
                + ["render 0: 0", "render 1: 0", "render 2: 0"])
        #expect(bench.cycle?.frame == 0)
        bench.send(1)
        // The observer came before these lenses did.
        #expect(bench.takeLog() == ["filter: 0", "observer: 1", "render 0: 1", "render 1: 1", "render 2: 1"])
        bench.cycle?.stop()
        #expect(bench.time.armedCount == 0)
    }

    @Test("stop, start and stop leave nothing running", arguments: places)
    func restartAndStop(_ place: String) {
        let bench = frames(place) { cycle, time in
            cycle.stop()
            cycle.start(on: time)
            cycle.stop()
        }
        let log = bench.takeLog()
        #expect(log.filter { $0.hasPrefix("stop") }.count == log.filter { $0.hasPrefix("start") }.count + 3)
        #expect(bench.time.armedCount == 0)
        bench.send(1)
        #expect(bench.takeLog() == [])
    }

    @Test("the last reference to a loop may be let go of there", arguments: places)
    func release(_ place: String) {
        let bench = Bench()
        bench.notes.act = { [unowned bench] here, frame in
            if here == place, frame == (place == "filter" ? 1 : 2) { bench.release() }
        }
        bench.start()
        bench.observe()
        bench.send(1)
        bench.send(1)
        #expect(bench.cycle == nil)
        #expect(bench.time.armedCount == 0)
        #expect(bench.takeLog().filter { $0.hasPrefix("stop") } == ["stop 0", "stop 1", "stop 2"])
        bench.send(1)
        #expect(bench.takeLog() == [])
    }

    @Test("a driver that stops its loop while it is started leaves nothing running")
    func stopAtStart() {
        var log: [String] = []
        let time = VirtualTime()
        var stop: () -> Void = {}
        func lens(_ number: Int, _ frames: Signal<Int>) -> MutatingLens<Signal<Int>, Signal<Int>> {
            frames.lens(get: { (frames: Signal<Int>) -> Signal<Int> in
                Signal { sink in
                    if number == 0 { stop() }
                    let rendering = frames.run(inside: sink) { log.append("render \(number): \($0)") }
                    let clock = Signal<Int>.ticks(every: .seconds(1)).run(inside: sink) { log.append("tick \($0)") }
                    return Subscription([rendering, clock])
                }
            })
        }
        let cycle = CycledLens(startingWith: 0) { frames in MutatingLens.zip(lens(0, frames), lens(1, frames)) }
        stop = { [unowned cycle] in cycle.stop() }
        cycle.start(on: time)
        #expect(log == [])
        #expect(time.armedCount == 0)
        stop = {}
        cycle.start(on: time)
        #expect(log == ["render 0: 0", "render 1: 0"])
        cycle.stop()
    }

    @Test("elements after the one whose render stops the loop are not shown, and nothing of any is left")
    func stopInAnElement() {
        struct Element: Identifiable, Equatable { var id: Int }
        var shown: [Int] = []
        var stop: () -> Void = {}
        let time = VirtualTime()
        let (counts, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: [Element]()) { frames in
            MutatingLens.zip(
                frames.lens(events: counts) { frame, count in frame = (0..<count).map(Element.init) },
                frames.lens(each: \.self) { id, element in
                    element.lens(get: { (element: Signal<Element>) -> Signal<Int> in
                        Signal { sink in
                            let rendering = element.run(inside: sink) { _ in
                                shown.append(id)
                                if id == 0 { stop() }
                            }
                            let clock = Signal<Int>.ticks(every: .seconds(1)).run(inside: sink) { _ in }
                            return Subscription([rendering, clock])
                        }
                    })
                })
        }
        stop = { [unowned cycle] in cycle.stop() }
        cycle.start(on: time)
        inlet.send(3)
        cycle.drain()
        #expect(shown == [0])
        #expect(time.armedCount == 0)
    }

    @Test("an element that stops the loop while it is started leaves nothing running")
    func stopAtTheStartOfAnElement() {
        struct Element: Identifiable, Equatable { var id: Int }
        var stop: () -> Void = {}
        let time = VirtualTime()
        let census = Census()
        func run() {
            let witness = census.makeWitness()
            let cycle = CycledLens(startingWith: [Element(id: 0), Element(id: 1)]) { frames in
                frames.lens(each: \.self) { id, element in
                    element.lens(get: { (element: Signal<Element>) -> Signal<Int> in
                        Signal { sink in
                            let clock = Signal<Int>.ticks(every: .seconds(1)).run(inside: sink) { _ in }
                            if id == 0 { stop() }
                            return Subscription { withExtendedLifetime(witness) { clock.cancel() } }
                        }
                    })
                }
            }
            stop = { [unowned cycle] in cycle.stop() }
            cycle.start(on: time)
            #expect(time.armedCount == 0)
        }
        run()
        #expect(census.aliveCount == 0)
    }

    @Test("a render that stops the loop at the first frame leaves nothing behind", arguments: [true, false])
    func stopAtTheFirstFrame(_ isDriver: Bool) {
        let (time, census) = (VirtualTime(), Census())
        func run() {
            var stop: () -> Void = {}
            let witness = census.makeWitness()
            let cycle = CycledLens(startingWith: 0) { frames in
                let lens =
                    isDriver
                    ? frames.lens(events: frames.map { $0 }.removeDuplicates().handle { _ in stop() }) { frame, _ in
                        withExtendedLifetime(witness) { frame += 1 }
                    }.set
                    : frames.lens(get: { $0.handle { _ in withExtendedLifetime(witness) { stop() } } }).set
                return MutatingLens(value: frames, get: { _ in }, set: { _, _ in lens })
            }
            stop = { [unowned cycle] in cycle.stop() }
            cycle.start(on: time)
        }
        run()
        #expect(census.aliveCount == 0)
    }

    private struct Screen: Driver {
        let render: (Int) -> Void

        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Never> {
            model.handle(render).ignoringValues()
        }
    }

    @Test("a frame-filter that stops the loop has its model rendered no more")
    func stopInAFrameFilter() {
        let time = VirtualTime()
        var rendered: [Int] = []
        var stop: () -> Void = {}
        let (events, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in
            MutatingLens.zip(
                frames.lens(events: events) { frame, event in frame = event },
                frames.lens(
                    driver: Screen { rendered.append($0) },
                    frameFilter: { frame in
                        if frame == 2 { stop() }
                        return frame
                    }))
        }
        stop = { [unowned cycle] in cycle.stop() }
        cycle.start(on: time)
        for event in 1...3 { inlet.send(event) }
        cycle.drain()
        #expect(rendered == [0, 1])
    }

    @Test("calls of an observer or a moment watcher are obeyed right after it")
    func watchers() {
        let bench = Bench()
        var moments: [Int] = []
        var others: [Subscription] = []
        guard let cycle = bench.cycle else { return }
        let watching = cycle.observeMoments { moment in
            moments.append(moment.effect)
            _ = cycle.step()
            cycle.drain()
            if moment.effect == 1 { others.append(cycle.observeMoments { moments.append($0.effect * 100) }) }
            if moment.effect == 3 { cycle.stop() }
        }
        bench.start()
        for _ in 0..<4 { bench.send(1) }
        #expect(moments == [0, 1, 2, 200, 3] || moments == [0, 1, 2, 200, 3, 300])
        watching.cancel()
        for other in others { other.cancel() }
    }
}

extension [String] {
    /// The lines before the one of `place`, and that one.
    fileprivate func prefix(through place: String) -> [String] {
        Array(prefix((firstIndex { $0.hasPrefix(place) } ?? 0) + 1))
    }
}
