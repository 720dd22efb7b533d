import Cycle

/// The firings of one timer of a wall clock. A clock that is set back by less than a day does not make a day's firing happen
/// twice.
struct DailyTimes: Hashable, Sendable {
    let time: TimeOfDay
    let missed: MissedTicks
    /// The moments of the next firing and of the last, in seconds since 1970. No next one before the zone is known.
    private(set) var next: Int64?
    private(set) var last: Int64?
    private(set) var count = 0

    init(_ time: TimeOfDay, _ missed: MissedTicks) {
        self.time = time
        self.missed = missed
    }

    /// Plans the next firing.
    ///
    /// - Parameters:
    ///   - now: The time of the wall clock.
    ///   - rules: Of the zone at this moment.
    /// - Returns: The firings that are due: their numbers, and when they were scheduled. Firings that are left for later are due as well,
    ///   and next.
    mutating func take(at now: Duration, by rules: ZoneRules) -> [Ticks.ScheduledTick] {
        // A clock may be set to anything; years are counted on both sides of this.
        let now = min(max(now, .zero - DailyTimes.longest), DailyTimes.longest)
        if missed == .skip { passOver(until: now.components.seconds, rules) }
        var due: [Ticks.ScheduledTick] = []
        while let scheduled = next, .seconds(scheduled) <= now {
            if due.count == Ticks.mostTogether { return due }
            count += 1
            if missed == .skip { due = [] }
            due.append(Ticks.ScheduledTick(count: count, scheduled: .seconds(scheduled)))
            last = scheduled
            next = rules.next(secondOfDay: time.secondOfDay, after: scheduled)
        }
        let second = now.components.seconds
        let from = last.map { $0 - second < secondsPerDay ? max($0, second) : second } ?? second
        next = rules.next(secondOfDay: time.secondOfDay, after: from)
        return due
    }

    private static let longest = Duration.seconds(1 << 58)

    /// A clock that was set forwards by years has missed a firing each day: they are counted, and not looked at.
    private mutating func passOver(until second: Int64, _ rules: ZoneRules) {
        guard let scheduled = next, second - scheduled > 64 * secondsPerDay else { return }
        let days = (second - scheduled) / secondsPerDay - 2
        count += Int(days)
        next = rules.next(secondOfDay: time.secondOfDay, after: scheduled + days * secondsPerDay - secondsPerDay / 2)
    }
}
