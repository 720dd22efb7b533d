import Cycle
import CycleTesting
import TestSupport
import Testing

@Suite("A monitor")
struct ControllingTests {
    struct Frame: Equatable {
        var total = 0
        var ruled = 0
        var ticks = 0
        var wants: [Int] = []
    }

    private let time = VirtualTime()
    private let pipe = Signal<Int>.pipe()
    private var events: Signal<Int> { pipe.signal }
    private var inlet: Inlet<Int> { pipe.inlet }

    private func makeCycle(_ write: @escaping (String) -> Void = { _ in }) -> CycledLens<Void, Frame> {
        CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(events: events, label: "adding") { frame, event in frame.total += event },
                frames.rule(onChangeOf: \.total) { frame in frame.ruled += 1 },
                frames.lens(events: Signal<Int>.ticks(every: .seconds(1)), label: "clock") { frame, _ in
                    frame.ticks += 1
                },
                frames.lens(
                    driver: WrittenEffects(write), label: "effects", frameFilter: \.wants,
                    eventFilter: { frame, event in frame.total = event })
            ).map { _, _ in }
        }
    }

    @Test("pauses a loop: what comes waits, a step takes one turn, and after that all comes in its order")
    func pausing() {
        let cycle = makeCycle()
        cycle.start(on: time)
        cycle.pause()
        #expect(cycle.isPaused)
        for event in [1, 10, 100] { inlet.send(event) }
        cycle.drain()
        #expect(cycle.frame.total == 0)
        #expect(cycle.step())
        #expect(cycle.frame.total == 1)
        #expect(cycle.isPaused)
        cycle.resume()
        cycle.drain()
        #expect(cycle.frame.total == 111)
        #expect(!cycle.step())
        cycle.stop()
    }

    @Test("pauses a loop in the middle of a turn: that turn is finished, and no other follows")
    func pausingInATurn() {
        let cycle = makeCycle()
        let watching = cycle.observeMoments { [unowned cycle] moment in
            if moment.effect.total == 1 { cycle.pause() }
        }
        var shown: [Int] = []
        cycle.start(on: time)
        let observing = cycle.observe { shown.append($0.total) }
        for event in [1, 10] { inlet.send(event) }
        cycle.drain()
        #expect(shown == [0, 1])
        cycle.resume()
        cycle.drain()
        #expect(shown == [0, 1, 11])
        for subscription in [watching, observing] { subscription.cancel() }
        cycle.stop()
    }

    @Test("has alarms ring late by the pause")
    func alarms() {
        let cycle = makeCycle()
        time.join(cycle) { [unowned cycle] in cycle.drain() }
        cycle.start(on: time)
        time.advance(by: .seconds(1))
        #expect(cycle.frame.ticks == 1)
        cycle.pause()
        time.advance(by: .seconds(3))
        #expect(cycle.frame.ticks == 1)
        cycle.resume()
        time.advance(by: .zero)
        // Missed ticks are one.
        #expect(cycle.frame.ticks == 2)
        time.advance(by: .seconds(1))
        #expect(cycle.frame.ticks == 3)
        time.leave(cycle)
        cycle.stop()
    }

    @Test("pauses a run that is awaited, which goes on by itself")
    @MainActor
    func pausedRun() async {
        let cycle = makeCycle()
        var resuming: Task<Void, Never>?
        let watching = cycle.observeMoments { [unowned cycle] moment in
            guard moment.effect.total == 1 else { return }
            cycle.pause()
            // Has its turn on this actor when the run waits for it.
            resuming = Task { @MainActor in cycle.resume() }
        }
        for event in [1, 10] { inlet.send(event) }
        let last = await cycle.run(on: time) { $0.total == 11 }
        #expect(last.total == 11)
        await resuming?.value
        watching.cancel()
    }

    @Test("keeps a loop paused that is stopped and started again, at the frame that it begins with")
    func restart() {
        let cycle = makeCycle()
        cycle.start(on: time)
        cycle.pause()
        cycle.stop()
        cycle.start(on: time, resuming: Frame(total: 5, ruled: 0, ticks: 0))
        inlet.send(1)
        cycle.drain()
        #expect(cycle.frame.total == 5)
        #expect(cycle.step())
        #expect(cycle.frame.total == 6)
        cycle.stop()
    }

    @Test("injects events by the path of their lens, in a turn whose moment says so")
    func injecting() {
        let cycle = makeCycle()
        var causes: [String] = []
        let watching = cycle.observeMoments { causes.append("\($0.cause.lens) \($0.cause.event)") }
        cycle.start(on: time)
        #expect(cycle.inject(3, into: "adding"))
        #expect(!cycle.inject("three", into: "adding"))
        #expect(!cycle.inject(3, into: "nowhere"))
        var types: [String] = []
        #expect(
            cycle.inject(into: "effects") { type in
                types.append("\(type)")
                return 4
            })
        #expect(types == ["Int"])
        #expect(cycle.frame.total == 0)
        cycle.drain()
        #expect(causes == ["start start", "adding 3", "effects 4"])
        #expect(cycle.frame.total == 4)
        cycle.stop()
        #expect(!cycle.inject(3, into: "adding"))
        watching.cancel()
    }

    @Test("injects into an element that is there, and into none that has left")
    func injectingIntoElements() {
        struct Row: Identifiable, Equatable {
            let id: Int
            var count = 0
        }
        let cycle = CycledLens(startingWith: [Row(id: 1), Row(id: 2)]) { frames in
            frames.lens(each: \.self, label: "rows") { _, row in
                row.lens(events: Signal<Int>.never, label: "counting") { row, event in row.count += event }
            }
        }
        let watching = cycle.observeMoments { _ in }
        cycle.start(on: time)
        #expect(cycle.inject(5, into: "rows[2].counting"))
        cycle.drain()
        #expect(cycle.frame == [Row(id: 1), Row(id: 2, count: 5)])
        cycle.replaceFrame(with: [Row(id: 1)])
        #expect(!cycle.inject(5, into: "rows[2].counting"))
        #expect(cycle.inject(6, into: "rows[1].counting"))
        cycle.drain()
        #expect(cycle.frame == [Row(id: 1, count: 6)])
        watching.cancel()
        cycle.stop()
    }

    @Test("replaces the frame: its wants are reconciled, and no rule changes it, also while the loop is paused")
    func replacing() {
        var log: [String] = []
        let cycle = makeCycle { log.append($0) }
        cycle.start(on: time)
        var moments: [String] = []
        let watching = cycle.observeMoments {
            moments.append("\($0.cause.lens) \($0.context.total) -> \($0.effect.total)")
        }
        cycle.pause()
        #expect(cycle.replaceFrame(with: Frame(total: 7, ruled: 100, ticks: 0, wants: [1, 2])))
        #expect(cycle.replaceFrame(with: Frame(total: 8, ruled: 100, ticks: 0, wants: [2, 3])))
        #expect(log == ["+1", "+2", "-1", "+3"])
        #expect(cycle.frame == Frame(total: 8, ruled: 100, ticks: 0, wants: [2, 3]))
        #expect(moments == ["replaceFrame 0 -> 7", "replaceFrame 7 -> 8"])
        cycle.resume()
        // The rule remembers what was put there.
        inlet.send(1)
        cycle.drain()
        #expect(cycle.frame.ruled == 101)
        watching.cancel()
        cycle.stop()
        #expect(!cycle.replaceFrame(with: Frame()))
    }

    @Test("replaces the frame from inside a turn when that is over")
    func replacingInATurn() {
        let cycle = makeCycle()
        cycle.start(on: time)
        var shown: [Int] = []
        let observing = cycle.observe { [unowned cycle] frame in
            shown.append(frame.total)
            if frame.total == 1 { cycle.replaceFrame(with: Frame(total: 50)) }
        }
        for event in [1, 10] { inlet.send(event) }
        cycle.drain()
        #expect(shown == [0, 1, 50, 60])
        observing.cancel()
        cycle.stop()
    }

    @Test("replaces the frame from an observer of the frame before, twenty thousand times, on one stack")
    func replacingInARow() {
        let cycle = makeCycle()
        cycle.start(on: time)
        let observing = cycle.observe { [unowned cycle] frame in
            if (1..<20_000).contains(frame.total) { cycle.replaceFrame(with: Frame(total: frame.total + 1)) }
        }
        cycle.replaceFrame(with: Frame(total: 1))
        #expect(cycle.frame.total == 20_000)
        observing.cancel()
        cycle.stop()
    }

    @Test("a monitor that answers every frame by another one is stopped, and named", .waiting)
    func replacingForEver() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let cycle = CycledLens(startingWith: 0, answerLimit: 1_000) { frames in frames.lens(get: { $0 }) }
            cycle.start(on: VirtualTime())
            cycle.observe { [unowned cycle] frame in if frame > 0 { cycle.replaceFrame(with: frame + 1) } }
            cycle.replaceFrame(with: 1)
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("replaceFrame answers"))
    }

    @Test("injects an event while it makes another one")
    func injectingWhileInjecting() {
        let cycle = makeCycle()
        let watching = cycle.observeMoments { _ in }
        cycle.start(on: time)
        var isInnerTaken = false
        let isTaken = cycle.inject(into: "adding") { _ in
            isInnerTaken = cycle.inject(2, into: "effects")
            return nil
        }
        #expect(isInnerTaken && !isTaken)
        cycle.drain()
        #expect(cycle.frame.total == 2)
        watching.cancel()
        cycle.stop()
    }
}
