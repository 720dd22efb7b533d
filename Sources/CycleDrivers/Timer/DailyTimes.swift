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
    /// - Returns: The firings that are due: their numbers, and when they were scheduled.
    mutating func take(at now: Duration, by rules: ZoneRules) -> [Ticks.ScheduledTick] {
        var due: [Ticks.ScheduledTick] = []
        while let scheduled = next, .seconds(scheduled) <= now {
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
}
