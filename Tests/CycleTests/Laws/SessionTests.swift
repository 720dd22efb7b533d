import Cycle
import CycleTesting
import Testing

@Suite("Law 10: a run belongs to the session that it ends, and a session keeps nothing of the one before")
struct SessionTests {
    private let time = VirtualTime()
    private let pipe = Signal<Int>.pipe()

    /// A loop that sets what is sent to it, and settles when `release` is finished.
    private func makeCycle(
        settling: @escaping @Sendable () async -> Void = {}
    ) -> CycledLens<(Signal<Int>, Signal<Int>), Int> {
        CycledLens(startingWith: 0) { [pipe] frames in
            frames.lens(events: pipe.signal) { frame, event in frame = event }
            frames.lens(
                events: Signal<Int> { sink in
                    sink.settle(settling)
                    return Subscription()
                }
            ) { _, _ in }
        }
    }

    /// A loop, when its drivers settle, and how they are let go.
    private func makeSettlingCycle() -> (
        CycledLens<(Signal<Int>, Signal<Int>), Int>, AsyncStream<Void>, AsyncStream<Never>.Continuation
    ) {
        let (isSettling, settle) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Never.self)
        let cycle = makeCycle {
            settle.yield()
            for await _ in released {}
        }
        return (cycle, isSettling, release)
    }

    @Test(
        "decision 23: a run returns its own last frame, also where another session has begun while its drivers settled")
    @MainActor func ownFrame() async {
        let (cycle, isSettling, release) = makeSettlingCycle()
        pipe.inlet.send(1)
        let run = Task { @MainActor in await cycle.run(on: time, until: { $0 == 1 }) }
        for await _ in isSettling { break }
        cycle.start(on: time, resuming: 5)
        release.finish()
        #expect(await run.value == 1)
        #expect(cycle.frame == 5 && pipe.inlet.send(6) == .accepted)
        cycle.drain()
        #expect(cycle.frame == 6)
        cycle.stop()
    }

    @Test("a run whose condition has held neither takes turns of the next session nor ends it")
    @MainActor func nextSession() async {
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        let cycle = makeCycle()
        let watching = cycle.observe { _ in isReady.yield() }
        let run = Task { @MainActor in await cycle.run(on: time, until: { $0 == 1 }) }
        for await _ in ready { break }
        pipe.inlet.send(1)
        cycle.drain()
        cycle.stop()
        cycle.start(on: time, resuming: 50)
        #expect(await run.value == 1)
        #expect(cycle.frame == 50 && pipe.inlet.send(60) == .accepted)
        cycle.drain()
        #expect(cycle.frame == 60)
        watching.cancel()
        cycle.stop()
    }

    @Test("a run goes on with a session that is started before its condition has held")
    @MainActor func jump() async {
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        let cycle = makeCycle()
        let watching = cycle.observe { _ in isReady.yield() }
        let run = Task { @MainActor in await cycle.run(on: time, until: { $0 == 8 }) }
        for await _ in ready { break }
        cycle.stop()
        cycle.start(on: time, resuming: 7)
        pipe.inlet.send(8)
        #expect(await run.value == 8)
        watching.cancel()
    }

    @Test(
        "a condition that stops and starts its loop when it holds ends the run, and not the session that it has started"
    )
    func conditionThatRestarts() async {
        let cycle = makeCycle()
        pipe.inlet.send(1)
        let last = await cycle.run(on: time) { [unowned cycle] frame in
            if frame != 1 { return false }
            cycle.stop()
            cycle.start(on: time, resuming: 9)
            return true
        }
        #expect(last == 1)
        #expect(cycle.frame == 9 && pipe.inlet.send(10) == .accepted)
        cycle.stop()
    }

    @Test("two runs follow one another, the second beside the settling of the first")
    @MainActor func twoRuns() async {
        let (cycle, isSettling, release) = makeSettlingCycle()
        pipe.inlet.send(1)
        let first = Task { @MainActor in await cycle.run(on: time, until: { $0 == 1 }) }
        for await _ in isSettling { break }
        let second = Task { @MainActor in await cycle.run(on: time, resuming: 5, until: { $0 == 5 }) }
        for await _ in isSettling { break }
        release.finish()
        #expect(await first.value == 1)
        #expect(await second.value == 5)
    }

    /// Tells when it has gone.
    private final class Kept: Sendable {
        private let onGone: @Sendable () -> Void

        init(_ onGone: @escaping @Sendable () -> Void) { self.onGone = onGone }

        deinit { onGone() }
    }

    @Test("law 11: what the drivers of a session settle is done and let go while the next one goes on")
    func settlesBehind() async {
        let (gone, goes) = AsyncStream.makeStream(of: Void.self)
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                events: Signal<Int> { sink in
                    let kept = Kept { goes.yield() }
                    sink.settle { withExtendedLifetime(kept) {} }
                    return Subscription()
                }
            ) { _, _ in }
        }
        for number in 0..<5 {
            cycle.start(on: time, resuming: number)
            cycle.stop()
        }
        cycle.start(on: time, resuming: 5)
        var goneCount = 0
        for await _ in gone {
            goneCount += 1
            if goneCount == 5 { break }
        }
        #expect(cycle.frame == 5)
        cycle.stop()
    }

    @Test(
        "the work that drivers settle is waited for in the order of their sessions, also where they were started again meanwhile"
    )
    func settlesAll() async {
        let log = Logbook<Int>()
        let shared = Unchecked(log)
        var session = 0
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                events: Signal<Int> { sink in
                    session += 1
                    sink.settle { [session] in shared.value.append(session) }
                    return Subscription()
                }
            ) { _, _ in }
        }
        for _ in 0..<3 {
            cycle.start(on: time)
            cycle.stop()
        }
        await cycle.settle()
        #expect(log.entries == [1, 2, 3])
    }
}
