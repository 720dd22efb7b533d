import Cycle
import CycleDrivers
import Foundation
import TestSupport
import Testing

/// These run by the real clock. They wait for nothing but what they started, and expect an order and counts, never a
/// duration.
@Suite("RealTime", .timeLimit(.minutes(60)))
struct RealTimeTests {
    /// Counts to `limit`, a millisecond at a time.
    private static func counter(to limit: Int) -> CycledLens<TimerDriver<String>, Int> {
        CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { .timers($0 < limit ? [.every("tick", .milliseconds(1), missed: .all)] : []) },
                eventFilter: { frame, _ in frame += 1 })
        }
    }

    @Test("runs a loop on the main actor")
    @MainActor
    func mainActor() async {
        #expect(await RealTimeTests.counter(to: 20).run(until: { $0 == 10 }) == 10)
    }

    @Test("runs a loop in an actor")
    func actor() async {
        actor Owner {
            func count() async -> Int { await RealTimeTests.counter(to: 20).run(until: { $0 == 10 }) }
        }
        #expect(await Owner().count() == 10)
    }

    @Test("runs a loop in a plain task, to the end of its timers, and once more")
    func task() async {
        let last = await Task { () -> [Int] in
            let cycle = RealTimeTests.counter(to: 5)
            return [await cycle.run(), await cycle.run()]
        }.value
        #expect(last == [5, 5])
    }

    @Test("a cancelled task ends its loop")
    func cancelled() async {
        let (started, isStarted) = AsyncStream<Void>.makeStream()
        let task = Task {
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: TimerDriver<Int>(), frameFilter: { _ in .timers(.once(1, after: .seconds(3_600))) },
                    eventFilter: { frame, _ in frame += 1 })
            }
            isStarted.finish()
            return await cycle.run()
        }
        for await _ in started {}
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test("alarms ring in the order of their deadlines, whatever the order in which they were armed")
    func order() async {
        let time = RealTime()
        var lead = Duration.milliseconds(20)
        while true {
            let (rings, ring) = AsyncStream<Int>.makeStream()
            let alarms = (0..<100).map { number in time.alarm { ring.yield(number) } }
            let first = time.now + lead
            for number in (0..<100).shuffled() { alarms[number].arm(at: first + .microseconds(number)) }
            // On a busy machine one may be due before all are armed.
            let areArmed = time.now < first
            var rung: [Int] = []
            for await number in rings {
                rung.append(number)
                if rung.count == 100 { break }
            }
            if areArmed { return #expect(rung == Array(0..<100)) }
            lead *= 2
        }
    }

    @Test("an alarm that was disarmed, or armed anew, does not ring at its old time")
    func disarmed() async {
        let time = RealTime()
        let (rings, ring) = AsyncStream<String>.makeStream()
        let disarmed = time.alarm { ring.yield("disarmed") }
        let moved = time.alarm { ring.yield("moved") }
        let between = time.alarm { ring.yield("between") }
        let start = time.now
        disarmed.arm(at: start + .seconds(60))
        disarmed.disarm()
        moved.arm(at: start + .seconds(60))
        between.arm(at: start + .milliseconds(2))
        moved.arm(at: start + .milliseconds(4))
        var rung: [String] = []
        for await name in rings {
            rung.append(name)
            if rung.count == 2 { break }
        }
        #expect(rung == ["between", "moved"])
    }

    @Test("an alarm can be armed after its thread was stopped")
    func stopped() async {
        let time = RealTime()
        let (rings, ring) = AsyncStream<Void>.makeStream()
        let alarm = time.alarm { ring.finish() }
        alarm.arm(at: .seconds(3_600))
        time.stop()
        time.stop()
        alarm.arm(at: .zero)
        for await _ in rings {}
    }

    @Test("an alarm that is armed while the last user of the thread stops is not lost")
    func restarted() async {
        for _ in 0..<200 {
            let (old, new) = (RealTime(), RealTime())
            let waiting = old.alarm {}
            waiting.arm(at: .seconds(3_600))
            let (rings, ring) = AsyncStream<Void>.makeStream()
            let alarm = new.alarm { ring.finish() }
            async let stopping: Void = old.stop()
            alarm.arm(at: .zero)
            await stopping
            for await _ in rings {}
            new.stop()
        }
    }

    #if os(Linux)
        /// In a process of its own, whose threads are only these loops'.
        @Test("a thousand loops at once, each with timers of both clocks, have two threads for them", .waiting)
        func manyLoops() async {
            await #expect(processExitsWith: .success) {
                let counts = await withTaskGroup(of: Int.self) { group in
                    for number in 0..<1_000 {
                        group.addTask {
                            let cycle = CycledLens(startingWith: 0) { frames in
                                frames.lens(
                                    driver: TimerDriver<Int>(),
                                    frameFilter: { _ in
                                        .timers(
                                            .every(0, .milliseconds(20 + number % 7)),
                                            .daily(1, at: TimeOfDay(hour: 9)))
                                    }, eventFilter: { frame, _ in frame = max(1, timerThreadCount()) })
                            }
                            return await cycle.run(until: { $0 > 0 })
                        }
                    }
                    return await group.reduce(into: Set()) { $0.insert($1) }
                }
                #expect(counts.isSubset(of: [1, 2]))
                #expect(timerThreadCount() == 0)
            }
        }

        @Test("a loop's time is the system's monotonic clock: a suspension or a clock that is set does not move it")
        func monotonic() {
            func now() -> Duration {
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
            }
            let before = now()
            let time = RealTime()
            let between = now()
            let elapsed = time.now
            let after = now()
            #expect(elapsed >= .zero && elapsed <= after - before)
            // Asked for first: whatever comes between the two makes the loop's time the later one.
            let least = now() - between
            #expect(time.now >= least)
        }

        @Test("a program that was stopped for a while counts the ticks it missed, and goes on without drift")
        func stoppedProgram() async throws {
            let fixture = Fixture("ticks", "/")
            defer {
                fixture.kill()
                fixture.wait()
            }
            func tick() throws -> (count: Int, scheduled: Int, lateBy: Int) {
                let numbers = try #require(fixture.line()).split(separator: " ").compactMap { Int($0) }
                try #require(numbers.count == 3)
                return (numbers[0], numbers[1], numbers[2])
            }
            let first = try tick()
            #expect(kill(fixture.process, SIGSTOP) == 0)
            let time = RealTime()
            let (rings, ring) = AsyncStream<Void>.makeStream()
            let alarm = time.alarm { ring.finish() }
            alarm.arm(at: .milliseconds(100))
            for await _ in rings {}
            #expect(kill(fixture.process, SIGCONT) == 0)
            var (before, late) = (first, try tick())
            // A busy machine may miss some as well, but not so many.
            while late.count < before.count + 15 { (before, late) = (late, try tick()) }
            #expect(late.lateBy < 5_000)
            for tick in [before, late, try tick()] {
                #expect(tick.scheduled - first.scheduled == (tick.count - first.count) * 5_000)
            }
        }

        /// In a process of its own, whose threads are only this loop's.
        @Test("one thread rings all timers and ticks of a loop, and is gone when it has run", .waiting)
        func oneThread() async {
            await #expect(processExitsWith: .success) {
                let cycle = CycledLens(startingWith: [Int]()) { frames in
                    MutatingLens.zip(
                        frames.lens(
                            driver: TimerDriver<Int>(),
                            frameFilter: { _ in .timers((1...1_000).map { .every($0, .milliseconds($0 % 7 + 1)) }) },
                            eventFilter: { frame, _ in frame.append(timerThreadCount()) }),
                        frames.lens(
                            get: { $0 },
                            set: { frames, _ in frames.sample(every: .milliseconds(2)) }))
                }
                let last = await cycle.run(until: { $0.count > 100 })
                #expect(Set(last) == [1])
                #expect(timerThreadCount() == 0)
            }
        }
    #endif
}

#if os(Linux)
    private func timerThreadCount() -> Int {
        threadNames().count { $0 == "Cycle timers" }
    }
#endif
