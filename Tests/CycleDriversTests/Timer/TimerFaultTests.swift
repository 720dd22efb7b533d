import Cycle
import CycleDrivers
import CycleBase
import CycleTesting
import TestSupport
import Testing

@Suite("TimerDriver, on a machine that is late")
struct TimerFaultTests {
    typealias Timers = TimerDriver<Int>

    /// `CYCLE_SEEDS=1000` for all.
    private let seedCount = TestSupport.seedCount(40)

    // Not `Equatable`: comparing all that has happened at every event would take the most time.
    private struct Frame {
        var timers: [Timers.Timer] = []
        var events: [Timers.Event] = []
    }

    /// One run to 200 events of timers that come, change and go, on a bad day.
    private func run(seed: UInt64) -> (events: [Timers.Event], ledger: TimerLedger) {
        var faults = TimeFaults.many(seed: seed)
        // Without jumps nothing may be later than the machine itself.
        if seed % 2 == 1 { faults.jumping = 0 }
        let time = VirtualTime(faults: faults)
        let clock = VirtualWallClock(
            time, startingAt: .seconds(1_774_695_600),
            faults: WallClockFaults(seed: seed, jumping: 0.05, upTo: .seconds(20 * 3_600)))
        let latest = faults.latest + (faults.jumping > 0 ? faults.longestJump : .zero)
        let ledger = TimerLedger(latest: latest, now: { time.now }, wallNow: { clock.now })
        let (models, inlet) = Signal<[Timers.Timer]>.pipe()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: Timers(wallClock: clock), frameFilter: { .timers($0.timers) },
                    eventFilter: { frame, event in
                        ledger.note(event)
                        frame.events.append(event)
                    }),
                frames.lens(
                    get: { _ in models },
                    set: { (models: Signal<[Timers.Timer]>, frames: Signal<Frame>) in
                        models.withLatest(from: frames).map { Frame(timers: $0, events: $1.events) }
                    }))
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        var random = SplitMix(seed: seed)
        while cycle.frame.events.count < 200 {
            let timers = (0..<Int.random(in: 0...6, using: &random)).map { timer($0, &random) }
            ledger.want(timers)
            inlet.send(timers)
            time.advance(by: .milliseconds(Int.random(in: 0...400, using: &random)))
        }
        time.leave(cycle)
        cycle.stop()
        return (cycle.frame.events, ledger)
    }

    private func timer(_ id: Int, _ random: inout SplitMix) -> Timers.Timer {
        // Few schedules, so that some stay from one model to the next.
        let length = Duration.milliseconds([20, 33, 100][Int.random(in: 0..<3, using: &random)])
        let missed = Bool.random(using: &random) ? MissedTicks.all : .skip
        return switch Int.random(in: 0..<8, using: &random) {
        case 0: .once(id, after: length)
        case 1: .once(id, after: length, tolerance: .milliseconds(50))
        case 2: .daily(id, at: TimeOfDay(hour: 9), in: .utc, missed: missed)
        case 3: .every(id, length, tolerance: .milliseconds(70), missed: missed)
        default: .every(id, length, missed: missed)
        }
    }

    @Test("the same seed leads to the same events, and with every seed all promises are kept")
    func seeded() {
        var (missedCount, latestBy, eventCount) = (0, Duration.zero, 0)
        for seed in 0..<seedCount {
            let (events, ledger) = run(seed: seed)
            #expect(ledger.problems == [], "seed \(seed)")
            #expect(events == run(seed: seed).events, "seed \(seed)")
            missedCount += ledger.missedCount
            latestBy = max(latestBy, ledger.latestBy)
            eventCount += events.count
        }
        // Else the rest would prove little.
        #expect(missedCount > 0 && latestBy > .seconds(1))
        print("timers: \(seedCount) seeds, \(eventCount) events, \(missedCount) ticks missed, latest by \(latestBy)")
    }

    @Test(
        "the faults of a machine's clock happen: late, missed, merged and stray rings",
        arguments: [1, 2, 3] as [UInt64])
    func happens(_ seed: UInt64) {
        let time = VirtualTime(
            faults: TimeFaults(
                seed: seed, late: 0.5, upTo: .milliseconds(9), jumping: 0.1, upTo: .seconds(1), merged: 0.5, stray: 0.5)
        )
        var (lateCount, farCount, earlyCount, mergedCount, undrained) = (0, 0, 0, 0, 0)
        time.join(time) { undrained = 0 }
        // Unchecked: this test's isolation moves the time, and nothing else rings.
        nonisolated(unsafe) var note: (Int) -> Void = { _ in }
        nonisolated(unsafe) var deadlines = [Duration.zero, .zero]
        let alarms = (0..<2).map { number in time.alarm { note(number) } }
        note = { number in
            let lateBy = time.now - deadlines[number]
            if lateBy < .zero { return earlyCount += 1 }
            undrained += 1
            if undrained == 2 { mergedCount += 1 }
            if lateBy > .milliseconds(9) { farCount += 1 } else if lateBy > .zero { lateCount += 1 }
            deadlines[number] = time.now + .milliseconds(number == 0 ? 10 : 37)
            alarms[number].arm(at: deadlines[number])
            // Moved once, so that a ring for the old time can be on its way.
            alarms[1 - number].arm(at: deadlines[1 - number])
        }
        note(0)
        time.advance(by: .seconds(10))
        time.leave(time)
        #expect(lateCount > 0 && farCount > 0 && earlyCount > 0 && mergedCount > 0)
    }
}
