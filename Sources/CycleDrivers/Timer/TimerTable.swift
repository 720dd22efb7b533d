import CycleBase
import Cycle

/// All timers of one running driver, by numbers, as a value: when each is due, and which fire together.
///
/// It knows no identities, so that its code is compiled once for all of them. Its alarm is due when the first timer can wait
/// no longer; all timers that are due by then fire together, each once, in the order in which they are due; of those due at
/// once the one that started first. Of very many ``mostTogether`` fire, and the alarm is due again at once.
struct TimerTable: Hashable, Sendable {
    struct Slot: Hashable, Sendable {
        var schedule: TimerSchedule
        /// When it started. Timers that count from one model have the same start.
        var start: Duration
        /// When it fires, or may fire, next.
        var due: Duration
        /// How many times it has been due before.
        var count = 0
        /// Tells those with one deadline apart.
        var rank: UInt64
        var dueIndex: Int32 = -1
        var latestIndex: Int32 = -1
        var state = State.waiting

        /// The last moment at which it may fire.
        var latest: Duration {
            switch schedule {
            case .once(_, let tolerance), .every(_, let tolerance, _): due.adding(max(tolerance, .zero))
            case .daily: due.adding(TimerTable.lookTolerance)
            }
        }
    }

    enum State: UInt8, Hashable, Sendable {
        case waiting
        /// It has fired once and for all, or failed.
        case over
        /// The slot waits for another timer.
        case free
    }

    /// One firing of a timer.
    struct Firing: Hashable, Sendable {
        let slot: Int32
        let tick: Ticks.ScheduledTick
    }

    /// A timer that is due at a moment.
    enum Due: Hashable, Sendable {
        case fired(Firing)
        /// A timer of the wall clock looks at the clock, which may have been set without notice.
        case look(slot: Int32)
    }

    /// Once an hour a timer of the wall clock looks at the clock: a clock that was set back, and a machine that was
    /// taken to another zone, cause no notification.
    static let lookPeriod = Duration.seconds(3_600)
    static let lookTolerance = Duration.seconds(60)
    /// The most timers that fire together, before other events have their turns: many that are due at once cost no memory.
    static let mostTogether = 64

    private var timers = TimerSlots()
    private var free: [Int32] = []
    private var due = PlacedHeap<TimerSlots>(by: .due)
    private var latest = PlacedHeap<TimerSlots>(by: .latest)
    /// Whether a timer has had a tolerance. Without any, both orders are one.
    private var usesLatest = false
    private var daily: [Int32: DailyTimes] = [:]
    private var newestRank: UInt64 = 0
    /// Whether timers are due that have not fired, because too many were.
    private var hasRest = false
    /// How many timers have not fired for good.
    private(set) var waitingCount = 0
    private let looksUp: Bool

    /// - Parameter looksUp: Whether timers of the wall clock look at it each hour.
    init(looksUp: Bool) {
        self.looksUp = looksUp
    }

    /// The timers, by their numbers.
    var slots: ContiguousArray<Slot> { timers.all }

    /// When the next timer can wait no longer.
    var deadline: Duration? {
        if hasRest { return due.first.map { timers.all[Int($0)].due } }
        return (usesLatest ? latest : due).first.map { timers.all[Int($0)].latest }
    }

    mutating func reserveCapacity(_ count: Int) {
        timers.all.reserveCapacity(count)
        due.reserveCapacity(count)
        if usesLatest { latest.reserveCapacity(count) }
    }

    /// Starts a timer.
    ///
    /// - Returns: The number by which it is known until it is removed.
    mutating func add(_ schedule: TimerSchedule, at start: Duration) -> Int32 {
        let slot = Slot(schedule: schedule, start: start, due: .zero, rank: 0, state: .free)
        let number = free.popLast() ?? Int32(timers.all.count)
        if number == timers.all.count { timers.all.append(slot) } else { timers.all[Int(number)] = slot }
        begin(number, schedule, at: start)
        assert(isConsistent)
        return number
    }

    /// Starts a timer anew, by another schedule.
    mutating func restart(_ number: Int32, _ schedule: TimerSchedule, at start: Duration) {
        end(number, as: .over)
        begin(number, schedule, at: start)
        assert(isConsistent)
    }

    mutating func remove(_ number: Int32) {
        end(number, as: .free)
        free.append(number)
        assert(isConsistent)
    }

    /// Removes all that is due, and plans what follows.
    mutating func takeDue(at now: Duration) -> [Due] {
        var firing: [Int32] = []
        hasRest = false
        while let number = due.first, timers.all[Int(number)].due <= now {
            if firing.count == TimerTable.mostTogether {
                hasRest = true
                break
            }
            dequeue(number)
            firing.append(number)
        }
        // Only then: one that is due again at once waits for the next ring, after the events of others.
        var taken: [Due] = []
        taken.reserveCapacity(firing.count)
        for number in firing { fire(number, at: now, &taken) }
        assert(isConsistent)
        return taken
    }

    /// A timer of the wall clock has looked at it.
    ///
    /// - Parameters:
    ///   - rules: Of its zone, `nil` where that is not known here.
    ///   - wallTime: The time of the wall clock.
    /// - Returns: The firings that are due, and the moment of the next; `nil` for a timer that cannot fire.
    mutating func look(
        _ number: Int32, by rules: ZoneRules?, at wallTime: Duration
    ) -> (firings: [Firing], next: Int64)? {
        guard timers.all[Int(number)].state == .waiting, let rules, var times = daily[number] else { return nil }
        let ticks = times.take(at: wallTime, by: rules)
        daily[number] = times
        guard let next = times.next else { return nil }
        return (ticks.map { Firing(slot: number, tick: $0) }, next)
    }

    /// Whether a timer of the wall clock has not seen the rules of its zone yet.
    func isUnplanned(_ number: Int32) -> Bool {
        timers.all[Int(number)].state == .waiting && daily[number]?.next == nil
    }

    /// Ends a timer that cannot fire: it stays known, and is not due any more.
    mutating func fail(_ number: Int32) {
        end(number, as: .over)
        assert(isConsistent)
    }

    private mutating func begin(_ number: Int32, _ schedule: TimerSchedule, at start: Duration) {
        newestRank += 1
        waitingCount += 1
        var slot = Slot(schedule: schedule, start: start, due: start, rank: newestRank)
        var isQueued = true
        switch schedule {
        case .once(let delay, _): slot.due = start.adding(delay)
        case .every(let period, _, _): slot.due = start.adding(period)
        case .daily(let time, _, let missed):
            daily[number] = DailyTimes(time, missed)
            slot.due = start + TimerTable.lookPeriod
            isQueued = looksUp
        }
        timers.all[Int(number)] = slot
        if isQueued { enqueue(number) }
    }

    private mutating func end(_ number: Int32, as state: State) {
        if timers.all[Int(number)].state == .waiting {
            waitingCount -= 1
            dequeue(number)
            if !daily.isEmpty { daily[number] = nil }
        }
        timers.all[Int(number)].state = state
    }

    private mutating func fire(_ number: Int32, at now: Duration, _ taken: inout [Due]) {
        let slot = timers.all[Int(number)]
        let next = Ticks.ScheduledTick(count: slot.count + 1, scheduled: slot.due)
        switch slot.schedule {
        case .once:
            end(number, as: .over)
            taken.append(.fired(Firing(slot: number, tick: next)))
        case .every(let period, _, let missed):
            var ticks = Ticks(period, missed, start: slot.start, next: next)
            for tick in ticks.take(at: now) { taken.append(.fired(Firing(slot: number, tick: tick))) }
            timers.all[Int(number)].count = ticks.next.count - 1
            timers.all[Int(number)].due = ticks.next.scheduled
            enqueue(number)
        case .daily:
            timers.all[Int(number)].due = now + TimerTable.lookPeriod
            enqueue(number)
            taken.append(.look(slot: number))
        }
    }

    private mutating func enqueue(_ number: Int32) {
        due.set(number, in: &timers)
        if usesLatest {
            latest.set(number, in: &timers)
        } else if timers.all[Int(number)].latest != timers.all[Int(number)].due {
            usesLatest = true
            for item in due.handles { latest.set(item, in: &timers) }
        }
    }

    private mutating func dequeue(_ number: Int32) {
        due.remove(number, in: &timers)
        latest.remove(number, in: &timers)
    }

    // MARK: Invariants

    /// Holds before and after each change. ``isWhole`` checks the rest, in O(timers).
    private var isConsistent: Bool {
        latest.handles.count == (usesLatest ? due.handles.count : 0) && due.handles.count <= waitingCount
            && waitingCount + free.count <= timers.all.count
    }

    /// Each timer that waits stands in both heaps, but for those of a wall clock that do not look; each heap is in order.
    var isWhole: Bool {
        for heap in [due, latest] {
            for (index, item) in heap.handles.enumerated() where index > 0 {
                let (slot, parent) = (timers.all[Int(item)], timers.all[Int(heap.handles[(index - 1) / 2])])
                let isInOrder = heap.order == .due ? parent.due <= slot.due : parent.latest <= slot.latest
                if !isInOrder { return false }
            }
        }
        let waiting = timers.all.count { $0.state == .waiting }
        let queued = timers.all.count { $0.dueIndex >= 0 && (!usesLatest || $0.latestIndex >= 0) }
        return isConsistent && waiting == waitingCount && queued == due.handles.count
            && timers.all.indices.allSatisfy { index in
                timers.all[index].dueIndex < 0 || due.handles[Int(timers.all[index].dueIndex)] == Int32(index)
            }
    }
}
