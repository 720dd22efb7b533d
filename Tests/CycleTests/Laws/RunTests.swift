import Cycle
import CycleTesting
import Testing

@Suite("Running a loop")
struct RunTests {
    let time = VirtualTime()
    let left = Dial()
    let right = Dial()

    @Test("law 7: application closures run on the main actor when it calls run")
    @MainActor func confinedToMainActor() async {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: left,
                frameFilter: {
                    MainActor.assertIsolated()
                    return $0
                },
                eventFilter: { total, event in
                    MainActor.assertIsolated()
                    total += event
                })
        }
        left.send(1)
        #expect(await cycle.run(on: time, until: { $0 == 1 }) == 1)
    }

    private actor Host {
        func count() async -> Int {
            let dial = Dial()
            for _ in 0..<3 { dial.send(1) }
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: dial, frameFilter: { $0 },
                    eventFilter: { total, event in
                        self.assertIsolated()
                        total += event
                    })
            }
            return await cycle.run(on: VirtualTime(), until: { $0 == 3 })
        }
    }

    @Test("law 7: application closures run in the actor that calls run")
    func confinedToAnActor() async {
        #expect(await Host().count() == 3)
    }

    @Test("law 10: run returns the last frame when its condition holds, after that frame was delivered")
    func endsWithItsCondition() async throws {
        let cycle = dials(left, right)
        for _ in 0..<5 { left.send(1) }
        let last = await cycle.run(on: time, until: { $0.left == 3 })
        #expect(last == Totals(left: 3))
        for model in [0, 1, 2, 3] { try left.expect(model) }
        #expect(!left.isRunning)
    }

    @Test("law 10: run returns at once when the first frame meets its condition, after showing it")
    func firstFrameCanBeTheLast() async throws {
        let last = await dials(left, right).run(on: time, until: { _ in true })
        #expect(last == Totals())
        try left.expect(0)
    }

    @Test("law 10: run returns when its task is cancelled")
    func endsWithItsTask() async {
        let (shown, show) = AsyncStream<Void>.makeStream()
        let task = Task {
            let dial = Dial { _ in
                show.yield()
                return []
            }
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(driver: dial, frameFilter: { $0 }, eventFilter: { $0 += $1 })
            }
            return await cycle.run(on: VirtualTime())
        }
        for await _ in shown { break }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test("law 10: run returns when every source has ended")
    func endsWithItsSources() async {
        left.send(1)
        let cycle = CycledLens(startingWith: 0) { frames in
            MutatingLens.zip(
                frames.lens(
                    get: { _ in Signal.from([1, 2, 3]) },
                    set: { (numbers, frames: Signal<Int>) in numbers.withLatest(from: frames).map { $0 + $1 } }),
                frames.lens(get: { $0.map { _ in } }))
        }
        #expect(await cycle.run(on: time) == 6)
    }

    @Test("law 10: run waits for drivers to settle")
    func settles() async {
        let settled = Logbook<String>()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: Settling(log: Unchecked(settled)), frameFilter: { $0 })
        }
        await cycle.run(on: time, until: { _ in true })
        #expect(settled.entries == ["cancelled", "settled"])
    }

    @Test("a loop runs once more after it ended, from its first frame")
    func runsAgain() async throws {
        let cycle = dials(left, right)
        for _ in 0..<2 {
            left.send(1)
            #expect(await cycle.run(on: time, until: { $0.left == 1 }) == Totals(left: 1))
        }
    }

    @Test("decision 1: the first frame comes before any event, then prefixed frames, in order")
    func firstFrame() async {
        let log = Logbook<Int>()
        let dial = Dial {
            log.append($0)
            return []
        }
        dial.send(100)
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: dial, frameFilter: { $0 }, eventFilter: { $0 += $1 }).prefixed(with: 2).prefixed(
                with: 1)
        }
        await cycle.run(on: time, until: { $0 > 100 })
        #expect(log.entries == [0, 1, 2, 102])
    }

    @Test("decision 11: a loop with nothing but a finished source and a resting clock ends by itself")
    func quiescence() async {
        let cycle = CycledLens(startingWith: Reel([1])) { frames in frames.emittingTail(every: .seconds(1)) }
        #expect(await cycle.run(on: time) == [1])
    }

    @Test("frames can be watched from another task")
    func values() async {
        let cycle = dials(left, right)
        let stream = cycle.values(buffering: .unbounded)
        let reading = Task { await stream.reduce(into: []) { $0.append($1.left) } }
        for _ in 0..<3 { left.send(1) }
        await cycle.run(on: time, until: { $0.left == 3 })
        #expect(await reading.value == [0, 1, 2, 3])
    }

    @Test("law 4: a run that a task begins inside of a turn waits until that is over")
    @available(macOS 26, iOS 26, *)
    @MainActor func immediateTask() async {
        var log: [String] = []
        var run: Task<Void, Never>?
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: left, frameFilter: { $0 }, eventFilter: { total, event in total += event })
        }
        cycle.start(on: time)
        let observing = cycle.observe { frame in
            guard frame > 0 else { return }
            log.append("begin \(frame)")
            if frame == 1 {
                left.send(10)
                run = .immediate { await cycle.run(on: time, until: { $0 == 11 }) }
            }
            log.append("end \(frame)")
        }
        left.send(1)
        cycle.drain()
        await run?.value
        #expect(log == ["begin 1", "end 1", "begin 11", "end 11"])
        observing.cancel()
        cycle.stop()
    }
}

/// Unchecked: a test that hands something over and waits for it.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

private struct Settling: Driver {
    let log: Unchecked<Logbook<String>>

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Never> {
        Signal { sink in
            sink.settle { [log] in log.value.append("settled") }
            return Subscription { [log] in log.value.append("cancelled") }
        }
    }
}
