import Cycle
import Synchronization

#if os(Linux)
    extension Row {
        /// S9: a loop for everything that has a state of its own.
        static var manyLoops: Row {
            Row(
                id: "S9", work: "many loops: 100,000 of them, asleep until they get an event", unit: "bytes a loop",
                contestants: herds.map { kind, name, herd in
                    Contestant(kind, name, isAlone: true) {
                        let before = Memory.residentByteCount
                        let send = await herd()
                        return withExtendedLifetime(send) {
                            Double(Memory.residentByteCount - before) / Double(herdCount)
                        }
                    }
                },
                goals: [
                    .atMost(2_048, "bytes", "cycles, each run by a task"), .atMost(2_048, "bytes", "cycles, by hand"),
                ])
        }

        /// The same loops: how long an event takes that finds its loop asleep, and out of every cache.
        static var manyLoopsEvent: Row {
            Row(
                id: "S9", work: "many loops: one event for each of 100,000 sleeping loops, ns an event",
                contestants: herds.map { kind, name, herd in
                    Contestant(kind, name, isAlone: true) {
                        let send = await herd()
                        let clock = ContinuousClock()
                        let start = clock.now
                        await send()
                        return start.duration(to: clock.now) / .nanoseconds(1) / Double(herdCount)
                    }
                } + [
                    Contestant(.other, "S1 in the same run", events: million) {
                        let cycle = counting(to: million)
                        return { await cycle.run(on: NoTime(), until: \.isDone) }
                    }
                ],
                goals: [
                    .ratio("cycles, each run by a task", to: "tasks asleep, woken by hand", atMost: 2),
                    .ratio("cycles, by hand", to: "objects by hand", atMost: 10),
                ])
        }
    }

    private let herdCount = 100_000

    /// Each makes its herd and waits until all sleep; what it returns sends one event to each, and waits until all came.
    private let herds: [(Contestant.Kind, String, @Sendable () async -> (() async -> Void))] = [
        (.floor, "tasks asleep, woken by hand", sleepingTasks), (.cycle, "cycles, each run by a task", cyclesInTasks),
        (.other, "objects by hand", objectsByHand), (.cycle, "cycles, by hand", cyclesByHand),
        (.alternative, "tasks that await an AsyncStream", tasksWithStreams),
    ]

    /// Counts what has happened, and wakes who waits for the last of it.
    private final class Count: Sendable {
        private let left: Atomic<Int>
        private let waiting: AsyncStream<Void>
        private let end: AsyncStream<Void>.Continuation

        init(_ goal: Int) {
            left = Atomic(goal)
            (waiting, end) = AsyncStream.makeStream()
        }

        func note() {
            if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { end.finish() }
        }

        func wait() async {
            for await _ in waiting {}
        }
    }

    /// Where the loops leave their inlets.
    ///
    /// Unchecked: each loop writes to a place of its own, before it says that it is ready; then they are read.
    private final class Desk: @unchecked Sendable {
        private let inlets = UnsafeMutablePointer<Inlet<Int>?>.allocate(capacity: herdCount)
        let ready = Count(herdCount)
        let done = Count(herdCount)

        init() {
            inlets.initialize(repeating: nil, count: herdCount)
        }

        deinit {
            inlets.deinitialize(count: herdCount)
            inlets.deallocate()
        }

        func leave(_ inlet: Inlet<Int>, at number: Int) {
            inlets[number] = inlet
        }

        func send(to number: Int) {
            inlets[number]?.send(1)
        }
    }

    /// Takes its events from an inlet, as drivers do, and notes that its loop has shown its first frame, and each event.
    private struct Pupil: Driver {
        let number: Int
        let desk: Desk

        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> {
            Signal { [number, desk] sink in
                desk.leave(sink.inlet(), at: number)
                return model.run(inside: sink) { total in
                    if total == 0 { desk.ready.note() } else { desk.done.note() }
                }
            }
        }
    }

    private func pupil(_ number: Int, _ desk: Desk) -> CycledLens<Pupil, Counter> {
        CycledLens(startingWith: Counter()) { frames in
            frames.lens(
                driver: Pupil(number: number, desk: desk), frameFilter: { $0.total },
                eventFilter: { frame, event in frame.total &+= event })
        }
    }

    @Sendable private func cyclesInTasks() async -> (() async -> Void) {
        let desk = Desk()
        let time = NoTime()
        for number in 0..<herdCount {
            Task { await pupil(number, desk).run(on: time) }
        }
        await desk.ready.wait()
        return {
            for number in 0..<herdCount { desk.send(to: number) }
            await desk.done.wait()
        }
    }

    @Sendable private func cyclesByHand() async -> (() async -> Void) {
        let desk = Desk()
        let time = NoTime()
        let cycles = (0..<herdCount).map { number in
            let cycle = pupil(number, desk)
            cycle.start(on: time)
            return cycle
        }
        return {
            for (number, cycle) in cycles.enumerated() {
                desk.send(to: number)
                cycle.drain()
            }
            await desk.done.wait()
        }
    }

    @Sendable private func objectsByHand() async -> (() async -> Void) {
        let done = Count(herdCount)
        let programs = (0..<herdCount).map { _ in
            HandWritten<Counter, Int>(frame: Counter(), reduce: { $0.total &+= $1 }, render: { _ in done.note() })
        }
        return {
            for program in programs { program.send(1) }
            await done.wait()
        }
    }

    /// A task's place to sleep. Unchecked: the continuation is written before anybody is told that it sleeps.
    private final class Bed: @unchecked Sendable {
        var continuation: UnsafeContinuation<Int, Never>?
    }

    @Sendable private func sleepingTasks() async -> (() async -> Void) {
        let (ready, done) = (Count(herdCount), Count(herdCount))
        let beds = (0..<herdCount).map { _ in Bed() }
        for bed in beds {
            Task {
                let program = HandWritten<Counter, Int>(
                    frame: Counter(), reduce: { $0.total &+= $1 }, render: { _ in done.note() })
                let event = await withUnsafeContinuation { continuation in
                    bed.continuation = continuation
                    ready.note()
                }
                program.send(event)
            }
        }
        await ready.wait()
        return {
            for bed in beds { bed.continuation?.resume(returning: 1) }
            await done.wait()
        }
    }

    @Sendable private func tasksWithStreams() async -> (() async -> Void) {
        let (ready, done) = (Count(herdCount), Count(herdCount))
        var sources: [AsyncStream<Int>.Continuation] = []
        for _ in 0..<herdCount {
            let (events, source) = AsyncStream.makeStream(of: Int.self)
            sources.append(source)
            Task {
                let program = HandWritten<Counter, Int>(
                    frame: Counter(), reduce: { $0.total &+= $1 }, render: { _ in done.note() })
                ready.note()
                for await event in events { program.send(event) }
            }
        }
        await ready.wait()
        return { [sources] in
            for source in sources { source.yield(1) }
            await done.wait()
        }
    }
#endif
