import Cycle
import CycleDrivers
import Foundation
import Synchronization
import Testing

/// 60 ticks a second for 20 seconds, as late as they are on this machine. It measures and expects nothing:
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
                    guard case .fired(_, let count, _, let lateBy) = event else { return }
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
        let drift = Int((late.last ?? 0) - (late.first ?? 0))
        print(
            """
            \(isBusy ? "busy" : "idle"): \(late.count) ticks of \(ticks.count); late by, in us: p50 \(share(0.5)), \
            p99 \(share(0.99)), p99.9 \(share(0.999)), most \(share(1)); drift \(drift) us; \
            \(processor) s of processor time
            """)
    }
}
