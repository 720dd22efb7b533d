import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("TimerDriver, given strange durations", .timeLimit(.minutes(60)))
struct TimerLimitTests {
    typealias Timers = TimerDriver<String>

    /// The names of the timers that fired or failed until "end" did.
    private func lines(_ timers: [Timers.Timer], inRealTime isReal: Bool) async -> [String] {
        let cycle = CycledLens(startingWith: [String]()) { frames in
            frames.lens(
                driver: Timers(), frameFilter: { _ in .timers(timers + [.once("end", after: .milliseconds(3))]) },
                eventFilter: { frame, event in
                    // Timers that fire often are noted once.
                    if frame.last != event.id { frame.append(event.id) }
                })
        }
        if isReal { return await cycle.run(until: { $0.last == "end" }) }
        let time = VirtualTime()
        cycle.start(on: time)
        time.join(cycle) { while cycle.frame.last != "end", cycle.step() {} }
        time.advance(by: .milliseconds(3))
        cycle.stop()
        return cycle.frame
    }

    static let limits: [Duration] = [
        Duration(attoseconds: .max), Duration(attoseconds: .max - 1), .seconds(Int64.max), .seconds(Int64.max / 2),
    ]

    @Test("does not trap on those near the limits, which never end", arguments: [false, true])
    func limits(inRealTime isReal: Bool) async {
        let timers = TimerLimitTests.limits.enumerated().flatMap { number, limit -> [Timers.Timer] in
            [
                .once("once \(number)", after: limit, tolerance: limit),
                .every("every \(number)", limit, tolerance: limit),
                .every("all \(number)", limit, missed: .all),
                .once("tolerant \(number)", after: .seconds(3_600), tolerance: limit),
            ]
        }
        #expect(await lines(timers, inRealTime: isReal) == ["end"])
    }

    @Test("takes a time that has passed for now, however long ago", arguments: [false, true])
    func past(inRealTime isReal: Bool) async {
        let timers = [Duration(attoseconds: .min), .seconds(Int64.min), .seconds(-1)].enumerated().map {
            Timers.Timer.once("\($0)", after: $1)
        }
        #expect(await lines(timers, inRealTime: isReal) == ["0", "1", "2", "end"])
    }

    @Test("takes a tolerance below zero for none, and does not spin", arguments: [false, true])
    func negativeTolerance(inRealTime isReal: Bool) async {
        let timers: [Timers.Timer] = [
            .once("once", after: .milliseconds(1), tolerance: .seconds(-5)),
            .once("limit", after: .milliseconds(2), tolerance: Duration(attoseconds: .min)),
        ]
        #expect(await lines(timers, inRealTime: isReal) == ["once", "limit", "end"])
    }

    @Test("reports a period of nothing, and of less", arguments: [Duration.zero, .seconds(-1)])
    func notAPeriod(_ period: Duration) async {
        let cycle = CycledLens(startingWith: [Timers.Event]()) { frames in
            frames.lens(
                driver: Timers(), frameFilter: { _ in .timers(.every("a", period)) },
                eventFilter: { $0.append($1) })
        }
        #expect(await cycle.run(on: VirtualTime()) == [.failed("a", .notAPeriod(period))])
    }

    @Test(
        "a period that no machine can keep starves no other event, whatever happens to missed ticks",
        arguments: [MissedTicks.skip, .all], [Duration.nanoseconds(1), Duration(attoseconds: 1)])
    func starving(_ missed: MissedTicks, _ period: Duration) async {
        let lines = await lines([.every("fast", period, missed: missed)], inRealTime: true)
        #expect(lines.last == "end")
    }

    @Test("goes on when more ticks were missed than can be counted", arguments: [MissedTicks.skip, .all])
    func countless(_ missed: MissedTicks) {
        let time = VirtualTime()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: Timers(),
                frameFilter: { _ in .timers(.every("t", Duration(attoseconds: 1), missed: missed)) },
                eventFilter: { frame, _ in frame += 1 })
        }
        cycle.start(on: Standstill(time, for: .seconds(100)))
        // Each turn leads to another: it is not joined.
        for _ in 0..<20 {
            time.advance(by: .seconds(10))
            for _ in 0..<200 { cycle.step() }
        }
        cycle.stop()
        #expect(cycle.frame > 3)
    }

    @Test("of ticks that were all missed each fires, in order, and others between them")
    func fair() {
        let time = VirtualTime()
        var counts: [Int] = []
        var others = 0
        let (pulses, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: 0) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: Timers(), frameFilter: { _ in .timers(.every("t", .milliseconds(1), missed: .all)) },
                    eventFilter: { frame, event in
                        guard case .fired(_, let count, _, _, _) = event else { return }
                        if count == 1 { inlet.send(1) }
                        counts.append(count)
                        frame += 1
                    }),
                frames.lens(
                    get: { _ in pulses },
                    set: { (pulses: Signal<Int>, frames: Signal<Int>) in
                        pulses.withLatest(from: frames).map { _, frame in
                            others = counts.count
                            return frame + 1
                        }
                    }))
        }
        cycle.start(on: Standstill(time, for: .seconds(1)))
        time.join(cycle) { while cycle.step() {} }
        time.advance(by: .seconds(2))
        cycle.stop()
        #expect(counts == Array(1...counts.count) && counts.count > 1_000)
        #expect(others > 0 && others <= 64)
    }
}

/// Virtual time in which the machine stands still at the beginning, so that ticks are missed.
private final class Standstill: Scheduler {
    private let time: VirtualTime
    private let length: Duration

    init(_ time: VirtualTime, for length: Duration) {
        self.time = time
        self.length = length
    }

    var now: Duration { time.now }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        Late(time.alarm(ring), notBefore: length)
    }

    private final class Late: Alarm {
        private let alarm: any Alarm
        private let first: Duration

        init(_ alarm: any Alarm, notBefore first: Duration) {
            self.alarm = alarm
            self.first = first
        }

        func arm(at deadline: Duration) {
            alarm.arm(at: max(deadline, first))
        }

        func disarm() {
            alarm.disarm()
        }
    }
}
