import Cycle
import CycleDrivers
import Foundation
import Synchronization
import Testing

/// The cost of timers on this machine, and how late they are. The limits are those of a machine that does nothing else.
///
///     CYCLE_MEASURE=1 swift test --no-parallel --filter TickMeasurement
@Suite(
    "TickMeasurement", .serialized, .enabled(if: ProcessInfo.processInfo.environment["CYCLE_MEASURE"] != nil))
struct TickMeasurement {
    struct Ticks: Equatable {
        var count = 0
        var late: [Duration] = []
        var isDone: Bool { count >= 1_200 }
    }

    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    @Test("with the machine as it is, and with every core busy", arguments: [false, true])
    func sixtyHertz(isBusy: Bool) async {
        let isOver = Flag()
        if isBusy {
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                Thread.detachNewThread { while !isOver.isSet.load(ordering: .relaxed) {} }
            }
        }
        let cycle = CycledLens(startingWith: Ticks(), comparing: \.count) { frames in
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { .timers($0.isDone ? [] : [.every(0, .seconds(1) / 60)]) },
                eventFilter: { frame, event in
                    guard case .fired(_, let count, _, let lateBy, _) = event else { return }
                    frame.count = count
                    frame.late.append(lateBy)
                })
        }
        let before = clock()
        let last = await cycle.run(until: \.isDone)
        let processor = Double(clock() - before) / Double(CLOCKS_PER_SEC)
        isOver.isSet.store(true, ordering: .relaxed)
        report(last, processor, isBusy)
    }

    private func report(_ ticks: Ticks, _ processor: Double, _ isBusy: Bool) {
        let late = ticks.late.map { $0 / .microseconds(1) }
        let sorted = late.sorted()
        let share = { (part: Double) in Int(sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]) }
        // A momentary delay is no drift, so the least delay of each second counts.
        let drift = Int((late.suffix(60).min() ?? 0) - (late.prefix(60).min() ?? 0))
        print(
            """
            60 ticks a second for 20 s, \(isBusy ? "busy" : "idle"): \(late.count) ticks of \(ticks.count); late by, \
            in us: p50 \(share(0.5)), p99 \(share(0.99)), p99.9 \(share(0.999)), most \(share(1)); drift \(drift) us; \
            \(processor) s of processor time
            """)
        #expect(abs(drift) <= 1_000)
        #expect(share(0.99) <= (isBusy ? 20_000 : 2_000))
        #expect(abs(ticks.count - 1_200) <= 1)
        if !isBusy { #expect(abs(late.count - 1_200) <= 1) }
    }

    @Test("100,000 timers: started, asleep for five seconds, and cancelled by the tick of one more")
    func many() async {
        let count = 100_000
        var marks: [(name: String, seconds: Double)] = []
        func mark(_ name: String) { marks.append((name, Double(clock()) / Double(CLOCKS_PER_SEC))) }
        mark("before")
        let timers = (1...count).map { TimerDriver<Int>.Timer.every($0, .seconds(3_600 + $0)) }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { .timers($0 > 0 ? [] : timers + [.once(0, after: .seconds(5))]) },
                eventFilter: { frame, _ in
                    mark("asleep")
                    frame += 1
                })
        }
        let time = RealTime()
        cycle.start(on: time)
        cycle.drain()
        mark("start")
        await cycle.run(on: time, until: { $0 > 0 })
        mark("cancel")
        time.stop()
        let costs = zip(marks, marks.dropFirst()).map { "\($1.name) \(Int(($1.seconds - $0.seconds) * 1_000)) ms" }
        print("100,000 timers, processor time: \(costs.joined(separator: ", "))")
        #expect(marks.count == 4)
    }
}
