import CycleBase
import Cycle

/// The ticks of one timer: tick `count` is scheduled at `start + count * period`.
struct Ticks: Hashable, Sendable {
    struct ScheduledTick: Hashable, Sendable {
        var count: Int
        var scheduled: Duration
    }

    /// The most missed ticks that fire together, before other events have their turn.
    static let mostTogether = 64

    private let period: Duration
    private let missed: MissedTicks
    private let start: Duration
    private(set) var next: ScheduledTick

    /// - Parameter period: More than zero.
    init(_ period: Duration, _ missed: MissedTicks, start: Duration) {
        self.init(period, missed, start: start, next: ScheduledTick(count: 1, scheduled: start.adding(period)))
    }

    init(_ period: Duration, _ missed: MissedTicks, start: Duration, next: ScheduledTick) {
        self.period = period
        self.missed = missed
        self.start = start
        self.next = next
    }

    /// The ticks that fire at `now`, when the next one is due. Ticks that are left for later are due as well, and next.
    mutating func take(at now: Duration) -> [ScheduledTick] {
        let newest = count(at: now)
        let first = missed == .skip ? newest : next.count
        let last = missed == .skip ? newest : min(newest, first + Ticks.mostTogether - 1)
        next = tick(last + 1)
        return (first...last).map(tick)
    }

    /// How many ticks have been due by `now`. More than can be counted are not counted.
    private func count(at now: Duration) -> Int {
        let count = Int(clamping: (now - start).attoseconds / period.attoseconds)
        return min(max(next.count, count), Int.max - 1)
    }

    private func tick(_ count: Int) -> ScheduledTick {
        // A product of 128 bits may be too large; a tick after the longest time is never due.
        let (product, isTooLarge) = period.attoseconds.multipliedReportingOverflow(by: Int128(count))
        return ScheduledTick(
            count: count, scheduled: isTooLarge ? .longest : start.adding(Duration(attoseconds: product)))
    }
}
